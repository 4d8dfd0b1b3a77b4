"""Phase III: totals, gold, the magpie and its silver, and on to the next round (CK-15 to CK-19, CK-28)."""

from collections.abc import Sequence

from app.games.cuckooo import ending
from app.games.cuckooo.actions import Ready
from app.games.cuckooo.components import ORDER, ROUNDS, VALUE
from app.games.cuckooo.state import Flock, Game, Settlement, State, cuckoo_of, holder, magpie_name
from app.games.cuckooo.tokens import give_back
from app.games.session import Action, Choice, Event, Flight, Refusal

GOAL = 21


def begin(game: Game) -> tuple[Event, ...]:
    """Reckon all flocks, turn up the magpie, hand out its silver. After the last round the game is over."""
    state = game.state
    flocks = tuple(_flock(state, seat) for seat in range(1, state.seats + 1))
    magpie = magpie_name(state.magpies, state.round - 1)
    order = holder(state, ORDER)
    sharers, moved = share_order(flocks, VALUE[magpie], order)
    coins = _hand_out(sharers, game.pieces.wealth)
    settled = Settlement(
        state.round,
        magpie,
        game.pieces.wealth,
        tuple(_with_silver(flock, sharers, coins) for flock in flocks),
        sharers,
        order if moved else 0,
    )
    state.gold = tuple(gold + flock.gold for gold, flock in zip(state.gold, settled.flocks, strict=True))
    state.silver = tuple(silver + len(flock.coins) for silver, flock in zip(state.silver, settled.flocks, strict=True))
    state.results = (*state.results, settled)
    state.ready = ()
    state.turn = 0
    state.phase = "settlement" if state.round < ROUNDS else "over"
    game.reveals = True
    events = _told(state, settled)
    if order:
        events.append(give_back(state, order))
    if state.phase == "over":
        events.append(ending.told(state))
    return tuple(events)


def _flock(state: State, seat: int) -> Flock:
    """Owl, sparrows and cuckoo together; a gold coin for exactly 21 (CK-15)."""
    (owl,), sparrows, cuckoo = state.owls[seat - 1], state.flocks[seat - 1], cuckoo_of(state, seat)
    total = VALUE[owl] + sum(VALUE[card] for card in sparrows) + (VALUE[cuckoo] if cuckoo else 0)
    return Flock(seat, owl, sparrows, cuckoo, total, int(total == GOAL), 0, ())


def share_order(flocks: Sequence[Flock], magpie: int, order: int = 0) -> tuple[tuple[int, ...], bool]:
    """Who shares the silver, in order: above the magpie and at most 21; without a cuckoo by owl, then by cuckoo.

    The holder of Order changes places with the one in front. Also says whether that happened (CK-16, CK-17, CK-28).
    """
    sharing = [flock for flock in flocks if magpie < flock.total <= GOAL]
    sharing.sort(key=lambda flock: (bool(flock.cuckoo), VALUE[flock.cuckoo or flock.owl]))
    seats = [flock.seat for flock in sharing]
    moves = order in seats[1:]
    if moves:
        at = seats.index(order)
        seats[at - 1], seats[at] = seats[at], seats[at - 1]
    return tuple(seats), moves


def _hand_out(sharers: tuple[int, ...], wealth: int) -> tuple[int, ...]:
    """The seats to which the coins go, one coin at a time, round and round (CK-16)."""
    return tuple(sharers[coin % len(sharers)] for coin in range(wealth)) if sharers else ()


def _with_silver(flock: Flock, sharers: tuple[int, ...], coins: tuple[int, ...]) -> Flock:
    if flock.seat not in sharers:
        return flock
    numbers = tuple(number for number, seat in enumerate(coins, start=1) if seat == flock.seat)
    place = sharers.index(flock.seat) + 1
    return Flock(flock.seat, flock.owl, flock.sparrows, flock.cuckoo, flock.total, flock.gold, place, numbers)


def _told(state: State, settled: Settlement) -> list[Event]:
    events = [Event("settlement", data={"round": settled.round})]
    if state.options.flocks == "hidden":
        events.append(Event("flocks-revealed", data={"flocks": [list(flock.sparrows) for flock in settled.flocks]}))
    for flock in settled.flocks:
        data = {"owl": flock.owl, "sparrows": list(flock.sparrows), "cuckoo": flock.cuckoo, "total": flock.total}
        events.append(Event("flock-reckoned", flock.seat, data))
    events += [Event("gold-earned", flock.seat, {"total": flock.total}) for flock in settled.flocks if flock.gold]
    flight = Flight("deck-magpies", "magpies", settled.magpie)
    events.append(Event("magpie-turned", data={"magpie": settled.magpie, "wealth": settled.wealth}, flights=(flight,)))
    if settled.moved:
        passed = settled.sharers[settled.sharers.index(settled.moved) + 1]
        events.append(Event("order-used", settled.moved, {"before": passed}))
    earned = {flock.seat: len(flock.coins) for flock in settled.flocks}
    events += [
        Event("silver-earned", seat, {"silver": earned[seat], "place": place})
        for place, seat in enumerate(settled.sharers, start=1)
        if earned[seat]
    ]
    if not settled.sharers:
        events.append(Event("nobody-shares", data={"magpie": settled.magpie}))
    return events


def actors(state: State) -> tuple[int, ...]:
    """Who has not pressed on yet (CK-19)."""
    return tuple(seat for seat in range(1, state.seats + 1) if seat not in state.ready)


def question(state: State, seat: int) -> str:
    """Whether to go on, until the seat has pressed on."""
    return "" if seat in state.ready else f"ready/{state.round}"


def refusals(_: Game, __: int) -> tuple[Refusal, ...]:
    """Nothing is refused: there is nothing else to do."""
    return ()


def choices(game: Game, seat: int) -> tuple[Choice, ...]:
    """Only to go on."""
    return () if seat in game.state.ready else (Choice(Ready),)


def carry_out(game: Game, seat: int, _: Action) -> tuple[Event, ...]:
    """The seat is ready; when all are, the next round begins."""
    state = game.state
    state.ready = tuple(sorted((*state.ready, seat)))
    game.reveals = True
    game.finished = len(state.ready) == state.seats
    return (Event("ready", seat),)
