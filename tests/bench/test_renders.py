"""`python -m bench.renders`: whole games are told without a server."""

import pytest

from app.games.shelf import GAMES, rulebook
from app.settings import Settings
from app.web import rendering
from app.web.addresses import Addresses
from bench.renders import SAYING, Telling, Timed, main, play


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told_in_both_forms_and_each_region_is_timed(game: str) -> None:
    settings = Settings()
    timed = Timed(rendering.create(settings, Addresses(settings)))
    tellings = [Telling(timed, None), Telling(timed, "en")]
    play(rulebook(game), 3, 1, tellings)
    json, html = tellings
    assert html.moves == json.moves > 50
    assert len(html.sizes) == html.moves * 4
    assert json.counts.renders == 0 < html.counts.renders
    assert {"prompt", "actions", SAYING} <= timed.spent.keys()


def test_the_same_games_are_told_in_the_same_bytes() -> None:
    settings = Settings()
    house = rendering.create(settings, Addresses(settings))
    first, again = (Telling(house, "en") for _ in range(2))
    for telling in (first, again):
        play(rulebook("cuckooo"), 3, 1, [telling])
    assert first.digest.digest() == again.digest.digest()


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 2
    assert "There is no game 'chess'" in capsys.readouterr().err
