"""What people sent, were told and were shown; and whether the database says the same."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import select

from app.database.engine import create_engine
from app.database.models import Move
from app.games.session import GameSession, plain
from app.games.shelf import Components, Rulebook, rulebook
from app.tables.desk import Desk
from app.tables.loading import Loader
from app.tables.replay import opening

Command = tuple[str, int, str]
"""A table, a seat, and the id of the command."""


def digest(public: Any) -> str:
    """What everybody sees of a game, as a number."""
    return hashlib.sha256(msgspec.json.encode(public, order="sorted")).hexdigest()


@dataclass
class Evidence:
    """What people know. `shown` has a digest of the board by table and version."""

    sent: dict[Command, Any] = field(default_factory=dict)
    acknowledged: dict[Command, int] = field(default_factory=dict)
    refused: set[Command] = field(default_factory=set)
    shown: dict[tuple[str, int], str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def show(self, table: str, version: int, public: Any) -> None:
        """Somebody sees a board."""
        seen = digest(public)
        if self.shown.setdefault((table, version), seen) != seen:
            self.faults.append(f"two different boards were shown as number {version} of table {table}")

    def acknowledge(self, command: Command, number: int) -> None:
        """A command was said to stand at a number."""
        if self.acknowledged.setdefault(command, number) != number:
            self.faults.append(f"{command} was acknowledged twice, at different numbers")


@dataclass
class Verdict:
    """How people's knowledge compares with what is stored."""

    stored: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing at all went wrong."""
        return not (self.lost or self.doubled or self.faults)


async def judge(database_url: str, evidence: Evidence) -> Verdict:
    """Compare what people know with what is stored, the boards by playing every stored move again."""
    verdict = Verdict(faults=list(evidence.faults))
    engine = create_engine(database_url)
    async with engine.connect() as connection:
        for table in sorted({table for table, _, _ in evidence.sent} | {table for table, _ in evidence.shown}):
            rows = list(await connection.execute(select(Move).where(Move.table_id == table).order_by(Move.number)))
            desk = await Loader().desk(connection, table)
            components = await Loader().components(connection, desk)
            _compare(table, rows, evidence, verdict)
            _compare_actions(table, rows, rulebook(desk.game), evidence, verdict)
            boards = _boards(desk, components, rows)
            for (where, version), seen in evidence.shown.items():
                if where == table and boards.get(version) != seen:
                    verdict.lost.append(f"the board shown as number {version} of table {table}")
    await engine.dispose()
    return verdict


def _compare(table: str, rows: list[Any], evidence: Evidence, verdict: Verdict) -> None:
    verdict.stored += len(rows)
    stored = {(table, row.seat, row.command): row.number for row in rows}
    counts = Counter((row.seat, row.command) for row in rows)
    verdict.doubled += [f"{command} of table {table}" for command, count in counts.items() if count > 1]
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        verdict.faults.append(f"table {table} has gaps in its numbers")
    for command, number in evidence.acknowledged.items():
        if command[0] == table and stored.get(command) != number:
            verdict.lost.append(f"{command}, acknowledged as number {number}")
    for command in stored.keys() & evidence.refused:
        verdict.faults.append(f"{command} is stored and was refused")
    for command in stored.keys() - evidence.sent.keys():
        verdict.faults.append(f"{command} is stored and was never sent")


def _compare_actions(table: str, rows: list[Any], book: Rulebook, evidence: Evidence, verdict: Verdict) -> None:
    for row in rows:
        sent = evidence.sent.get((table, row.seat, row.command))
        stored = None if row.action is None else book.decode(row.action)
        if stored != (None if sent is None else book.decode(msgspec.json.encode(sent))):
            verdict.faults.append(f"{row.command} of table {table} is stored as something else than was sent")


def _boards(desk: Desk, components: Components, rows: list[Any]) -> dict[int, str]:
    """The digest of the board at every version."""
    book = rulebook(desk.game)
    progress, _ = opening(book, desk, components)
    states: dict[int, GameSession] = {0: progress.session}
    for row in rows:
        if row.action is None:
            states[row.number] = states[row.back_to]
        else:
            states[row.number] = states[row.number - 1].clone()
            states[row.number].apply(row.seat, book.decode(row.action))
    return {number: digest(plain(state.public())) for number, state in states.items()}
