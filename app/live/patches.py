"""JSON Patch (RFC 6902): what leads from one view to another."""

from collections.abc import Sequence
from typing import Any

import msgspec

Operation = dict[str, Any]

LISTS = (list, tuple)
MISSING = object()

encode = msgspec.json.encode


def diff(old: Any, new: Any, path: str = "") -> list[Operation]:
    """The operations that turn `old` into `new`.

    Identical parts are skipped without a look inside, so that the cost follows what changed, not what there is. Lists
    are compared place by place between what both ends have in common. An inner part of which so much has changed that
    the whole says it in fewer bytes is told as a whole.

    Args:
        old, new: what JSON is made of. Neither is changed, but the operations refer to parts of `new`.
        path: the JSON Pointer of both in the whole document.
    """
    steps: list[Operation] = []
    _compare(old, new, path, steps)
    return steps


def _compare(old: Any, new: Any, path: str, steps: list[Operation]) -> None:
    if type(old) is dict and type(new) is dict:
        _objects(old, new, path, steps)
    elif type(old) in LISTS and type(new) in LISTS:
        _lists(old, new, path, steps)
    elif not same(old, new):
        steps.append({"op": "replace", "path": path, "value": new})


def _inner(old: Any, new: Any, path: str, steps: list[Operation]) -> None:
    start = len(steps)
    _compare(old, new, path, steps)
    if len(steps) - start > 1:
        whole = {"op": "replace", "path": path, "value": new}
        if len(encode(whole)) < len(encode(steps[start:])):
            steps[start:] = [whole]


def _objects(old: dict[str, Any], new: dict[str, Any], path: str, steps: list[Operation]) -> None:
    if old.keys() != new.keys():
        steps += [{"op": "remove", "path": f"{path}/{_escaped(key)}"} for key in old if key not in new]
    for key, value in new.items():
        before = old.get(key, MISSING)
        if before is value or (type(before) is str and before == value):
            continue
        if before is MISSING:
            steps.append({"op": "add", "path": f"{path}/{_escaped(key)}", "value": value})
        else:
            _inner(before, value, f"{path}/{_escaped(key)}", steps)


def _lists(old: Sequence[Any], new: Sequence[Any], path: str, steps: list[Operation]) -> None:
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < shorter - head and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    both = shorter - tail
    for place in range(head, both):
        _inner(old[place], new[place], f"{path}/{place}", steps)
    steps += [{"op": "remove", "path": f"{path}/{place}"} for place in range(len(old) - tail - 1, both - 1, -1)]
    steps += [{"op": "add", "path": f"{path}/{place}", "value": new[place]} for place in range(both, len(new) - tail)]


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal; unlike Python, JSON tells `1` from `true`, and no list from a tuple."""
    if one is other:
        return True
    kind = type(one)
    if kind in LISTS:
        return type(other) in LISTS and len(one) == len(other) and all(map(same, one, other))
    if kind is not type(other):
        return False
    if kind is dict:
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    return bool(one == other)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
