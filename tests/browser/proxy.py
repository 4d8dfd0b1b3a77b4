"""A proxy that speaks https with browsers and http with the server, as most hosts have one."""

import asyncio
import re
import ssl
import threading
from pathlib import Path

CERTIFICATE = Path(__file__).parent / "localhost.pem"
"""A certificate and its key for tests alone: nobody trusts it."""
PIECE = 65536
HEAD = b"\r\n\r\n"


class Proxy:
    """Passes each connection on to a port, telling the server that it was made by https.

    A connection carries one request, or a WebSocket, so that every request passes through here as a first one. One on
    which nothing was said for `idle` seconds is closed, as proxies do after a minute.
    """

    def __init__(self, target: int, idle: float = 60) -> None:
        self._target = target
        self._idle = idle
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        starting = asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()
        self.url = f"https://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            head = await reader.readuntil(HEAD)
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._target)
            self._open.add(up_writer)
            if b"upgrade: websocket" not in head.lower():
                head = re.sub(rb"\r\nconnection:[^\r]*", b"\r\nConnection: close", head, flags=re.IGNORECASE)
            up_writer.write(head[:-2] + b"X-Forwarded-Proto: https\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n")
            await asyncio.gather(self._pump(reader, up_writer), self._pump(up_reader, writer))
        except (OSError, asyncio.IncompleteReadError):
            pass

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await asyncio.wait_for(reader.read(PIECE), self._idle):
                writer.write(data)
        finally:
            writer.close()

    def close(self) -> None:
        """Listen no more."""
        asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    async def _finish(self) -> None:
        self._server.close()
        for writer in self._open:
            writer.transport.abort()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
