"""The signals that the parent process hears, as something one can wait for."""

import select
import signal
import socket
from collections.abc import Sequence
from types import FrameType
from typing import Self


class Signals:
    """While entered, SIGINT, SIGTERM and SIGHUP are counted, not obeyed; the death of a child wakes `wait`, too."""

    def __init__(self) -> None:
        self.stops = 0
        self._heard, self._told = socket.socketpair()
        self._heard.setblocking(False)
        self._told.setblocking(False)

    def __enter__(self) -> Self:
        self._fd = signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        stops = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        self._handlers = {number: signal.signal(number, self._count) for number in stops}
        self._handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda number, frame: None)
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._fd)
        self._heard.close()
        self._told.close()

    def wait(self, seconds: float, others: Sequence[socket.socket] = ()) -> None:
        """Return when a signal has come, one of the sockets can be read, or the time is over."""
        readable, _, _ = select.select([self._heard, *others], [], [], seconds)
        if self._heard in readable:
            self._heard.recv(1024)

    def _count(self, number: int, frame: FrameType | None) -> None:
        self.stops += 1
