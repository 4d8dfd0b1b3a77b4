"""Processes and those that they have started."""

import os
import signal
import subprocess
from contextlib import suppress


def children(pid: int, command: str = "") -> list[int]:
    """The processes that a process has started, those whose command line holds these words."""
    found = subprocess.run(["pgrep", "-P", str(pid), "-f", command], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def send(number: int, *pids: int) -> None:
    """Send a signal to all of these that are still there."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def kill(*pids: int) -> None:
    """Kill processes as a power cut would."""
    send(signal.SIGKILL, *pids)
