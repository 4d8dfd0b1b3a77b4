"""Using one's buildings: the Foreman (CB-14) and the Lawyer (CB-17)."""

from copy import copy

from msgspec.structs import replace

from app.games.cubaneo import abilities
from app.games.cubaneo.actions import Use
from app.games.cubaneo.choosing import one_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import LINES, WAREHOUSE
from app.games.cubaneo.state import Player
from app.games.session import Choice

FEE = 1
"""What the Lawyer costs."""


def line(game: Game, player: Player) -> tuple[int, ...]:
    """The buildings in the worker's row and column, its own space included, 0 for the Warehouse."""
    spaces = game.book.properties[player.estate].spaces
    tiles = player.tiles
    return tuple([tiles[at] for at in LINES[player.worker] if tiles[at] or spaces[at] < 0])


def usable(game: Game, seat: int) -> tuple[int, ...]:
    """The buildings on the seat's property whose ability would change something now."""
    buildings = game.book.buildings
    numbers = (WAREHOUSE, *game.player(seat).buildings)
    return tuple([number for number in numbers if buildings[number].ability.usable(game, seat)])


def uses(game: Game, seat: int) -> tuple[int, ...]:
    """What the Foreman may use next: at first any building, after one in the line the others in the line."""
    used = game.state.doing.used
    found = usable(game, seat)
    if not used or not found:
        return found
    near = line(game, game.player(seat))
    if used[0] not in near:
        return ()
    return tuple([number for number in found if number in near and number not in used])


def lawyer_uses(game: Game, seat: int) -> tuple[int, ...]:
    """What the Lawyer lets one use: any building that would still change something after the fee."""
    if game.state.doing.used or game.player(seat).pesos < FEE:
        return ()
    trial = Game(game.book, copy(game.state))
    trial.pay(seat, FEE)
    return usable(trial, seat)


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """The buildings to use next."""
    found = lawyer_uses(game, seat) if game.state.doing.card == "lawyer" else uses(game, seat)
    return (one_of(Use, "building", found),) if found else ()


def use(game: Game, seat: int, action: Use) -> None:
    """Use a building: of the Foreman, of the Lawyer, or the one just constructed."""
    doing = game.state.doing
    if doing.card == "lawyer":
        game.pay(seat, FEE)
        game.tell("fee", seat, pesos=-FEE)
    opened = abilities.use(game, seat, action.building)
    game.state.doing = replace(doing, begun=True, used=(*doing.used, action.building), opened=opened)
