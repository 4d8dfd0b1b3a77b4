"""What is seen of a game. All that is public is in `public`; of secrets there are only a seat's own decisions."""

from typing import Any

import msgspec

from app.games.cubaneo import subsidies
from app.games.cubaneo.acts import fillings, missing
from app.games.cubaneo.components import Book
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import (
    DUTY,
    EVENTS,
    FIRST_PRODUCT,
    GOODS,
    GROUPS,
    ROUNDS,
    SUBSIDY,
    TAX,
    TRADING_GOODS,
    amounts,
)
from app.games.cubaneo.rounds import STAGES
from app.games.cubaneo.state import CART, SOURCES, Ballot, Bay, Berth, Doing, Player, State
from app.games.session import Prompt, Regions, Turn, View


class Table(msgspec.Struct, frozen=True):
    """The round's first player, the holder of the starting token, and the seats in the order of this round."""

    first: int
    token: int
    order: tuple[int, ...]


class Arch(msgspec.Struct, frozen=True):
    """A space of the promenade: its card (`donkey` too), its event, and what covers it: nothing, `cart` or `car`."""

    card: str
    event: str
    cover: str
    seat: int


class Harbour(msgspec.Struct, frozen=True):
    """The ship in the Waiting Area, the berths 1 to 3, and how many ships are in the deck."""

    waiting: int
    berths: tuple[Berth | None, ...]
    deck: int


class Acts(msgspec.Struct, frozen=True):
    """The proposed acts and those in force by group, as in the component file; None where none is in force.

    `numbers` are the same acts as indices into their group of the file, -1 for a printed one or none. `passed` are the
    groups whose proposed act came into force in this round's parliament; the other proposed ones have left by then.
    """

    proposed: dict[str, Any]
    active: dict[str, Any]
    numbers: dict[str, tuple[int, ...]]
    passed: tuple[str, ...]
    decks: int


class Estate(msgspec.Struct, frozen=True):
    """What lies before a player. `spaces` are the goods printed on the twelve spaces (`warehouse` for the Warehouse),
    `tiles` the buildings on them (0: none), `goods` the forecourt, `store` the Warehouse, `sources` where the points
    came from."""

    colour: str
    spaces: tuple[str, ...]
    tiles: tuple[int, ...]
    worker: int
    pesos: int
    points: int
    sources: dict[str, int]
    goods: dict[str, int]
    store: dict[str, int]
    hand: tuple[str, ...]
    played: tuple[str, ...]
    cars: int


class Sale(msgspec.Struct, frozen=True):
    """A deal of the Tradeswoman: sold or bought."""

    sold: bool
    good: str
    price: int


class Open(msgspec.Struct, frozen=True):
    """An ability in use: its building (0: the Mayor or the Harbor Master), the steps left, its ship if any."""

    building: int
    left: int
    berth: int
    fresh: tuple[int, ...]


class Ongoing(msgspec.Struct, frozen=True):
    """The turn in progress: see `state.Doing`. `harvest` are the products that may be brought in."""

    seat: int
    card: str
    begun: bool
    over: bool
    harvest: dict[str, int]
    deals: tuple[Sale, ...]
    built: int
    used: tuple[int, ...]
    opened: Open | None


class Parliament(msgspec.Struct, frozen=True):
    """The votes of this round once all have decided, in the order that breaks ties, and who won (0: nobody yet)."""

    ballots: tuple[Ballot, ...]
    winner: int


def public(game: Game, regions: Regions) -> View:
    """What everybody may see."""
    state, book = game.state, game.book
    view = {
        "turn": regions.region("turn", lambda *_: turn(game), *_turn_parts(state)),
        "table": regions.region("table", _table, state.start, state.token, game.seats),
        "promenade": regions.region("promenade", _promenade, state.promenade),
        "market": regions.region("market", _market, state.market),
        "harbour": regions.region("harbour", Harbour, state.waiting, state.berths, sum(map(len, state.sea))),
        "acts": regions.region("acts", lambda *_: _acts(book, state), state.proposed, state.active, state.passed),
        "specials": regions.region("specials", _same, state.specials),
        "display": regions.region("display", _same, state.display),
        "rewards": regions.region("rewards", _same, state.covered),
        "action": regions.region("action", lambda *_: _ongoing(game), state.doing, state.phase, state.turns),
        "parliament": regions.region("parliament", Parliament, state.ballots, state.winner),
        "course": regions.region("course", _same, state.course),
        "book": regions.region("book", lambda *_: book.faces, book.name),
    }
    for seat, player in enumerate(state.players, 1):
        view[f"player-{seat}"] = regions.region(f"player-{seat}", lambda own: _estate(book, own), player)
    return view


