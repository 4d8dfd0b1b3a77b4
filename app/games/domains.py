"""Domains: the values that a field of an action may take at this moment, without listing all of them."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

import msgspec


class Domain(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """A set of values. A game may add kinds of its own; the browser gets a domain as JSON, with its `kind`."""

    def __contains__(self, value: object) -> bool:
        """Whether the value belongs to the domain. Any object may be asked about."""
        raise TypeError(f"{type(self).__name__} does not say what it contains.")

    def __iter__(self) -> Iterator[Any]:
        """Every value once, in a fixed order; there may be thousands."""
        raise TypeError(f"{type(self).__name__} does not list its values.")

    def sample(self, rng: Random) -> Any:
        """One value at random, drawn without listing the others."""
        raise TypeError(f"{type(self).__name__} cannot draw a value.")


class OneOf(Domain, frozen=True, tag="one-of"):
    """One of some strings or whole numbers."""

    values: tuple[Any, ...]

    def __contains__(self, value: object) -> bool:
        for mine in self.values:  # `1 == True`: the type counts, too
            if mine == value and type(mine) is type(value):
                return True
        return False

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def sample(self, rng: Random) -> Any:
        return self.values[int(rng.random() * len(self.values))]


class SomeOf(Domain, frozen=True, tag="some-of"):
    """A tuple of distinct values, from `least` to `most` of them, in any order (listed in one order only)."""

    values: tuple[Any, ...]
    least: int
    most: int

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        mine = OneOf(self.values)
        return all(item in mine for item in value) and len(set(value)) == len(value)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for size in range(self.least, self.most + 1):
            yield from combinations(self.values, size)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        size = self.least + int(rng.random() * (self.most - self.least + 1))
        return tuple(rng.sample(self.values, size))


class Whole(Domain, frozen=True, tag="whole"):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def __contains__(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def sample(self, rng: Random) -> int:
        return self.low + int(rng.random() * (self.high - self.low + 1))


class Amounts(Domain, frozen=True, tag="amounts"):
    """How many of each kind: a mapping that names only kinds with at least one, `least` to `most` in all.

    `limits` says for each kind how many there may be.
    """

    limits: Mapping[str, int]
    least: int
    most: int

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Mapping):
            return False
        for kind, count in value.items():
            if type(count) is not int or not 1 <= count <= self.limits.get(kind, 0):
                return False
        return self.least <= sum(value.values()) <= self.most

    def __iter__(self) -> Iterator[dict[str, int]]:
        yield from self._fillings(tuple(self.limits), 0)

    def _fillings(self, kinds: tuple[str, ...], so_far: int) -> Iterator[dict[str, int]]:
        if not kinds:
            if so_far >= self.least:
                yield {}
            return
        first, *rest = kinds
        for count in range(min(self.limits[first], self.most - so_far) + 1):
            for others in self._fillings(tuple(rest), so_far + count):
                yield {first: count, **others} if count else others

    def sample(self, rng: Random) -> dict[str, int]:
        pool = [kind for kind, limit in self.limits.items() for _ in range(limit)]
        most = min(self.most, len(pool))
        size = self.least + int(rng.random() * (most - self.least + 1))
        drawn = rng.sample(pool, size)
        return {kind: drawn.count(kind) for kind in self.limits if kind in drawn}
