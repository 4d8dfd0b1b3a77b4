"""The servers that are measured side by side, each a process of its own on a port of its own, and one PostgreSQL."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from app.database.embedded import EmbeddedPostgres
from app.database.engine import address, open_connection
from app.database.folder import PORT

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
START_SECONDS = 60
MOVES = {"cuckooo": 100, "cudillero": 150, "cubaneo": 250}


@dataclass(frozen=True)
class Target:
    """A server to measure: how the generator talks to it, its process, that of its database (0: none), and how many
    moves a random game of four has at least (0: it never ends)."""

    name: str
    driver: tuple[str, ...]
    url: str
    pid: int
    database: int
    moves: int = 0


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for the while, into which the database's own user may go."""
    with tempfile.TemporaryDirectory(prefix="tertulia-bench-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o711)
        yield Path(name)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def until_answers(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers. Raises: RuntimeError when it does not in time."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            httpx.get(url, timeout=5)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"{url} does not answer.")


@contextmanager
def running(command: list[str], url: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server while it is needed."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env={**os.environ, **environment}, cwd=ROOT, stdout=quiet, stderr=quiet)
    try:
        until_answers(url, process)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(START_SECONDS)


@contextmanager
def database(folder: Path) -> Iterator[EmbeddedPostgres]:
    """The PostgreSQL that all share, as safe as the one that Tertulia starts for itself."""
    server = EmbeddedPostgres(folder / "data")
    with closing(server):
        server.open()
        server.start()
        try:
            yield server
        finally:
            server.stop()


async def make_database(url: str, name: str) -> None:
    """A further, empty database."""
    connection = await open_connection(url)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()


@contextmanager
def tertulia(server: EmbeddedPostgres, folder: Path) -> Iterator[tuple[str, int]]:
    """Tertulia with one worker. Gives its address and the worker's process id."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port)]
    settings = {
        "DATABASE_URL": server.url,
        "TERTULIA_DATA": str(folder),
        "TERTULIA_LIMITS": "0",
        "TERTULIA_WORKERS": "1",
    }
    with running(command, f"{url}/readyz", **settings) as process:
        found = subprocess.run(
            ["/usr/bin/env", "pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True
        )
        yield url, int(found.stdout.split()[0])


@contextmanager
def boardgame_io(storage: str, server: EmbeddedPostgres) -> Iterator[tuple[str, int]]:
    """boardgame.io, in memory or on the PostgreSQL. Gives its address and process id."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    at = address(server.url)
    names = {
        "PGHOST": str(at.query["host"]), "PGPORT": str(PORT), "PGUSER": at.username or "",
        "PGPASSWORD": str(at.password), "PGDATABASE": "boardgame_io",
    }  # fmt: skip
    command = ["node", str(BENCH / "bgio" / "server.cjs")]
    with running(command, f"{url}/games", PORT=str(port), STORAGE=storage, **names) as process:
        yield url, process.pid


@contextmanager
def targets(folder: Path, game: str) -> Iterator[dict[str, Target]]:
    """All that is compared, by name."""
    with ExitStack() as stack:
        server = stack.enter_context(database(folder))
        asyncio.run(make_database(server.url, "boardgame_io"))
        pid = server.pid
        assert pid is not None
        url, worker = stack.enter_context(tertulia(server, folder))
        memory, in_memory = stack.enter_context(boardgame_io("memory", server))
        stored, on_postgres = stack.enter_context(boardgame_io("postgres", server))
        ours = ("--driver", "tertulia", "--script", "wishes", "--game", game)
        theirs = ("--driver", "boardgameio", "--script", "caravan")
        yield {
            target.name: target
            for target in (
                Target("Tertulia, JSON", (*ours, "--form", "json"), url, worker, pid, MOVES[game]),
                Target("Tertulia, HTML", (*ours, "--form", "html"), url, worker, pid, MOVES[game]),
                Target("boardgame.io, memory", theirs, memory, in_memory, 0),
                Target("boardgame.io, PostgreSQL", theirs, stored, on_postgres, pid),
            )
        }
