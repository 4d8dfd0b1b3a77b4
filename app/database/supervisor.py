"""Keeps the embedded PostgreSQL running: starts it anew when it dies, later each time it dies again."""

import logging
from collections.abc import Callable
from time import monotonic

from app.database.embedded import START_SECONDS, EmbeddedPostgres

FIRST_DELAY = 0.1
LAST_DELAY = 10.0
CALM_SECONDS = 60.0

logger = logging.getLogger("tertulia.database")


class Supervisor:
    """Watches one server from the thread that started it.

    Args:
        server: a server that has been opened.
        clock: seconds that only rise.
    """

    def __init__(self, server: EmbeddedPostgres, clock: Callable[[], float] = monotonic) -> None:
        self._server = server
        self._clock = clock
        self._delay = FIRST_DELAY
        self._spawned_at = 0.0
        self._spawn_at: float | None = None
        self._ready = False

    def start(self) -> None:
        """Start the server and wait until it is ready. Raises: DatabaseError."""
        self._server.start()
        self._spawned_at = self._clock()
        self._ready = True

    def tick(self) -> float | None:
        """Look after the server, without waiting for anything.

        Returns:
            In how many seconds to look again at the latest; None while the server is well (its death is a SIGCHLD).
        """
        now = self._clock()
        if self._spawn_at is not None:
            if now < self._spawn_at:
                return self._spawn_at - now
            self._spawn(now)
        state = self._server.state
        if state == "ended":
            return self._plan_restart(now)
        if state == "starting":
            if now - self._spawned_at > START_SECONDS:
                self._server.stop()
            return 0.05
        if not self._ready:
            logger.info("The database is ready again.")
            self._ready = True
        return None

    def stop(self, patience: Callable[[], bool] = lambda: True) -> None:
        """Stop the server, at once when `patience` says no more."""
        self._server.stop(patience)

    def _spawn(self, now: float) -> None:
        self._spawn_at = None
        self._spawned_at = now
        self._server.spawn()

    def _plan_restart(self, now: float) -> float:
        if now - self._spawned_at > CALM_SECONDS:
            self._delay = FIRST_DELAY
        if self._ready:
            logger.error("The database has ended unexpectedly: it is started again.")
        elif self._server.held:
            self._server.end_orphan()
        else:
            logger.error(
                "The database did not start: it is tried again in %.1f s. See %s.", self._delay, self._server.log
            )
        self._ready = False
        self._spawn_at = now + self._delay
        wait, self._delay = self._delay, min(self._delay * 2, LAST_DELAY)
        return wait
