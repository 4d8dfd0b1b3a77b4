"""The Worker (CB-10): a space is chosen, its row and column bear resources at once, then products are brought in."""

from msgspec.structs import replace

from app.games.cubaneo.actions import Harvest, Work
from app.games.cubaneo.choosing import one_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import FIRST_PRODUCT, INDEX, LINES, PRODUCTS, SPACES, WATER, amounts, changed
from app.games.cubaneo.state import Player
from app.games.domains import Amounts
from app.games.session import Choice, Flight

FREE = 2
"""Products that cost no water."""

ANYWHERE = (one_of(Work, "space", tuple(range(SPACES))),)


def bears(game: Game, player: Player, space: int) -> tuple[int, ...]:
    """How many of each good the row and column of a space bear; spaces with buildings bear nothing."""
    spaces = game.book.properties[player.estate].spaces
    tiles = player.tiles
    counts = [0] * 8
    for at in LINES[space]:
        good = spaces[at]
        if good >= 0 and not tiles[at]:
            counts[good] += 1
    return tuple(counts)


def most(game: Game, player: Player) -> int:
    """How many products may be brought in: two free, each more for 1 water, under the Drought Act two."""
    return FREE if game.rule() == "no_irrigation" else FREE + player.yard[WATER]


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """A space, then products."""
    doing = game.state.doing
    if not doing.begun:
        return ANYWHERE
    if not doing.harvest:
        return ()
    limits = dict(zip(PRODUCTS, doing.harvest, strict=True))
    available = sum(doing.harvest)
    domain = Amounts(
        {kind: limit for kind, limit in limits.items() if limit}, 1, min(available, most(game, game.player(seat)))
    )
    return (Choice(Harvest, {"products": domain}),)


def work(game: Game, seat: int, action: Work) -> None:
    """Place the worker and take the resources."""
    player = game.player(seat)
    counts = bears(game, player, action.space)
    harvest = counts[FIRST_PRODUCT:6]
    yard = tuple(map(int.__add__, player.yard, (*counts[:FIRST_PRODUCT], 0, 0, 0, 0, 0)))
    game.put(seat, replace(player, worker=action.space, yard=yard))
    game.state.doing = replace(game.state.doing, begun=True, harvest=harvest if any(harvest) else ())
    zone = f"property-{seat}"
    game.tell(
        "worked",
        seat,
        (Flight(zone, zone, f"worker-{seat}"),),
        space=action.space,
        moved=action.space != player.worker,
        goods=amounts(counts[:FIRST_PRODUCT]),
    )


def harvest(game: Game, seat: int, action: Harvest) -> None:
    """Bring in products and pay the water."""
    player = game.player(seat)
    yard = list(player.yard)
    for kind, count in action.products.items():
        yard[INDEX[kind]] += count
    water = max(sum(action.products.values()) - FREE, 0)
    game.put(seat, replace(player, yard=changed(tuple(yard), WATER, -water)))
    game.state.doing = replace(game.state.doing, harvest=(), over=True)
    game.tell("harvested", seat, goods=dict(action.products), water=water)
