"""For whom news is made: many viewers are one audience, and get the same text."""

from typing import NamedTuple

from app.tables.seating import Viewer as Visitor


class Audience(NamedTuple):
    """Whoever sees the same: the same seat (None: none), and `game`: whether more than the table itself may be seen.

    `language` is None for who wants JSON Patch, not HTML.
    """

    seat: int | None
    host: bool
    game: bool
    language: str | None = None

    @classmethod
    def of(cls, visitor: Visitor, language: str | None = None) -> "Audience":
        """The audience to which somebody at a table belongs."""
        return cls(visitor.seat, visitor.host, visitor.sees_game, language)
