"""Phase II: the row is opened, flocks are assembled, each player keeps an owl (CK-9 to CK-14, CK-29)."""

from typing import Literal

from app.games.cuckooo.actions import Cuckoo, Enlist, Keep, Lay, Run, Series
from app.games.cuckooo.components import ORDER, SERIES
from app.games.cuckooo.state import (
    Cards,
    Discarded,
    Game,
    Placed,
    State,
    is_last,
    last_card,
    left,
    next_cuckoo,
    put,
    without,
)
from app.games.cuckooo.tokens import give_back
from app.games.domains import OneOf
from app.games.session import Action, Choice, Event, Flight, Half, Reason, Refusal

FLOCK = 2
"""Sparrows that a flock has at most (CK-10)."""


def begin(game: Game) -> tuple[Event, ...]:
    """The holder of the highest blue sparrow opens the row with it; the seat to the left acts next (CK-9)."""
    state, card = game.state, game.pieces.opener
    seat = next(seat for seat, hand in enumerate(state.hands, start=1) if card in hand)
    state.hands = put(state.hands, seat, without(state.hands[seat - 1], card))
    state.row = (Placed(card, seat),)
    state.phase, state.turn = "flock", left(seat, state.seats)
    return (Event("row-opened", seat, {"card": card}, (Flight(f"hand-{seat}", "row", card),)),)


def question(state: State, seat: int) -> str:
    """Each action makes the hand smaller: its size names the seat's turn."""
    if seat != state.turn:
        return ""
    if state.phase == "keep":
        return f"keep/{state.round}"
    return f"turn/{state.round}/{len(state.hands[seat - 1])}"


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """A, B or C (CK-10), or which owl to keep (CK-12)."""
    state = game.state
    if seat != state.turn:
        return ()
    if state.phase == "keep":
        return (Choice(Keep, {"owl": OneOf(state.owls[seat - 1])}),)
    hand = state.hands[seat - 1]
    follow = game.pieces.follow[state.row[-1].piece]
    fitting = tuple([card for card in hand if card in follow])
    if fitting:
        offered = [Choice(Lay, {"card": OneOf(fitting)})]
        if state.tokens[seat - 1] == SERIES:
            run = _runs(game, hand, fitting)
            if any(run.follow[card] for card in fitting):
                offered.append(Choice(Series, {"cards": run}))
    else:
        offered = [Choice(Cuckoo)]
    if len(state.flocks[seat - 1]) < FLOCK:
        offered.append(Choice(Enlist, {"card": OneOf(hand)}))
    return tuple(offered)


def _runs(game: Game, hand: Cards, starts: Cards) -> Run:
    follow = game.pieces.follow
    return Run(starts, {card: tuple(other for other in hand if other in follow[card]) for card in hand})


def refusals(game: Game, seat: int) -> tuple[Refusal, ...]:
    """Why a card cannot be laid, the cuckoo not be taken, the flock not grow."""
    state = game.state
    if seat != state.turn or state.phase != "flock":
        return ()
    hand, last = state.hands[seat - 1], last_card(state)
    fitting = [card for card in hand if card in game.pieces.follow[last]]
    refused = []
    if fitting:
        refused += [
            Refusal("lay", Reason("does-not-fit", {"card": card, "last": last}), card)
            for card in hand
            if card not in fitting
        ]
        refused.append(Refusal("cuckoo", Reason("something-fits", {"cards": fitting, "last": last})))
    else:
        refused.append(Refusal("lay", Reason("nothing-fits", {"last": last})))
    if len(state.flocks[seat - 1]) == FLOCK:
        refused.append(Refusal("enlist", Reason("flock-full", {"most": FLOCK})))
    return tuple(refused)


