"""What happened at a table, one row of `moves` at a time."""

from dataclasses import dataclass
from datetime import datetime

from app.games.session import Event


@dataclass(frozen=True, slots=True)
class Happening:
    """What one command brought about.

    Attributes:
        number: the version that it made; 0 is the set-up of the game.
        seat: who did it; 0 at the set-up.
        bot: whether a bot did it for the seat.
        at: when, UTC.
        events: what happened, in order, with the secret halves: never hand these on, see `seen_by`.
        undone: for an undo, the version to which it went back (it has no events); else None.
    """

    number: int
    seat: int
    bot: bool
    at: datetime
    events: tuple[Event, ...] = ()
    undone: int | None = None

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """The events as a seat learns them, or a watcher (None)."""
        return tuple(event.seen_by(seat) for event in self.events)
