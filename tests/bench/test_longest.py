"""The longest games that `python -m bench.growth` plays."""

import pytest

from app.games.shelf import rulebook
from bench import longest


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest of a few games will do."""
    monkeypatch.setattr(longest, "CANDIDATES", 2)


@pytest.mark.parametrize("key", longest.GAMES)
def test_a_long_game_is_a_whole_one_and_its_last_open_move_can_be_taken_back(key: str) -> None:
    game, book = longest.longest(key), rulebook(key)
    seats, options = longest.GAMES[key]
    session = book.session.begin(
        seats, book.options(options), book.components().content, game.seed, book.session.version
    )
    last = longest.last_open(game)
    for number, (seat, action) in enumerate(game.moves, 1):
        session.apply(seat, action)
        open_ = bool(session.actors()) and not session.reveals
        assert not open_ if number > last else open_ or number < last
    assert session.actors() == ()


def test_the_costs_of_a_quarter_are_those_of_all_games() -> None:
    assert longest.quarters([[1.0, 2, 3, 4], [3.0, 4, 5, 6]]).split() == ["2.00", "3.00", "4.00", "5.00"]
