"""`GameSession`: what every rulebook offers to the table, in the words of game research.

A session is one running game. Seats count from 1, clockwise. It is pure: everything that happens follows from the
options, the components, the seed and the actions. The state is made of immutable parts, so that a clone is a shallow
copy and what has not changed can be told by identity.

Secrets cannot leak by construction: whatever leaves the server is made from `public()`, `private(seat)` and the public
and private halves of events. No view names a card that its reader cannot see.

Words are not in here: a `Reason`, a `Prompt`, an `Event` has a key and data; the sentences are in the game's templates.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, ClassVar, Self

import msgspec

from app.games.domains import Domain

View = dict[str, Any]
"""Named regions of a view: a name such as `row` or `flock-2`, and an immutable value that msgspec can write as JSON."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Base of all actions: `{"type": "enlist", "card": "green-5"}`. A game has a tagged union of them."""


class Reason(msgspec.Struct, frozen=True):
    """Why something cannot be done: a key for the sentence, and the data in it.

    Keys that every game shares: `over` (the game is over), `not-asked` (this seat need not choose now), `not-offered`
    (no choice like that at this moment).
    """

    key: str
    data: Mapping[str, Any] = {}


class IllegalAction(Exception):  # noqa: N818 - the word of the field
    """An action that the rules do not allow now. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.key)
        self.reason = reason


class Refusal(msgspec.Struct, frozen=True):
    """Something that a seat might expect to do but may not: the action's type, the piece it is about if any, why."""

    type: str
    reason: Reason
    piece: str = ""


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece that moved from one zone to another. `piece` is empty where its face is hidden from the reader.

    Zones are names such as `row`, `hand-2`, `deck-owls`; the board marks them so that pieces can start and land there.
    """

    source: str
    target: str
    piece: str = ""


class Half(msgspec.Struct, frozen=True):
    """What one seat learns of an event beyond what everybody learns."""

    data: Mapping[str, Any] = {}
    flights: tuple[Flight, ...] = ()


class Event(msgspec.Struct, frozen=True):
    """Something that happened: a key for the sentence, who did it (0: nobody), and the data in it.

    `data` and `flights` are public. `secret` has, for some seats, the half that only they learn; its data is laid over
    the public data, its flights stand in place of the public ones if it has any.
    """

    key: str
    seat: int = 0
    data: Mapping[str, Any] = {}
    flights: tuple[Flight, ...] = ()
    secret: Mapping[int, Half] = {}

    def seen_by(self, seat: int | None) -> "Event":
        """The event as a seat learns it, or a watcher (None): without anybody's secret half."""
        half = self.secret.get(seat) if seat is not None else None
        if half is None:
            return Event(self.key, self.seat, self.data, self.flights) if self.secret else self
        return Event(self.key, self.seat, {**self.data, **half.data}, half.flights or self.flights)


class Prompt(msgspec.Struct, frozen=True):
    """What a seat is asked or awaits now: a key for the sentence and the data in it."""

    key: str
    data: Mapping[str, Any] = {}


class Turn(msgspec.Struct, frozen=True):
    """The public region `turn` that every game shows: where the game stands, and who must choose.

    `done` are the seats that have already made a choice which all make at the same time. `data` is the game's own.
    """

    phase: str
    round: int
    actors: tuple[int, ...]
    done: tuple[int, ...] = ()
    data: Mapping[str, Any] = {}


class Score(msgspec.Struct, frozen=True):
    """One line of a seat's score: a key for its name, the points, and the data that explains them."""

    key: str
    points: int
    data: Mapping[str, Any] = {}


class Standing(msgspec.Struct, frozen=True):
    """A place in the final ranking. Tied seats share a place: 1, 2, 2, 4."""

    place: int
    seat: int
    points: int


class Choice(msgspec.Struct, frozen=True, rename={"action": "type"}):
    """A type of action that may be chosen now, with the domain of each of its fields, independent of each other.

    Where one field's domain hangs on another's value there are several choices of the same type.
    """

    action: type[Action]
    fields: Mapping[str, Domain] = {}

    def admits(self, action: Action) -> bool:
        """Whether the action is one of those that this choice stands for."""
        if type(action) is not self.action:
            return False
        for name, domain in self.fields.items():
            if getattr(action, name) not in domain:
                return False
        return True

    def __iter__(self) -> Iterator[Action]:
        """Every action that this choice stands for."""
        for values in product(*self.fields.values()):
            yield self.action(*values)

    def sample(self, rng: Random) -> Action:
        """One action at random, without listing the others. Fields are in the order of the action's own."""
        return self.action(*[domain.sample(rng) for domain in self.fields.values()])


