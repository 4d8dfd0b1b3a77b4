"""The cards and what else is in the box, and the look-ups that the rules need (CD-45)."""

from collections.abc import Mapping

import msgspec

COLOURS = ("blue", "yellow", "white", "red")
ENDS = ("left", "right")
"""The ends of a row of doorways."""
SIDES = (*ENDS, "up", "down")
DEEDS = ("buy", "build", "value")
"""What an action card can show."""
BONUSES = ("", "chimneys_x2", "balconies_x2", "neighbours_x2", "height_plus_1", "connection_plus_1")
FLOORS = 60
ROOFS = 24
ACTION_CARDS = 18
DOORWAYS = 4
"""Doorways for each player (CD-2)."""
SEATS = (2, 3, 4)
"""How many can play."""

LEFT, RIGHT, UP, DOWN = 1, 2, 4, 8
SIDE_BITS = {"left": LEFT, "right": RIGHT, "up": UP, "down": DOWN}


class Card(msgspec.Struct, frozen=True):
    """The face of a floor or a roof. `cables` and `clothes_line` name the sides at which they leave the card."""

    id: str
    kind: str
    colour: str
    cables: tuple[str, ...] = ()
    clothes_line: tuple[str, ...] = ()
    balconies: int = 0
    neighbours: int = 0
    chimneys: int = 0
    bonus: str = ""


class Faces:
    """All floors and roofs by id, with sides as bits, for quick questions. Doorways are in none of the look-ups."""

    __slots__ = ("balconies", "bonus", "cables", "cards", "chimneys", "colour", "lines", "neighbours", "roofs")

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self.cards = cards
        self.roofs = frozenset(card.id for card in cards.values() if card.kind == "roof")
        self.colour = {card.id: card.colour for card in cards.values()}
        self.cables = {card.id: sum(SIDE_BITS[side] for side in card.cables) for card in cards.values()}
        self.lines = {card.id: sum(SIDE_BITS[side] for side in card.clothes_line) for card in cards.values()}
        self.balconies = {card.id: card.balconies for card in cards.values()}
        self.neighbours = {card.id: card.neighbours for card in cards.values()}
        self.chimneys = {card.id: card.chimneys for card in cards.values()}
        self.bonus = {card.id: card.bonus for card in cards.values() if card.bonus}


class Stalls(msgspec.Struct, frozen=True):
    """How many roofs and floors lie face up in the market (CD-4)."""

    roofs: int
    floors: int


class Components(msgspec.Struct, frozen=True):
    """A checked component file."""

    name: str
    value_limit: int
    stock_market_line: int
    doorways: int
    market: Mapping[int, Stalls]
    action_cards: Mapping[int, tuple[str, str]]
    cards: Mapping[str, Card]
    faces: Faces
