"""A real server in a process of its own, and a wire in front of it that can misbehave."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from tests.support.processes import children, send
from tests.support.waiting import wait

ROOT = Path(__file__).resolve().parents[2]
PIECE = 65536


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Server:
    """`tertulia serve` on a database, without limits and pauses. It can be stopped, killed, frozen, restarted."""

    def __init__(self, database: str, folder: Path, **environment: str) -> None:
        self.database = database
        self.port = free_port()
        self.base = environment.get("TERTULIA_BASE_PATH", "")
        self._log = folder / f"server-{self.port}.log"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")},
            "DATABASE_URL": database,
            "TERTULIA_DATA": str(folder),
            "TERTULIA_LIMITS": "0",
            "TERTULIA_BOT_PAUSE": "0",
            "TERTULIA_POOL": "5",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens, without a wire between."""
        return f"http://127.0.0.1:{self.port}{self.base}"

    def start(self, **environment: str) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)],
                env={**self._environment, **environment},
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait(self._answers, f"the server answers: {self.log()}")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log()
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it: gently, or with all its workers by SIGKILL."""
        assert self.process is not None
        if how == signal.SIGKILL:
            self._send_all(how)
        else:
            self.process.send_signal(how)
        self.process.wait(60)

    def freeze(self) -> None:
        """Let it accept connections and answer none."""
        self._send_all(signal.SIGSTOP)

    def close(self) -> None:
        """End it if it runs."""
        if self.process and self.process.poll() is None:
            self._send_all(signal.SIGCONT)
            self.stop()

    def _send_all(self, number: int) -> None:
        assert self.process is not None
        send(number, self.process.pid, *children(self.process.pid))

    def log(self) -> str:
        """What it wrote."""
        return self._log.read_text("utf-8") if self._log.exists() else ""


class Wire:
    """Passes bytes on to a port, or misbehaves.

    `mode`: pass, refuse (close at once), swallow (accept, deliver nothing). `sockets`: pass, refuse, mute (the
    handshake passes, no message does), first (the first message does, no other).
    """

    def __init__(self, target: int) -> None:
        self.target, self.mode, self.sockets = target, "pass", "pass"
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        starting = asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            if self.mode == "refuse":
                return
            first = await reader.read(PIECE)
            upgrade = b"upgrade: websocket" in first.lower()
            if upgrade and self.sockets == "refuse":
                writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.target)
            self._open.add(up_writer)
            up_writer.write(first)
            mute = upgrade and self.sockets != "pass"
            if mute:
                writer.write(await up_reader.readuntil(b"\r\n\r\n"))
                if self.sockets == "first":
                    writer.write(await up_reader.read(PIECE))
            await asyncio.gather(self._pump(reader, up_writer), self._pump(up_reader, writer, mute=mute))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, mute: bool = False) -> None:
        while data := await reader.read(PIECE):
            if self.mode != "swallow" and not mute:
                writer.write(data)
        writer.close()

    def _now(self, work: Callable[[], Any]) -> None:
        done = threading.Event()

        def run() -> None:
            work()
            done.set()

        self._loop.call_soon_threadsafe(run)
        done.wait(5)

    def cut(self) -> None:
        """Break every connection that stands."""

        def abort() -> None:
            for writer in self._open:
                writer.transport.abort()
            self._open.clear()

        self._now(abort)

    def deafen(self) -> None:
        """Let every connection that stands look open and carry nothing more; new ones work."""

        def silence() -> None:
            for writer in self._open:
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write = lambda data: None  # type: ignore[method-assign]

        self._now(silence)

    def close(self) -> None:
        """Break everything and listen no more."""
        asyncio.run_coroutine_threadsafe(self._finish(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    async def _finish(self) -> None:
        self._server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        while tasks:
            for writer in self._open:
                writer.transport.abort()
            _, tasks = await asyncio.wait(tasks, timeout=0.1)
        await asyncio.sleep(0)