class GameSession(ABC):
    """One running game of one rulebook. A game subclasses this and says how its rules answer each question."""

    game: ClassVar[str]
    """The key of the rulebook, such as `cuckooo`."""
    version: ClassVar[int] = 1
    """The version of the rules that new games are played by. Changed behaviour stands behind it."""
    Options: ClassVar[type[msgspec.Struct]]
    """What may be chosen before the game: a frozen struct with a default for each field."""
    Actions: ClassVar[Any]
    """The tagged union of the game's actions."""

    __slots__ = ("opening", "reveals", "rules")

    rules: int
    """The version of the rules by which this game is played."""
    reveals: bool
    """Whether the last action may not be undone by its seat: it drew something, somebody learned something from
    another's secret, or it was a choice made at the same time as others (which can be replaced, not withdrawn)."""
    opening: tuple[Event, ...]
    """What happened at set-up; empty but on a session fresh from `begin`."""

    @classmethod
    @abstractmethod
    def begin(cls, seats: int, options: Any, components: Any, seed: bytes, rules: int) -> Self:
        """A new game.

        Args:
            seats: the number of players, within the rulebook's bounds (else ValueError).
            options: an instance of `Options`.
            components: what the game's `parse` made of a component file.
            seed: 32 secret random bytes; all draws follow from it.
            rules: the version of the rules to play by, 1 to `version`.
        """

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of players."""

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that must choose now, ascending: several when a choice is simultaneous, none when the game is over.

        Who has chosen at the same time as others, and may still choose anew, is not among them: see `Turn.done`.
        """

    @abstractmethod
    def choices(self, seat: int) -> tuple[Choice, ...]:
        """What the seat may choose now; empty when it is not asked. Never raises."""

    @abstractmethod
    def question(self, seat: int) -> str:
        """A name for what the seat is asked now, `""` if nothing. It stays the same as long as an answer that was given
        to it earlier still means the same, and never comes again in the game for another question."""

    @abstractmethod
    def refusals(self, seat: int) -> tuple[Refusal, ...]:
        """What the seat might expect to do now but may not, each with its reason."""

    @abstractmethod
    def _carry_out(self, seat: int, action: Any) -> tuple[Event, ...]:
        """Carry out an admitted action and set `reveals`. Parts of the state are replaced, not mutated."""

    @abstractmethod
    def public(self) -> View:
        """What everybody may see, in named regions, the same for all viewers. `turn` is a `Turn`. A region that has not
        changed is the same object as in the last view."""

    @abstractmethod
    def _secrets(self, seat: int) -> View:
        """What that seat alone may see, in named regions. `prompt` is a `Prompt`."""

    @abstractmethod
    def scores(self) -> dict[int, tuple[Score, ...]]:
        """Every line of the score by seat, as far as it is public now, complete at the end."""

    @abstractmethod
    def result(self) -> tuple[Standing, ...]:
        """The ranking, best first; empty while the game runs."""

    @abstractmethod
    def clone(self) -> Self:
        """A copy that can be played on without changing this one."""

    @abstractmethod
    def resample(self, seat: int, rng: Random) -> Self:
        """A copy in which everything that the seat (0: a watcher) was never shown is drawn anew, the seed included."""

    @abstractmethod
    def dump(self) -> bytes:
        """The whole state as JSON, with the seed, and the version of the rules that wrote it."""

    @classmethod
    @abstractmethod
    def load(cls, data: bytes, components: Any) -> Self:
        """The session that `dump` wrote. Raises: ValueError when it does not fit this program."""

    @classmethod
    @abstractmethod
    def fingerprint(cls) -> str:
        """A hash of the shape of the state: a dump is loaded only by a program with the same one."""

    # --- the same for every game ---

    def admits(self, seat: int, action: Action) -> bool:
        """Whether the seat may carry out this action now."""
        return any(choice.admits(action) for choice in self.choices(seat))

    def legal_actions(self, seat: int) -> Iterator[Action]:
        """Every action that the seat may carry out now. There may be thousands: for tests and small games."""
        for choice in self.choices(seat):
            yield from choice

    def objection(self, seat: int, action: Action) -> Reason:
        """Why this action, which is not admitted, cannot be carried out. A game may know better."""
        if not self.actors():
            return Reason("over")
        if not self.question(seat):
            return Reason("not-asked")
        kind = type(action).__struct_config__.tag
        for refusal in self.refusals(seat):
            if refusal.type == kind and refusal.piece in ("", getattr(action, "card", "")):
                return refusal.reason
        return Reason("not-offered")

    def apply(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Carry out an action and return what happened, in order.

        Raises: IllegalAction, and not a bit has changed, if the seat may not do that now.
        """
        for choice in self.choices(seat):
            if choice.admits(action):
                self.opening = ()
                return self._carry_out(seat, action)
        raise IllegalAction(self.objection(seat, action))

    def private(self, seat: int) -> View:
        """What that seat alone may see: prompt, choices, refusals, and the game's own regions."""
        view = self._secrets(seat)
        view["choices"] = self.choices(seat)
        view["refusals"] = self.refusals(seat)
        return view

    def digest(self) -> str:
        """A hash of the whole state, to compare two sessions."""
        return hashlib.sha256(self.dump()).hexdigest()


class Regions:
    """Keeps each region of a view with the parts of the state that it was made of: equal parts, same object; what
    comes out equal is the same object, too.

    Parts are compared by identity first, which is what makes an unchanged region cheap.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[Any, ...], Any]] = {}

    def region(self, name: str, make: Callable[..., Any], *parts: Any) -> Any:
        """The region of that name: the kept one if it was made of equal parts or equals `make(*parts)`, else that."""
        kept = self._kept.get(name)
        if kept is not None and kept[0] == parts:
            return kept[1]
        made = make(*parts)
        if kept is not None and kept[1] == made:
            made = kept[1]
        self._kept[name] = (parts, made)
        return made

    def copy(self) -> "Regions":
        """For a clone: the same regions, kept apart from now on."""
        other = Regions()
        other._kept = dict(self._kept)
        return other


def plain(view: Any) -> Any:
    """A view, event or choice as what JSON is made of: dicts, tuples, strings, whole numbers, booleans, None."""
    return msgspec.to_builtins(view, str_keys=True, enc_hook=_tag)


def _tag(value: object) -> Any:
    if isinstance(value, type) and issubclass(value, Action):
        return value.__struct_config__.tag
    raise TypeError(f"A view holds {value!r}, which is not JSON.")
