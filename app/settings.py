"""Every setting of Tertulia: read once from the environment, checked, and handed on as one frozen value."""

import logging
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, get_type_hints
from urllib.parse import urlsplit

LANGUAGES = ("en",)
LOG_LEVELS = ("debug", "info", "warning", "error")
PREFIX = "TERTULIA_"
OF_TESTS = frozenset({"TERTULIA_CHROMIUM"})
"""Variables that the tests alone read."""


class SettingError(ValueError):
    """A setting has a value that cannot be used; the text is one full sentence that says what to write instead."""


@dataclass(frozen=True)
class Setting:
    """Where a field of `Settings` comes from.

    Attributes:
        variable: its name in the environment.
        doc: one sentence.
        read: makes the value of the text; raises ValueError for what cannot be used.
        expects: what to write, as it stands in an error.
        secret: whether the value is never shown.
    """

    variable: str
    doc: str
    read: Callable[[str], object]
    expects: str
    secret: bool = False


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise ValueError
        return number

    return read


def _number(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = float(text)
        if not least <= number <= most:
            raise ValueError
        return number

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in words:
            raise ValueError
        return text.lower()

    return read


def _words(text: str) -> str:
    if not text.strip():
        raise ValueError
    return text


def _folder(text: str) -> Path:
    return Path(_words(text)).expanduser().absolute()


def _file(text: str) -> Path:
    path = _folder(text)
    if not path.is_file():
        raise ValueError
    return path


def _base_path(text: str) -> str:
    path = text.rstrip("/")
    if path and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path):
        raise ValueError
    return path


def _public_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError
    return f"{parts.scheme}://{parts.netloc}"


def _database_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("postgresql", "postgres", "postgresql+asyncpg") or not parts.path.strip("/"):
        raise ValueError
    return "postgresql+asyncpg" + text[len(parts.scheme) :]