def carry_out(game: Game, seat: int, action: Action) -> tuple[Event, ...]:
    """One of A, B and C, or the choice of an owl; then what follows from it."""
    game.reveals = False
    if type(action) is Keep:
        return _keep(game, seat, action.owl)
    state = game.state
    zone = f"hand-{seat}"
    hand = state.hands[seat - 1]
    if type(action) is Lay:
        card = action.card
        hand = without(hand, card)
        state.row = (*state.row, Placed(card, seat))
        event = Event("laid", seat, {"card": card}, (Flight(zone, "row", card),))
    elif type(action) is Enlist:
        card = action.card
        hand = without(hand, card)
        state.flocks = put(state.flocks, seat, (*state.flocks[seat - 1], card))
        event = _enlisted(state, seat, card)
    elif type(action) is Series:
        cards = action.cards
        hand = tuple(card for card in hand if card not in cards)
        state.row += tuple(Placed(card, seat) for card in cards)
        event = Event("series-laid", seat, {"cards": list(cards)}, tuple(Flight(zone, "row", card) for card in cards))
    else:
        return _take_cuckoo(game, seat)
    if hand and is_last(state, seat):
        state.hands = put(state.hands, seat, ())
        rest = _discard(state, seat, "rest", hand)
        state.phase = "keep"
        return (event, rest)
    state.hands = put(state.hands, seat, hand)
    if hand:
        state.turn = _next(state, seat)
    else:
        state.phase = "keep"
    return (event,)


def _enlisted(state: State, seat: int, card: str) -> Event:
    """Only the owner learns which sparrow joined a hidden flock (CK-14)."""
    source, target = f"hand-{seat}", f"flock-{seat}"
    if state.options.flocks == "open":
        return Event("enlisted", seat, {"card": card}, (Flight(source, target, card),))
    half = Half({"card": card}, (Flight(source, target, card),))
    return Event("enlisted-hidden", seat, flights=(Flight(source, target),), secret={seat: half})


def _take_cuckoo(game: Game, seat: int) -> tuple[Event, ...]:
    state = game.state
    cuckoo, hand = next_cuckoo(state), state.hands[seat - 1]
    state.hands = put(state.hands, seat, ())
    shown = _discard(state, seat, "cuckoo", hand)
    state.cuckoos = tuple(Placed(cuckoo, seat) if other.piece == cuckoo else other for other in state.cuckoos)
    state.phase = "keep"
    taken = Event("cuckoo-taken", seat, {"cuckoo": cuckoo}, (Flight("cuckoos", f"flock-{seat}", cuckoo),))
    return (shown, taken)


def _discard(state: State, seat: int, why: Literal["cuckoo", "rest"], cards: Cards) -> Event:
    """Discards lie face up (CK-11, CK-13)."""
    state.discards = (*state.discards, Discarded(seat, why, cards))
    return Event(
        "hand-shown" if why == "cuckoo" else "rest-discarded",
        seat,
        {"cards": list(cards)},
        tuple(Flight(f"hand-{seat}", "discards", card) for card in cards),
    )


def _next(state: State, seat: int) -> int:
    """The next seat to the left that has cards; 0 if nobody has."""
    hands = state.hands
    for _ in hands:
        seat = left(seat, state.seats)
        if hands[seat - 1]:
            return seat
    return 0


def _keep(game: Game, seat: int, owl: str) -> tuple[Event, ...]:
    """One owl stays; the other goes under the deck, and with it the action token, but Order (CK-12, CK-24)."""
    state = game.state
    other = next(mine for mine in state.owls[seat - 1] if mine != owl)
    state.owls = put(state.owls, seat, (owl,))
    state.owl_deck = (*state.owl_deck, other)
    state.buried += 1
    events = [
        Event("owl-kept", seat, {"owl": owl, "returned": other}, (Flight(f"owls-{seat}", "deck-owls", other),)),
    ]
    token = state.tokens[seat - 1]
    if token and token != ORDER:
        events.append(give_back(state, seat))
    following = _next(state, seat)
    if following:
        state.phase, state.turn = "flock", following
    else:
        game.finished = True
    return tuple(events)
