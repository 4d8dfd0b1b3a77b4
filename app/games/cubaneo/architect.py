"""The Architect (CB-13): a building of the display is paid and placed; its ability may be used once at once."""

from msgspec.structs import replace

from app.games.cubaneo.actions import Build, Use
from app.games.cubaneo.choosing import each_of, one_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import GOODS, INDEX, RESOURCES, SPACES
from app.games.cubaneo.state import Player
from app.games.session import Choice, Flight


def permit(game: Game) -> bool:
    """Whether the Building Permit Act is in force: one more resource of the player's choice (CB-26)."""
    return game.rule() == "construction_costs_one_more_resource"


def affordable(game: Game, yard: tuple[int, ...]) -> tuple[int, ...]:
    """The displayed buildings whose printed cost these resources pay."""
    wood, water, stone = yard[:3]
    buildings = game.book.buildings
    found = []
    for number in game.state.display:
        cost = buildings[number].cost
        if cost[0] <= wood and cost[1] <= water and cost[2] <= stone:
            found.append(number)
    return tuple(found)


def sites(game: Game, player: Player) -> tuple[int, ...]:
    """The spaces that may be built on: those of products and resources."""
    spaces = game.book.properties[player.estate].spaces
    tiles = player.tiles
    return tuple([at for at in range(SPACES) if spaces[at] >= 0 and not tiles[at]])


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """Every building that can be paid on every site, then the use of the new building."""
    doing = game.state.doing
    if doing.built:
        usable = not doing.used and game.book.buildings[doing.built].ability.usable(game, seat)
        return (one_of(Use, "building", (doing.built,)),) if usable else ()
    player = game.player(seat)
    space = ("space", sites(game, player))
    if not space[1]:
        return ()
    if not permit(game):
        found = affordable(game, player.yard)
        return (each_of(Build, ("building", found), space, ("extra", ("",))),) if found else ()
    choices = []
    for index, extra in enumerate(RESOURCES):
        if player.yard[index]:
            found = affordable(game, player.spend(index, 1).yard)
            if found:
                choices.append(each_of(Build, ("building", found), space, ("extra", (extra,))))
    return tuple(choices)


def build(game: Game, seat: int, action: Build) -> None:
    """Pay and place the building."""
    state = game.state
    player = game.player(seat)
    building = game.book.buildings[action.building]
    yard = list(player.yard)
    for index, count in enumerate(building.cost):
        yard[index] -= count
    if action.extra:
        yard[INDEX[action.extra]] -= 1
    tiles = (*player.tiles[: action.space], building.number, *player.tiles[action.space + 1 :])
    game.put(seat, replace(player, yard=tuple(yard), tiles=tiles))
    state.display = tuple([number for number in state.display if number != building.number])
    state.doing = replace(state.doing, begun=True, built=building.number)
    game.tell(
        "built",
        seat,
        (Flight("display", f"property-{seat}", f"building-{building.number}"),),
        building=building.number,
        space=action.space,
        cost={GOODS[index]: count for index, count in enumerate(building.cost) if count},
        extra=action.extra,
    )
