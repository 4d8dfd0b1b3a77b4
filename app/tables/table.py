"""A table at one moment: what the rest of the house looks at. It never changes once it is handed out."""

from collections.abc import Sequence
from typing import Any

from app.games.session import GameSession, View
from app.games.shelf import Rulebook
from app.tables.desk import Desk, Seat
from app.tables.happenings import Happening
from app.tables.ledger import Ledger
from app.tables.number import Number
from app.tables.views import TableView, describe

RECENT = 32
"""How many of the last happenings a table remembers for those who look on."""

SNAPSHOT_EVERY = 20
"""After so many moves the state is stored."""


class Table:
    """A table: its desk, and its game if it has one. Views are made when they are first asked for, and kept.

    Attributes:
        desk: what is stored besides the moves.
        rulebook: the game on the shelf.
        options: the options as the game's own struct.
        version: the number of the last move.
        number: version and revision.
        session: the running or finished game; None while gathering, or frozen. Clone it to change it.
        ledger: the questions and the last action; None without a session.
        recent: the last happenings, oldest first, at most `RECENT`; fewer after loading.
        snapshot: the number of the last snapshot, as far as this process knows: its own if one is due.
        frozen: the stored game does not replay with this program.
    """

    __slots__ = (
        "_private",
        "_public",
        "_view",
        "desk",
        "frozen",
        "ledger",
        "number",
        "options",
        "recent",
        "rulebook",
        "session",
        "snapshot",
        "version",
    )

    def __init__(  # noqa: PLR0913 - it is all of these together
        self,
        desk: Desk,
        rulebook: Rulebook,
        options: Any,
        *,
        version: int = 0,
        session: GameSession | None = None,
        ledger: Ledger | None = None,
        recent: Sequence[Happening] = (),
        snapshot: int = 0,
        frozen: bool = False,
    ) -> None:
        self.desk = desk
        self.rulebook = rulebook
        self.options = options
        self.version = version
        self.number = Number(version, desk.revision)
        self.session = session
        self.ledger = ledger
        self.recent = tuple(recent[-RECENT:])
        self.snapshot = snapshot
        self.frozen = frozen
        self._view: TableView | None = None
        self._public: View | None = None
        self._private: dict[int, View] = {}

    @property
    def id(self) -> str:
        """32 hexadecimal digits."""
        return self.desk.id

    @property
    def game(self) -> str:
        """The key of the rulebook."""
        return self.desk.game

    @property
    def status(self) -> str:
        """`gathering`, `playing`, `finished` or `abandoned`."""
        return self.desk.status

    @property
    def visibility(self) -> str:
        """`link` or `lobby`."""
        return self.desk.visibility

    @property
    def host(self) -> int:
        """The seat number of the host, 0 when nobody is left."""
        return self.desk.host

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in playing order."""
        return self.desk.seats

    @property
    def revision(self) -> int:
        """Counts every stored change that is not a move."""
        return self.desk.revision

    @property
    def invite(self) -> str:
        """The text of the invite: for the seated only."""
        return self.desk.links.get("invite", "")

    @property
    def watch(self) -> str | None:
        """The text of the watcher link if one was made: for the seated only."""
        return self.desk.links.get("watcher")

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must choose now."""
        return self.session.actors() if self.session is not None and self.status == "playing" else ()

    @property
    def waits_for_bots(self) -> tuple[int, ...]:
        """The seats that must choose now and for which a bot decides."""
        return tuple(seat for seat in self.actors if self.seats[seat - 1].played_by_bot)

    @property
    def ends_with_more(self) -> bool:
        """Whether the desk knows that the game is over, and the game does not yet: moves are missing here."""
        return self.status == "finished" and self.session is not None and bool(self.session.actors())

    def seat_of(self, person: int | None) -> int | None:
        """The number of the seat that this person holds, or None."""
        return None if person is None else self.desk.holders.get(person)

    def left_by(self, person: int | None) -> bool:
        """Whether this person has left the running game, and so gets no seat here any more."""
        return person in self.desk.gone

    def asked(self, seat: int) -> int:
        """The version since which the seat's present question stands."""
        return self.ledger.questions[seat - 1].since if self.ledger is not None else 0

    @property
    def view(self) -> TableView:
        """The table as everybody sees it."""
        if self._view is None:
            self._view = describe(self)
        return self._view

    @property
    def public(self) -> View | None:
        """The game as everybody sees it, in named regions; None without a session."""
        if self._public is None and self.session is not None:
            self._public = self.session.public()
        return self._public

    def private(self, seat: int) -> View | None:
        """What that seat alone may see of the game, in named regions; None without a session."""
        if self.session is None:
            return None
        if seat not in self._private:
            self._private[seat] = self.session.private(seat)
        return self._private[seat]

    def moved(
        self, session: GameSession, ledger: Ledger, happening: Happening, snapshot_every: int = SNAPSHOT_EVERY
    ) -> "Table":
        """The table after a move that led to this session; finished when nobody can move any more."""
        over = not session.actors()
        due = over or happening.number - self.snapshot >= snapshot_every
        return Table(
            self.desk.finished(happening.at) if over else self.desk,
            self.rulebook,
            self.options,
            version=happening.number,
            session=session,
            ledger=ledger,
            recent=(*self.recent, happening),
            snapshot=happening.number if due else self.snapshot,
        )

    def with_desk(self, desk: Desk) -> "Table":
        """The same game at a changed desk."""
        other = Table(
            desk,
            self.rulebook,
            self.options,
            version=self.version,
            session=self.session,
            ledger=self.ledger,
            recent=self.recent,
            snapshot=self.snapshot,
            frozen=self.frozen,
        )
        other._public, other._private = self._public, self._private
        return other
