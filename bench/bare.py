"""Cuckooo! as a bare dict: the same rules without options, tokens, checks, events or secrets.

What the engines are measured against: a game in Python can hardly be faster than this.
"""

from random import Random
from typing import Any

LOWEST = {"white": 7, "yellow": 6, "orange": 5, "red": 4, "green": 3, "purple": 2, "blue": 1}

Game = dict[str, Any]
Move = tuple[str, Any]


def begin(seats: int, rng: Random) -> Game:
    """A new game, dealt."""
    owls, magpies = list(range(7, 19)), [17, 17, 18, 18, 19, 19, 20, 20]
    rng.shuffle(owls)
    rng.shuffle(magpies)
    game: Game = {"seats": seats, "round": 1, "gold": [0] * seats, "silver": [0] * seats, "magpies": magpies}
    game["owls"] = [[owls.pop(), owls.pop()] for _ in range(seats)]
    game["deck"] = owls
    _deal(game, rng)
    return game


def _deal(game: Game, rng: Random) -> None:
    seats = game["seats"]
    highest = {3: 6, 4: 7, 5: 8}[seats]
    deck = [(colour, value) for colour, low in LOWEST.items() for value in range(low, highest + 1)]
    rng.shuffle(deck)
    game["hands"] = [deck[7 * seat : 7 * seat + 7] for seat in range(seats)]
    game["flocks"] = [[] for _ in range(seats)]
    game["cuckoos"] = sorted(rng.sample(range(1, 7), seats))
    game["taken"] = [0] * seats
    game["picks"] = {}
    game["phase"] = "pass"


def actors(game: Game) -> list[int]:
    """Who must choose."""
    phase = game["phase"]
    if phase == "pass":
        return [seat for seat in range(game["seats"]) if seat not in game["picks"]]
    if phase == "ready":
        return [seat for seat in range(game["seats"]) if seat not in game["ready"]]
    return [] if phase == "over" else [game["turn"]]


def moves(game: Game, seat: int, rng: Random) -> list[Move]:
    """What the seat may do; of the many picks, one at random."""
    phase, hand = game["phase"], game["hands"][seat]
    if phase == "pass":
        return [("pass", rng.sample(hand, 3))]
    if phase == "keep":
        return [("keep", owl) for owl in game["owls"][seat]]
    if phase == "take":
        return [("take", owl) for owl in game["offer"]]
    if phase == "ready":
        return [("ready", None)]
    colour, value = game["row"][-1]
    found: list[Move] = [("lay", card) for card in hand if card[0] == colour or card[1] == value]
    if not found:
        found.append(("cuckoo", None))
    if len(game["flocks"][seat]) < 2:
        found += [("enlist", card) for card in hand]
    return found


def play(game: Game, seat: int, move: Move, rng: Random) -> None:
    """Carry out a move."""
    kind, what = move
    hand = game["hands"][seat]
    if kind == "pass":
        game["picks"][seat] = what
        if len(game["picks"]) == game["seats"]:
            _exchange(game)
    elif kind == "keep":
        _keep(game, seat, what)
    elif kind == "take":
        _take(game, seat, what, rng)
    elif kind == "ready":
        game["ready"].add(seat)
        if len(game["ready"]) == game["seats"]:
            _next_round(game)
    else:
        if kind == "cuckoo":
            hand.clear()
            game["taken"][seat] = game["cuckoos"].pop()
        else:
            hand.remove(what)
            (game["row"] if kind == "lay" else game["flocks"][seat]).append(what)
        if not any(other for at, other in enumerate(game["hands"]) if at != seat):
            hand.clear()
        if hand:
            _advance(game, seat)
        else:
            game["phase"] = "keep"


def _exchange(game: Game) -> None:
    seats = game["seats"]
    for seat in range(seats):
        for card in game["picks"][seat]:
            game["hands"][seat].remove(card)
            game["hands"][(seat - 1) % seats].append(card)
    opener = ("blue", {3: 6, 4: 7, 5: 8}[seats])
    seat = next(seat for seat in range(seats) if opener in game["hands"][seat])
    game["hands"][seat].remove(opener)
    game["row"] = [opener]
    game["phase"], game["turn"] = "flock", (seat + 1) % seats


def _advance(game: Game, seat: int) -> None:
    seats = game["seats"]
    for step in range(1, seats + 1):
        at = (seat + step) % seats
        if game["hands"][at]:
            game["phase"], game["turn"] = "flock", at
            return
    _settle(game)


def _keep(game: Game, seat: int, owl: int) -> None:
    game["deck"] += [other for other in game["owls"][seat] if other != owl]
    game["owls"][seat] = [owl]
    _advance(game, seat)


def _settle(game: Game) -> None:
    magpie, sharers = game["magpies"].pop(), []
    for seat in range(game["seats"]):
        (owl,), cuckoo = game["owls"][seat], game["taken"][seat]
        total = owl + cuckoo + sum(card[1] for card in game["flocks"][seat])
        game["gold"][seat] += total == 21
        if magpie < total <= 21:
            sharers.append((cuckoo > 0, cuckoo or owl, seat))
    sharers.sort()
    for coin in range(game["seats"] + 2 if sharers else 0):
        game["silver"][sharers[coin % len(sharers)][2]] += 1
    game["ready"] = set()
    game["phase"] = "ready" if game["round"] < 4 else "over"


def _next_round(game: Game) -> None:
    seats = game["seats"]
    game["round"] += 1
    game["offer"], game["deck"] = game["deck"][:seats], game["deck"][seats:]
    game["phase"], game["turn"] = "take", game["round"] % seats


def _take(game: Game, seat: int, owl: int, rng: Random) -> None:
    game["offer"].remove(owl)
    game["owls"][seat].append(owl)
    if game["offer"]:
        game["turn"] = (seat + 1) % game["seats"]
    else:
        _deal(game, rng)
