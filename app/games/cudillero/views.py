"""What everybody sees."""

from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.cudillero.asking import actors, done
from app.games.cudillero.components import COLOURS, Card, Components
from app.games.cudillero.objectives import PERSONAL, POINTS, TOKEN_OBJECTIVES, prizes
from app.games.cudillero.scoring import (
    FIBRE_POINTS,
    HEIGHT_POINTS,
    common_line,
    personal_line,
    village_lines,
)
from app.games.cudillero.state import DAYS, ROUNDS, Play, Player, Rank
from app.games.cudillero.turns import deeds, left
from app.games.cudillero.village import Village
from app.games.session import Regions, Score, Turn, View


class Catalogue(msgspec.Struct, frozen=True):
    """What never changes in a game: faces, action cards, limits, tables of points (CD-31, CD-33)."""

    name: str
    cards: Mapping[str, Card]
    action_cards: Mapping[int, tuple[str, str]]
    value_limit: int
    stock_market_line: int
    """0 without the variant."""
    personal: bool
    days: int
    rounds: int
    heights: tuple[int, ...]
    fibre: tuple[int, ...]
    day_tokens: tuple[str, str]
    """The tokens of day 2 and day 3."""


class Bids(msgspec.Struct, frozen=True):
    """The bids of the round, best first; empty until they are shown."""

    ranks: tuple[Rank, ...]
    tie_from: int
    """The seat that ties are counted from, clockwise: the last starting player."""


class Market(msgspec.Struct, frozen=True):
    """Face-up roofs and floors ("" is a gap), doorways left and the top one ("" for none), cards left in the decks."""

    roofs: tuple[str, ...]
    floors: tuple[str, ...]
    doorways: int
    doorway: str
    roof_deck: int
    floor_deck: int


class Discards(msgspec.Struct, frozen=True):
    """The open discards."""

    roofs: tuple[str, ...]
    floors: tuple[str, ...]


class Values(msgspec.Struct, frozen=True):
    """The value of each colour, and the colours that have reached the stock market line."""

    values: Mapping[str, int]
    stocked: tuple[str, ...]


class Objective(msgspec.Struct, frozen=True):
    """The common objective, "" until shown; `prizes` for the first and second in a race, `each` for everyone with the
    token at the end; `claims` are the seats that reached it, in order."""

    key: str
    prizes: tuple[int, ...]
    each: int
    claims: tuple[int, ...]


class Left(msgspec.Struct, frozen=True):
    """The pool of the seat whose turn it is: its played card, how often each action can still be done, how many of
    those are a choice of either, free builds that wait. Seat 0 outside the turns."""

    seat: int
    play: int
    deeds: tuple[str, ...]
    left: Mapping[str, int]
    either: int
    free: int


class Tableau(msgspec.Struct, frozen=True):
    """A village: buildings of card ids from the doorway upward, their heights (0 without roof), cards on the fibre,
    clothes lines as (left, right), and the largest group of each colour."""

    buildings: tuple[tuple[str, ...], ...]
    heights: tuple[int, ...]
    lit: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    groups: Mapping[str, tuple[str, ...]]


class Belongings(msgspec.Struct, frozen=True):
    """What a seat has that all can see: bought cards and how many it may hold, tokens, how many action cards in hand
    and deck, the action cards it has played today, whether it keeps a hidden roof and objective."""

    hand: tuple[str, ...]
    limit: int
    tokens: tuple[str, ...]
    cards: int
    deck: int
    played: tuple[int, ...]
    roof: bool
    objective: bool


class Tally(msgspec.Struct, frozen=True):
    """Lines of a score and their sum."""

    lines: tuple[Score, ...]
    total: int


class Secret(msgspec.Struct, frozen=True):
    """What was hidden until the end: the starting roof, where it was built (0: nowhere), the personal objective."""

    seat: int
    roof: str
    place: int
    objective: str
    met: bool


