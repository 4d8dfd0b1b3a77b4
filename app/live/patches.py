"""JSON Patch (RFC 6902): what leads from one view to another."""

from collections.abc import Sequence
from typing import Any

Operation = dict[str, Any]

LISTS = (list, tuple)


def diff(old: Any, new: Any, path: str = "") -> list[Operation]:
    """The operations that turn `old` into `new`.

    Identical parts are skipped without a look inside, so that the cost follows what changed, not what there is. Lists
    are compared place by place between what both ends have in common.

    Args:
        old, new: what JSON is made of. Neither is changed, but the operations refer to parts of `new`.
        path: the JSON Pointer of both in the whole document.
    """
    if old is new:
        return []
    if type(old) is dict and type(new) is dict:
        return _objects(old, new, path)
    if type(old) in LISTS and type(new) in LISTS:
        return _lists(old, new, path)
    return [] if same(old, new) else [{"op": "replace", "path": path, "value": new}]


def _objects(old: dict[str, Any], new: dict[str, Any], path: str) -> list[Operation]:
    steps: list[Operation] = []
    if old.keys() != new.keys():
        steps += [{"op": "remove", "path": f"{path}/{_escaped(key)}"} for key in old if key not in new]
    for key, value in new.items():
        if key not in old:
            steps.append({"op": "add", "path": f"{path}/{_escaped(key)}", "value": value})
            continue
        before = old[key]
        if before is value or (type(before) is str and before == value):
            continue
        steps += diff(before, value, f"{path}/{_escaped(key)}")
    return steps


def _lists(old: Sequence[Any], new: Sequence[Any], path: str) -> list[Operation]:
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < shorter - head and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    common = shorter - head - tail
    steps: list[Operation] = []
    for place in range(head, head + common):
        steps += diff(old[place], new[place], f"{path}/{place}")
    for place in range(len(old) - tail - 1, head + common - 1, -1):
        steps.append({"op": "remove", "path": f"{path}/{place}"})
    for place in range(head + common, len(new) - tail):
        steps.append({"op": "add", "path": f"{path}/{place}", "value": new[place]})
    return steps


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
