"""Draws: named, reproducible, unbiased, and the same for ever."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.chance import Chance, commitment, label

SEED = bytes(range(32))
NAMES = st.text(min_size=1, max_size=20)

GOLDEN_WORDS = [
    2665028145137707814,
    14357573112314578538,
    14861907962672734310,
    8927445777182143645,
    1130246914079309438,
]
GOLDEN_OWLS = (1, 3, 9, 5, 7, 8, 0, 6, 2, 4)
GOLDEN_SPARROWS = "aecbhfgd"
GOLDEN_DIE = [2, 6, 3, 2, 5, 1, 1, 3, 6, 1]


def test_the_algorithm_never_changes() -> None:
    chance = Chance(SEED)
    words = chance.words("owls")
    assert [next(words) for _ in range(5)] == GOLDEN_WORDS
    assert chance.shuffle("owls", range(10)) == GOLDEN_OWLS
    assert "".join(chance.shuffle("sparrows", "abcdefgh", round=3)) == GOLDEN_SPARROWS
    assert [chance.pick("die", range(1, 7), roll=roll) for roll in range(1, 11)] == GOLDEN_DIE


def test_a_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_the_name_of_a_draw_has_its_counters_in_order() -> None:
    assert label("sparrows", {}) == "sparrows"
    assert label("bag", {"refill": 2, "day": 3}) == "bag/day=3/refill=2"


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Chance(bytes(size))


@given(NAMES, st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(name: str, items: list[int]) -> None:
    assert sorted(Chance(SEED).shuffle(name, items)) == sorted(items)


@given(NAMES, NAMES, st.integers(1, 9))
def test_a_draw_moves_no_other(name: str, other: str, number: int) -> None:
    chance = Chance(SEED)
    alone = chance.shuffle(name, range(9), round=number)
    chance.shuffle(other, range(30))
    assert chance.shuffle(name, range(9), round=number) == alone


def test_other_names_counters_and_seeds_draw_otherwise() -> None:
    draws = {
        Chance(SEED).shuffle("deck", range(30)),
        Chance(SEED).shuffle("desk", range(30)),
        Chance(SEED).shuffle("deck", range(30), round=1),
        Chance(SEED).shuffle("deck", range(30), round=2),
        Chance(bytes(32)).shuffle("deck", range(30)),
    }
    assert len(draws) == 5


def test_all_orders_are_about_as_likely() -> None:
    chance = Chance(SEED)
    drawn = Counter(chance.shuffle("order", "abc", number=number) for number in range(6_000))
    assert set(drawn) == set(permutations("abc"))
    assert all(850 < count < 1_150 for count in drawn.values())


def test_all_items_are_picked_about_as_often() -> None:
    chance = Chance(SEED)
    drawn = Counter(chance.pick("die", range(6), roll=roll) for roll in range(6_000))
    assert all(850 < drawn[face] < 1_150 for face in range(6))


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(ValueError, match="Nothing to pick"):
        Chance(SEED).pick("die", ())


def test_words_beyond_the_last_fair_one_are_left_out() -> None:
    class Unfair(Chance):
        """Its first word is the greatest there is: with three items it would favour the first."""

        def words(self, name: str) -> Iterator[int]:
            yield 2**64 - 1
            yield 1

    assert Unfair(SEED).pick("die", "abc") == "b"