def _proxies(text: str) -> str:
    for part in text.split(","):
        if part.strip() != "*":
            ip_network(part.strip(), strict=False)
    return text


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings with their defaults. `Settings()` is a server at home; `Settings.read()` asks the environment."""

    data: Annotated[
        Path,
        Setting(
            "TERTULIA_DATA",
            "The folder in which everything that Tertulia stores lives.",
            _folder,
            "the path of a folder",
        ),
    ] = Path("data")
    host: Annotated[
        str,
        Setting(
            "TERTULIA_HOST",
            "The address on which the server listens; 0.0.0.0 lets other machines in.",
            _words,
            "an address or a host name",
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        Setting(
            "TERTULIA_PORT",
            "The port to listen on; 0 takes any that is free.",
            _whole(0, 65535),
            "a whole number from 0 to 65535",
        ),
    ] = 8000
    workers: Annotated[
        int,
        Setting(
            "TERTULIA_WORKERS",
            "How many processes serve the tables; one serves hundreds of them.",
            _whole(1, 64),
            "a whole number from 1 to 64",
        ),
    ] = 1
    database_url: Annotated[
        str | None,
        Setting(
            "DATABASE_URL",
            "The PostgreSQL database to use; without it Tertulia starts one of its own in its data folder.",
            _database_url,
            "an address such as postgresql://user:password@host:5432/tertulia",
            secret=True,
        ),
    ] = None
    pg_bin: Annotated[
        Path | None,
        Setting(
            "PG_BIN",
            "The folder of the programs initdb and postgres, for a database of our own made from other binaries.",
            _folder,
            "the path of a folder",
        ),
    ] = None
    pool: Annotated[
        int,
        Setting(
            "TERTULIA_POOL",
            "How many database connections each worker may hold (5 at least), besides one that listens.",
            _whole(5, 200),
            "a whole number from 5 to 200",
        ),
    ] = 10
    base_path: Annotated[
        str,
        Setting(
            "TERTULIA_BASE_PATH",
            "The path under which a proxy offers Tertulia, where it does not have a host name of its own.",
            _base_path,
            "a path such as /games, or nothing",
        ),
    ] = ""
    url: Annotated[
        str | None,
        Setting(
            "TERTULIA_URL",
            "The address under which friends reach the server, for invite links; else that in the host's browser.",
            _public_url,
            "an address such as https://games.example.org, without a path",
        ),
    ] = None
    trusted_proxies: Annotated[
        str,
        Setting(
            "TERTULIA_TRUSTED_PROXIES",
            "Which proxies may tell the visitor's address and scheme: addresses and networks with commas, or *.",
            _proxies,
            "addresses or networks with commas between them, or *",
        ),
    ] = "127.0.0.1"
    table_password: Annotated[
        str | None,
        Setting(
            "TERTULIA_TABLE_PASSWORD",
            "A password that is asked of whoever makes a table; without it everybody may make one.",
            _words,
            "a password that is not empty",
            secret=True,
        ),
    ] = None
    limits: Annotated[
        float,
        Setting(
            "TERTULIA_LIMITS",
            "A factor on all limits per person and per address, such as 2 for a large household; 0 lifts them.",
            _number(0, 1000),
            "a number from 0 to 1000",
        ),
    ] = 1.0
    bot_pause: Annotated[
        float,
        Setting(
            "TERTULIA_BOT_PAUSE",
            "How many seconds a house bot waits after a person, so that a move can be seen and undone.",
            _number(0, 60),
            "a number of seconds from 0 to 60",
        ),
    ] = 1.0
    tables_in_memory: Annotated[
        int,
        Setting(
            "TERTULIA_TABLES_IN_MEMORY",
            "How many tables each worker keeps in memory; others are loaded again when they are used.",
            _whole(1, 1_000_000),
            "a whole number from 1 to 1000000",
        ),
    ] = 500
    language: Annotated[
        str,
        Setting(
            "TERTULIA_LANGUAGE",
            "The language for browsers that ask for none that Tertulia speaks.",
            _one_of(*LANGUAGES),
            "one of: " + ", ".join(LANGUAGES),
        ),
    ] = "en"
    log: Annotated[
        str,
        Setting(
            "TERTULIA_LOG",
            "How much the server writes to its log: debug, info, warning or error.",
            _one_of(*LOG_LEVELS),
            "one of: " + ", ".join(LOG_LEVELS),
        ),
    ] = "info"
    cudillero_components: Annotated[
        Path | None,
        Setting(
            "TERTULIA_CUDILLERO_COMPONENTS",
            "A file with the components of Cudillero, for new tables, in place of those that come with Tertulia.",
            _file,
            "the path of a file that exists",
        ),
    ] = None
    cubaneo_components: Annotated[
        Path | None,
        Setting(
            "TERTULIA_CUBANEO_COMPONENTS",
            "A file with the components of Cubaneo, for new tables, in place of those that come with Tertulia.",
            _file,
            "the path of a file that exists",
        ),
    ] = None

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings that an environment asks for; what it does not name has its default.

        Raises:
            SettingError: a variable has a value that cannot be used, or starts with TERTULIA_ and is unknown.
        """
        settings = described()
        known = {setting.variable for setting in settings.values()} | OF_TESTS
        for name in sorted(environment.keys() - known):
            if name.startswith(PREFIX):
                raise SettingError(f"{name} is not a setting of Tertulia: see docs/settings.md for those that are.")
        values: dict[str, Any] = {}
        for name, setting in settings.items():
            text = environment.get(setting.variable, "")
            if not text:
                continue
            try:
                values[name] = setting.read(text)
            except ValueError as error:
                shown = "its value" if setting.secret else repr(text)
                raise SettingError(f"{setting.variable} must be {setting.expects}: {shown} is not.") from error
        return cls(**values)

    def components_of(self, game: str) -> Path | None:
        """The host's own file with the components of a game, if there is one."""
        return {"cudillero": self.cudillero_components, "cubaneo": self.cubaneo_components}.get(game)

    @property
    def connections(self) -> int:
        """How many database connections all workers together may hold: those to work with, and one each to listen."""
        return self.workers * (self.pool + 1)

    @property
    def log_level(self) -> int:
        """The number of `log` in the standard library's logging."""
        return logging.getLevelNamesMapping()[self.log.upper()]


def described() -> dict[str, Setting]:
    """Each field of `Settings` with its variable and doc, in the order of the docs."""
    hints = get_type_hints(Settings, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}
