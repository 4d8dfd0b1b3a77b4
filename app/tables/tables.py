"""The front door of the tables: whatever the rest of the house wants of them, it asks here."""

import asyncio
import itertools
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncEngine

from app.settings import Settings
from app.tables.absence import Absence
from app.tables.gathering import Gathering
from app.tables.history import History
from app.tables.lobby import Lobby
from app.tables.making import Making
from app.tables.messages import Messages
from app.tables.moves import Moves
from app.tables.number import Number
from app.tables.people import People
from app.tables.problems import Unavailable
from app.tables.seating import Seating, Viewer, viewer
from app.tables.store import Clock, Hook, NameHook, Store, now
from app.tables.table import SNAPSHOT_EVERY, Table
from app.tables.waiting import waiting_for_bots

logger = logging.getLogger("tertulia.tables")

SWEEP_SECONDS = 10.0
GIVE_UP_SWEEPS = 360
HISTORIES = 20
"""So many histories are kept in memory, at most."""


class Tables:
    """All tables. Several of these may work on one database, in as many processes: the database decides.

    Args:
        engine: the database.
        settings: how many tables to keep in memory, and the hosts' own component files.
        clock: the time, UTC; tests have their own.
        snapshot_every: after so many moves the state of a game is stored.
    """

    def __init__(
        self, engine: AsyncEngine, settings: Settings, clock: Clock = now, snapshot_every: int = SNAPSHOT_EVERY
    ) -> None:
        most = settings.tables_in_memory
        self.store = Store(engine, most, clock)
        self.people = People(self.store)
        self.gathering = Gathering(self.store, Making(self.store, settings))
        self.seating = Seating(self.store)
        self.absence = Absence(self.store)
        self.moves = Moves(self.store, self.absence, snapshot_every)
        self.history = History(self.store, min(most, HISTORIES))
        self.messages = Messages(self.store)
        self.lobby = Lobby(self.store)
        self._sweeping: asyncio.Task[None] | None = None

    def subscribe(self, hook: Hook) -> None:
        """Have a function called with the id of a table and its number after each change that this process made.

        It is called on the event loop, before the answer goes out, and must neither block nor raise.
        """
        self.store.hooks.append(hook)

    def subscribe_to_names(self, hook: NameHook) -> None:
        """The same with the id of a person whose name this process has changed; `people.forget` is for other ones."""
        self.store.name_hooks.append(hook)

    async def look(self, table_id: str, at_least: Number | None = None) -> Table:
        """The table as it is stored now; with `at_least` as it is in memory, if it has reached that number there.

        Raises: NotFound, Unavailable.
        """
        return await self.store.look(table_id, at_least)

    async def numbers(self, table_ids: Sequence[str]) -> dict[str, Number]:
        """Where these tables stand, in one query; ids that do not exist are left out. Raises: Unavailable."""
        return await self.store.numbers(table_ids)

    def known(self, table_id: str) -> Table | None:
        """The table as it is in memory, if it is."""
        return self.store.cache.known(table_id)

    def now(self) -> datetime:
        """The time by which tables go."""
        return self.store.clock()

    async def waiting_for_bots(self, since: timedelta) -> tuple[str, ...]:
        """The running tables at which a bot has been to move for so long. Raises: Unavailable."""
        return await waiting_for_bots(self.store, self.now() - since)

    def viewer(
        self, table: Table, person_id: int | None, invite: str | None = None, watch: str | None = None
    ) -> Viewer:
        """As what somebody may look at a table. Raises: NotFound for those who may not know of it."""
        return viewer(table, person_id, invite, watch)

    async def start(self) -> None:
        """Begin to look after who is here."""
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """End that, and wait until everything that was begun is done."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeping
        await self.store.close()

    async def _sweep(self) -> None:
        for count in itertools.count():
            try:
                await self.absence.sweep()
                if count % GIVE_UP_SWEEPS == 0:
                    await self.absence.give_up()
            except Unavailable:
                logger.info("Who is here is looked at again in %s seconds.", SWEEP_SECONDS)
            except Exception:  # what went wrong once must not end it
                logger.exception("It could not be told who is here.")
            await asyncio.sleep(SWEEP_SECONDS)
