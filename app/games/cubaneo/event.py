"""C) Event (CB-22): the one event that no car or cart covers."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from app.games.cubaneo import harbour
from app.games.cubaneo.actions import Demolish
from app.games.cubaneo.choosing import one_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import FIRST_PRODUCT, amounts
from app.games.cubaneo.promenade import open_event
from app.games.cubaneo.stage import Decisions
from app.games.session import Choice, Flight, Prompt

ADDED, REMOVED, WEALTH_TAX, DEMOLITION_POINTS = 2, 1, 2, 1


def _add_goods(game: Game) -> None:
    state, book = game.state, game.book
    new = tuple(min(count + ADDED, len(book.prices(index))) for index, count in enumerate(state.market))
    added = tuple(after - before for after, before in zip(new, state.market, strict=True))
    state.market = new
    game.tell("market-filled", goods=amounts(added, FIRST_PRODUCT))


def _remove_goods(game: Game) -> None:
    state = game.state
    new = tuple(max(count - REMOVED, 0) for count in state.market)
    removed = tuple(before - after for after, before in zip(new, state.market, strict=True))
    state.market = new
    game.tell("market-emptied", goods=amounts(removed, FIRST_PRODUCT))


def _wealth_tax(game: Game) -> None:
    most = max(player.points for player in game.state.players)
    for seat in game.order(game.state.start):
        if game.player(seat).points == most:
            game.tell("wealth-tax", seat, points=game.score(seat, "events", -WEALTH_TAX))


def _ships_depart(game: Game) -> None:
    harbour.depart(game, (1, 2, 3), "ships-depart")
    harbour.move(game, ((0, 3),))
    harbour.arrive(game)


BY_THEMSELVES: dict[str, Callable[[Game], None]] = {
    "add_goods": _add_goods,
    "remove_goods": _remove_goods,
    "wealth_tax": _wealth_tax,
    "ships_depart": _ships_depart,
}
"""Events in which nobody decides anything. Immediate acts change the parliament, in Demolition all decide."""


def salvage(game: Game, number: int) -> dict[str, int]:
    """The resources of a building's printed cost."""
    return amounts(game.book.buildings[number].cost)


class EventStage(Decisions):
    """C) Event."""

    name = "event"
    following = "votes"

    def enter(self, game: Game) -> bool:
        space, event = open_event(game.state)
        game.tell("event", event=event, space=space)
        if event in BY_THEMSELVES:
            BY_THEMSELVES[event](game)
        owners = tuple(seat for seat in range(1, game.seats + 1) if game.player(seat).buildings)
        return self.ask(game, owners if event == "demolition" else ())

    def options(self, game: Game, seat: int) -> tuple[Choice, ...]:
        return (one_of(Demolish, "building", (0, *game.player(seat).buildings)),)

    def resolve(self, game: Game) -> None:
        for seat in game.order(game.state.start):
            decision = game.state.decisions[seat - 1]
            if isinstance(decision, Demolish) and decision.building:
                self._demolish(game, seat, decision.building)

    def _demolish(self, game: Game, seat: int, number: int) -> None:
        player = game.player(seat)
        space = player.tiles.index(number)
        cost = game.book.buildings[number].cost
        yard = tuple(have + cost[index] if index < len(cost) else have for index, have in enumerate(player.yard))
        tiles = (*player.tiles[:space], 0, *player.tiles[space + 1 :])
        game.put(seat, replace(player, tiles=tiles, yard=yard))
        game.state.display = tuple(sorted((*game.state.display, number)))
        points = game.score(seat, "events", DEMOLITION_POINTS)
        flights = (Flight(f"property-{seat}", "display", f"building-{number}"),)
        game.tell("demolished", seat, flights, building=number, space=space, goods=salvage(game, number), points=points)

    def prompt(self, game: Game, seat: int) -> Prompt:
        player = game.player(seat)
        buildings = [
            {"building": number, "space": player.tiles.index(number), "goods": salvage(game, number)}
            for number in player.buildings
        ]
        return Prompt("demolition", {"buildings": buildings, "decided": game.state.decisions[seat - 1] is not None})

    def data(self, game: Game) -> dict[str, Any]:
        return {"event": open_event(game.state)[1]}
