"""A table of a component file, read value by value; what is wrong becomes a sentence in a list that all share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.games.cubaneo.pieces import GOODS, INDEX


class Entry:
    """One table. `where` names it for people; a value that cannot be used is noted and replaced by a harmless one.

    A table that is missing is one fault; what would be in it is read as harmless values without further faults.
    """

    def __init__(self, where: str, values: object, faults: list[str]) -> None:
        self.where = where
        self.faults = faults
        self.values: Mapping[str, Any] = values if isinstance(values, Mapping) else {}
        self._known: set[str] = set()
        if values is not None and not isinstance(values, Mapping):
            self.fault(f"a table is needed, not {values!r}")

    def fault(self, what: str) -> None:
        """Note a fault of this table."""
        self.faults.append(f"{self.where}: {what}.")

    def has(self, key: str) -> bool:
        """Whether the table has that key."""
        return key in self.values

    def ignore(self, *keys: str) -> None:
        """Let these keys pass unread."""
        self._known.update(keys)

    def nothing_else(self) -> None:
        """Note a fault for each key that was not read."""
        for key in self.values:
            if key not in self._known:
                self.fault(f"nothing called {key!r} belongs here")

    def _take(self, key: str) -> Any:
        self._known.add(key)
        if key not in self.values:
            self.fault(f"{key!r} is missing")
        return self.values.get(key)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within bounds; a default makes it optional."""
        if default is not None and not self.has(key):
            return default
        return self._whole(key, self._take(key), low, high)

    def _whole(self, key: str, value: object, low: int, high: int) -> int:
        if type(value) is int and low <= value <= high:
            return value
        if value is not None:
            self.fault(f"{key!r} must be a whole number from {low} to {high}, not {value!r}")
        return low

    def text(self, key: str, allowed: Sequence[str] = ()) -> str:
        """A text, one of the allowed ones if any are given."""
        value = self._take(key)
        if isinstance(value, str) and value and (not allowed or value in allowed):
            return value
        if value is not None:
            self.fault(f"{key!r} must be {_one_of(allowed)}, not {value!r}")
        return ""

    def _list(self, key: str, count: int = 0) -> list[Any]:
        value = self._take(key)
        if not isinstance(value, list):
            if value is not None:
                self.fault(f"{key!r} must be a list, not {value!r}")
            return []
        if count and len(value) != count:
            self.fault(f"{key!r} must have {count} entries, not {len(value)}")
        return value

    def wholes(self, key: str, low: int, high: int, count: int = 0) -> tuple[int, ...]:
        """A list of whole numbers within bounds, so many of them if a number is given."""
        return tuple(self._whole(key, value, low, high) for value in self._list(key, count))

    def texts(self, key: str, count: int = 0, allowed: Sequence[str] = ()) -> tuple[str, ...]:
        """A list of texts, so many of them if a number is given."""
        texts = []
        for value in self._list(key, count):
            if isinstance(value, str) and (not allowed or value in allowed):
                texts.append(value)
            else:
                self.fault(f"each of {key!r} must be {_one_of(allowed)}, not {value!r}")
        return tuple(texts)

    def rows(self, key: str, rows: int, columns: int, allowed: Sequence[str]) -> list[list[str]]:
        """A grid of texts."""
        grid = self._list(key, rows)
        good = len(grid) == rows
        for row in grid:
            if not isinstance(row, list) or len(row) != columns or any(kind not in allowed for kind in row):
                self.fault(f"each row of {key!r} must be {columns} of {', '.join(allowed)}, not {row!r}")
                good = False
        return grid if good else []

    def entry(self, key: str) -> "Entry":
        """A table within this one."""
        value = self._take(key)
        return Entry(f"{self.where}, {key}", value, self.faults if value is not None else [])

    def entries(self, key: str, count: int) -> list["Entry"]:
        """A list of so many tables."""
        tables = self._list(key, count)
        return [Entry(f"{self.where}, {key} {at}", table, self.faults) for at, table in enumerate(tables, 1)]

    def goods(self, key: str, kinds: Iterable[str]) -> tuple[int, ...]:
        """A table of how many of each of these goods, as counts in the order of `pieces.GOODS`."""
        return self.entry(key).goods_here(kinds)

    def goods_here(self, kinds: Iterable[str]) -> tuple[int, ...]:
        """This table itself as counts of these goods; what was read of it before may stand besides."""
        counts = [0] * len(GOODS)
        for kind in kinds:
            if self.has(kind):
                counts[INDEX[kind]] = self.whole(kind, 1, 99)
        self.nothing_else()
        return tuple(counts)


def _one_of(allowed: Sequence[str]) -> str:
    return f"one of {', '.join(allowed)}" if allowed else "a text"
