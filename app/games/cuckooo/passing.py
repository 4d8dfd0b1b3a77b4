"""Phase I, recruitment: cuckoos turn up, sparrows are dealt, three pass to the right (CK-7, CK-8, CK-27)."""

from app.games.cuckooo.actions import Pass
from app.games.cuckooo.components import BIG_HAND, DEALT
from app.games.cuckooo.state import Cards, Game, Placed, State, holder, left, put, right
from app.games.domains import SomeOf
from app.games.session import Choice, Event, Flight, Half, Reason, Refusal

PASSED = 3


def begin(game: Game) -> tuple[Event, ...]:
    """Turn up as many cuckoos as players and deal the whole sparrow deck (CK-7, CK-8)."""
    state, seats = game.state, game.state.seats
    turned = game.chance.shuffle("cuckoos", game.pieces.cuckoos, round=state.round)[:seats]
    deck = game.chance.shuffle("sparrows", game.pieces.sparrows, round=state.round)
    state.cuckoos = tuple(Placed(cuckoo) for cuckoo in game.pieces.cuckoos if cuckoo in turned)
    state.hands = tuple(game.pieces.hand(deck[seat * DEALT : (seat + 1) * DEALT]) for seat in range(seats))
    state.picks = ((),) * seats
    state.passed = False
    state.late = 0
    state.phase, state.turn = "pass", 0
    game.reveals = True
    cuckoos = [cuckoo.piece for cuckoo in state.cuckoos]
    return (
        Event(
            "cuckoos-turned",
            data={"cuckoos": cuckoos},
            flights=tuple(Flight("deck-cuckoos", "cuckoos", cuckoo) for cuckoo in cuckoos),
        ),
        Event(
            "sparrows-dealt",
            data={"count": DEALT},
            flights=tuple(Flight("deck-sparrows", f"hand-{seat}") for seat in range(1, seats + 1)),
            secret={
                seat: Half({"cards": list(hand)}, tuple(Flight("deck-sparrows", f"hand-{seat}", card) for card in hand))
                for seat, hand in enumerate(state.hands, start=1)
            },
        ),
    )


def locked(state: State) -> int:
    """The holder of Big Hand once all others have picked: their picks are locked then (CK-27). Else 0."""
    seat = holder(state, BIG_HAND)
    return seat if seat and all(state.picks[: seat - 1]) and all(state.picks[seat:]) else 0


def incoming(state: State, seat: int) -> Cards:
    """What the left neighbour passes to the seat, if the seat sees it before it picks its own (CK-27)."""
    return state.picks[left(seat, state.seats) - 1] if seat == locked(state) else ()


def actors(state: State) -> tuple[int, ...]:
    """Who has yet to pick: the holder of Big Hand only when all others have (CK-8, CK-27)."""
    last = locked(state)
    if last:
        return (last,)
    late = holder(state, BIG_HAND)
    return tuple(seat for seat, pick in enumerate(state.picks, start=1) if not pick and seat != late)


def question(state: State, seat: int) -> str:
    """A pick may be replaced until the last player has picked, but not once it is locked."""
    if locked(state):
        return f"pass-of-ten/{state.round}" if seat == locked(state) else ""
    return f"pass/{state.round}" if seat != holder(state, BIG_HAND) else ""


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """Any three of the hand; of ten cards with Big Hand."""
    state = game.state
    if not question(state, seat):
        return ()
    cards = game.pieces.hand(state.hands[seat - 1] + incoming(state, seat))
    return (Choice(Pass, {"cards": SomeOf(cards, PASSED, PASSED)}),)


def refusals(game: Game, seat: int) -> tuple[Refusal, ...]:
    """Why the seat cannot pick, or not pick anew."""
    state = game.state
    last = locked(state)
    if last and seat != last:
        return (Refusal("pass", Reason("picks-locked", {"seat": last})),)
    if not last and seat == holder(state, BIG_HAND):
        return (Refusal("pass", Reason("picks-last", {"waiting": list(actors(state))})),)
    return ()


def carry_out(game: Game, seat: int, action: Pass) -> tuple[Event, ...]:
    """Note a pick; when all have picked, all take what they got (CK-8)."""
    state = game.state
    again = bool(state.picks[seat - 1])
    before = locked(state)
    pick = game.pieces.hand(action.cards)
    state.picks = put(state.picks, seat, pick)
    game.reveals = True
    picked = Event("pick-changed" if again else "pick-made", seat, secret={seat: Half({"cards": list(pick)})})
    if all(state.picks):
        return (picked, _exchange(game))
    last = locked(state)
    if last and not before:
        shown = {last: Half({"cards": list(incoming(state, last))})}
        return (picked, Event("picks-locked", last, {"from": left(last, state.seats)}, secret=shown))
    return (picked,)


def _exchange(game: Game) -> Event:
    state, seats = game.state, game.state.seats
    hands = []
    for seat, (hand, pick) in enumerate(zip(state.hands, state.picks, strict=True), start=1):
        got = state.picks[left(seat, seats) - 1]
        hands.append(game.pieces.hand(tuple(card for card in hand + got if card not in pick)))
    state.hands = tuple(hands)
    state.passed = True
    state.late = holder(state, BIG_HAND)
    event = Event(
        "sparrows-passed",
        data={"count": PASSED},
        flights=tuple(
            Flight(f"hand-{seat}", f"hand-{right(seat, seats)}") for seat in range(1, seats + 1) for _ in range(PASSED)
        ),
        secret={seat: _half(state, seat) for seat in range(1, seats + 1)},
    )
    game.finished = True
    return event


def _half(state: State, seat: int) -> Half:
    """What a seat learns when the picks change hands: what it gave and what it got, and to and from whom."""
    seats = state.seats
    given, got = state.picks[seat - 1], state.picks[left(seat, seats) - 1]
    return Half(
        {"passed": list(given), "to": right(seat, seats), "received": list(got), "from": left(seat, seats)},
        (
            *(Flight(f"hand-{seat}", f"hand-{right(seat, seats)}", card) for card in given),
            *(Flight(f"hand-{left(seat, seats)}", f"hand-{seat}", card) for card in got),
        ),
    )
