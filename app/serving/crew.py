"""The worker processes, as their parent sees them: started, replaced when they die, stopped."""

import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from app.serving.worker import BEGIN, DRAIN_SECONDS, READY

ROOT = Path(__file__).resolve().parent.parent.parent
FIRST_DELAY = 0.1
LAST_DELAY = 10.0
CALM_SECONDS = 10.0

logger = logging.getLogger("tertulia.serving")


class StartError(Exception):
    """A worker ended before it was ready for the first time; the text is one full sentence that says what to do."""


class Berth:
    """The place of one worker, with whoever fills it now."""

    def __init__(self, command: Callable[[int], list[str]], environment: Mapping[str, str], listener: int) -> None:
        self._command = command
        self._environment = environment
        self._listener = listener
        self._delay = FIRST_DELAY
        self._start_at = 0.0
        self._started_at = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self.link: socket.socket | None = None
        self.ready = False
        self.was_ready = False
        self._may_begin = False

    def tick(self, now: float) -> float | None:
        """Look after the worker. Returns: in how many seconds to look again at the latest, None if nothing is due."""
        if self._process is None:
            if now < self._start_at:
                return self._start_at - now
            self._start(now)
            return None
        self._listen()
        if self._process.poll() is None:
            return None
        return self._lost(now)

    def begin(self) -> None:
        """Let this worker answer, and all that follow it."""
        self._may_begin = True
        if self.link is not None:
            with suppress(ConnectionError):  # it has ended: `tick` will see it
                self.link.send(BEGIN)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the worker, if there is one."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    @property
    def running(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.poll() is None

    def _start(self, now: float) -> None:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(
                self._command(theirs.fileno()),
                env=self._environment,
                stdin=subprocess.DEVNULL,
                pass_fds=(self._listener, theirs.fileno()),
                start_new_session=True,  # Ctrl-C is the parent's to hear: workers first, then the database
            )
        self.link = ours
        self._started_at = now
        if self._may_begin:
            self.begin()

    def _listen(self) -> None:
        if self.link is None or self.ready:
            return
        try:
            self.ready = self.link.recv(len(READY)) == READY
        except (BlockingIOError, ConnectionError):  # not yet; or it has ended, as `tick` will see
            return
        self.was_ready = self.was_ready or self.ready

    def _lost(self, now: float) -> float:
        if not self.was_ready:
            raise StartError(
                "The server did not start, since one of its processes ended: what that said stands above. Mend it, "
                "then start again."
            )
        if now - self._started_at > CALM_SECONDS:
            self._delay = FIRST_DELAY
        logger.error("A worker process has ended unexpectedly: another one takes its place.")
        self.release()
        self._start_at = now + self._delay
        wait, self._delay = self._delay, min(self._delay * 2, LAST_DELAY)
        return wait

    def release(self) -> None:
        """Forget the worker that has ended."""
        if self.link is not None:
            self.link.close()
        self._process, self.link, self.ready = None, None, False


class Crew:
    """All workers on one listening socket.

    Args:
        size: how many.
        listener: the socket; it stays open here, so that visitors wait while a worker is replaced.
        app: names the function that makes the application, as `module:name`.
        environment: what the workers read their settings from.
    """

    def __init__(self, size: int, listener: socket.socket, app: str, environment: Mapping[str, str]) -> None:
        path = os.pathsep.join(filter(None, (str(ROOT), environment.get("PYTHONPATH"))))
        number = listener.fileno()

        def command(link: int) -> list[str]:
            return [sys.executable, "-P", "-m", "app.serving.worker", str(number), str(link), app]

        self._berths = [Berth(command, {**environment, "PYTHONPATH": path}, number) for _ in range(size)]

    def begin(self) -> None:
        """The database is ready: let the workers answer."""
        for berth in self._berths:
            berth.begin()

    @property
    def ready(self) -> bool:
        """Whether all workers answer."""
        return all(berth.ready for berth in self._berths)

    @property
    def links(self) -> list[socket.socket]:
        """What becomes readable when a worker that was not ready says that it is, or has ended."""
        return [berth.link for berth in self._berths if berth.link is not None and not berth.ready]

    def tick(self) -> float | None:
        """Start what is due and replace what has died.

        Returns:
            In how many seconds to look again at the latest; None if nothing is due.

        Raises:
            StartError: a worker ended before it was ready for the first time.
        """
        now = monotonic()
        return min((wait for berth in self._berths if (wait := berth.tick(now)) is not None), default=None)

    def stop(self, patience: Callable[[], bool]) -> None:
        """Let the workers finish what they are at, and end them when `patience` says no more or time is up."""
        until = monotonic() + DRAIN_SECONDS + 5
        for berth in self._berths:
            berth.signal(signal.SIGTERM)
        while any(berth.running for berth in self._berths) and monotonic() < until and patience():
            sleep(0.02)
        for berth in self._berths:
            berth.signal(signal.SIGKILL)
            berth.release()
