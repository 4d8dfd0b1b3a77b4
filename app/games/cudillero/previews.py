"""What a move of one's own would bring, worked out from open things for the seat that may make it."""

from collections.abc import Mapping

import msgspec

from app.games.cudillero.objectives import PERSONAL, POINTS
from app.games.cudillero.scoring import village_lines
from app.games.cudillero.state import Play
from app.games.cudillero.turns import is_stuck, left
from app.games.cudillero.village import Village

Change = tuple[int, int]
"""Before and after."""


class Spot(msgspec.Struct, frozen=True):
    """Where a card can be built now: place, level, the clothes lines that it completes, whether it is on the fibre."""

    card: str
    place: int
    level: int
    lines: int
    lit: bool


class Swap(msgspec.Struct, frozen=True):
    """What swapping two cards would bring: new clothes lines, and what changes from one number to another."""

    cards: tuple[str, str]
    free: int
    lines: Change
    lit: Change
    groups: Mapping[str, Change]
    """By colour the largest group."""


class RoofSpot(msgspec.Struct, frozen=True):
    """What the starting roof would bring on a place now: points in all, and each line of the score that changes."""

    place: int
    level: int
    points: int
    changes: Mapping[str, Change]


def spots(play: Play, seat: int) -> tuple[Spot, ...]:
    """Where each card that may be built now can go."""
    if play.seat != seat:
        return ()
    village, hand = play.villages[seat - 1], play.player(seat).hand
    if play.state.pool.free:
        cards = (*hand, *play.stalls)
    elif left(play, "build"):
        cards = hand
    else:
        return ()
    found = []
    for card in cards:
        for place in village.places(card):
            level = village.level(place)
            lit = level > 0 and village.lights(card, place)
            found.append(Spot(card, place, level, len(village.lines_made(card, place)), lit))
    return tuple(found)


def swaps(village: Village) -> tuple[Swap, ...]:
    """Every swap that the Relocate token allows."""
    return tuple(_swap(village, cards) for cards in village.swaps)


def _swap(village: Village, cards: tuple[str, str]) -> Swap:
    one, other = cards
    faces, after = village.faces, village.swapped(cards)
    free, lines, lit = 0, len(village.lines), len(village.lit)
    changed = {"lines": (lines, lines), "lit": (lit, lit)}
    if faces.lines[one] or faces.lines[other]:
        free = len(after.new_lines(village))
        changed["lines"] = (lines, len(after.lines))
    if faces.cables[one] != faces.cables[other]:
        changed["lit"] = (lit, len(after.lit))
    groups = {}
    if faces.colour[one] != faces.colour[other]:
        groups = {
            colour: (len(group), len(after.groups[colour]))
            for colour, group in village.groups.items()
            if len(group) != len(after.groups[colour])
        }
    return Swap(cards, free, changed["lines"], changed["lit"], groups)


def snares(play: Play, seat: int) -> tuple[str, ...]:
    """The cards whose purchase would leave a full hand of which nothing can be built (CD-13)."""
    if play.seat != seat or play.state.pool.free or not left(play, "buy"):
        return ()
    village, hand = play.villages[seat - 1], play.player(seat).hand
    if len(hand) + 1 != village.limit:
        return ()
    return tuple(card for card in play.stalls if is_stuck(village, (*hand, card)))


def roof_spots(village: Village, values: tuple[int, ...], roof: str, aim: str) -> tuple[RoofSpot, ...]:
    """What the starting roof would bring on each place."""
    before = _points(village, values, aim)
    found = []
    for place in village.roof_places:
        after = _points(village.built(roof, place), values, aim)
        changes = {key: (before[key], points) for key, points in after.items() if points != before[key]}
        gain = sum(after.values()) - sum(before.values())
        found.append(RoofSpot(place, village.level(place), gain, changes))
    return tuple(found)


def _points(village: Village, values: tuple[int, ...], aim: str) -> dict[str, int]:
    points = {line.key: line.points for line in village_lines(village, values)}
    if aim:
        points["personal"] = POINTS if PERSONAL[aim](village) else 0
    return points
