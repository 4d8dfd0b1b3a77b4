"""What a template looked at. A region comes out the same as long as nothing has changed that it looked at last time.

What a region declares to be made of is coarse: the whole turn, all players. What its macro really reads, of these views
and for this seat, is often a few values that most moves leave as they are.
"""

from collections.abc import Iterator, Mapping
from typing import Any

MISSING = object()
# Whoever walks through a mapping has seen all of it.
ALL = ""
Areas = Mapping[str, Mapping[str, Any]]
Seen = dict[tuple[str, str], Any]
INNER = {("view", "turn"), ("view", "private"), ("private", "prompt")}


class Glass(Mapping[str, Any]):
    """A mapping that notes which of its values were looked at; the `INNER` ones in it are such mappings, too.

    Args:
        area: the name of the mapping among the areas.
        areas: all mappings by name.
        seen: where to note: by area and key, what was there.
    """

    __slots__ = ("_area", "_areas", "_seen", "_values")

    def __init__(self, area: str, areas: Areas, seen: Seen) -> None:
        self._area = area
        self._areas = areas
        self._seen = seen
        self._values = areas[area]

    def __getitem__(self, key: str) -> Any:
        if (self._area, key) in INNER and key in self._areas:
            return Glass(key, self._areas, self._seen)
        value = self._seen[self._area, key] = self._values.get(key, MISSING)
        if value is MISSING:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def _whole(self) -> Mapping[str, Any]:
        self._seen[self._area, ALL] = self._values
        return self._values


def areas(public: Mapping[str, Any], private: Mapping[str, Any], table: Mapping[str, Any]) -> Areas:
    """What there is to look at in one moment."""
    found = {"view": {**public, "private": private}, "private": private, "table": table}
    inner = {"turn": public.get("turn"), "prompt": private.get("prompt")}
    return found | {name: value for name, value in inner.items() if type(value) is dict}


class Glances:
    """The views and the table of one moment, and what a region has seen of them."""

    __slots__ = ("_areas", "seen")

    def __init__(self, areas: Areas) -> None:
        self._areas = areas
        self.seen: Seen = {}

    @property
    def view(self) -> Glass:
        """The public view, with the private one in it."""
        return Glass("view", self._areas, self.seen)

    @property
    def table(self) -> Glass:
        """The table."""
        return Glass("table", self._areas, self.seen)

    def agree(self, seen: Seen) -> bool:
        """Whether somebody who looks at the same things as at an earlier moment sees the same."""
        for (area, key), value in seen.items():
            values = self._areas.get(area, {})
            now = values if key == ALL else values.get(key, MISSING)
            if now is not value and now != value:
                return False
        return True
