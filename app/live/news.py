"""The news of all tables that somebody looks at in this process."""

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from app.live.audience import Audience
from app.live.counts import Counts
from app.live.hints import Connect, Hints
from app.live.room import Room
from app.live.says import Say
from app.live.scene import Renderer, Scene
from app.live.viewer import Viewer
from app.tables.number import Number
from app.tables.problems import Problem
from app.tables.table import Table
from app.tables.tables import Tables

logger = logging.getLogger("tertulia.live")

LOOKS = (2.0, 1.0)
"""Seconds between two looks at the database for all tables with viewers: with hints, and without."""
IDLE = 60.0
"""Seconds for which a table that nobody looks at is kept, for those who ask instead of listening."""
TICK = 0.5
"""Seconds between two looks after the viewers."""


class _Watched:
    """A room with its viewers and the number that it is to reach."""

    __slots__ = ("refreshing", "room", "used", "viewers", "wanted")

    def __init__(self, room: Room) -> None:
        self.room = room
        self.viewers: set[Viewer] = set()
        self.wanted = room.number
        self.refreshing = False
        self.used = 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows when it is opened."""

    number: Number
    scene: Scene
    public: dict[str, str]
    private: dict[str, str]
    choices: list[Any]
    refusals: list[Any]
    said: list[Say]


class News:
    """Tells what changes at tables, to this process's viewers and to other processes.

    Args:
        tables: where the tables are.
        renderer: makes HTML and sentences.
        build: names the program and its pages.
        connect: opens a database connection for listening.
        most: so many tables are kept at most while nobody looks at them.
    """

    def __init__(self, tables: Tables, renderer: Renderer, build: str, connect: Connect, most: int) -> None:
        self._tables = tables
        self._renderer = renderer
        self._build = build
        self._most = most
        self._watched: OrderedDict[str, _Watched] = OrderedDict()
        self._hints = Hints(connect, self._heard, tables.people.forget, self._doubt)
        self._doubted = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.counts = Counts()

    async def start(self) -> None:
        """Begin to listen and to look."""
        self._tables.subscribe(self._committed)
        self._tables.subscribe_to_names(self._hints.tell_of)
        self._spawn(self._hints.run())
        self._spawn(self._look_around())
        self._spawn(self._look_after())

    async def stop(self) -> None:
        """Stop everything that was started."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def room(self, table_id: str, at_least: Number | None = None) -> Room:
        """The room of a table, as fresh as the database, or at least as a number.

        Raises: NotFound when there is no such table.
        """
        return self._shown(await self._tables.look(table_id, at_least=at_least)).room

    def meet(self, table: Table) -> Room:
        """The room of a table that is at hand, at least as new as that."""
        return self._shown(table).room

    @contextmanager
    def viewing(self, room: Room, number: Number | None) -> Iterator[Viewer]:
        """Somebody looks at a room from a number on; the bell rings whenever there is something new."""
        watched = self._shown(room.table)
        viewer = Viewer(watched.room, number)
        watched.viewers.add(viewer)
        try:
            yield viewer
        finally:
            watched.viewers.discard(viewer)

    @property
    def viewers(self) -> int:
        """How many are looking on."""
        return sum(len(watched.viewers) for watched in self._watched.values())

    @property
    def listening(self) -> bool:
        """Whether hints from other processes get through."""
        return self._hints.listening

    async def look(self, table_id: str, audience: Audience, at_least: Number | None = None) -> Shown:
        """What a page shows of a table to an audience with a language. Raises: NotFound."""
        room = await self.room(table_id, at_least)
        if audience.game and not room.says.complete:
            room.says.remember(await self._tables.history.happenings(room.table))
        language = audience.language or ""
        private = room.private(audience, language).whole()
        touch = room.touch(audience, private)
        return Shown(
            number=room.number,
            scene=room.scene,
            public=room.public(language).whole(),
            private=touch["fragments"],
            choices=touch["choices"],
            refusals=touch["refusals"],
            said=room.told(audience, language),
        )

    # --- what is new ---

    def _committed(self, table_id: str, number: Number) -> None:
        self._hints.tell(table_id, number)
        watched, table = self._watched.get(table_id), self._tables.known(table_id)
        if watched is None or table is None or not table.number.reached(number):  # changed beside what is in memory
            self._heard(table_id, number)
        else:
            asyncio.get_running_loop().call_soon(self._show, watched, table)

    def _heard(self, table_id: str, number: Number) -> None:
        watched = self._watched.get(table_id)
        if watched is None or watched.room.number.reached(number):
            return
        watched.wanted = Number(*map(max, watched.wanted, number))
        if not watched.refreshing:
            watched.refreshing = True
            self._spawn(self._refresh(table_id, watched))

    async def _refresh(self, table_id: str, watched: _Watched) -> None:
        try:
            while not watched.room.number.reached(watched.wanted):
                wanted = watched.wanted
                self._show(watched, await self._tables.look(table_id, at_least=wanted))
                if wanted == watched.wanted:
                    break
        except (Problem, SQLAlchemyError, OSError) as error:
            # The next look around tries again.
            logger.debug("A table could not be looked at: %s", error)
        finally:
            watched.wanted = watched.room.number
            watched.refreshing = False

    def _shown(self, table: Table) -> _Watched:
        watched = self._watched.get(table.id)
        if watched is None:
            watched = _Watched(Room(table, self._renderer, self._build, self.counts))
            self._forget()
            self._watched[table.id] = watched
        else:
            self._watched.move_to_end(table.id)
            self._show(watched, table)
        watched.used = asyncio.get_running_loop().time()
        return watched

    def _show(self, watched: _Watched, table: Table) -> None:
        room = watched.room
        if table.number == room.number or not table.number.reached(room.number):
            return
        room.show(table)
        for viewer in watched.viewers:
            viewer.bell.set()

    def _forget(self) -> None:
        """Make room for one more table. Those with viewers stay, however many they are."""
        excess = len(self._watched) + 1 - self._most
        if excess > 0:
            unseen = (table_id for table_id, watched in self._watched.items() if not watched.viewers)
            for table_id in list(islice(unseen, excess)):
                del self._watched[table_id]

    def _doubt(self) -> None:
        self._tables.people.forget_all()
        self._doubted.set()

    async def _look_around(self) -> None:
        while True:
            pause = LOOKS[0 if self._hints.listening else 1] * (0.75 + random.random() / 2)  # noqa: S311
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._doubted.wait()
            self._doubted.clear()
            now = asyncio.get_running_loop().time()
            for table_id, watched in list(self._watched.items()):
                if not watched.viewers and now - watched.used > IDLE:
                    del self._watched[table_id]
            if not self._watched:
                continue
            try:
                numbers = await self._tables.numbers(list(self._watched))
            except Problem as error:
                logger.debug("The database could not be looked at: %s", error.key)
                continue
            except Exception:  # what went wrong once must not end it
                logger.exception("It could not be seen which tables have changed.")
                continue
            for table_id, number in numbers.items():
                self._heard(table_id, number)

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = asyncio.get_running_loop().time()
            for watched in self._watched.values():
                for viewer in watched.viewers:
                    viewer.tick(now)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("The news has lost one of its tasks.", exc_info=error)
