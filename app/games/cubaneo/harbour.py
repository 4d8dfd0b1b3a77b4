"""The harbour: loading and swapping ships, and their coming and going (CB-16, CB-17, CB-22, CB-27)."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.games.cubaneo.actions import Load, Swap
from app.games.cubaneo.choosing import each_of, one_of
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import GOODS
from app.games.cubaneo.state import Berth, Opened, Player
from app.games.session import Choice, Flight

FULL = 5
"""The spaces of a ship (CB-16)."""


def cargo(game: Game, player: Player, berth: int) -> tuple[int, ...]:
    """The goods of the player for which the ship at that berth has an empty space, in the order of its spaces."""
    ship = game.state.berths[berth - 1]
    if ship is None:
        return ()
    goods: list[int] = []
    for space, good in enumerate(game.book.ships[ship.ship]):
        if space not in ship.loaded and good not in goods and player.stock(good):
            goods.append(good)
    return tuple(goods)


def can_load(game: Game, player: Player) -> bool:
    """Whether the player has anything for a ship at a berth."""
    return any(cargo(game, player, berth) for berth in (1, 2, 3))


def load_choices(game: Game, player: Player, opened: Opened) -> tuple[Choice, ...]:
    """Every good that may be loaded next: one ship only in an action."""
    berths = (opened.berth,) if opened.berth else (1, 2, 3)
    choices = []
    for berth in berths:
        goods = cargo(game, player, berth)
        if goods:
            names = tuple(GOODS[good] for good in goods)
            choices.append(each_of(Load, ("berth", (berth,)), ("good", names)))
    return tuple(choices)


def load(game: Game, seat: int, berth: int, good: int, building: int) -> int:
    """Put one good onto the first matching empty space, for as many points as the berth's number (CB-16).

    Returns: the space of the ship.
    """
    state = game.state
    ship = state.berths[berth - 1]
    assert ship is not None
    card = game.book.ships[ship.ship]
    space = next(at for at, wanted in enumerate(card) if wanted == good and at not in ship.loaded)
    loaded = Berth(ship.ship, tuple(sorted((*ship.loaded, space))))
    state.berths = (*state.berths[: berth - 1], loaded, *state.berths[berth:])
    game.put(seat, game.player(seat).spend(good, 1))
    points = game.score(seat, "ships", berth)
    game.tell(
        "loaded", seat, good=GOODS[good], ship=ship.ship, berth=berth, space=space, points=points, building=building
    )
    return space


def pairs(game: Game) -> tuple[int, ...]:
    """The lower berth of each two adjacent occupied ones."""
    first, second, third = game.state.berths
    if second is None:
        return ()
    return (*((1,) if first is not None else ()), *((2,) if third is not None else ()))


def swap_choices(game: Game) -> tuple[Choice, ...]:
    """The ships that may be swapped."""
    berths = pairs(game)
    return (one_of(Swap, "berth", berths),) if berths else ()


def swap(game: Game, seat: int, berth: int, points: int, building: int) -> None:
    """Swap the ships of this berth and the next; points only with a swap (CB-17, CB-19)."""
    state = game.state
    berths = list(state.berths)
    lower, upper = berths[berth - 1], berths[berth]
    assert lower is not None
    assert upper is not None
    berths[berth - 1], berths[berth] = upper, lower
    state.berths = tuple(berths)
    booked = game.score(seat, "abilities", points) if points else 0
    game.tell(
        "swapped",
        seat,
        (
            Flight(f"berth-{berth}", f"berth-{berth + 1}", f"ship-{lower.ship}"),
            Flight(f"berth-{berth + 1}", f"berth-{berth}", f"ship-{upper.ship}"),
        ),
        berth=berth,
        ships=[lower.ship, upper.ship],
        points=booked,
        building=building,
    )


def depart(game: Game, berths: Sequence[int], draw: str) -> None:
    """The ships at these berths go under the deck, shuffled by the draw of that name; their goods go to the supply."""
    state = game.state
    leaving = [(berth, ship) for berth in berths if (ship := state.berths[berth - 1]) is not None]
    if not leaving:
        return
    state.berths = tuple(None if at + 1 in berths else ship for at, ship in enumerate(state.berths))
    batch = game.chance().shuffle(draw, [ship.ship for _, ship in leaving], round=state.round)
    state.sea = (*state.sea, batch)
    game.tell(
        "ships-left",
        0,
        tuple(Flight(f"berth-{berth}", "ship-deck", f"ship-{ship.ship}") for berth, ship in leaving),
        ships=[
            {"ship": ship.ship, "berth": berth, "loaded": list(ship.loaded), "full": len(ship.loaded) == FULL}
            for berth, ship in leaving
        ],
    )


def move(game: Game, moves: Sequence[tuple[int, int]]) -> None:
    """Move ships from berth to berth, in that order; 0 is the Waiting Area. Its ship has nothing aboard."""
    state = game.state
    told, flights = [], []
    for source, target in moves:
        berths = list(state.berths)
        ship = berths[source - 1] if source else Berth(state.waiting)
        assert ship is not None
        if source:
            berths[source - 1] = None
        else:
            state.waiting = -1
        berths[target - 1] = ship
        state.berths = tuple(berths)
        told.append({"ship": ship.ship, "from": source, "to": target})
        flights.append(Flight(f"berth-{source}" if source else "waiting", f"berth-{target}", f"ship-{ship.ship}"))
    if told:
        game.tell("ships-moved", 0, tuple(flights), moves=told)


def advance(game: Game) -> None:
    """The ships at berths move as far as they can towards Berth 3, then the waiting ship onto the free berth nearest
    to Berth 3 (CB-27)."""
    berths = game.state.berths
    moves = []
    free = 3
    for berth in (3, 2, 1):
        if berths[berth - 1] is not None:
            if free != berth:
                moves.append((berth, free))
            free -= 1
    if free:
        moves.append((0, free))
    move(game, moves)


def arrive(game: Game) -> None:
    """Fill the empty berths, nearest to Berth 3 first, and the Waiting Area from the deck."""
    state = game.state
    told, flights = [], []
    for berth in (3, 2, 1):
        if state.berths[berth - 1] is None:
            ship = _top(game)
            state.berths = (*state.berths[: berth - 1], Berth(ship), *state.berths[berth:])
            told.append({"ship": ship, "to": berth})
            flights.append(Flight("ship-deck", f"berth-{berth}", f"ship-{ship}"))
    if state.waiting < 0:
        state.waiting = _top(game)
        told.append({"ship": state.waiting, "to": 0})
        flights.append(Flight("ship-deck", "waiting", f"ship-{state.waiting}"))
    if told:
        game.tell("ships-arrived", 0, tuple(flights), ships=told)


def _top(game: Game) -> int:
    game.drew = True
    batch, *rest = game.state.sea
    game.state.sea = (batch[1:], *rest) if len(batch) > 1 else tuple(rest)
    return batch[0]


def after_load(opened: Opened, berth: int, space: int) -> Opened:
    """The opened ability after a good was loaded onto the ship at that berth."""
    return replace(opened, left=opened.left - 1, berth=berth, fresh=(*opened.fresh, space))
