"""What many tables show alike, kept once."""

from app.live.shared import Shared


def test_the_first_of_equal_values_stands_for_all() -> None:
    shared = Shared[str, list[int]](least=3, most=2)
    first = shared.one("abc", [1])
    assert shared.one("abc", [1]) is first


def test_what_is_short_is_not_kept() -> None:
    shared = Shared[str, list[int]](least=3, most=2)
    first = shared.one("ab", [1])
    assert shared.one("ab", [1]) is not first


def test_what_came_least_recently_goes_first() -> None:
    shared = Shared[str, list[int]](least=3, most=2)
    first, second = shared.one("abc", [1]), shared.one("abd", [2])
    assert shared.one("abc", [1]) is first
    shared.one("abe", [3])
    assert shared.one("abc", [1]) is first
    assert shared.one("abd", [2]) is not second
