"""A turn: actions of the played card, tokens, free builds (CD-12 to CD-22, CD-27 to CD-29, CD-40)."""

from msgspec.structs import replace

from app.games.cudillero import market, rounds
from app.games.cudillero.actions import (
    Build,
    Buy,
    Decline,
    Discard,
    End,
    Free,
    Move,
    Relocate,
    Use,
    Value,
)
from app.games.cudillero.components import COLOURS
from app.games.cudillero.objectives import RACES, prizes
from app.games.cudillero.state import EXTRA_TURN, RELOCATE, TOKENS, Play, Pool
from app.games.cudillero.village import Village, is_doorway
from app.games.session import Flight

MANY_COLOURS = 3
"""Colours in a village that bring the Extra turn token (CD-21)."""


def begin(play: Play, turn: int) -> None:
    """The turn of the next in order, with the actions that the bid has won (CD-10, CD-11)."""
    state = play.state
    state.turn = turn
    rank = state.ranks[turn]
    state.pool = granted(Pool(), deeds(play), 2 if rank.both else 1)
    play.tell("turn-began", rank.seat, {"play": rank.play, "both": rank.both})


def deeds(play: Play) -> tuple[str, str]:
    """The two actions of the card that is played in the present turn."""
    state = play.state
    return play.content.action_cards[state.ranks[state.turn].play]


def granted(pool: Pool, pair: tuple[str, str], actions: int) -> Pool:
    """The pool with both actions of a card more, or with one of the two (CD-10, CD-27, CD-28)."""
    if pair[0] == pair[1]:
        return replace(pool, first=pool.first + actions)
    if actions == 2:
        return replace(pool, first=pool.first + 1, second=pool.second + 1)
    return replace(pool, either=pool.either + 1)


def left(play: Play, deed: str) -> int:
    """How often an action can still be done in this turn."""
    first, second = deeds(play)
    pool = play.state.pool
    if deed == first:
        return pool.first + pool.either
    return pool.second + pool.either if deed == second else 0


def _spend(play: Play, deed: str) -> None:
    pool = play.state.pool
    step = pool.step + 1
    if deed == deeds(play)[0] and pool.first:
        play.state.pool = replace(pool, first=pool.first - 1, step=step)
    elif deed == deeds(play)[1] and pool.second:
        play.state.pool = replace(pool, second=pool.second - 1, step=step)
    else:
        play.state.pool = replace(pool, either=pool.either - 1, step=step)


def _step(play: Play, free: int = 0) -> None:
    pool = play.state.pool
    play.state.pool = replace(pool, free=pool.free + free, step=pool.step + 1)


def is_stuck(village: Village, hand: tuple[str, ...]) -> bool:
    """Whether a hand is full and none of its cards can be built (CD-13)."""
    return len(hand) >= village.limit and not any(village.places(card) for card in hand)


# --- actions of the card ---


def buy(play: Play, seat: int, action: Buy) -> None:
    """Take a card of the market into the hand (CD-13)."""
    market.take(play, action.card)
    play.change(seat, hand=(*play.player(seat).hand, action.card))
    _spend(play, "buy")
    play.tell("bought", seat, {"card": action.card}, (Flight(_stall(action.card), f"hand-{seat}", action.card),))


def _stall(card: str) -> str:
    return "deck-doorways" if is_doorway(card) else "market"


def build(play: Play, seat: int, action: Build) -> None:
    """Put a card of the hand on a place of the village (CD-14 to CD-16)."""
    _spend(play, "build")
    _place(play, seat, action.card, action.place, "built")


def value(play: Play, seat: int, action: Value) -> None:
    """Raise or lower a colour; raised to the stock market line it may bring a free build (CD-19, CD-40)."""
    state = play.state
    at = COLOURS.index(action.colour)
    now = state.values[at] + action.by
    values = list(state.values)
    values[at] = now
    state.values = (values[0], values[1], values[2], values[3])
    _spend(play, "value")
    play.tell("raised" if action.by > 0 else "lowered", seat, {"colour": action.colour, "value": now})
    line = play.content.stock_market_line
    if state.options.with_stock and action.by > 0 and now == line and action.colour not in state.stocked:
        state.stocked = (*state.stocked, action.colour)
        state.pool = replace(state.pool, free=state.pool.free + 1)
        play.tell("stock-reached", seat, {"colour": action.colour, "value": now})
        _lapse(play, seat)


# --- free builds ---


def free(play: Play, seat: int, action: Free) -> None:
    """Build a card of the hand or of the market without an action (CD-20)."""
    _step(play, -1)
    _place(play, seat, action.card, action.place, "built-free")


def decline(play: Play, seat: int, _: Decline) -> None:
    """Refuse one free build (CD-20)."""
    _step(play, -1)
    play.tell("declined", seat, {"left": play.state.pool.free})


