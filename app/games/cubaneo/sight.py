"""The house bot's sight: the public view turned back into a game, on which it can try its own turn."""

from functools import lru_cache
from typing import Any

import msgspec

from app.games.cubaneo.components import Book, parse_faces
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import GOODS, GROUPS, INDEX, PRODUCTS, TRADING_GOODS
from app.games.cubaneo.state import CART, SOURCES, Bay, Deal, Doing, Opened, Player, State
from app.games.cubaneo.views import Estate, Ongoing
from app.games.session import View


def imagined(public: View) -> Game:
    """A game that looks like the view. What nobody can see (the decks, the seed) is empty in it."""
    book = _book(msgspec.json.encode(public["book"]))
    turn, table, acts, harbour = public["turn"], public["table"], public["acts"], public["harbour"]
    seats = len(table.order)
    state = State(
        seed=b"",
        round=turn.round,
        phase=turn.phase,
        start=table.first,
        token=table.token,
        turns=0,
        moves=0,
        players=tuple(_player(book, public[f"player-{seat}"]) for seat in range(1, seats + 1)),
        market=tuple(public["market"][good] for good in TRADING_GOODS),
        waiting=harbour.waiting,
        berths=harbour.berths,
        sea=(),
        decks=((),) * len(GROUPS),
        proposed=acts.numbers["proposed"],
        active=acts.numbers["active"],
        display=public["display"],
        promenade=tuple(Bay(arch.card, CART if arch.cover == "cart" else arch.seat) for arch in public["promenade"]),
        covered=public["rewards"],
        specials=public["specials"],
        doing=_doing(public["action"]),
        winner=public["parliament"].winner,
    )
    return Game(book, state)


@lru_cache(maxsize=8)
def _book(faces: bytes) -> Book:
    return parse_faces(msgspec.json.decode(faces))


def _counts(goods: dict[str, int], names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(goods.get(name, 0) for name in names)


def _player(book: Book, estate: Estate) -> Player:
    spaces = tuple(INDEX.get(space, -1) for space in estate.spaces)
    return Player(
        estate=next(at for at, each in enumerate(book.properties) if each.spaces == spaces),
        worker=estate.worker,
        pesos=estate.pesos,
        points=estate.points,
        sources=tuple(estate.sources[source] for source in SOURCES),
        yard=_counts(estate.goods, GOODS),
        store=_counts(estate.store, PRODUCTS),
        tiles=estate.tiles,
        played=estate.played,
        cars=estate.cars,
    )


def _doing(action: Ongoing | None) -> Doing:
    if action is None:
        return Doing()
    opened = action.opened
    harvest: Any = _counts(action.harvest, PRODUCTS)
    return Doing(
        card=action.card,
        begun=action.begun,
        over=action.over,
        harvest=harvest if any(harvest) else (),
        deals=tuple(Deal(deal.sold, INDEX[deal.good], deal.price) for deal in action.deals),
        built=action.built,
        used=action.used,
        opened=Opened(opened.building, opened.left, opened.berth, opened.fresh) if opened else None,
    )
