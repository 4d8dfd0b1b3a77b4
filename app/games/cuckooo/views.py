"""What is seen of a game: the public regions, and what one seat alone sees (CK-14 and "Fairness of information")."""

from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.cuckooo import ending, passing
from app.games.cuckooo.assembling import FLOCK
from app.games.cuckooo.components import BIG_HAND, ROUNDS, SERIES, VALUE, Pieces
from app.games.cuckooo.settlement import GOAL
from app.games.cuckooo.state import (
    Cards,
    Game,
    Options,
    Placed,
    Settlement,
    State,
    cuckoo_of,
    holder,
    is_last,
    last_card,
    left,
    magpie_name,
    next_cuckoo,
    right,
)
from app.games.session import Prompt, Regions, Turn, View


class Round(msgspec.Struct, frozen=True):
    """Region `round`: which of how many, who deals, and by which options the game is played."""

    number: int
    of: int
    dealer: int
    flocks: str
    tokens: str


class Player(msgspec.Struct, frozen=True):
    """Region `player-N`: what lies before a seat. `enlisted` is the size of the flock; its `sparrows` are
    left out while they are hidden."""

    seat: int
    owls: Cards
    sparrows: Cards
    enlisted: int
    cuckoo: str
    hand: int
    token: str
    gold: int
    silver: int


class Decks(msgspec.Struct, frozen=True):
    """Region `decks`: how many owls, magpies and face-down cuckoos there are, and which magpies were turned up."""

    owls: int
    magpies: int
    cuckoos: int
    turned: Cards


class Offer(msgspec.Struct, frozen=True):
    """Region `offer`: the owls turned up in this round and who took each; the action tokens, and who has each."""

    owls: tuple[Placed, ...]
    tokens: tuple[Placed, ...]


class Passed(msgspec.Struct, frozen=True):
    """Private region `passed`: the sparrows passed and received in this round, as far as they have changed hands."""

    given: Cards
    to: int
    received: Cards
    source: int


class Reckoning(msgspec.Struct, frozen=True):
    """Private region `reckoning`, one for each own owl: the flock's total with it, what is missing to 21, and the total
    after enlisting each sparrow that may join, or after taking the highest cuckoo left (0: none to take)."""

    owl: str
    total: int
    missing: int
    with_card: Mapping[str, int]
    with_cuckoo: int


def public(game: Game, actors: tuple[int, ...], regions: Regions) -> View:
    """The regions that everybody sees."""
    state = game.state
    region = regions.region
    tokens = game.pieces.tokens if state.options.tokens == "on" else ()
    shown = state.options.flocks == "open" or state.phase in ("settlement", "over")
    view: View = {
        "turn": region("turn", Turn, state.phase, state.round, actors, _done(state), _turn_data(state)),
        "round": region("round", _round, state.round, state.dealer, state.options),
        "row": state.row,
        "cuckoos": state.cuckoos,
        "discards": state.discards,
        "decks": region("decks", _decks, state.owl_deck, state.magpies, len(state.results), state.cuckoos, game.pieces),
        "offer": region("offer", _offer, state.offer, tokens, state.tokens),
        "settlement": _settlement(state),
        "results": state.results,
    }
    for seat in range(1, state.seats + 1):
        at = seat - 1
        view[f"player-{seat}"] = region(
            f"player-{seat}",
            Player,
            seat,
            state.owls[at],
            state.flocks[at] if shown else (),
            len(state.flocks[at]),
            cuckoo_of(state, seat),
            len(state.hands[at]) if state.hands else 0,
            state.tokens[at],
            state.gold[at],
            state.silver[at],
        )
    return view


def _round(number: int, dealer: int, options: Options) -> Round:
    return Round(number, ROUNDS, dealer, options.flocks, options.tokens)


def _decks(owls: Cards, magpies: tuple[int, ...], settled: int, cuckoos: tuple[Placed, ...], pieces: Pieces) -> Decks:
    turned = tuple(magpie_name(magpies, position) for position in range(settled))
    return Decks(len(owls), len(magpies) - settled, len(pieces.cuckoos) - len(cuckoos), turned)


def _offer(owls: tuple[Placed, ...], tokens: Cards, held: Cards) -> Offer:
    return Offer(owls, tuple(Placed(token, held.index(token) + 1 if token in held else 0) for token in tokens))


def _settlement(state: State) -> Settlement | None:
    return state.results[-1] if state.phase in ("settlement", "over") else None


def _done(state: State) -> tuple[int, ...]:
    """Who has made a choice that all make at the same time."""
    if state.phase == "pass":
        return tuple(seat for seat, pick in enumerate(state.picks, start=1) if pick)
    return state.ready if state.phase == "settlement" else ()


