"""What templates ask of the views. A region comes out the same as long as every answer is the same.

A question is a tuple: `("view", "row")`, what that part of the public view is; `("view", "turn", "phase")`, what stands
under a key of a part; `("view", "turn", "phase", "flock")`, whether that is this word; `("you", 3)`, whether the reader
sits there. What has changed between two moments is the set of questions that are answered in another way now, found
once for a whole page. In the same way two readers differ in the answers that they get.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Question = tuple[Any, ...]

# Questions about a value as a whole: of which kind it is, what keys there are with what, whether there is anything.
KIND, ALL, SOME = "(kind)", "(all)", "(some)"
# What templates compare far more often than they print it: the phase of a game, the key of a prompt.
COMPARED = {"phase", "key"}
MISSING = object()
NUMBER: Question = ("you",)


def differing(path: Question, one: Mapping[str, Any], other: Mapping[str, Any]) -> set[Question]:
    """The questions to which two homes, such as the public views of two moments, give different answers.

    Args:
        path: what the questions begin with: the name of the home.
    """
    found: set[Question] = set()
    for key in other if one.keys() == other.keys() else one.keys() | other.keys():
        value, now = one.get(key, MISSING), other.get(key, MISSING)
        if value is now or value == now:
            continue
        question, kind = (*path, key), type(value)
        found.add(question)
        if kind is not type(now):
            found.add((*question, KIND))
        elif kind is str:
            found |= {(*question, value), (*question, now)}
        elif kind is dict and len(path) == 1:
            found |= differing(question, value, now)
    if found:
        found.add((*path, ALL))
        if not (one and other):
            found.add((*path, SOME))
    return found


def unlike(seat: int | None, other: int | None) -> set[Question]:
    """The questions of who the reader is to which two seats give different answers; None has no seat."""
    found = {NUMBER, (*NUMBER, seat), (*NUMBER, other)}
    return found if seat and other else found | {(*NUMBER, SOME)}


# The same regions ask the same questions at all tables.
SETS = 4096
_sets: dict[frozenset[Question], frozenset[Question]] = {}


def kept_once(asked: set[Question]) -> frozenset[Question]:
    """Questions as one object for all that asked the same."""
    if len(_sets) >= SETS:
        _sets.clear()
    questions = frozenset(asked)
    return _sets.setdefault(questions, questions)


class Word:
    """A text that is asked whether it is this or that, and seldom how it reads."""

    __slots__ = ("_asked", "_path", "_text")

    def __init__(self, text: str, path: Question, asked: set[Question]) -> None:
        self._text = text
        self._path = path
        self._asked = asked
        asked.add((*path, KIND))

    def __eq__(self, other: object) -> bool:
        if type(other) is str:
            self._asked.add((*self._path, other))
            return self._text == other
        return str(self) == other

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return self != ""

    def __str__(self) -> str:
        self._asked.add(self._path)
        return self._text


class Glass(Mapping[str, Any]):
    """A mapping that notes what it is asked. Parts of a home that are mappings are handed out as glass, too.

    Attributes:
        known: what was handed out before.
    """

    __slots__ = ("_asked", "_path", "_values", "known")

    def __init__(self, values: Mapping[str, Any], path: Question, asked: set[Question]) -> None:
        self._values = values
        self._path = path
        self._asked = asked
        self.known: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key in self.known:
            return self.known[key]
        question, value = (*self._path, key), self._values.get(key, MISSING)
        if type(value) is dict and len(self._path) == 1:
            self._asked.add((*question, KIND))
            value = Glass(value, question, self._asked)
        elif type(value) is str and key in COMPARED:
            value = Word(value, question, self._asked)
        else:
            self._asked.add(question)
        if value is MISSING:
            raise KeyError(key)
        self.known[key] = value
        return value

    def __iter__(self) -> Iterator[str]:
        self._asked.add((*self._path, ALL))
        return iter(self._values)

    def __len__(self) -> int:
        self._asked.add((*self._path, ALL))
        return len(self._values)

    def __bool__(self) -> bool:
        self._asked.add((*self._path, SOME))
        return bool(self._values)


class You:
    """The seat of whom a region or a sentence is made for, or nobody. It equals its number, and notes what is asked."""

    __slots__ = ("_seat", "asked")

    def __init__(self, seat: int | None, asked: set[Question]) -> None:
        self._seat = seat
        self.asked = asked

    def __eq__(self, other: object) -> bool:
        if type(other) is int:
            self.asked.add((*NUMBER, other))
        return self._seat == other

    def __bool__(self) -> bool:
        self.asked.add((*NUMBER, SOME))
        return self._seat is not None

    @property
    def number(self) -> int:
        """The number itself."""
        self.asked.add(NUMBER)
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


class Looking:
    """What a template gets to see: `view`, with the private view in it, `table` and `you`; and what it `asked`."""

    __slots__ = ("asked", "table", "view", "you")

    def __init__(
        self, view: Mapping[str, Any], private: Mapping[str, Any], table: Mapping[str, Any], seat: int | None
    ) -> None:
        self.asked: set[Question] = set()
        self.view = Glass(view, ("view",), self.asked)
        self.view.known["private"] = Glass(private, ("private",), self.asked)
        self.table = Glass(table, ("table",), self.asked)
        self.you = You(seat, self.asked) if seat else None
