"""What nobody should send: strategies for actions, bodies, and words on a socket."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hypothesis import strategies as st

HUGE = [10**18, -(10**18), 2**63, 2**64, -1, 0, 1e308, 1.5]
TEXTS = st.text(max_size=40) | st.sampled_from(["", "\0", "\ud800", "🦜" * 40, "' OR 1=1 --", "<script>", "../../etc"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.sampled_from(HUGE)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5),
    max_leaves=20,
)


def as_json(value: Any) -> bytes:
    """A value as some client may write it, in JSON or nearly."""
    return json.dumps(value).encode("utf-8", "surrogatepass")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of a JSON value, itself included."""
    yield path
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))


def changed(value: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """A copy in which the part at a path is another."""
    if not path:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], change)
    return copy


@st.composite
def distorted(draw: st.DrawFn, actions: st.SearchStrategy[Any]) -> Any:
    """Something legal with one or two parts replaced, left out, doubled, or added."""
    value = draw(actions)
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from(list(places(value))))
        change = draw(st.sampled_from(list(CHANGES)))
        value = changed(value, path, partial(CHANGES[change], draw(VALUES)))
    return value


def _extended(other: Any, part: Any) -> Any:
    if isinstance(part, list):
        return [*part, *part, other]
    return {**part, "extra": other} if isinstance(part, dict) else other


def _shortened(other: Any, part: Any) -> Any:
    if isinstance(part, list):
        return part[1:]
    return dict(list(part.items())[1:]) if isinstance(part, dict) else other


CHANGES: dict[str, Callable[[Any, Any], Any]] = {
    "replaced": lambda other, _: other,
    "nested": lambda _, part: [part],
    "extended": _extended,
    "shortened": _shortened,
}

HOSTILE: dict[str, bytes] = {
    "too long": b'{"text": "' + b"x" * 70_000 + b'"}',
    "deep lists": b"[" * 30_000 + b"]" * 30_000,
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "deep options": b'{"game": "cuckooo", "options": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "deep action": b'{"id": "abcdefgh", "version": 0, "action": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "half": b'{"id": "abcdefgh", "version": 0, "action": {"type"',
    "not UTF-8": b'{"name": "\xff\xfe", "text": "\xc3\x28", "id": "\x80"}',
    "lone surrogate": b'{"name": "\\ud800", "text": "\\udfff"}',
    "huge number": b'{"version": 1' + b"0" * 5_000 + b', "id": "abcdefgh", "action": {}, "seat": 1e9999}',
    "no number": b'{"version": NaN, "id": "abcdefgh", "action": {}}',
    "unknown field": b'{"nobody": "knows this"}',
    "a list": b"[]",
    "a word": b'"word"',
    "null": b"null",
    "form": b"game=cuckooo&name=Ana",
    "zeros": b"\0" * 1000,
}
"""Bodies that no operation takes."""

WORDS = st.one_of(
    st.sampled_from(["-1", "here", "0.1", "0.0", "999999999.999999999", "-2", "1.", ".1", "1.2.3", "", " ", "1e5.0"]),
    st.text(max_size=40),
    st.binary(max_size=64),
    st.integers(0, 2**70).map(str),
    st.tuples(st.integers(0, 40), st.integers(0, 9)).map(lambda pair: f"{pair[0]}.{pair[1]}"),
    st.just("x" * 70_000),
)
"""What somebody may say on the socket of the news, or should not."""
