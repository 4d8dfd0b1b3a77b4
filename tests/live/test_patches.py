"""Our JSON Patches, held against another implementation of RFC 6902."""

import json
from copy import deepcopy
from typing import Any

import jsonpatch
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.live.patches import diff, encode, same

keys = st.sampled_from(["a", "b", "c/d", "e~f", "", "~1"])
leaves = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "x", "1"])
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=4), max_leaves=20
)


def exact(value: Any) -> str:
    """The value as JSON text, in which 1 and true differ."""
    return json.dumps(value, sort_keys=True)


@given(values, values)
def test_a_patch_leads_from_the_old_to_the_new_value(old: Any, new: Any) -> None:
    before = exact(old), exact(new)
    patched = jsonpatch.JsonPatch(deepcopy(diff(old, new))).apply(deepcopy(old))
    assert exact(patched) == exact(new)
    assert (exact(old), exact(new)) == before


@given(values)
def test_nothing_leads_from_a_value_to_an_equal_one(value: Any) -> None:
    assert diff(value, deepcopy(value)) == []


@given(values, values)
def test_values_are_the_same_if_their_json_is(one: Any, other: Any) -> None:
    assert same(one, other) == (exact(one) == exact(other))


@given(values, values)
def test_a_tuple_is_a_list(old: Any, new: Any) -> None:
    assert exact(diff(tuples(old), tuples(new))) == exact(diff(old, new))


def tuples(value: Any) -> Any:
    """The value with tuples in place of lists."""
    if isinstance(value, dict):
        return {key: tuples(inner) for key, inner in value.items()}
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def test_identical_parts_are_not_looked_into() -> None:
    class Untouchable(dict[str, Any]):
        def keys(self) -> Any:
            raise AssertionError("looked into")

        items = values = __iter__ = keys

    part = Untouchable()
    assert diff({"row": part, "n": 1}, {"row": part, "n": 2}) == [{"op": "replace", "path": "/n", "value": 2}]


@pytest.mark.parametrize(
    ("old", "new", "steps"),
    [
        (["a", "b", "c"], ["a", "c"], [("remove", "/1")]),
        (["a", "c"], ["a", "b", "c"], [("add", "/1")]),
        (["a"], ["b", "a"], [("add", "/0")]),
        ([{"n": 1}, {"n": 2}], [{"n": 1}, {"n": 3}], [("replace", "/1/n")]),
        ({"a/b": 1}, {"a/b": 2}, [("replace", "/a~1b")]),
    ],
)
def test_a_patch_says_no_more_than_what_changed(old: Any, new: Any, steps: list[tuple[str, str]]) -> None:
    assert [(step["op"], step["path"]) for step in diff(old, new)] == steps


def test_what_has_changed_nearly_everywhere_is_told_as_a_whole() -> None:
    card = {"type": "sell", "piece": "rum", "reason": {"key": "none-left"}}
    other = {"type": "build", "piece": "inn", "reason": {"key": "too-dear"}}
    assert diff({"shown": [card, card]}, {"shown": [card, other]}) == [
        {"op": "replace", "path": "/shown/1", "value": other}
    ]


@given(values, values)
def test_no_inner_part_takes_more_bytes_than_the_whole_would(old: Any, new: Any) -> None:
    told = diff({"part": old}, {"part": new})
    whole = [{"op": "replace", "path": "/part", "value": new}]
    assert len(told) <= 1 or len(encode(told)) <= len(encode(whole))
