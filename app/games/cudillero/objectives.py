"""Common and personal objectives (CD-37, CD-39)."""

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from app.games.cudillero.components import COLOURS
from app.games.cudillero.village import Village


class Common(msgspec.Struct, frozen=True):
    """A common objective: when a village reaches it, and the points of the second with 3 or 4 players, if any."""

    reached: Callable[[Village], bool]
    second: int = 0


POINTS = 10
TOKEN_OBJECTIVES = {"keep_10": "plus_10", "keep_20": "plus_20"}
"""Objectives that everyone reaches who still has the token at the end."""


def _connected_floors(village: Village) -> bool:
    roofs = village.faces.roofs
    return sum(card not in roofs for card in village.lit) >= 4


def _one_colour(village: Village) -> bool:
    colour = village.faces.colour
    return max(Counter(colour[card] for card in village.cards).values(), default=0) >= 4


RACES: Mapping[str, Common] = {
    "balconies_3": Common(lambda village: village.count("balconies") >= 3),
    "neighbours_3": Common(lambda village: village.count("neighbours") >= 3),
    "connected_4": Common(_connected_floors),
    "second_line": Common(lambda village: len(village.lines) >= 2),
    "doorways_3": Common(lambda village: len(village.buildings) >= 3, 5),
    "roofs_2": Common(lambda village: sum(height > 0 for height in village.heights) >= 2, 5),
    "colour_4": Common(_one_colour, 5),
    "height_4": Common(lambda village: max(village.heights) >= 4, 5),
}
"""Objectives for the first who reaches them."""

COMMON = (*RACES, *TOKEN_OBJECTIVES)


def prizes(objective: str, seats: int) -> tuple[int, ...]:
    """The points for the first, and for the second if there is a prize; empty for an objective that is no race."""
    race = RACES.get(objective)
    if race is None:
        return ()
    return (POINTS, race.second) if race.second and seats > 2 else (POINTS,)


def _level_3(fits: Callable[[Village, str], bool]) -> Callable[[Village], bool]:
    return lambda village: any(len(building) > 3 and fits(village, building[3]) for building in village.buildings)


def _of_colour(colour: str) -> Callable[[Village], bool]:
    return _level_3(lambda village, card: village.faces.colour[card] == colour)


def _in_a_row(kinds: int) -> Callable[[Village], bool]:
    """Three horizontally adjacent cards of so many colours."""

    def met(village: Village) -> bool:
        colour = village.faces.colour
        return any(
            len({colour[card] for card in cards}) == kinds
            for three in zip(village.buildings, village.buildings[1:], village.buildings[2:], strict=False)
            for cards in zip(*(building[1:] for building in three), strict=False)
        )

    return met


PERSONAL: Mapping[str, Callable[[Village], bool]] = {
    **{f"level_3_{colour}": _of_colour(colour) for colour in COLOURS},
    "level_3_neighbour": _level_3(lambda village, card: village.faces.neighbours[card] > 0),
    "level_3_balcony": _level_3(lambda village, card: village.faces.balconies[card] > 0),
    "level_3_line": _level_3(lambda village, card: village.faces.lines[card] > 0),
    "complete_3": lambda village: sum(height > 0 for height in village.heights) >= 3,
    "height_4_twice": lambda village: sum(height >= 4 for height in village.heights) >= 2,
    "chimneys_9": lambda village: village.count("chimneys") >= 9,
    "row_same": _in_a_row(1),
    "row_different": _in_a_row(3),
}
"""For each personal objective whether a village meets it."""
