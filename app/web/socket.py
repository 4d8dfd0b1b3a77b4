"""The news over a WebSocket: a viewer is a number, so that a slow one gets one larger step, never a longer line."""

import asyncio
import contextlib
import logging

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.live.audience import Audience
from app.live.viewer import Viewer
from app.tables import problems as tables
from app.tables.people import Person
from app.web import told
from app.web.identity import address
from app.web.parts import Parts, parts
from app.web.problems import Problem
from app.web.security import same_origin
from app.web.visits import Visit, limit, see, visit

logger = logging.getLogger("tertulia.web")
router = APIRouter()

LOOKS_ON_SECONDS = 5.0
"""That a page is open is noted at most so often."""
TEXT = 32
"""What a client says is never longer."""
MOST = 5_000
"""So many sockets one process holds at most."""

REFUSED = 1008
BROKEN = 1011
BUSY = 1013
UNKNOWN_TABLE = 4404
UNKNOWN_TOKEN = 4401
TOO_MANY = 4429


@router.websocket("/api/tables/{table}/news")
async def follow(socket: WebSocket, table: str) -> None:
    """Tell what changes at a table, from the number in the query on, until the other side has gone.

    The client says `<version>.<revision>` to be told from that number on, `-1` for the whole, and `here` when somebody
    is really active: whose socket is open is here, but not active. The answer to a number comes at once, even if
    nothing has changed.
    """
    code, guest = await admit(socket, table)
    await socket.accept()
    if guest is None:
        await socket.close(code)
        return
    person = str(guest.person.id) if guest.person else None
    try:
        with parts(socket).limits.holding(person, address(socket)):
            await Line(socket, guest).run()
    except Problem:
        await socket.close(TOO_MANY)


async def admit(socket: WebSocket, table: str) -> tuple[int, Visit | None]:
    """The visit of whoever opens a socket; else the code with which it is closed."""
    house = parts(socket)
    if not same_origin(socket, house.settings.url):
        return REFUSED, None
    try:
        if house.news.viewers >= MOST:
            return BUSY, None
        limit(socket, "socket", await house.identity.visitor(socket))
        return 0, await visit(socket, table)
    except (tables.NotFound, tables.Forbidden):
        return UNKNOWN_TABLE, None
    except Problem as problem:
        return (UNKNOWN_TOKEN if problem.status == 401 else TOO_MANY), None
    except tables.Problem:
        return BUSY, None


class Line:
    """One open socket: what its client says, and what it is told."""

    def __init__(self, socket: WebSocket, guest: Visit) -> None:
        self._socket = socket
        self._house: Parts = parts(socket)
        self._guest = guest
        self._language = told.tongue(socket)
        self._person = guest.person.id if guest.person else None
        self._code = REFUSED

    async def run(self) -> None:
        """Listen and tell until one of the two ends."""
        room = self._guest.room
        with self._house.news.viewing(room, told.since(self._socket.query_params)) as viewer:
            viewer.bell.set()  # the first message comes at once: it proves that the socket carries
            telling = asyncio.create_task(self._tell(viewer))
            tasks = [asyncio.create_task(self._listen(viewer)), telling]
            viewer.drop = telling.cancel
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                for end in await asyncio.gather(*tasks, return_exceptions=True):
                    self._note(end)
                if viewer.dropped:
                    self._house.news.counts.dropped += 1
                    self._code = BUSY
        if self._socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
                async with asyncio.timeout(1):
                    await self._socket.close(self._code)

    def _note(self, end: BaseException | None) -> None:
        """Log what went wrong, if it is more than that somebody has gone."""
        if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect | ConnectionError):
            logger.error("The news of a table cannot be told.", exc_info=end)
            self._code = BROKEN

    async def _listen(self, viewer: Viewer) -> None:
        person = self._guest.person
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            if text is None or len(text) > TEXT:
                return
            if text == "here":
                await self._seen(person)
                continue
            try:
                limit(self._socket, "ask", person)
            except Problem:
                self._code = TOO_MANY
                return
            number = told.number(*text.split(".", 1)) if text.count(".") == 1 else None
            if number is None and text != "-1":
                return
            viewer.number = number
            viewer.bell.set()

    async def _seen(self, person: Person | None) -> None:
        if person is not None:
            with contextlib.suppress(tables.Problem):
                await self._house.tables.absence.seen(self._guest.room.table.id, person.id)

    async def _tell(self, viewer: Viewer) -> None:
        clock = asyncio.get_running_loop().time
        audience = self._guest.audience(self._language)
        revision, noted = -1, 0.0
        while True:
            await viewer.bell.wait()  # it rings without anything new, too: an empty step is the sign of life
            viewer.bell.clear()
            table, now = viewer.room.table, clock()
            if table.revision != revision:
                try:
                    renewed = self._audience(viewer)
                except (tables.NotFound, tables.Forbidden):
                    self._code = UNKNOWN_TABLE
                    return
                if renewed != audience:  # what was told so far was for another seat
                    viewer.number = None
                audience = renewed
            if table.revision != revision or now - noted > LOOKS_ON_SECONDS:
                self._house.tables.absence.looks_on(table, self._person)
                revision, noted = table.revision, now
            since, viewer.number = viewer.number, viewer.room.number
            viewer.sends(now)
            # The text has no name here: a whole page would be kept until the next move.
            if not await self._send(viewer.room.news(audience, since).decode()):
                return
            viewer.sending_since = None

    async def _send(self, text: str) -> bool:
        """Send a message; False if the server itself has closed the line, such as after one that was too long."""
        try:
            await self._socket.send_text(text)
        except RuntimeError:
            return False
        return True

    def _audience(self, viewer: Viewer) -> Audience:
        guest = see(self._socket, viewer.room.table, self._guest.person)
        return Audience.of(guest, self._language)
