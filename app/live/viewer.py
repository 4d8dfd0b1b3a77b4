"""Somebody who looks at a table."""

import asyncio
from collections.abc import Callable

from app.live.room import Room
from app.tables.number import Number

BEAT = 10.0
"""Seconds between two signs of life on a quiet line; browsers give up after 25."""
PATIENCE = 5.0
"""Who does not take a message for so many seconds is dropped, never waited for."""


class Viewer:
    """Somebody who looks at a table: a bell and the number told last, not a queue.

    One task looks after all viewers of a process (`tick`): a timer for each message would cost more than the message.

    Attributes:
        bell: rings when there is something to tell, or when it is time for a sign of life.
        room: what the viewer looks at.
        number: what was told last; None before the whole was told.
        sending_since: since when the present message is on its way, on the clock of the event loop; None: it was taken.
        drop: ends the line; set by whoever holds it.
        dropped: whether the viewer was too slow.
    """

    __slots__ = ("_told_at", "bell", "drop", "dropped", "number", "room", "sending_since")

    def __init__(self, room: Room, number: Number | None) -> None:
        self.room = room
        self.bell = asyncio.Event()
        self.number = number
        self.sending_since: float | None = None
        self.drop: Callable[[], object] = _nothing
        self.dropped = False
        self._told_at = asyncio.get_running_loop().time()

    def sends(self, now: float) -> None:
        """Note that a message goes out."""
        self.sending_since = self._told_at = now

    def tick(self, now: float) -> None:
        """Ring when nothing was told for `BEAT` seconds; drop who has not taken a message for `PATIENCE`."""
        if self.sending_since is not None:
            if now - self.sending_since > PATIENCE and not self.dropped:
                self.dropped = True
                self.drop()
        elif now - self._told_at > BEAT:
            self.bell.set()


def _nothing() -> None:
    """There is no line yet."""