def _place(play: Play, seat: int, card: str, place: int, key: str) -> None:
    """Put a card of the hand or market on a place, with all that follows from it."""
    player, before = play.player(seat), play.villages[seat - 1]
    held = card in player.hand
    hand = tuple(other for other in player.hand if other != card)
    if not held:
        market.take(play, card)
    made = before.lines_made(card, place)
    level = before.level(place)
    play.settle(seat, before.built(card, place), hand=hand)
    source = f"hand-{seat}" if held else _stall(card)
    play.tell(
        key,
        seat,
        {"card": card, "place": place, "level": level, "source": "hand" if held else "market"},
        (Flight(source, f"village-{seat}", card),),
    )
    _settle_lines(play, seat, made)
    _gain_extra_turn(play, seat)
    _claim(play, seat)
    _lapse(play, seat)


def _settle_lines(play: Play, seat: int, made: tuple[tuple[str, str], ...]) -> None:
    for line in made:
        play.tell("line-completed", seat, {"cards": list(line)})
    if made:
        pool = play.state.pool
        play.state.pool = replace(pool, free=pool.free + len(made))


def _gain_extra_turn(play: Play, seat: int) -> None:
    """The token for the third colour, at once and once a game (CD-21)."""
    player = play.player(seat)
    if not player.gained and len(play.villages[seat - 1].colours) >= MANY_COLOURS:
        tokens = tuple(token for token in TOKENS if token in player.tokens or token == EXTRA_TURN)
        play.change(seat, tokens=tokens, gained=True)
        flight = Flight("box", f"tokens-{seat}", f"{EXTRA_TURN}-{seat}")
        play.tell("token-gained", seat, {"token": EXTRA_TURN}, (flight,))


def _claim(play: Play, seat: int) -> None:
    """The common objective, if the village reaches it and there are points left (CD-37)."""
    state = play.state
    points = prizes(state.objective, play.seats)[len(state.claims) :]
    if points and seat not in state.claims and RACES[state.objective].reached(play.villages[seat - 1]):
        state.claims = (*state.claims, seat)
        play.tell("objective-reached", seat, {"objective": state.objective, "points": points[0]})


def _lapse(play: Play, seat: int) -> None:
    """Free builds lapse when no card has a legal place (CD-20)."""
    pool = play.state.pool
    if not pool.free:
        return
    village = play.villages[seat - 1]
    if not any(village.places(card) for card in (*play.player(seat).hand, *play.stalls)):
        play.state.pool = replace(pool, free=0)
        play.tell("lapsed", seat, {"count": pool.free})


# --- tokens and what is free ---


def use(play: Play, seat: int, action: Use) -> None:
    """Use Extra turn or Extra action: its actions join the pool (CD-27, CD-28)."""
    _drop_token(play, seat, action.token)
    _step(play)
    play.state.pool = granted(play.state.pool, deeds(play), 2 if action.token == EXTRA_TURN else 1)


def _drop_token(play: Play, seat: int, token: str) -> None:
    play.change(seat, tokens=tuple(other for other in play.player(seat).tokens if other != token))
    play.tell("token-used", seat, {"token": token}, (Flight(f"tokens-{seat}", "box", f"{token}-{seat}"),))


def relocate(play: Play, seat: int, action: Relocate) -> None:
    """Swap two neighbouring cards; a new clothes line gives its free build (CD-29)."""
    _drop_token(play, seat, RELOCATE)
    _step(play)
    before = play.villages[seat - 1]
    after = before.swapped(action.cards)
    play.settle(seat, after)
    play.tell("relocated", seat, {"cards": list(action.cards)})
    _settle_lines(play, seat, after.new_lines(before))
    _claim(play, seat)
    _lapse(play, seat)


def move(play: Play, seat: int, action: Move) -> None:
    """Move an empty doorway from one end to the other (CD-17)."""
    _step(play)
    play.settle(seat, play.villages[seat - 1].moved(action.end))
    play.tell("doorway-moved", seat, {"end": action.end})


def discard(play: Play, seat: int, action: Discard) -> None:
    """Discard cards of a hand that is stuck (CD-13)."""
    market.discard(play, action.cards)
    play.change(seat, hand=tuple(card for card in play.player(seat).hand if card not in action.cards))
    _step(play)
    flights = tuple(Flight(f"hand-{seat}", "discards", card) for card in action.cards)
    play.tell("discarded", seat, {"cards": list(action.cards)}, flights)


def end(play: Play, seat: int, _: End) -> None:
    """End the turn (CD-12); after the last one the round ends (CD-23)."""
    play.tell("turn-ended", seat)
    state = play.state
    if state.turn + 1 < len(state.ranks):
        begin(play, state.turn + 1)
    else:
        rounds.end(play)
