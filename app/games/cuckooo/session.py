"""Cuckooo! as a `GameSession`: set-up, and which phase answers what."""

from copy import copy
from random import Random
from typing import Any, ClassVar, Protocol, Self

import msgspec

from app.games import dumps
from app.games.chance import Chance
from app.games.cuckooo import assembling, ending, passing, recruitment, resampling, settlement, views
from app.games.cuckooo.actions import Actions, Pass
from app.games.cuckooo.components import NUMBERS, VALUE, Components, Pieces, pieces
from app.games.cuckooo.state import Game, Options, State
from app.games.session import (
    Action,
    Choice,
    Event,
    Flight,
    GameSession,
    Reason,
    Refusal,
    Regions,
    Score,
    Standing,
    View,
)


class Phase(Protocol):
    """What a module of a phase has."""

    def begin(self, game: Game) -> tuple[Event, ...]:
        """Set the phase up."""

    def question(self, state: State, seat: int) -> str:
        """As in `GameSession`."""

    def choices(self, game: Game, seat: int) -> tuple[Choice, ...]:
        """As in `GameSession`."""

    def refusals(self, game: Game, seat: int) -> tuple[Refusal, ...]:
        """As in `GameSession`."""

    def carry_out(self, game: Game, seat: int, action: Any) -> tuple[Event, ...]:
        """Carry out an admitted action; set `game.reveals`, and `game.finished` at the end of the phase."""


PHASES: dict[str, Phase] = {
    "pass": passing,
    "flock": assembling,
    "keep": assembling,
    "settlement": settlement,
    "take": recruitment,
    "swap": recruitment,
}
FOLLOWING: dict[str, Phase] = {
    "pass": assembling,
    "keep": settlement,
    "settlement": recruitment,
    "take": passing,
}
"""What begins when a phase has finished, by the last step of that phase."""


