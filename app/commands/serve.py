"""Start the server, with a database of its own if none is named.

This process listens and watches; workers answer. On Ctrl-C the workers finish first, then the database stops.
"""

import os
import signal
import socket
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager

from app.database.access import own
from app.database.binaries import DatabaseError
from app.database.supervisor import Supervisor
from app.serving import logs
from app.serving.crew import Crew, StartError
from app.serving.listener import address, listen, network_address
from app.serving.signals import Signals
from app.settings import Settings

LOOK_SECONDS = 5.0


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes; each argument goes before the setting of the same name."""
    parser.epilog = "Every other setting is an environment variable; docs/settings.md has them all."
    parser.add_argument("--host", help="the address to listen on (TERTULIA_HOST)")
    parser.add_argument("--port", help="the port to listen on (TERTULIA_PORT)")
    parser.add_argument("--workers", help="how many processes answer (TERTULIA_WORKERS)")
    parser.add_argument("--app", default="app.main:create_app", help=SUPPRESS)


def run(arguments: Namespace) -> int:
    """Serve until a signal stops us."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    environment = dict(os.environ)
    for name in ("host", "port", "workers"):
        if (value := getattr(arguments, name)) is not None:
            environment[f"TERTULIA_{name.upper()}"] = value
    settings = Settings.read(environment)
    logs.configure(settings)
    if settings.cudillero_components or settings.cubaneo_components:
        from app.tables.making import check_components  # which takes its time, and few need it

        check_components(settings)
    with closing(listen(settings)) as listener, _database(settings) as (supervisor, url):
        crew = Crew(settings.workers, listener, arguments.app, {**environment, "DATABASE_URL": url})
        try:
            crew.tick()
            if supervisor is not None:
                supervisor.start()
            _prepare(settings, url)
            crew.begin()
            return _serve(crew, supervisor, _where(settings, listener))
        finally:
            crew.stop(lambda: False)


def _prepare(settings: Settings, url: str) -> None:
    """Wait for the database and bring its tables up, while the workers get ready.

    Raises: DatabaseError, also when a database that is not ours takes fewer connections than the workers may need.
    """
    from app.database.capacity import capacity, lack  # they take their time, as the workers do meanwhile
    from app.database.migrate import patiently, prepare

    prepare(url)
    if settings.database_url is not None and (sentence := lack(settings, patiently(url, capacity), url)):
        raise DatabaseError(sentence)


def _where(settings: Settings, listener: socket.socket) -> str:
    """Where to open Tertulia: here, and from the network of somebody's home."""
    here = address(listener) + settings.base_path
    away = settings.url or (network_address(listener) if settings.database_url is None else None)
    return f"{here}; for your friends {away}{settings.base_path}" if away else here


def _serve(crew: Crew, supervisor: Supervisor | None, where: str) -> int:
    """Run the workers until we are told to stop; then end them, and the database after them."""
    with Signals() as signals:

        def patience() -> bool:
            return signals.stops < 2

        try:
            _watch(crew, supervisor, signals, where)
        except StartError as fault:
            print(f"tertulia: {fault}", file=sys.stderr, flush=True)
            return 2
        finally:
            print("Stopping ...", flush=True)
            crew.stop(patience)
            if supervisor is not None:
                supervisor.stop(patience)
    return 0


@contextmanager
def _database(settings: Settings) -> Iterator[tuple[Supervisor | None, str]]:
    """The database that the settings name; or one of our own, which its supervisor is to start."""
    if settings.database_url is not None:
        yield None, settings.database_url
        return
    server = own(settings)
    with closing(server):
        server.open()
        supervisor = Supervisor(server)
        try:
            yield supervisor, server.url
        finally:
            supervisor.stop()


def _watch(crew: Crew, supervisor: Supervisor | None, signals: Signals, where: str) -> None:
    """Look after workers and database until we are told to stop."""
    told = False
    while not signals.stops:
        waits = [crew.tick(), supervisor.tick() if supervisor is not None else None]
        if crew.ready and not told:
            print(f"Tertulia is ready: {where} (Ctrl-C stops it)", flush=True)
            told = True
        signals.wait(min(wait for wait in (*waits, LOOK_SECONDS) if wait is not None), crew.links)
