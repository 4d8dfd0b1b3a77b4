"""What every stage of a round has in common, and decisions that several seats make at the same time."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from app.games.cubaneo.actions import Decision
from app.games.cubaneo.game import Game
from app.games.session import Action, Choice, Prompt, Refusal


class Stage(ABC):
    """A part of the round. On entering, it does what happens by itself and says whether anybody must choose."""

    name: ClassVar[str]
    following: ClassVar[str]
    simultaneous: ClassVar[bool] = False

    @abstractmethod
    def enter(self, game: Game) -> bool:
        """Begin. Returns: whether a seat must choose before the stage is over."""

    def next(self, game: Game) -> str:
        """The name of the stage that follows."""
        return self.following

    def actors(self, game: Game) -> tuple[int, ...]:
        """The seats that must choose now."""
        return ()

    def choices(self, game: Game, seat: int) -> tuple[Choice, ...]:
        """What that seat may choose."""
        return ()

    def carry_out(self, game: Game, seat: int, action: Any) -> bool:
        """Carry out an admitted action. Returns: whether the stage is over."""
        raise TypeError(f"Nobody is asked in the stage {self.name!r}.")

    def question(self, game: Game, seat: int) -> str:
        """The name of what the seat is asked, empty if nothing."""
        return f"{self.name}/round={game.state.round}" if seat in self.actors(game) else ""

    def prompt(self, game: Game, seat: int) -> Prompt:
        """What the seat is asked."""
        raise TypeError(f"Nobody is asked in the stage {self.name!r}.")

    def refusals(self, game: Game, seat: int) -> tuple[Refusal, ...]:
        """What the seat might expect but may not do."""
        return ()

    def data(self, game: Game) -> dict[str, Any]:
        """What the public `turn` tells of the stage."""
        return {}


class Decisions(Stage):
    """A stage in which all who are asked decide at the same time: nothing is booked or seen before all have."""

    simultaneous = True

    @abstractmethod
    def resolve(self, game: Game) -> None:
        """Everybody has decided: make it happen."""

    def ask(self, game: Game, seats: tuple[int, ...]) -> bool:
        """Ask these seats. If there are none, it is resolved at once. Returns: whether any seat must choose."""
        state = game.state
        state.asked = seats
        state.decisions = (None,) * game.seats
        if seats:
            return True
        self._finish(game)
        return False

    def _finish(self, game: Game) -> None:
        self.resolve(game)
        game.state.asked = ()
        game.state.decisions = ()

    def actors(self, game: Game) -> tuple[int, ...]:
        decisions = game.state.decisions
        return tuple(seat for seat in game.state.asked if decisions[seat - 1] is None)

    def question(self, game: Game, seat: int) -> str:
        return f"{self.name}/round={game.state.round}" if seat in game.state.asked else ""

    def choices(self, game: Game, seat: int) -> tuple[Choice, ...]:
        return self.options(game, seat) if seat in game.state.asked else ()

    @abstractmethod
    def options(self, game: Game, seat: int) -> tuple[Choice, ...]:
        """What a seat that is asked may decide."""

    def carry_out(self, game: Game, seat: int, action: Action) -> bool:
        state = game.state
        if state.decisions[seat - 1] is None:
            game.tell("decided", seat, ask=self.name)
        state.decisions = (*state.decisions[: seat - 1], _decision(action), *state.decisions[seat:])
        if self.actors(game):
            return False
        self._finish(game)
        return True


def _decision(action: Any) -> Decision:
    assert isinstance(action, Decision)
    return action