def _turn_data(state: State) -> dict[str, Any]:
    match state.phase:
        case "pass":
            return {"holder": holder(state, BIG_HAND), "locked": bool(passing.locked(state))}
        case "flock":
            final = is_last(state, state.turn)
            return {"last": last_card(state), "cuckoo": next_cuckoo(state), "final": final, "then": _then(state)}
        case "keep":
            return {"owls": list(state.owls[state.turn - 1]), "then": _then(state)}
        case "take" | "swap":
            return {"then": _then_take(state)}
        case "over":
            return {"winner": ending.result(state)[0].seat}
        case _:
            return {}


def _then(state: State) -> list[int]:
    """The seats with cards that follow the one that acts."""
    seats = [(state.turn + step - 1) % state.seats + 1 for step in range(1, state.seats)]
    return [seat for seat in seats if state.hands[seat - 1]]


def _then_take(state: State) -> list[int]:
    """The seats that take an owl after the one that acts."""
    seats, seat = [], left(state.turn, state.seats)
    while seat != state.dealer:
        seats.append(seat)
        seat = left(seat, state.seats)
    return seats


def private(game: Game, actors: tuple[int, ...], seat: int) -> View:
    """The regions that the seat alone sees."""
    state, at = game.state, seat - 1
    hand, pick = state.hands[at], state.picks[at]
    return {
        "prompt": prompt(game, actors, seat),
        "hand": hand,
        "pick": () if state.passed else pick,
        "incoming": passing.incoming(state, seat) if state.phase == "pass" else (),
        "passed": _passed(state, seat),
        "flock": state.flocks[at],
        "reckoning": _reckoning(state, seat),
        "spied": _spied(state, seat),
    }


def _passed(state: State, seat: int) -> Passed | None:
    if not state.passed:
        return None
    source = left(seat, state.seats)
    return Passed(state.picks[seat - 1], right(seat, state.seats), state.picks[source - 1], source)


def _reckoning(state: State, seat: int) -> tuple[Reckoning, ...]:
    sparrows, hand, cuckoo = state.flocks[seat - 1], state.hands[seat - 1], cuckoo_of(state, seat)
    base = sum(VALUE[card] for card in sparrows) + (VALUE[cuckoo] if cuckoo else 0)
    cards = hand if len(sparrows) < FLOCK else ()
    highest = next_cuckoo(state) if hand else ""
    totals = [(owl, VALUE[owl] + base) for owl in state.owls[seat - 1]]
    return tuple(
        Reckoning(
            owl,
            total,
            GOAL - total,
            {card: total + VALUE[card] for card in cards},
            total + VALUE[highest] if highest else 0,
        )
        for owl, total in totals
    )


def _spied(state: State, seat: int) -> Cards:
    """The two magpies that the seat looked at in this round, until the next owls are turned up (CK-25)."""
    if state.spies[state.round - 1] != seat:
        return ()
    return tuple(magpie_name(state.magpies, position) for position in (state.round - 1, state.round))


def prompt(game: Game, actors: tuple[int, ...], seat: int) -> Prompt:
    """What the seat is asked, or whom it awaits."""
    state = game.state
    if state.phase == "over":
        return Prompt("over", {"place": next(s.place for s in ending.result(state) if s.seat == seat)})
    if state.phase == "pass":
        return _passing_prompt(state, actors, seat)
    if state.phase == "settlement":
        waiting = [other for other in actors if other != seat]
        return Prompt("ready" if seat in actors else "await-ready", {"round": state.round, "waiting": waiting})
    if seat != state.turn:
        key = {"flock": "await-turn", "keep": "await-keep", "take": "await-take", "swap": "await-swap"}[state.phase]
        return Prompt(key, {"seat": state.turn})
    if state.phase == "flock":
        return _turn_prompt(game, seat)
    if state.phase == "keep":
        return Prompt("keep", {"owls": list(state.owls[seat - 1])})
    if state.phase == "swap":
        return Prompt("swap")
    return Prompt("equip" if state.options.tokens == "on" else "take", {"then": _then_take(state)})


def _passing_prompt(state: State, actors: tuple[int, ...], seat: int) -> Prompt:
    to, source = right(seat, state.seats), left(seat, state.seats)
    last = passing.locked(state)
    if last:
        if seat == last:
            return Prompt("pass-of-ten", {"to": to, "from": source})
        return Prompt("await-last-pick", {"seat": last})
    if seat == holder(state, BIG_HAND):
        return Prompt("await-picks", {"waiting": list(actors)})
    waiting = [other for other in actors if other != seat]
    return Prompt("pass" if seat in actors else "pass-again", {"to": to, "from": source, "waiting": waiting})


def _turn_prompt(game: Game, seat: int) -> Prompt:
    state = game.state
    last = last_card(state)
    fits = any(card in game.pieces.follow[last] for card in state.hands[seat - 1])
    full = len(state.flocks[seat - 1]) == FLOCK
    key = ("turn-lay" if full else "turn") if fits else ("turn-cuckoo" if full else "turn-stuck")
    data = {
        "last": last,
        "cuckoo": next_cuckoo(state),
        "final": is_last(state, seat),
        "series": state.tokens[seat - 1] == SERIES,
    }
    return Prompt(key, data)
