"""`python -m tools.preview`: the page of a game at any moment, without a server."""

import sys

import pytest

from app.games.shelf import GAMES, rulebook
from app.settings import Settings
from app.web.addresses import Addresses
from app.web.rendering import Rendering, create
from tools.preview import arguments, page


@pytest.fixture(scope="module")
def rendering() -> Rendering:
    return create(Settings(), Addresses(Settings()))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", ["0", "2"])
def test_a_moment_is_shown_through_anybodys_eyes(
    rendering: Rendering, game: str, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["preview", game, "--at", "5", "--as", seat])
    shown = page(rendering, rulebook(game), arguments())
    assert 'id="prompt"' in shown
    assert shown.count("log-entry") > 5


def test_a_moment_that_never_comes_is_said_to_be_none(rendering: Rendering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["preview", "cuckooo", "--until", "phase=siesta"])
    with pytest.raises(SystemExit, match="never comes to that moment"):
        page(rendering, rulebook("cuckooo"), arguments())
