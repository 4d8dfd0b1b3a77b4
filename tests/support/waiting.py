"""Waiting for a condition, never for a time."""

import time
from collections.abc import Callable


def wait(condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Return as soon as the condition holds. Raises: AssertionError naming `what` when it does not in time."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"not within {seconds} s: {what}"
        time.sleep(0.02)
