"""The end of the game (CB-29, CB-30)."""

from typing import Any

from app.games.cubaneo.acts import note_course
from app.games.cubaneo.game import Game
from app.games.cubaneo.stage import Stage
from app.games.session import Prompt

BUILDING_POINTS = 2


class Over(Stage):
    """The end (CB-29): 2 points for each building, the Warehouse included."""

    name = "over"
    following = "over"

    def enter(self, game: Game) -> bool:
        for seat in game.order(game.state.start):
            count = 1 + len(game.player(seat).buildings)
            game.tell("buildings", seat, count=count, points=game.score(seat, "buildings", BUILDING_POINTS * count))
        note_course(game)
        game.tell("over", winners=list(winners(game)))
        return True

    def data(self, game: Game) -> dict[str, Any]:
        return {"winners": list(winners(game))}

    def prompt(self, game: Game, seat: int) -> Prompt:
        return Prompt("over", self.data(game))


def ranking(game: Game) -> tuple[tuple[int, int], ...]:
    """Place and seat of each player: most points, of those most pesos, else shared (CB-29)."""

    def merit(seat: int) -> tuple[int, int]:
        return (game.player(seat).points, game.player(seat).pesos)

    seats = sorted(range(1, game.seats + 1), key=merit, reverse=True)
    return tuple((1 + sum(merit(other) > merit(seat) for other in seats), seat) for seat in seats)


def winners(game: Game) -> tuple[int, ...]:
    """The seats in the first place, ascending."""
    return tuple(sorted(seat for place, seat in ranking(game) if place == 1))
