"""What a seat can do, and the domains of its own that the game adds."""

from collections.abc import Iterator
from random import Random
from typing import Annotated

from msgspec import Meta

from app.games.cudillero.components import ACTION_CARDS
from app.games.domains import Domain
from app.games.session import Action

CardId = Annotated[str, Meta(max_length=24)]
Place = Annotated[int, Meta(ge=0, le=99)]
"""A place of a village: a building counted from 1 at the left; 0 is the left end and buildings + 1 the right end."""
ActionCard = Annotated[int, Meta(ge=1, le=ACTION_CARDS)]


class Keep(Action, frozen=True):
    """Keep one of two roofs as the starting roof, and with the variant one of two personal objectives (CD-3, CD-38)."""

    roof: CardId
    objective: CardId = ""


class Bid(Action, frozen=True):
    """Choose two action cards to bid, in any order, and one to play (CD-8)."""

    bids: tuple[ActionCard, ActionCard]
    play: ActionCard


class Add(Action, frozen=True):
    """Choose which of the tokens `plus_10` and `plus_20` to add to the higher bid card, if any (CD-9)."""

    tokens: Annotated[tuple[CardId, ...], Meta(max_length=2)] = ()


class Buy(Action, frozen=True):
    """Take a card of the market, or the top doorway, into the hand (CD-13)."""

    card: CardId


class Build(Action, frozen=True):
    """Put a card of the hand on a place of the own village (CD-14)."""

    card: CardId
    place: Place


class Value(Action, frozen=True):
    """Raise (1) or lower (-1) the value of a colour (CD-19)."""

    colour: CardId
    by: Annotated[int, Meta(ge=-1, le=1)]


class Free(Action, frozen=True):
    """Build a card of the hand or of the market without an action (CD-20, CD-40)."""

    card: CardId
    place: Place


class Decline(Action, frozen=True):
    """Refuse one free build (CD-20)."""


class Use(Action, frozen=True):
    """Use the token `extra_turn` or `extra_action`: its actions join those left (CD-27, CD-28)."""

    token: CardId


class Relocate(Action, frozen=True):
    """Use the token `relocate`: swap two neighbouring cards of the own village, named in any order (CD-29)."""

    cards: tuple[CardId, CardId]


class Move(Action, frozen=True):
    """Move the empty doorway at this end, `left` or `right`, to the other end (CD-17)."""

    end: CardId


class Discard(Action, frozen=True):
    """Put cards of a full hand of which none can be built on the discards (CD-13)."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=40)]


class End(Action, frozen=True):
    """End the turn (CD-12)."""


class Roof(Action, frozen=True):
    """Build the starting roof on a building, or leave it: place 0 (CD-30)."""

    place: Place


Actions = Keep | Bid | Add | Buy | Build | Value | Free | Decline | Use | Relocate | Move | Discard | End | Roof


class Pairs(Domain, frozen=True, tag="pairs"):
    """A pair of cards, in either order (listed in one order only)."""

    values: tuple[tuple[str, str], ...]

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and (value in self.values or value[::-1] in self.values)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.values)

    def sample(self, rng: Random) -> tuple[str, str]:
        return self.values[int(rng.random() * len(self.values))]
