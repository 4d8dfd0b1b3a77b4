"""Tables laid for a test: a game in its first turn, with the villages, hands and cards that the test needs.

The rules do not hang on anybody's faces: tests bring cards of their own, named by what they show.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.cudillero import Session
from app.games.cudillero.actions import Add, Bid, Build, Buy, End, Free, Keep
from app.games.cudillero.components import Card, Components, Faces
from app.games.cudillero.state import Play, Player, Pool, Rank, State
from app.games.cudillero.turns import deeds, granted
from app.games.cudillero.village import Building, Village
from app.games.session import Event
from app.games.shelf import rulebook

BOOK = rulebook("cudillero")
CONTENT: Components = BOOK.components().content
SEED = bytes(range(32))
SIDES = {"l": "left", "r": "right", "u": "up", "d": "down"}
BUY_BUILD, BUILD_BUILD, BUY_BUY, VALUE_VALUE, BUY_VALUE = 18, 12, 11, 1, 2
"""Action cards by what they show."""


def floor(
    name: str, colour: str = "blue", cables: str = "", line: str = "", balconies: int = 0, neighbours: int = 0
) -> Card:
    """A floor; cables and line are letters of sides: `lr` for left and right."""
    return Card(name, "floor", colour, _sides(cables), _sides(line), balconies, neighbours)


def roof(
    name: str, colour: str = "blue", cables: str = "", bonus: str = "", chimneys: int = 0, balconies: int = 0
) -> Card:
    """A roof."""
    return Card(name, "roof", colour, _sides(cables), chimneys=chimneys, balconies=balconies, bonus=bonus)


def _sides(letters: str) -> tuple[str, ...]:
    return tuple(SIDES[letter] for letter in letters)


def content(*cards: Card) -> Components:
    """The game's own components, with cards of the test's added."""
    together = {**CONTENT.cards, **{card.id: card for card in cards}}
    return msgspec.structs.replace(CONTENT, cards=together, faces=Faces(together))


def village(cards: tuple[Card, ...], *columns: str) -> Village:
    """A village of columns such as `a b R`: cards from level 1 upward; the doorways are understood."""
    return Village(content(*cards).faces, buildings(*columns))


def buildings(*columns: str) -> tuple[Building, ...]:
    """Buildings of columns such as `a b R`, each on a doorway: `door-91` and so on."""
    return tuple((f"door-{90 + number}", *column.split()) for number, column in enumerate(columns, 1))


def begin(
    seats: int = 2, components: Components = CONTENT, seed: bytes = SEED, options: Mapping[str, str] | None = None
) -> Session:
    """A game before its first choice."""
    return Session.begin(seats, BOOK.options(options or {}), components, seed, 1)


def all_keep(session: Session) -> tuple[Event, ...]:
    """Everybody keeps what comes first; returns what happened at the last choice."""
    events: tuple[Event, ...] = ()
    for seat in session.actors():
        kept = session.private(seat)["kept"]
        events = session.apply(seat, Keep(kept.offers[0], kept.aims[0] if kept.aims else ""))
    return events


def started(
    seats: int = 2, components: Components = CONTENT, seed: bytes = SEED, options: Mapping[str, str] | None = None
) -> Session:
    """A game before its first bids."""
    session = begin(seats, components, seed, options)
    all_keep(session)
    return session


def state_of(session: Session) -> State:
    """The state itself, to lay the table as a test needs it."""
    return session.play.state


def player_of(session: Session, seat: int) -> Player:
    return session.play.player(seat)


def lay(session: Session, seat: int = 1, **parts: Any) -> None:
    """Give a seat other parts: `buildings`, `hand`, `tokens`, `cards` ..."""
    play: Play = session.play
    play.change(seat, **parts)
    if "buildings" in parts:
        play.villages[seat - 1] = Village(play.content.faces, parts["buildings"])


def in_turn(
    *cards: Card,
    play: int = BUY_BUILD,
    both: bool = True,
    columns: tuple[str, ...] = ("",),
    hand: str = "",
    tokens: tuple[str, ...] = (),
    seats: int = 2,
    options: Mapping[str, str] | None = None,
    **parts: Any,
) -> Session:
    """Seat 1 in its turn, with a card played, a village of columns and a hand; `parts` are parts of the state."""
    session = started(seats, content(*cards), options=options)
    state = state_of(session)
    state.phase = "turns"
    state.made = (None,) * seats
    state.ranks = tuple(
        Rank(seat, 18, 17, play, (), 18, both if seat == 1 else False, "high" if seat < seats else "")
        for seat in range(1, seats + 1)
    )
    state.objective = "keep_20"
    for name, value in parts.items():
        setattr(state, name, value)
    lay(session, 1, buildings=buildings(*columns), hand=tuple(hand.split()), tokens=tokens)
    state.pool = granted(Pool(), deeds(session.play), 2 if both else 1)
    return session


def bid_all(
    session: Session, *bids: tuple[int, int, int], tokens: tuple[tuple[str, ...], ...] = ()
) -> tuple[Event, ...]:
    """Everybody is given the cards of a bid (high, low, played), and makes it; then all decide on their tokens."""
    events: tuple[Event, ...] = ()
    for seat, (high, low, play) in enumerate(bids, 1):
        others = tuple(card for card in range(1, 19) if card not in (high, low, play))
        lay(session, seat, cards=tuple(sorted((high, low, play, *others[:2]))), deck=others[2:])
    for seat, (high, low, play) in enumerate(bids, 1):
        events = session.apply(seat, Bid((high, low), play))
    for seat in session.actors() if state_of(session).phase == "tokens" else ():
        events = session.apply(seat, Add(tokens[seat - 1] if tokens else ()))
    return events


def end_round(session: Session) -> tuple[Event, ...]:
    """Everybody bids the first cards of the hand and ends the turn at once; returns what happened at the last end."""
    for seat in range(1, session.seats + 1):
        play, low, high = session.private(seat)["cards"].hand[:3]
        session.apply(seat, Bid((high, low), play))
    while state_of(session).phase == "tokens":
        session.apply(session.actors()[0], Add())
    events: tuple[Event, ...] = ()
    for _ in range(session.seats):
        events = session.apply(session.actors()[0], End())
    return events


def keys(events: tuple[Event, ...]) -> list[str]:
    """What happened, by key."""
    return [event.key for event in events]


def can(session: Session, kind: type, seat: int = 1) -> set[Any]:
    """All legal actions of a type."""
    return {action for action in session.legal_actions(seat) if type(action) is kind}


def places(session: Session, card: str, kind: type[Build | Free] = Build, seat: int = 1) -> list[int]:
    """Where a card may be built."""
    return sorted(action.place for action in can(session, kind, seat) if action.card == card)


def for_sale(session: Session, seat: int = 1) -> set[str]:
    """What the seat may buy."""
    return {action.card for action in can(session, Buy, seat)}


def village_of(session: Session, seat: int = 1) -> tuple[Building, ...]:
    """The buildings as everybody sees them."""
    shown: tuple[Building, ...] = session.public()[f"village-{seat}"].buildings
    return shown


def points(session: Session, key: str, seat: int = 1) -> int:
    """The points of a line of the score."""
    return next(line.points for line in session.scores()[seat] if line.key == key)
