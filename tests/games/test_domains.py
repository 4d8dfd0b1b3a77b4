"""Domains: what they contain, what they list and what they draw are the same."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.domains import Amounts, Domain, OneOf, SomeOf, Whole

VALUES = st.lists(st.one_of(st.integers(-3, 3), st.text(max_size=2)), min_size=1, max_size=6, unique=True).map(tuple)


@st.composite
def some_of(draw: st.DrawFn) -> SomeOf:
    values = draw(VALUES)
    least = draw(st.integers(0, len(values)))
    return SomeOf(values, least, draw(st.integers(least, len(values))))


@st.composite
def wholes(draw: st.DrawFn) -> Whole:
    low = draw(st.integers(-5, 5))
    return Whole(low, draw(st.integers(low, low + 9)))


@st.composite
def amounts(draw: st.DrawFn) -> Amounts:
    limits = draw(st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3), min_size=1))
    least = draw(st.integers(0, sum(limits.values())))
    return Amounts(limits, least, draw(st.integers(least, sum(limits.values()) + 2)))


DOMAINS = st.one_of(VALUES.map(OneOf), some_of(), wholes(), amounts())
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.floats()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.lists(inner, max_size=3).map(tuple), st.dictionaries(st.text(max_size=2), inner)
    ),
    max_leaves=5,
)


@given(DOMAINS)
def test_a_domain_contains_what_it_lists_and_lists_it_once(domain: Domain) -> None:
    listed = list(domain)
    assert listed
    assert all(value in domain for value in listed)
    assert len({msgspec.json.encode(value, order="sorted") for value in listed}) == len(listed)


@given(DOMAINS, st.integers())
def test_a_domain_draws_only_what_it_contains(domain: Domain, seed: int) -> None:
    assert domain.sample(Random(seed)) in domain


@given(DOMAINS)
def test_every_value_of_a_small_domain_is_drawn_some_time(domain: Domain) -> None:
    listed = [_plain(value) for value in domain]
    if len(listed) <= 8:
        rng = Random(1)
        drawn = [_plain(domain.sample(rng)) for _ in range(400)]
        assert all(value in drawn for value in listed)


def _plain(value: Any) -> Any:
    """A value without the order of what it holds."""
    if isinstance(value, dict):
        return sorted(value.items())
    return sorted(value, key=repr) if isinstance(value, tuple) else value


@given(DOMAINS, ANYTHING)
def test_a_domain_may_be_asked_about_anything(domain: Domain, value: object) -> None:
    if value in domain:
        assert _plain(value) in [_plain(listed) for listed in domain]


@given(DOMAINS)
def test_a_domain_is_json_that_says_its_kind(domain: Domain) -> None:
    told = msgspec.to_builtins(domain)
    assert told["kind"] in {"one-of", "some-of", "whole", "amounts"}
    assert msgspec.convert(told, type(domain)) == domain


def test_the_type_counts() -> None:
    assert True not in OneOf((1, 2))
    assert 1.0 not in OneOf((1, 2))
    assert True not in Whole(0, 5)
    assert {"a": True} not in Amounts({"a": 2}, 0, 2)


@pytest.mark.parametrize("value", [("a", "a"), ("a",), ("a", "b", "c"), ["a", "b"], "ab", ("a", "x"), ("a", {}), None])
def test_some_of_wants_a_tuple_of_distinct_values_of_the_right_size(value: object) -> None:
    domain = SomeOf(("a", "b", "c"), 2, 2)
    assert value not in domain
    assert ("b", "a") in domain


@pytest.mark.parametrize("value", [{"a": 3}, {"a": 0}, {"x": 1}, {}, {"a": 2, "b": 2}, {1: 1}, [("a", 1)], {"a": "1"}])
def test_amounts_want_known_kinds_within_their_limits(value: object) -> None:
    domain = Amounts({"a": 2, "b": 2}, 1, 3)
    assert value not in domain
    assert {"a": 2, "b": 1} in domain


class Unfinished(Domain, frozen=True, tag="unfinished"):
    """A kind of a game's own that says nothing yet."""


def test_a_kind_must_say_what_it_contains_lists_and_draws() -> None:
    asks: tuple[Callable[[], object], ...] = (
        lambda: 1 in Unfinished(),
        lambda: list(Unfinished()),
        lambda: Unfinished().sample(Random(1)),
    )
    for ask in asks:
        with pytest.raises(TypeError, match="Unfinished"):
            ask()
