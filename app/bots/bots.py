"""The bots at the tables: they wait a moment after a person, think, and move as anybody does."""

import asyncio
import logging
from datetime import timedelta
from random import Random

from app.bots.thinker import Thinker
from app.games.session import Action
from app.settings import Settings
from app.tables.number import Number
from app.tables.problems import Illegal, Problem, Unavailable
from app.tables.table import Table
from app.tables.tables import Tables

AT_ONCE = 8
"""So many tables are looked at, or waited for the database, at the same time."""
RESUME_SECONDS = 5.0
"""A table whose bots were due for so long has been left by its process: any other goes on with it."""
RETRY_SECONDS = 1.0

logger = logging.getLogger("tertulia.bots")


class Bots:
    """Plays for seats of bots, and of people for whom a bot plays.

    Any process may try to play any bot: its command carries the version on which it was decided, and the database takes
    it once. The process in which something happened at a table goes on with it; what a dead process left behind is
    found by the others.

    Args:
        tables: where to play.
        settings: how long to wait after a person.
    """

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables = tables
        self._pause = settings.bot_pause
        self._thinker = Thinker()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._working: dict[str, asyncio.Task[None]] = {}
        self._resuming: asyncio.Task[None] | None = None
        self._stopped = False
        self._rng = Random()  # noqa: S311 - a bot's taste, not a secret

    @property
    def thinker(self) -> int | None:
        """The process id of whoever thinks, None before the first decision and after the end."""
        return self._thinker.pid

    async def start(self) -> None:
        """Go on with all tables that wait for bots, and keep an eye on them."""
        self._resuming = asyncio.create_task(self._resume())

    async def stop(self) -> None:
        """Stop playing; commands that were begun are carried out, and lead to no further ones."""
        self._stopped = True
        tasks = [task for task in (self._resuming, *self._working.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinker.stop()

    def nudge(self, table_id: str) -> None:
        """Something happened at that table: perhaps a bot is to move now."""
        known = self._tables.known(table_id)
        if self._stopped or table_id in self._working or (known is not None and not known.waits_for_bots):
            return
        self._begin(table_id, Number(0, 0))

    def _begin(self, table_id: str, at_least: Number | None) -> None:
        """Play at a table as it is in memory, or with None as it is stored."""
        self._working[table_id] = asyncio.get_running_loop().create_task(self._work(table_id, at_least))

    async def _work(self, table_id: str, at_least: Number | None) -> None:
        try:
            await self._play(table_id, at_least)
        except Exception:  # what went wrong at one table must not end it for good, nor the others
            logger.exception("The bots of table %s are tried again in %s seconds.", table_id, RESUME_SECONDS)
        finally:  # at once: what happens from now on nudges anew
            self._working.pop(table_id, None)

    async def _resume(self) -> None:
        patience = 0.0
        while True:
            try:
                for table_id in await self._tables.waiting_for_bots(timedelta(seconds=patience)):
                    if table_id not in self._working:
                        self._begin(table_id, None)  # of which this process may know less than is stored
            except Unavailable:
                logger.info("Tables that wait for bots are looked for again in %s seconds.", RESUME_SECONDS)
            except Exception:  # what went wrong once must not end it
                logger.exception("Tables that wait for bots could not be found.")
            patience = self._pause + RESUME_SECONDS
            await asyncio.sleep(RESUME_SECONDS)

    async def _play(self, table_id: str, at_least: Number | None) -> None:
        """Play at a table until no bot is to move there."""
        while True:
            try:
                table = await self._tables.look(table_id, at_least)
                if not table.waits_for_bots:
                    return
                wait = self._wait(table)
                if wait > 0:
                    await asyncio.sleep(wait)
                    at_least = None
                    continue
                async with self._room:
                    moved = await self._move(table, table.waits_for_bots[0])
                at_least = Number(0, 0) if moved else None
            except Unavailable:
                at_least = None
                await asyncio.sleep(RETRY_SECONDS)
            except Problem as problem:
                logger.warning("A bot cannot go on at table %s: %s", table_id, problem.key)
                return

    def _wait(self, table: Table) -> float:
        """How many seconds are left of the moment after a person."""
        last = table.recent[-1] if table.recent else None
        if last is None or last.bot or not self._pause:
            return 0.0
        return self._pause - (self._tables.now() - last.at).total_seconds()

    async def _move(self, table: Table, seat: int) -> bool:
        """Let the bot of a seat move; whether its move stands. Raises: Problem."""
        public, private = table.public, table.private(seat)
        assert public is not None
        assert private is not None
        action = await self._thinker.decide((table.game, seat, public, private))
        if action is not None:
            try:
                return await self._tables.moves.play_bot(table.id, seat, table.version, action)
            except Illegal:
                logger.error("The house player of %s chose what it may not: %r", table.game, action)
        return await self._tables.moves.play_bot(table.id, seat, table.version, self._anything(table, seat))

    def _anything(self, table: Table, seat: int) -> Action:
        """Something legal: a game must go on when its house player fails."""
        assert table.session is not None
        return table.session.choices(seat)[0].sample(self._rng)
