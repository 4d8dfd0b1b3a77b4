"""One PostgreSQL for all processes of a test run, and fresh databases on it.

The first process that needs it starts a keeper (`python -m tests.support.postgres FOLDER`), which owns the server and
ends it when no process of the run holds the folder any more, however these ended.
"""

import asyncio
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

from app.database.embedded import EmbeddedPostgres
from app.database.engine import address, open_connection
from app.database.migrate import upgrade

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid.uuid4().hex)
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}
TEMPLATE = "template_tertulia"
START_SECONDS = 60
ROOT = Path(__file__).resolve().parent.parent.parent

T = TypeVar("T")

# Kept until the end, for a keeper outlives the tests that started it.
keepers: list[subprocess.Popen[bytes]] = []


def in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end whether or not an event loop runs in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


class SharedPostgres:
    """The run's server, as one process of the run sees it."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.gettempdir()) / f"tertulia-tests-{RUN[:12]}"
        self._held = self._hold()
        with (self.folder / "start").open("a") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            self.url = self._started()

    def _hold(self) -> IO[str]:
        """Keep the keeper from ending. One that is just ending removes the folder: then it is made again."""
        while True:
            self.folder.mkdir(mode=0o711, exist_ok=True)
            users = self.folder / "users"
            try:
                held = users.open("a")
            except FileNotFoundError:
                continue
            fcntl.flock(held, fcntl.LOCK_SH)
            if users.exists() and users.stat().st_ino == os.fstat(held.fileno()).st_ino:
                return held
            held.close()

    def _started(self) -> str:
        address_file = self.folder / "url"
        if address_file.exists():
            return address_file.read_text()
        command = [sys.executable, "-m", "tests.support.postgres", str(self.folder)]
        with (self.folder / "keeper.log").open("w") as log:
            keeper = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=ROOT
            )
        keepers.append(keeper)
        until = time.monotonic() + START_SECONDS
        while not address_file.exists():
            if keeper.poll() is not None or time.monotonic() > until:
                raise RuntimeError("No database for the tests: " + (self.folder / "keeper.log").read_text())
            time.sleep(0.02)
        return address_file.read_text()

    def create(self, template: str = TEMPLATE) -> str:
        """The address of a fresh database with the tables of the newest migration, or of another template."""
        name = f"test_{uuid.uuid4().hex}"
        in_thread(_statement(self.url, f"CREATE DATABASE {name} TEMPLATE {template}"))
        return named(self.url, name)

    def drop(self, url: str) -> None:
        """Remove a database, closing what is still connected to it."""
        in_thread(_statement(self.url, f"DROP DATABASE IF EXISTS {address(url).database} WITH (FORCE)"))

    def release(self) -> None:
        """Say that this process needs the server no more."""
        self._held.close()


def named(url: str, database: str) -> str:
    """The address of another database on the same server."""
    return address(url).set(database=database).render_as_string(hide_password=False)


async def _statement(url: str, statement: str) -> None:
    connection = await open_connection(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def keep(folder: Path) -> None:
    """Run the server until nobody uses it, then remove its folder."""
    server = EmbeddedPostgres(folder / "data", options=FAST)
    server.open()
    server.start()
    asyncio.run(_statement(server.url, f"CREATE DATABASE {TEMPLATE}"))
    asyncio.run(upgrade(named(server.url, TEMPLATE)))
    fresh = folder / "url.new"
    fresh.write_text(server.url)
    fresh.rename(folder / "url")
    with (folder / "users").open("a") as users:
        while not _unused(users):
            time.sleep(0.5)
    server.stop()
    server.close()
    shutil.rmtree(folder, ignore_errors=True)


def _unused(users: IO[str]) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