class Session(GameSession):
    """One running game of Cuckooo!."""

    game: ClassVar[str] = "cuckooo"
    Options: ClassVar[type[msgspec.Struct]] = Options
    Actions: ClassVar[Any] = Actions

    __slots__ = ("_game", "_offers", "_regions")

    def __init__(self, game: Game, rules: int) -> None:
        self._game = game
        self.rules = rules
        self.reveals = True
        self.opening = ()
        self._offers: dict[int, tuple[Choice, ...]] = {}
        self._regions = Regions()

    @classmethod
    def begin(cls, seats: int, options: Any, components: Components, seed: bytes, rules: int) -> Self:
        """Deck owls and magpies, two owls to each player, the first dealer, the first deal (CK-5 to CK-8)."""
        if seats not in NUMBERS:
            raise ValueError(f"Cuckooo! is for {NUMBERS[0]} to {NUMBERS[-1]} players, not {seats}.")
        if not 1 <= rules <= cls.version:
            raise ValueError(f"This program plays Cuckooo! by the rules 1 to {cls.version}, not {rules}.")
        game, dealt = _set_up(seats, options, pieces(components, seats), seed)
        session = cls(game, rules)
        session.opening = (*dealt, *passing.begin(game))
        return session

    @property
    def state(self) -> State:
        """The whole state, secrets included: for tests and tools, never for a view."""
        return self._game.state

    @property
    def seats(self) -> int:
        """The number of players."""
        return self._game.state.seats

    def actors(self) -> tuple[int, ...]:
        """Those who must choose now."""
        state = self._game.state
        if state.turn:
            return (state.turn,)
        if state.phase == "over":
            return ()
        return passing.actors(state) if state.phase == "pass" else settlement.actors(state)

    def choices(self, seat: int) -> tuple[Choice, ...]:
        """Kept until the next action."""
        offered = self._offers.get(seat)
        if offered is None:
            phase = PHASES.get(self._game.state.phase)
            offered = phase.choices(self._game, seat) if phase and 1 <= seat <= self.seats else ()
            self._offers[seat] = offered
        return offered

    def question(self, seat: int) -> str:
        """What the seat is asked."""
        state = self._game.state
        phase = PHASES.get(state.phase)
        return phase.question(state, seat) if phase and 1 <= seat <= state.seats else ""

    def refusals(self, seat: int) -> tuple[Refusal, ...]:
        """What the seat may not do, and why."""
        phase = PHASES.get(self._game.state.phase)
        return phase.refusals(self._game, seat) if phase and 1 <= seat <= self.seats else ()

    def objection(self, seat: int, action: Action) -> Reason:
        """Why the action is refused: what the refusals say of it or of a piece in it."""
        kind = type(action).__struct_config__.tag
        named = [getattr(action, name) for name in action.__struct_fields__]
        for refusal in self.refusals(seat):
            if refusal.type == kind and (not refusal.piece or refusal.piece in named):
                return refusal.reason
        if isinstance(action, Pass) and self._game.state.passed and self.actors():
            return Reason("picks-passed")
        return super().objection(seat, action)

    def _carry_out(self, seat: int, action: Action) -> tuple[Event, ...]:
        game = self._game
        state = game.state
        self._offers = {}
        events = PHASES[state.phase].carry_out(game, seat, action)
        if game.finished:
            game.finished = False
            events += FOLLOWING[state.phase].begin(game)
        self.reveals = game.reveals
        return events

    def public(self) -> View:
        """See `views.public`."""
        return views.public(self._game, self.actors(), self._regions)

    def _secrets(self, seat: int) -> View:
        return views.private(self._game, self.actors(), seat)

    def scores(self) -> dict[int, tuple[Score, ...]]:
        """Gold and silver so far."""
        return ending.scores(self._game.state)

    def result(self) -> tuple[Standing, ...]:
        """The ranking after round 4."""
        return ending.result(self._game.state)

    def clone(self) -> Self:
        """The parts of the state are never changed: a copy of the state is one of its fields."""
        other = self._with(copy(self._game.state))
        other.reveals, other.opening = self.reveals, self.opening
        other._offers = dict(self._offers)
        other._regions = self._regions.copy()
        return other

    def _with(self, state: State) -> Self:
        return type(self)(Game(state, self._game.pieces), self.rules)

    def resample(self, seat: int, rng: Random) -> Self:
        """See `resampling`."""
        other = self._with(resampling.resampled(self._game, seat, rng))
        other.reveals = self.reveals
        return other

    def dump(self) -> bytes:
        """The state as JSON."""
        return dumps.dump(self, self._game.state)

    @classmethod
    def load(cls, data: bytes, components: Components) -> Self:
        """What `dump` wrote."""
        dump = dumps.load(cls, State, data)
        state = dump.state
        session = cls(Game(state, pieces(components, state.seats)), dump.rules)
        session.reveals = dump.reveals
        return session

    @classmethod
    def fingerprint(cls) -> str:
        """The hash of the shape of `State`."""
        return dumps.fingerprint(State)


def _set_up(seats: int, options: Any, in_play: Pieces, seed: bytes) -> tuple[Game, tuple[Event, ...]]:
    chance = Chance(seed)
    deck = chance.shuffle("owls", in_play.owls)
    owls = tuple(deck[2 * seat : 2 * seat + 2] for seat in range(seats))
    lowest = min((VALUE[owl], seat) for seat, mine in enumerate(owls, start=1) for owl in mine)
    state = State(
        seats=seats,
        options=options,
        seed=seed,
        phase="pass",
        round=1,
        dealer=lowest[1],
        turn=0,
        owls=owls,
        owl_deck=deck[2 * seats :],
        buried=0,
        magpies=chance.shuffle("magpies", in_play.magpies),
        gold=(0,) * seats,
        silver=(0,) * seats,
        tokens=("",) * seats,
        flocks=((),) * seats,
    )
    flights = tuple(Flight("deck-owls", f"owls-{seat}", owl) for seat, mine in enumerate(owls, start=1) for owl in mine)
    dealt = Event("owls-dealt", data={"owls": [list(mine) for mine in owls]}, flights=flights)
    return Game(state, in_play), (dealt, Event("round-began", lowest[1], {"round": 1}))
