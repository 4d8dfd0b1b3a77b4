"""Positions of Cuckooo! for tests: a game in which a test says how things lie."""

from collections.abc import Mapping
from typing import Any

from app.games.cuckooo.session import Session
from app.games.cuckooo.state import Placed, State
from app.games.session import Action, Event, GameSession, IllegalAction, Reason
from app.games.shelf import rulebook
from tests.games import conformance

BOOK = rulebook("cuckooo")
Cards = tuple[str, ...]


def cards(text: str) -> Cards:
    """Pieces by name: `purple-3 red-4`."""
    return tuple(text.split())


def all_of(*texts: str) -> tuple[Cards, ...]:
    """The pieces of each seat, from seat 1 on."""
    return tuple(cards(text) for text in texts)


def game(seats: int = 4, seed: int = 0, options: Mapping[str, str] | None = None) -> Session:
    """A game fresh from its set-up."""
    session = conformance.begin(BOOK, seats, options, seed)
    assert isinstance(session, Session)
    return session


def position(seats: int = 4, options: Mapping[str, str] | None = None, **parts: Any) -> Session:
    """A game whose state has these parts; the others are as after the set-up, but all hands are empty."""
    session = game(seats, options=options)
    empty: tuple[Cards, ...] = ((),) * seats
    for name, part in {"hands": empty, "picks": empty, **parts}.items():
        assert hasattr(session.state, name), name
        setattr(session.state, name, part)
    return session.load(session.dump(), BOOK.components().content)


def turn(hands: tuple[Cards, ...], last: str, options: Mapping[str, str] | None = None, **parts: Any) -> Session:
    """A game in which it is seat 1's turn (or another's): the hands, and the last card of the row."""
    seats = len(hands)
    cuckoos = tuple(Placed(f"cuckoo-{value}") for value in range(6, 6 - seats, -1))
    usual = {"phase": "flock", "turn": 1, "passed": True, "cuckoos": cuckoos, "row": (Placed(last, seats),)}
    return position(seats, options, **{**usual, "hands": hands, **parts})


def state_of(session: GameSession) -> State:
    """The whole state of a game, secrets included."""
    assert isinstance(session, Session)
    return session.state


def keys(events: tuple[Event, ...]) -> list[str]:
    """The keys of events, in order."""
    return [event.key for event in events]


def refusal(session: Session, seat: int, action: Action) -> Reason:
    """Why an action is refused."""
    try:
        session.apply(seat, action)
    except IllegalAction as refused:
        return refused.reason
    raise AssertionError(f"{action} is legal")


def types(session: Session, seat: int) -> list[str]:
    """The types of action that the seat may choose."""
    return [str(choice.action.__struct_config__.tag) for choice in session.choices(seat)]


def legal(session: Session, seat: int, kind: type[Action]) -> list[Any]:
    """All legal actions of a type."""
    return [action for action in session.legal_actions(seat) if isinstance(action, kind)]