def secrets(game: Game, seat: int, prompt: Prompt, regions: Regions) -> View:
    """What a seat alone may see: what it is asked, what it has decided, what the acts would cost it and bring."""
    state = game.state
    decisions = state.decisions
    if not 1 <= seat <= game.seats:
        return {"prompt": prompt}
    parts = state.proposed, state.active, game.player(seat)
    return {
        "prompt": prompt,
        "decision": decisions[seat - 1] if decisions else None,
        "outlook": regions.region(f"outlook-{seat}", lambda *_: _outlook(game, seat), *parts),
    }


def _turn_parts(state: State) -> tuple[Any, ...]:
    done = tuple(decision is not None for decision in state.decisions)
    return (state.phase, state.round, state.turns, state.doing.card, state.asked, done, state.winner, state.active)


def turn(game: Game) -> Turn:
    """Where the game stands."""
    state = game.state
    stage = STAGES[state.phase]
    done = tuple(seat for seat in state.asked if state.decisions[seat - 1] is not None)
    return Turn(state.phase, state.round, stage.actors(game), done, stage.data(game))


def _same(part: Any) -> Any:
    return part


def _table(first: int, token: int, seats: int) -> Table:
    return Table(first, token, (*range(first, seats + 1), *range(1, first)))


def _promenade(bays: tuple[Bay, ...]) -> tuple[Arch, ...]:
    covers = {0: "", CART: "cart"}
    return tuple(
        Arch(bay.card, event, covers.get(bay.cover, "car"), max(bay.cover, 0))
        for bay, event in zip(bays, EVENTS, strict=True)
    )


def _market(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(TRADING_GOODS, counts, strict=True))


def _acts(book: Book, state: State) -> Acts:
    def faces(numbers: tuple[int, ...]) -> dict[str, Any]:
        return {group: book.face(group, number) for group, number in zip(GROUPS, numbers, strict=True)}

    numbers = {"proposed": state.proposed, "active": state.active}
    return Acts(faces(state.proposed), faces(state.active), numbers, state.passed, ROUNDS - state.round)


def _estate(book: Book, player: Player) -> Estate:
    spaces = book.properties[player.estate]
    return Estate(
        colour=spaces.colour,
        spaces=tuple(GOODS[good] if good >= 0 else "warehouse" for good in spaces.spaces),
        tiles=player.tiles,
        worker=player.worker,
        pesos=player.pesos,
        points=player.points,
        sources=dict(zip(SOURCES, player.sources, strict=True)),
        goods=amounts(player.yard),
        store=amounts(player.store, FIRST_PRODUCT),
        hand=player.hand,
        played=player.played,
        cars=player.cars,
    )


def _ongoing(game: Game) -> Ongoing | None:
    state = game.state
    doing: Doing = state.doing
    if state.phase != "actions":
        return None
    opened = doing.opened
    return Ongoing(
        seat=STAGES["actions"].actors(game)[0],
        card=doing.card,
        begun=doing.begun,
        over=doing.over,
        harvest=amounts(doing.harvest, FIRST_PRODUCT),
        deals=tuple(Sale(deal.sold, GOODS[deal.good], deal.price) for deal in doing.deals),
        built=doing.built,
        used=doing.used,
        opened=Open(opened.building, opened.left, opened.berth, opened.fresh) if opened else None,
    )


def _outlook(game: Game, seat: int) -> dict[str, Any]:
    state, book, player = game.state, game.book, game.player(seat)

    def of(numbers: tuple[int, ...]) -> dict[str, Any]:
        cost, due = book.tax(numbers[TAX]), book.duty(numbers[DUTY])
        can = bool(fillings(player, due))
        number = numbers[SUBSIDY]
        return {
            "tax": {"pesos": cost, "can": player.pesos >= cost},
            "duty": {"can": can, "missing": {} if can else dict(missing(player, due))},
            "subsidy": subsidies.points(book.subsidies[number], player) if number >= 0 else 0,
        }

    return {"proposed": of(state.proposed), "active": of(state.active)}