def public(play: Play, regions: Regions) -> View:
    """What everybody may see, in named regions."""
    state = play.state
    order = tuple(rank.seat for rank in state.ranks)
    moment = (state.phase, state.round, actors(play), done(play), state.day)
    view: View = {"turn": regions.region("turn", _turn, *moment, play.seat, order, state.turn, state.pool.free)}
    view["catalogue"] = regions.region("catalogue", _catalogue, play.content, state.options, state.piles)
    view["bids"] = regions.region("bids", Bids, state.ranks, state.first)
    top = f"door-{state.doors + 1}" if state.doorways else ""
    decks = (len(state.roof_deck), len(state.floor_deck))
    view["market"] = regions.region("market", Market, state.roofs, state.floors, state.doorways, top, *decks)
    view["discards"] = regions.region("discards", Discards, state.roof_discards, state.floor_discards)
    view["values"] = regions.region("values", _values, state.values, state.stocked)
    view["objective"] = regions.region("objective", _objective, state.objective, play.seats, state.claims)
    view["pool"] = regions.region("pool", Left, *_pool(play))
    over = state.phase == "over"
    for seat, (player, village) in enumerate(zip(state.players, play.villages, strict=True), 1):
        view[f"village-{seat}"] = regions.region(f"village-{seat}", _tableau, village)
        kept = bool(player.roof) and not over
        view[f"player-{seat}"] = regions.region(
            f"player-{seat}",
            Belongings,
            player.hand,
            village.limit,
            player.tokens,
            len(player.cards),
            len(player.deck),
            player.played,
            kept,
            kept and bool(player.aim),
        )
        lines = (*regions.region(f"lines-{seat}", village_lines, village, state.values), common_line(play, seat))
        if over and state.options.with_personal:
            lines = (*lines, personal_line(play, seat))
        view[f"score-{seat}"] = regions.region(f"score-{seat}", tally, lines)
    if over:
        view["secrets"] = regions.region("secrets", _secrets, state.players, tuple(play.villages), state.placed)
    return view


def _turn(phase: str, number: int, acting: tuple[int, ...], chosen: tuple[int, ...], day: int, *turn: Any) -> Turn:
    data = {"day": day}
    if phase == "turns":
        data |= dict(zip(("seat", "order", "at", "free"), turn, strict=True))
    return Turn(phase, number, acting, chosen, data)


def _catalogue(content: Components, options: Any, piles: tuple[str, str]) -> Catalogue:
    return Catalogue(
        name=content.name,
        cards=content.cards,
        action_cards=content.action_cards,
        value_limit=content.value_limit,
        stock_market_line=content.stock_market_line if options.with_stock else 0,
        personal=options.with_personal,
        days=DAYS,
        rounds=ROUNDS,
        heights=HEIGHT_POINTS,
        fibre=FIBRE_POINTS,
        day_tokens=piles,
    )


def _values(values: tuple[int, ...], stocked: tuple[str, ...]) -> Values:
    return Values(dict(zip(COLOURS, values, strict=True)), stocked)


def _objective(key: str, seats: int, claims: tuple[int, ...]) -> Objective:
    return Objective(key, prizes(key, seats), POINTS if key in TOKEN_OBJECTIVES else 0, claims)


def _pool(play: Play) -> tuple[Any, ...]:
    if not play.seat:
        return (0, 0, (), {}, 0, 0)
    state = play.state
    pair = deeds(play)
    counts = {deed: left(play, deed) for deed in pair}
    return (play.seat, state.ranks[state.turn].play, pair, counts, state.pool.either, state.pool.free)


def _tableau(village: Village) -> Tableau:
    lit = tuple(card for card in village.cards if card in village.lit)
    return Tableau(village.buildings, village.heights, lit, village.lines, village.groups)


def tally(lines: tuple[Score, ...]) -> Tally:
    return Tally(lines, sum(line.points for line in lines))


def _secrets(players: tuple[Player, ...], villages: tuple[Village, ...], placed: tuple[int, ...]) -> tuple[Secret, ...]:
    return tuple(
        Secret(seat, player.roof, place, player.aim, bool(player.aim) and PERSONAL[player.aim](village))
        for seat, (player, village, place) in enumerate(zip(players, villages, placed, strict=True), 1)
    )
