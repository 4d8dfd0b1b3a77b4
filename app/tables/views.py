"""What everybody at a table sees of the table itself: the `table` of `{table, public, private}`."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from app.games.session import Score, plain

if TYPE_CHECKING:
    from app.tables.desk import Seat
    from app.tables.table import Table


class UndoView(msgspec.Struct, frozen=True):
    """Whose action was the last (0: nobody's), whether that seat may take it back, and if not, why.

    Reasons: `""` (allowed), `nothing` (no action yet), `together` (others still choose at the same time), `revealed`
    (something was drawn, or somebody learned another's secret), `bot` (a bot did it), `over` (the game is over),
    `frozen`. For all but `seat` it is that `seat` has acted since.
    """

    seat: int
    allowed: bool
    reason: str


class SeatView(msgspec.Struct, frozen=True):
    """A seat. `kind` is `open`, `person` or `bot`; open seats have no name.

    `here`: whether there was activity in the last minute or so, or a page open, if only to look on; `seen_at` is the
    last time of either for a person who is not here, else None.
    `taken_over`: a bot plays for the person until the person acts again.
    `asked_at`: since when the seat has been asked what it is asked now, else None.
    """

    number: int
    kind: str
    name: str
    here: bool
    seen_at: str | None
    taken_over: bool
    asked_at: str | None


class StandingView(msgspec.Struct, frozen=True):
    """A place in the final ranking; tied seats share a place."""

    place: int
    seat: int
    points: int


class ScoreView(msgspec.Struct, frozen=True):
    """One line of a seat's score."""

    key: str
    points: int
    data: dict[str, Any]


class TableView(msgspec.Struct, frozen=True):
    """A table as everybody sees it who may see it at all. Times are UTC in ISO 8601.

    Attributes:
        id: 32 hexadecimal digits.
        game: the key of the rulebook.
        options: the game's options as plain values, all of them.
        components: the SHA-256 of the component file in hex.
        commitment: the SHA-256 of the seed in hex, from the start.
        status: gathering, playing, finished or abandoned.
        visibility: link or lobby.
        host: the seat number of the host (0 when nobody is left).
        seats: in playing order, numbered from 1. While gathering there are as many as the game takes, some open.
        least: how many seats must be taken to start.
        rematch: the id of the table that follows, or None.
        seed: in hex, only when finished; else None.
        undo: whether the last action can be taken back.
        result: the ranking, best first; empty until finished.
        scores: every line of the score by seat number (as text); empty until finished.
        frozen: the stored game does not replay with this program: it is shown as it is known, and nobody can move.
        version: the number of the last row of moves.
        revision: counts every other stored change.
    """

    id: str
    game: str
    options: dict[str, Any]
    components: str
    commitment: str
    status: str
    visibility: str
    host: int
    seats: tuple[SeatView, ...]
    least: int
    made_at: str
    started_at: str | None
    finished_at: str | None
    rematch: str | None
    seed: str | None
    undo: UndoView
    result: tuple[StandingView, ...]
    scores: dict[str, tuple[ScoreView, ...]]
    frozen: bool
    version: int
    revision: int


def describe(table: "Table") -> TableView:
    """The table as everybody sees it."""
    desk = table.desk
    over = table.status == "finished"
    session = table.session if over else None
    return TableView(
        id=desk.id,
        game=desk.game,
        options=msgspec.to_builtins(table.options),
        components=desk.components,
        commitment=desk.commitment,
        status=desk.status,
        visibility=desk.visibility,
        host=desk.host,
        seats=tuple(_seat(table, seat) for seat in desk.seats),
        least=table.rulebook.seats[0],
        made_at=utc(desk.made_at),
        started_at=utc(desk.started_at) if desk.started_at else None,
        finished_at=utc(desk.finished_at) if desk.finished_at else None,
        rematch=desk.rematch,
        seed=desk.seed.hex() if over else None,
        undo=undo(table),
        result=tuple(StandingView(it.place, it.seat, it.points) for it in session.result()) if session else (),
        scores={str(seat): tuple(map(_score, lines)) for seat, lines in session.scores().items()} if session else {},
        frozen=table.frozen,
        version=table.version,
        revision=desk.revision,
    )


def undo(table: "Table") -> UndoView:
    """Whether the last action can be taken back now."""
    last = table.ledger.last if table.ledger is not None else None
    if table.frozen:
        return UndoView(0, False, "frozen")
    if last is None:
        return UndoView(0, False, "nothing")
    if table.status != "playing":
        return UndoView(last.seat, False, "over")
    if last.bot:
        return UndoView(last.seat, False, "bot")
    if last.reveals:
        return UndoView(last.seat, False, "together" if last.together else "revealed")
    return UndoView(last.seat, True, "")


@lru_cache(maxsize=4096)
def utc(moment: datetime) -> str:
    """A time as UTC in ISO 8601, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seat(table: "Table", seat: "Seat") -> SeatView:
    asked = None
    if table.ledger is not None and seat.number in table.actors:
        asked = utc(table.ledger.questions[seat.number - 1].at)
    away = seat.last_here if seat.kind == "person" and not seat.here else None
    return SeatView(
        number=seat.number,
        kind=seat.kind,
        name=seat.name,
        here=seat.here or seat.kind == "bot",
        seen_at=utc(away) if away is not None else None,
        taken_over=seat.taken_over,
        asked_at=asked,
    )


def _score(line: Score) -> ScoreView:
    return ScoreView(line.key, line.points, plain(line.data))
