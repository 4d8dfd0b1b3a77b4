"""A running game of Cudillero."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Self

import msgspec

from app.games import dumps
from app.games.cudillero import actions, asking, bidding, finale, own, resampling, start, turns, views
from app.games.cudillero.choices import choices
from app.games.cudillero.components import Components
from app.games.cudillero.refusals import objection, refusals
from app.games.cudillero.scoring import open_lines, ranking
from app.games.cudillero.state import Options, Play, State
from app.games.session import (
    Action,
    Choice,
    Event,
    GameSession,
    Reason,
    Refusal,
    Regions,
    Score,
    Standing,
    View,
)

_CARRIED_OUT: Mapping[type[Action], Callable[[Play, int, Any], None]] = {
    actions.Keep: start.keep,
    actions.Bid: bidding.bid,
    actions.Add: bidding.add,
    actions.Buy: turns.buy,
    actions.Build: turns.build,
    actions.Value: turns.value,
    actions.Free: turns.free,
    actions.Decline: turns.decline,
    actions.Use: turns.use,
    actions.Relocate: turns.relocate,
    actions.Move: turns.move,
    actions.Discard: turns.discard,
    actions.End: turns.end,
    actions.Roof: finale.roof,
}
"""The phase's function for each action."""


class Session(GameSession):
    """One game; the rules are in the modules of the phases.

    `play` is the whole of it, secrets included: for the phases, for tests and tools, never for a view.
    """

    game: ClassVar[str] = "cudillero"
    Options: ClassVar[type[msgspec.Struct]] = Options
    Actions: ClassVar[Any] = actions.Actions

    __slots__ = ("_asked", "_regions", "play")

    def __init__(self, play: Play, rules: int) -> None:
        self.play = play
        self._regions = Regions()
        self._asked: tuple[int, tuple[Choice, ...]] = (0, ())
        self.rules = rules
        self.reveals = False
        self.opening = ()

    @classmethod
    def begin(cls, seats: int, options: Any, components: Components, seed: bytes, rules: int) -> Self:
        session = cls(start.begin(seats, options, components, seed), rules)
        session.reveals = True
        session.opening = tuple(session.play.told)
        return session

    @property
    def seats(self) -> int:
        return self.play.seats

    def actors(self) -> tuple[int, ...]:
        return asking.actors(self.play)

    def choices(self, seat: int) -> tuple[Choice, ...]:
        if self._asked[0] != seat:
            self._asked = (seat, choices(self.play, seat))
        return self._asked[1]

    def question(self, seat: int) -> str:
        if not self.choices(seat):
            return ""
        state = self.play.state
        if state.phase in ("start", "roofs"):
            return state.phase
        moment = f"{state.phase}/{state.day}/{state.round}"
        return f"{moment}/{state.pool.step}" if state.phase == "turns" else moment

    def refusals(self, seat: int) -> tuple[Refusal, ...]:
        return refusals(self.play, seat)

    def objection(self, seat: int, action: Action) -> Reason:
        known = objection(self.play, seat, action) if seat and seat == self.play.seat else None
        return known or super().objection(seat, action)

    def _carry_out(self, seat: int, action: Any) -> tuple[Event, ...]:
        play = self.play
        play.told = []
        play.drew = False
        self._asked = (0, ())
        _CARRIED_OUT[type(action)](play, seat, action)
        self.reveals = play.drew
        return tuple(play.told)

    def public(self) -> View:
        return views.public(self.play, self._regions)

    def _secrets(self, seat: int) -> View:
        return own.private(self.play, seat, self._regions)

    def scores(self) -> dict[int, tuple[Score, ...]]:
        return {seat: open_lines(self.play, seat) for seat in range(1, self.seats + 1)}

    def result(self) -> tuple[Standing, ...]:
        return ranking(self.play) if self.play.state.phase == "over" else ()

    def clone(self) -> Self:
        other = type(self)(self.play.copy(), self.rules)
        other._regions = self._regions.copy()
        other.reveals = self.reveals
        other.opening = self.opening
        return other

    def resample(self, seat: int, rng: Random) -> Self:
        return type(self)(resampling.resample(self.play, seat, rng), self.rules)

    def dump(self) -> bytes:
        return dumps.dump(self, self.play.state)

    @classmethod
    def load(cls, data: bytes, components: Components) -> Self:
        dump = dumps.load(cls, State, data)
        session = cls(Play(components, dump.state), dump.rules)
        session.reveals = dump.reveals
        return session

    @classmethod
    def fingerprint(cls) -> str:
        return dumps.fingerprint(State)
