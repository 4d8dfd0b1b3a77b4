"""Servers and a database in processes of their own, which can be killed at any moment and come back."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import httpx

from app.database.embedded import EmbeddedPostgres
from app.database.supervisor import CALM_SECONDS, Supervisor
from tests.browser.servers import ROOT, free_port
from tests.support.processes import children, kill

TICK = 0.02
START_SECONDS = 60


class Server:
    """`tertulia serve` with one worker on a database, without limits and pauses."""

    def __init__(self, database: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"server-{self.port}.log"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("TERTULIA_")},
            "DATABASE_URL": database,
            "TERTULIA_DATA": str(folder),
            "TERTULIA_LIMITS": "0",
            "TERTULIA_BOT_PAUSE": "0",
        }
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, again if it ends since the database is just starting, until it answers."""
        async with asyncio.timeout(START_SECONDS), httpx.AsyncClient() as client:
            while True:
                if self._process is None or self._process.poll() is not None:
                    self._spawn()
                with suppress(httpx.TransportError):
                    if (await client.get(f"{self.url}/healthz")).status_code == 200:
                        return
                await asyncio.sleep(TICK)

    def _spawn(self) -> None:
        command = [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, cwd=ROOT, stdout=log, stderr=log)

    def kill_worker(self) -> None:
        """Kill the process that answers; its parent starts another one."""
        assert self._process is not None
        kill(*children(self._process.pid))

    def kill(self) -> None:
        """Kill all of it."""
        assert self._process is not None
        workers = children(self._process.pid)
        kill(self._process.pid, *workers)
        self._process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(START_SECONDS)

    def log(self) -> str:
        """What it wrote."""
        return self._log.read_text("utf-8") if self._log.exists() else ""


class House:
    """Servers on one database of their own, which its supervisor starts again when it dies."""

    def __init__(self, folder: Path, servers: int) -> None:
        self._database = EmbeddedPostgres(folder / "data", options={"max_connections": "100"})
        self._passed = 0.0
        self._supervisor = Supervisor(self._database, lambda: time.monotonic() + self._passed)
        self._database.open()
        self._supervisor.start()
        self.database_url = self._database.url
        self.servers = [Server(self.database_url, folder) for _ in range(servers)]

    @property
    def urls(self) -> list[str]:
        """Where the servers listen."""
        return [server.url for server in self.servers]

    async def watch(self) -> None:
        """Look after the database until cancelled, from the thread that started it."""
        while True:
            self._supervisor.tick()
            await asyncio.sleep(TICK)

    async def strike(self, kind: str, rng: Random) -> None:
        """Kill something: a `worker`, a `server`, the `database`, one of its `backend`s, or `everything`.

        For the supervisor much time has passed since the last strike, so that it does not wait longer each time.
        """
        self._passed += CALM_SECONDS
        server = rng.choice(self.servers)
        database = self._database.pid
        assert database is not None
        match kind:
            case "worker":
                server.kill_worker()
            case "server":
                server.kill()
                await asyncio.sleep(rng.uniform(0, 0.5))
                await server.start()
            case "database":
                kill(database)
            case "backend":
                kill(*children(database, "local.")[:1])
            case "everything":
                kill(database)
                for each in self.servers:
                    each.kill()
                await asyncio.gather(*(each.start() for each in self.servers))

    def close(self) -> None:
        """End the servers, then the database."""
        for server in self.servers:
            server.stop()
        self._supervisor.stop()
        self._database.close()


STRIKES = ("worker", "database", "server", "backend", "everything")


@asynccontextmanager
async def open_house(folder: Path, servers: int = 2) -> AsyncIterator[House]:
    """A house with all its servers, watched until the end; must be opened in the main thread."""
    house = House(folder, servers)
    watching = asyncio.create_task(house.watch())
    try:
        await asyncio.gather(*(server.start() for server in house.servers))
        yield house
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        house.close()
