"""A game in which everything that a seat was never shown is drawn anew.

A seat knows its own hand, flock and pick; the sparrows that it passed, which are with its right neighbour until they
show; with Big Hand the pick of its left neighbour; the magpies that it looked at; the owls under the deck, which all
saw go there. The rest is drawn from the cards that it cannot place.
"""

from copy import copy
from random import Random

from app.games.cuckooo import passing
from app.games.cuckooo.passing import PASSED
from app.games.cuckooo.state import Cards, Game, State, left, put, right


def resampled(game: Game, seat: int, rng: Random) -> State:
    """The state of such a game for a seat, or for a watcher (0)."""
    state = copy(game.state)
    state.seed = rng.randbytes(len(state.seed))
    unknown = len(state.owl_deck) - state.buried
    state.owl_deck = _shuffled(state.owl_deck[:unknown], rng) + state.owl_deck[unknown:]
    state.magpies = _magpies(state, seat, rng)
    if state.phase == "pass":
        _deal_anew(game, state, seat, rng)
    elif state.phase in ("flock", "keep"):
        _place_anew(game, state, seat, rng)
    return state


def _shuffled(items: Cards, rng: Random) -> Cards:
    return tuple(rng.sample(items, len(items)))


def _magpies(state: State, seat: int, rng: Random) -> tuple[int, ...]:
    known = set(range(len(state.results)))
    for number, spy in enumerate(state.spies, start=1):
        if seat and spy == seat:
            known |= {number - 1, number}
    hidden = [position for position in range(len(state.magpies)) if position not in known]
    drawn = iter(rng.sample([state.magpies[position] for position in hidden], len(hidden)))
    return tuple(value if position in known else next(drawn) for position, value in enumerate(state.magpies))


def _deal_anew(game: Game, state: State, seat: int, rng: Random) -> None:
    """Before the picks change hands all other hands are unknown, and what was picked from them."""
    big = passing.locked(state)
    giver = left(seat, state.seats) if seat and seat == big else 0
    seen = state.picks[giver - 1] if giver else ()
    own = state.hands[seat - 1] if seat else ()
    pool = list(_shuffled(tuple(card for card in game.pieces.sparrows if card not in own + seen), rng))
    for other in range(1, state.seats + 1):
        if other == seat:
            continue
        kept = seen if other == giver else ()
        hand = kept + tuple(pool.pop() for _ in range(len(state.hands[other - 1]) - len(kept)))
        state.hands = put(state.hands, other, game.pieces.hand(hand))
        if state.picks[other - 1] and other != giver:
            state.picks = put(state.picks, other, game.pieces.hand(tuple(rng.sample(hand, PASSED))))


def _place_anew(game: Game, state: State, seat: int, rng: Random) -> None:
    """After that each other hand and hidden flock is unknown, but for what the seat passed on."""
    hidden = state.options.flocks == "hidden"
    unseen = {
        other: state.hands[other - 1] + (state.flocks[other - 1] if hidden else ())
        for other in range(1, state.seats + 1)
        if other != seat
    }
    cards = [card for mine in unseen.values() for card in mine]
    drawn: dict[int, list[str]] = {other: [] for other in unseen}
    keepers = _keepers(state, seat)
    for card in _shuffled(tuple(cards), rng):
        if seat and card in state.picks[seat - 1]:
            free = [other for other in keepers for _ in range(len(unseen[other]) - len(drawn[other]))]
            drawn[rng.choice(free)].append(card)
    pool = [card for card in cards if not any(card in mine for mine in drawn.values())]
    rng.shuffle(pool)
    for other, mine in drawn.items():
        mine += [pool.pop() for _ in range(len(unseen[other]) - len(mine))]
        rng.shuffle(mine)
        size = len(state.hands[other - 1])
        state.hands = put(state.hands, other, game.pieces.hand(tuple(mine[:size])))
        if hidden:
            state.flocks = put(state.flocks, other, tuple(mine[size:]))
    _pass_anew(game, state, seat, rng)


def _keepers(state: State, seat: int) -> tuple[int, ...]:
    """Who may have what the seat passed: its right neighbour, and with Big Hand also the next, to whom it may have gone
    on."""
    if not seat:
        return ()
    neighbour = right(seat, state.seats)
    return (neighbour, right(neighbour, state.seats)) if neighbour == state.late else (neighbour,)


def _pass_anew(game: Game, state: State, seat: int, rng: Random) -> None:
    """What others passed to others: any three of the seven cards that the receiver then had."""
    for giver in range(1, state.seats + 1):
        receiver = right(giver, state.seats)
        if seat in (giver, receiver):
            continue
        laid = tuple(card.piece for card in state.row if card.seat == receiver)
        thrown = tuple(card for pile in state.discards if pile.seat == receiver for card in pile.cards)
        had = state.hands[receiver - 1] + state.flocks[receiver - 1] + laid + thrown
        state.picks = put(state.picks, giver, game.pieces.hand(tuple(rng.sample(had, PASSED))))
