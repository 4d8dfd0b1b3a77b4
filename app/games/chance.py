"""Named, reproducible draws: what the dice, shuffles and bags of a game are made of.

Every draw follows from `HMAC-SHA256(seed, name)` alone. A draw added elsewhere moves no other, undo and redo draw the
same, and whoever knows the seed can check every shuffle. The algorithm never changes: a golden test holds it.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORDS = Struct(">4Q")


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed in hex: shown from the start, it proves at the end that the seed was not chosen later."""
    return hashlib.sha256(seed).hexdigest()


def label(name: str, counters: dict[str, int]) -> str:
    """The full name of a draw: `label("sparrows", {"round": 3})` is `"sparrows/round=3"`."""
    return "/".join([name, *(f"{key}={counters[key]}" for key in sorted(counters))])


class Chance:
    """All draws of one game. It has no state: equal names give equal draws, so each name is used once in a game."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        """Args: seed: 32 secret random bytes. Raises: ValueError for any other length."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
        self.seed = seed

    def words(self, name: str) -> Iterator[int]:
        """An endless stream of 64-bit whole numbers for a full name."""
        block = 0
        while True:
            digest = hmac.digest(self.seed, f"{name}#{block}".encode(), "sha256")
            yield from _WORDS.unpack(digest)
            block += 1

    def shuffle(self, name: str, items: Iterable[T], **counters: int) -> tuple[T, ...]:
        """The items in a random order (Fisher-Yates from the back, unbiased by rejection)."""
        deck = list(items)
        words = self.words(label(name, counters))
        for last in range(len(deck) - 1, 0, -1):
            at = _below(last + 1, words)
            deck[last], deck[at] = deck[at], deck[last]
        return tuple(deck)

    def pick(self, name: str, items: Iterable[T], **counters: int) -> T:
        """One of the items. Raises: ValueError when there are none."""
        pool = tuple(items)
        if not pool:
            raise ValueError(f"Nothing to pick from for {label(name, counters)!r}.")
        return pool[_below(len(pool), self.words(label(name, counters)))]


def _below(bound: int, words: Iterator[int]) -> int:
    """A whole number from 0 to bound - 1, each as likely as the others."""
    fair = (1 << 64) - (1 << 64) % bound
    while True:
        word = next(words)
        if word < fair:
            return word % bound
