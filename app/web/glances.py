"""What a template looked at. A region comes out the same as long as nothing has changed that it looked at last time.

What a macro reads of the views, and for this seat, is often a few values that most moves leave as they are; and what it
reads is often the same for several seats.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

MISSING = object()
UNSEEN = object()
# What templates compare far more often than they print it: the phase of a game, the key of a prompt.
COMPARED = {"phase", "key"}
# Whoever walks through a mapping has seen all of it; whoever asks whether there is anything in it has seen that.
ALL, ANY = "", "?"

Homes = Mapping[str, Mapping[str, Any]]
"""What there is to look at in one moment: `view`, the public view, `private`, the private one, and `table`."""


class Look(NamedTuple):
    """One value that was looked at: of a part of a home, or of a key in a part that is a mapping (else None)."""

    home: str
    part: str
    key: str | None
    value: Any


class Word:
    """A text that notes what it is compared with: as long as it is none of that, whoever asked sees the same."""

    __slots__ = ("_others", "_text", "_told")

    def __init__(self, text: str) -> None:
        self._text = text
        self._others: set[str] = set()
        self._told = False

    def stands(self, now: object) -> bool:
        """Whether another text would have answered in the same way all that was asked of this one."""
        return now == self._text if self._told else type(now) is str and now not in self._others

    def __eq__(self, other: object) -> bool:
        if type(other) is str and other != self._text:
            self._others.add(other)
            return False
        return str(self) == other

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return self != ""

    def __str__(self) -> str:
        self._told = True
        return self._text


class Glass(Mapping[str, Any]):
    """A mapping that notes which of its values were looked at.

    Args:
        values: what there is.
        deep: whether mappings among the values are handed out behind a glass of their own.
    """

    __slots__ = ("_deep", "_values", "noted")

    def __init__(self, values: Mapping[str, Any], *, deep: bool = False) -> None:
        self._values = values
        self._deep = deep
        self.noted: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        value = self.noted.get(key, UNSEEN)
        if value is UNSEEN:
            value = self._values.get(key, MISSING)
            kind = type(value)
            if kind is dict and self._deep:
                value = Glass(value)
            elif kind is str and key in COMPARED:
                value = Word(value)
            self.noted[key] = value
        if value is MISSING:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[str]:
        self.noted[ALL] = self._values
        return iter(self._values)

    def __len__(self) -> int:
        self.noted[ALL] = self._values
        return len(self._values)

    def __bool__(self) -> bool:
        some = self.noted[ANY] = bool(self._values)
        return some


class Glances:
    """The views and the table of one moment, and what somebody who makes a region has seen of them."""

    __slots__ = ("_homes", "seen")

    def __init__(self, homes: Homes) -> None:
        self._homes = homes
        self.seen: tuple[Look, ...] = ()

    def agree(self, seen: tuple[Look, ...]) -> bool:
        """Whether somebody who looks at the same things as at an earlier moment sees the same."""
        homes = self._homes
        for home, part, key, value in seen:
            now = homes[home] if part == ALL else homes[home].get(part, MISSING)
            if key is not None:
                if type(now) is not dict:
                    return False
                now = now if key == ALL else bool(now) if key == ANY else now.get(key, MISSING)
            if now is not value and not (value.stands(now) if type(value) is Word else now == value):
                return False
        return True


class Looking:
    """Somebody who looks at everything through glass: `view` with the private view in it, and `table`."""

    __slots__ = ("_glasses", "table", "view")

    def __init__(self, homes: Homes) -> None:
        self._glasses = {home: Glass(values, deep=True) for home, values in homes.items()}
        self.table = self._glasses["table"]
        self.view = self._glasses["view"]
        self.view.noted["private"] = self._glasses["private"]

    def seen(self) -> tuple[Look, ...]:
        """What was looked at."""
        return tuple(
            look
            for home, glass in self._glasses.items()
            for part, value in glass.noted.items()
            if value is not self._glasses["private"]
            for look in _looks(home, part, value)
        )


def _looks(home: str, part: str, value: Any) -> Iterator[Look]:
    if type(value) is Glass:
        for key, inner in value.noted.items():
            yield Look(home, part, key, inner)
    else:
        yield Look(home, part, None, value)


class You:
    """The seat of whoever a region or a sentence is made for, or of nobody. It equals its number, and notes who asks.

    `apart` are the numbers that it was compared with; `told` is whether anybody learned the number itself.
    """

    __slots__ = ("_seat", "apart", "told")

    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self.apart: set[int] = set()
        self.told = False

    def __eq__(self, other: object) -> bool:
        if type(other) is int:
            self.apart.add(other)
        return self._seat == other

    def __bool__(self) -> bool:
        self.told = self.told or self._seat is None
        return self._seat is not None

    @property
    def shares(self) -> bool:
        """Whether what was made is the same for all other seats that are not `apart`."""
        return not self.told and self._seat not in self.apart

    @property
    def number(self) -> int:
        """The number itself."""
        self.told = True
        return self._seat or 0

    def __hash__(self) -> int:
        return hash(self.number)

    def __str__(self) -> str:
        return str(self.number)

    def __index__(self) -> int:
        return self.number

    def __add__(self, other: int) -> int:
        return self.number + other

    __radd__ = __add__

    def __sub__(self, other: int) -> int:
        return self.number - other

    def __mod__(self, other: int) -> int:
        return self.number % other
