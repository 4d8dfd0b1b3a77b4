"""The tables in memory: bounded, least recently used go first."""

import asyncio
from collections import OrderedDict
from itertools import islice

from app.tables.table import Table


class Entry:
    """A table in memory (None: not loaded, or not known how it stands). Who changes it enters it, one after another."""

    __slots__ = ("_lock", "_users", "table")

    def __init__(self) -> None:
        self.table: Table | None = None
        self._lock = asyncio.Lock()
        self._users = 0

    async def __aenter__(self) -> None:
        self._users += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._users -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._users -= 1
        self._lock.release()

    @property
    def used(self) -> bool:
        """Whether somebody has entered it, or waits for that."""
        return self._users > 0

    @property
    def held(self) -> Table:
        """The table of an entry that is known to be loaded."""
        assert self.table is not None
        return self.table


class Cache:
    """Entries by the id of the table. One that is used is never dropped, so nobody changes a table beside others."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[str, Entry] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def known(self, table_id: str) -> Table | None:
        """The table as it is in memory, if it is."""
        entry = self._entries.get(table_id)
        return entry.table if entry is not None else None

    def entry(self, table_id: str) -> Entry:
        """The entry of that table, a new one if there was none."""
        entry = self._entries.get(table_id)
        if entry is None:
            self._shrink(self._most - 1)
            entry = self._entries[table_id] = Entry()
        else:
            self._entries.move_to_end(table_id)
        return entry

    def drop(self, table_id: str) -> None:
        """Forget how the table stands."""
        entry = self._entries.get(table_id)
        if entry is not None:
            entry.table = None

    def discard(self, table_id: str) -> None:
        """Let go of an entry in which nothing was ever loaded: there is no such table."""
        entry = self._entries.get(table_id)
        if entry is not None and entry.table is None:
            del self._entries[table_id]

    def _shrink(self, most: int) -> None:
        excess = len(self._entries) - most
        if excess > 0:
            idle = (key for key, entry in self._entries.items() if not entry.used)
            for key in list(islice(idle, excess)):
                del self._entries[key]
