"""Cubaneo as a `GameSession`: a thin shell; the rules are in the stages."""

from copy import copy
from random import Random
from typing import Any, ClassVar, Self

import msgspec

from app.games import dumps
from app.games.cubaneo import rounds, views
from app.games.cubaneo.actions import Actions
from app.games.cubaneo.components import Book
from app.games.cubaneo.ending import ranking
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import DONKEYS
from app.games.cubaneo.preparation import set_up, tell_set_up
from app.games.cubaneo.refusals import piece_of
from app.games.cubaneo.resampling import resampled
from app.games.cubaneo.state import SOURCES, State
from app.games.session import (
    Action,
    Choice,
    Event,
    GameSession,
    Prompt,
    Reason,
    Refusal,
    Regions,
    Score,
    Standing,
    View,
)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cubaneo is played in one way: there is nothing to choose."""


class Session(GameSession):
    """A game of Cubaneo for 2 to 5 players.

    `play` is the whole of it, secrets included: for the stages, for tests and tools, never for a view.
    """

    game: ClassVar[str] = "cubaneo"
    Options: ClassVar[type[msgspec.Struct]] = Options
    Actions: ClassVar[Any] = Actions

    __slots__ = ("_actors", "_choices", "_regions", "play")

    def __init__(self, play: Game, rules: int, *, reveals: bool = False) -> None:
        self.play = play
        self.rules = rules
        self.reveals = reveals
        self.opening: tuple[Event, ...] = ()
        self._actors: tuple[int, ...] | None = None
        self._choices: dict[int, tuple[Choice, ...]] = {}
        self._regions = Regions()

    @classmethod
    def begin(cls, seats: int, options: Any, components: Any, seed: bytes, rules: int) -> Self:
        if seats not in DONKEYS:
            raise ValueError(f"Cubaneo is for 2 to 5 players, not {seats}.")
        assert isinstance(components, Book)
        play = Game(components, set_up(components, seats, seed))
        session = cls(play, rules, reveals=True)
        tell_set_up(play)
        rounds.enter(play, "preparation")
        session.opening = tuple(play.news)
        return session

    @property
    def seats(self) -> int:
        return self.play.seats

    def actors(self) -> tuple[int, ...]:
        """The seats that still must choose; one that has decided along with others and may change it is not here."""
        if self._actors is None:
            self._actors = rounds.STAGES[self.play.state.phase].actors(self.play)
        return self._actors

    def choices(self, seat: int) -> tuple[Choice, ...]:
        kept = self._choices.get(seat)
        if kept is None:
            kept = rounds.STAGES[self.play.state.phase].choices(self.play, seat)
            self._choices[seat] = kept
        return kept

    def question(self, seat: int) -> str:
        return rounds.STAGES[self.play.state.phase].question(self.play, seat)

    def refusals(self, seat: int) -> tuple[Refusal, ...]:
        return rounds.STAGES[self.play.state.phase].refusals(self.play, seat)

    def objection(self, seat: int, action: Action) -> Reason:
        if self.question(seat):
            pieces = piece_of(action)
            for refusal in self.refusals(seat):
                if refusal.type == type(action).__struct_config__.tag and refusal.piece in pieces:
                    return refusal.reason
        return super().objection(seat, action)

    def _carry_out(self, seat: int, action: Any) -> tuple[Event, ...]:
        play = self.play
        play.news = []
        play.drew = False
        simultaneous = rounds.STAGES[play.state.phase].simultaneous
        self._actors, self._choices = None, {}
        rounds.carry_out(play, seat, action)
        self.reveals = play.drew or simultaneous
        return tuple(play.news)

    def public(self) -> View:
        return views.public(self.play, self._regions)

    def _secrets(self, seat: int) -> View:
        stage = rounds.STAGES[self.play.state.phase]
        if self.question(seat) or not self.actors():
            prompt = stage.prompt(self.play, seat)
        else:
            prompt = Prompt("waiting", {"for": list(self.actors())})
        return views.secrets(self.play, seat, prompt, self._regions)

    def scores(self) -> dict[int, tuple[Score, ...]]:
        over = self.play.state.phase == "over"
        lines = {}
        for seat, player in enumerate(self.play.state.players, 1):
            count = {"count": 1 + len(player.buildings) if over else 0}
            lines[seat] = tuple(
                Score(source, points, count if source == "buildings" else {})
                for source, points in zip(SOURCES, player.sources, strict=True)
            )
        return lines

    def result(self) -> tuple[Standing, ...]:
        if self.play.state.phase != "over":
            return ()
        return tuple(Standing(place, seat, self.play.player(seat).points) for place, seat in ranking(self.play))

    def clone(self) -> Self:
        return self._with(copy(self.play.state), self._regions.copy())

    def resample(self, seat: int, rng: Random) -> Self:
        state = resampled(self.play, seat, rng, self.choices)
        return self._with(state, self._regions.copy())

    def _with(self, state: State, regions: Regions) -> Self:
        other = type(self)(Game(self.play.book, state), self.rules, reveals=self.reveals)
        other.opening = self.opening
        other._regions = regions
        return other

    def dump(self) -> bytes:
        return dumps.dump(self, self.play.state)

    @classmethod
    def load(cls, data: bytes, components: Any) -> Self:
        dump = dumps.load(cls, State, data)
        return cls(Game(components, dump.state), dump.rules, reveals=dump.reveals)

    @classmethod
    def fingerprint(cls) -> str:
        return dumps.fingerprint(State)
