"""From stored rows to a game: which rows are live, and what they lead to."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from app.games.session import GameSession
from app.games.shelf import Components, Rulebook
from app.tables.desk import Desk
from app.tables.happenings import Happening
from app.tables.ledger import Ledger


class Row(NamedTuple):
    """A row of `moves`: an action as JSON, or the number to which an undo went back."""

    number: int
    seat: int
    bot: bool
    at: datetime
    action: str | None
    back_to: int | None


class Progress(NamedTuple):
    """Where a replay stands."""

    version: int
    session: GameSession
    ledger: Ledger


def path(rows: Mapping[int, Row], last: int, floor: int = 0) -> tuple[Row, ...] | None:
    """The rows that lead from version `floor` to version `last`, undo jumps included, or None if none do.

    What was undone is left out; the undo itself is there, since it renews the questions. Needs all rows from `floor`
    on; None also means that `floor` itself was undone.
    """
    found: list[Row] = []
    number = last
    while number > floor:
        row = rows[number]
        found.append(row)
        number = number - 1 if row.back_to is None else row.back_to
    return tuple(reversed(found)) if number == floor else None


def opening(book: Rulebook, desk: Desk, components: Components) -> tuple[Progress, Happening]:
    """The game as it began.

    Raises: whatever a stored game raises that this program cannot play.
    """
    if desk.rules is None or desk.started_at is None:
        raise ValueError("The game has not begun.")
    options = book.options(desk.options)
    session = book.session.begin(len(desk.seats), options, components.content, desk.seed, desk.rules)
    ledger = Ledger.opening(session, desk.started_at)
    return Progress(0, session, ledger), Happening(0, 0, False, desk.started_at, session.opening)


def replay(book: Rulebook, progress: Progress, rows: Iterable[Row]) -> tuple[Progress, tuple[Happening, ...]]:
    """Carry out the rows of a `path` on the progress's own session, and tell what happened.

    Raises: whatever a stored game raises that this program cannot play.
    """
    version, session, ledger = progress
    happenings = []
    for row in rows:
        version = row.number
        if row.action is None:
            ledger = ledger.returned(row.number, row.at)
            happenings.append(Happening(row.number, row.seat, row.bot, row.at, undone=row.back_to))
        else:
            events = session.apply(row.seat, book.decode(row.action))
            ledger = ledger.moved(session, row.number, row.seat, row.bot, row.at)
            happenings.append(Happening(row.number, row.seat, row.bot, row.at, events))
    return Progress(version, session, ledger), tuple(happenings)
