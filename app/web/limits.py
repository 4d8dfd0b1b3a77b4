"""How often somebody may do something: enough for a household behind one address, too little for an attack."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.web.problems import Problem

KEPT = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` times at once, then `each` seconds for each further one."""

    burst: int
    each: float


@dataclass(frozen=True, slots=True)
class Limit:
    """What one person may do, and all people together who come from one address."""

    person: Rate
    address: Rate


LIMITS = {
    "people": Limit(person=Rate(5, 60), address=Rate(40, 15)),
    "tables": Limit(person=Rate(12, 60), address=Rate(60, 15)),
    "join": Limit(person=Rate(20, 5), address=Rate(80, 1)),
    "guess": Limit(person=Rate(8, 20), address=Rate(24, 10)),
    "act": Limit(person=Rate(60, 0.2), address=Rate(600, 0.02)),
    "read": Limit(person=Rate(120, 0.1), address=Rate(1200, 0.01)),
    "socket": Limit(person=Rate(30, 1), address=Rate(240, 0.1)),
    "ask": Limit(person=Rate(60, 0.5), address=Rate(600, 0.05)),
    "say": Limit(person=Rate(10, 2), address=Rate(80, 0.25)),
}
"""What each limit is for: making a person or a table, joining, a wrong invite or code, acting at a table, looking at
one, opening a socket, asking on it, and chatting."""


HELD = (40, 400)
"""So many sockets one person, and all people of one address, hold open at once."""


class Limits:
    """Counts in the memory of one process. The least recently seen are forgotten first.

    Args:
        factor: all limits are so many times as wide; 0 lifts them.
        clock: seconds that only grow.
    """

    def __init__(self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._factor = factor
        self._clock = clock
        self._due: OrderedDict[tuple[str, str, str], float] = OrderedDict()
        self._held: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        """How many counts are remembered, sockets that are held open among them."""
        return len(self._due) + len(self._held)

    def take(self, kind: str, person: str | None, address: str) -> None:
        """Count one more. Raises: Problem 429 with the seconds to wait, and nothing is counted."""
        self._ask(kind, person, address, count=True)

    def check(self, kind: str, person: str | None, address: str) -> None:
        """Only ask whether one more is allowed. Raises: Problem 429 with the seconds to wait."""
        self._ask(kind, person, address, count=False)

    @contextmanager
    def holding(self, person: str | None, address: str) -> Iterator[None]:
        """Hold a socket open. Raises: Problem 429 when too many are."""
        keys = [("address", address)] + ([("person", person)] if person is not None else [])
        most = {"person": HELD[0], "address": HELD[1]}
        for key in keys:
            if self._factor and self._held[key] >= most[key[0]] * self._factor:
                raise Problem(429, "too-often", {"seconds": 60}, headers={"Retry-After": "60"})
        self._held.update(keys)
        try:
            yield
        finally:
            for key in keys:
                self._held[key] -= 1
                if not self._held[key]:
                    del self._held[key]

    def _ask(self, kind: str, person: str | None, address: str, *, count: bool) -> None:
        if not self._factor:
            return
        limit = LIMITS[kind]
        now = self._clock()
        asked = [((kind, "address", address), limit.address)]
        if person is not None:
            asked.append(((kind, "person", person), limit.person))
        waits = [self._wait(key, rate, now) for key, rate in asked]
        if max(waits) > 0:
            seconds = math.ceil(max(waits))
            raise Problem(429, "too-often", {"seconds": seconds}, headers={"Retry-After": str(seconds)})
        if count:
            for key, rate in asked:
                self._due[key] = max(self._due.get(key, now), now) + rate.each / self._factor
                self._due.move_to_end(key)
            while len(self._due) > KEPT:
                self._due.popitem(last=False)

    def _wait(self, key: tuple[str, str, str], rate: Rate, now: float) -> float:
        each = rate.each / self._factor
        allowed = max(1, round(rate.burst * self._factor))
        return self._due.get(key, now) - now - each * (allowed - 1) - 1e-9
