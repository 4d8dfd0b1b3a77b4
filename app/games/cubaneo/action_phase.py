"""B) Actions as a stage of the round."""

from typing import Any

from app.games.cubaneo import prompts, refusals
from app.games.cubaneo.actions import End
from app.games.cubaneo.game import Game
from app.games.cubaneo.stage import Stage
from app.games.cubaneo.state import Doing
from app.games.cubaneo.turns import CARRY_OUT, choices, current, turns_each
from app.games.session import Choice, Prompt, Refusal


class Actions(Stage):
    """B) Actions."""

    name = "actions"
    following = "event"

    def enter(self, game: Game) -> bool:
        return True

    def actors(self, game: Game) -> tuple[int, ...]:
        return (current(game),)

    def question(self, game: Game, seat: int) -> str:
        state = game.state
        return f"turn/{state.round}.{state.turns}.{state.moves}" if seat == current(game) else ""

    def choices(self, game: Game, seat: int) -> tuple[Choice, ...]:
        return choices(game, seat) if seat == current(game) else ()

    def carry_out(self, game: Game, seat: int, action: Any) -> bool:
        state = game.state
        if type(action) is not End:
            CARRY_OUT[type(action)](game, seat, action)
            return False
        state.turns += 1
        state.doing = Doing()
        return state.turns == game.seats * turns_each(game.seats)

    def data(self, game: Game) -> dict[str, Any]:
        return {"turn": game.state.turns // game.seats + 1, "of": turns_each(game.seats), "card": game.state.doing.card}

    def prompt(self, game: Game, seat: int) -> Prompt:
        return prompts.prompt(game, seat)

    def refusals(self, game: Game, seat: int) -> tuple[Refusal, ...]:
        return refusals.refusals(game, seat) if seat == current(game) else ()
