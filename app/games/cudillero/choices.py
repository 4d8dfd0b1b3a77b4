"""What a seat may choose now: the one source of legal actions."""

from functools import lru_cache

from app.games.cudillero.actions import (
    Add,
    Bid,
    Build,
    Buy,
    Decline,
    Discard,
    End,
    Free,
    Keep,
    Move,
    Pairs,
    Relocate,
    Roof,
    Use,
    Value,
)
from app.games.cudillero.bidding import plus_tokens
from app.games.cudillero.components import ACTION_CARDS, COLOURS
from app.games.cudillero.state import EXTRA_ACTION, EXTRA_TURN, RELOCATE, Play, Player
from app.games.cudillero.turns import deeds, is_stuck
from app.games.cudillero.village import Village
from app.games.domains import OneOf, SomeOf
from app.games.session import Choice

_RAISE = OneOf((1,))
_LOWER = OneOf((-1,))
_PLAYED = {card: OneOf((card,)) for card in range(1, ACTION_CARDS + 1)}
_END = Choice(End)
_DECLINE = Choice(Decline)


def choices(play: Play, seat: int) -> tuple[Choice, ...]:
    """What the seat may choose now; empty when it is not asked."""
    if not 1 <= seat <= play.seats:
        return ()
    phase = play.state.phase
    if phase == "turns":
        return _in_turn(play, seat) if seat == play.seat else ()
    if phase == "bids":
        return _bids(play.player(seat).cards)
    if phase == "tokens":
        tokens = plus_tokens(play, seat)
        return (Choice(Add, {"tokens": SomeOf(tokens, 0, len(tokens))}),) if tokens else ()
    if phase == "start":
        player = play.player(seat)
        return (Choice(Keep, {"roof": OneOf(player.offers), "objective": OneOf(player.aims or ("",))}),)
    if phase == "roofs":
        places = play.villages[seat - 1].roof_places
        return (Choice(Roof, {"place": OneOf((0, *places))}),) if places else ()
    return ()


@lru_cache(maxsize=4096)
def _bids(cards: tuple[int, ...]) -> tuple[Choice, ...]:
    """Two of the other cards to bid for each card that could be played (CD-8)."""
    return tuple(
        Choice(Bid, {"bids": SomeOf(cards[:at] + cards[at + 1 :], 2, 2), "play": _PLAYED[card]})
        for at, card in enumerate(cards)
    )


def _in_turn(play: Play, seat: int) -> tuple[Choice, ...]:
    player, village = play.player(seat), play.villages[seat - 1]
    found: list[Choice] = []
    if play.state.pool.free:
        _add_builds(found, Free, village, (*player.hand, *play.stalls))
        found.append(_DECLINE)
        found.extend(_moves(village.movable))
        return tuple(found)
    _add_deeds(found, play, player, village)
    _add_tokens(found, player, village)
    found.extend(_moves(village.movable))
    if is_stuck(village, player.hand):
        found.append(Choice(Discard, {"cards": SomeOf(player.hand, 1, len(player.hand))}))
    found.append(_END)
    return tuple(found)


@lru_cache(maxsize=8)
def _moves(ends: tuple[str, ...]) -> tuple[Choice, ...]:
    """Moving the empty doorway of an end to the other (CD-17)."""
    return (Choice(Move, {"end": OneOf(ends)}),) if ends else ()


def _add_deeds(found: list[Choice], play: Play, player: Player, village: Village) -> None:
    """The actions of the played card that are left (CD-12)."""
    pool = play.state.pool
    first, second = deeds(play)
    first_left, second_left = pool.first + pool.either, pool.second + pool.either
    for deed, times in ((first, first_left), (second, second_left if second != first else 0)):
        if not times:
            continue
        if deed == "buy":
            stalls = play.stalls
            if stalls and len(player.hand) < village.limit:
                found.append(Choice(Buy, {"card": OneOf(stalls)}))
        elif deed == "build":
            _add_builds(found, Build, village, player.hand)
        else:
            found.extend(_values(play.state.values, play.content.value_limit))


@lru_cache(maxsize=8192)
def _values(values: tuple[int, ...], limit: int) -> tuple[Choice, ...]:
    """Raising every colour below the limit, lowering every colour above 0 (CD-5, CD-19)."""
    up = tuple(colour for colour, value in zip(COLOURS, values, strict=True) if value < limit)
    down = tuple(colour for colour, value in zip(COLOURS, values, strict=True) if value > 0)
    found = []
    if up:
        found.append(Choice(Value, {"colour": OneOf(up), "by": _RAISE}))
    if down:
        found.append(Choice(Value, {"colour": OneOf(down), "by": _LOWER}))
    return tuple(found)


def _add_builds(found: list[Choice], action: type[Build | Free], village: Village, cards: tuple[str, ...]) -> None:
    """One choice for floors, one for roofs, one for doorways, as far as there are cards and places (CD-15, CD-16)."""
    roofs, colour = village.faces.roofs, village.faces.colour
    sorts: tuple[list[str], list[str], list[str]] = ([], [], [])
    for card in cards:
        sorts[1 if card in roofs else 0 if card in colour else 2].append(card)
    for sort, places in zip(sorts, (village.floor_places, village.roof_places, village.end_places), strict=True):
        if sort and places:
            found.append(Choice(action, {"card": OneOf(tuple(sort)), "place": OneOf(places)}))


def _add_tokens(found: list[Choice], player: Player, village: Village) -> None:
    """Tokens that can be used in a turn (CD-27 to CD-29)."""
    tokens = player.tokens
    extra = tuple(token for token in tokens if token in (EXTRA_TURN, EXTRA_ACTION))
    if extra:
        found.append(Choice(Use, {"token": OneOf(extra)}))
    if RELOCATE in tokens and village.swaps:
        found.append(Choice(Relocate, {"cards": Pairs(village.swaps)}))
