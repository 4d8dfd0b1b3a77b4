"""Limits: a household is no attack, an attack is limited."""

from contextlib import ExitStack

import pytest

from app.web.limits import HELD, KEPT, LIMITS, Limits
from app.web.problems import Problem


class Clock:
    """Seconds that a test sets."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(limits: Limits, kind: str, person: str | None, address: str, most: int = 10_000) -> int:
    """How often something is allowed at once."""
    for count in range(most):
        try:
            limits.take(kind, person, address)
        except Problem:
            return count
    return most


def test_a_person_may_do_a_burst_and_then_waits() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    assert taken(limits, "act", "ana", "10.0.0.1") == LIMITS["act"].person.burst
    with pytest.raises(Problem) as refused:
        limits.take("act", "ana", "10.0.0.1")
    assert refused.value.status == 429
    assert refused.value.headers["Retry-After"] == "1"
    clock.now += LIMITS["act"].person.each
    limits.take("act", "ana", "10.0.0.1")


def test_a_household_behind_one_address_is_no_attack() -> None:
    limits = Limits(clock=Clock())
    for kind in LIMITS:
        for person in ("ana", "bo", "cleo"):
            assert taken(limits, kind, person, "10.0.0.1") == LIMITS[kind].person.burst


def test_many_people_from_one_address_are_limited_together() -> None:
    limits = Limits(clock=Clock())
    allowed = sum(taken(limits, "join", f"person {number}", "10.0.0.1") for number in range(30))
    assert allowed == LIMITS["join"].address.burst
    assert taken(limits, "join", "somebody else", "10.0.0.2") > 0


def test_what_is_refused_is_not_counted() -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    for _ in range(1000):
        taken(limits, "act", "ana", "10.0.0.1", most=1)
    clock.now += LIMITS["act"].person.each
    limits.take("act", "ana", "10.0.0.1")


def test_asking_does_not_count() -> None:
    limits = Limits(clock=Clock())
    for _ in range(1000):
        limits.check("guess", "ana", "10.0.0.1")
    assert taken(limits, "guess", "ana", "10.0.0.1") == LIMITS["guess"].person.burst


@pytest.mark.parametrize(("factor", "allowed"), [(2, 120), (0.5, 30), (0, 1000)])
def test_a_factor_widens_all_limits_and_zero_lifts_them(factor: float, allowed: int) -> None:
    assert taken(Limits(factor, Clock()), "act", "ana", "10.0.0.1", most=1000) == allowed


def test_a_person_holds_only_so_many_sockets_at_once_and_may_hold_others_later() -> None:
    limits = Limits(clock=Clock())
    with ExitStack() as stack:
        for _ in range(HELD[0]):
            stack.enter_context(limits.holding("ana", "10.0.0.1"))
        with pytest.raises(Problem), limits.holding("ana", "10.0.0.1"):
            pass
        stack.enter_context(limits.holding("bo", "10.0.0.1"))
    with limits.holding("ana", "10.0.0.1"):
        pass
    assert len(limits) == 0


def test_only_so_many_are_remembered() -> None:
    limits = Limits(clock=Clock())
    for number in range(KEPT + 10):
        limits.take("people", None, f"address {number}")
    assert len(limits) == KEPT
