"""`python -m bench.engines` and the bare dict beside it."""

from random import Random

import pytest

from bench import bare
from bench.engines import bare_game, engine_game, main
from tests.games.cuckooo.positions import BOOK


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_bare_game_is_a_whole_game(seats: int) -> None:
    rng = Random(1)
    game = bare.begin(seats, rng)
    while actors := bare.actors(game):
        bare.play(game, actors[0], rng.choice(bare.moves(game, actors[0], rng)), rng)
        cards = [card for part in (*game["hands"], *game["flocks"]) for card in part]
        assert len(set(cards)) == len(cards)
    assert game["round"] == 4
    assert len(game["magpies"]) == 4
    assert sum(game["silver"]) % (seats + 2) == 0


def test_both_games_are_about_as_long() -> None:
    lengths = [sum(play(number) for number in range(20)) for play in (bare_game(4), engine_game(BOOK, 4))]
    assert 0.8 < lengths[0] / lengths[1] < 1.25


def test_each_number_of_players_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cuckooo", "--seconds", "0.01"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.split()[0] == "Cuckooo!"
    assert [line.split()[:2] for line in lines[:3]] == [["3", "seats"], ["4", "seats"], ["5", "seats"]]
    assert "house bot" in lines[3]


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 2
    assert "There is no game 'chess'" in capsys.readouterr().err
