"""docs/adding-a-game.md: the game that it builds really plays, and holds what every rulebook must."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from app.games import shelf
from app.games.session import plain
from tests.games import conformance, threecards


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[shelf.Rulebook]:
    with threecards.on_the_shelf(tmp_path_factory.mktemp("games")) as book:
        yield book


def test_the_page_has_all_files_of_a_game() -> None:
    assert set(threecards.files()) == {"components.toml", "words.py", "session.py", "bot.py", "__init__.py"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_the_game_of_the_page_holds_what_every_rulebook_must(
    book: shelf.Rulebook, check: Callable[..., None], seats: int
) -> None:
    for seed in range(5):
        check(book, seats, None, seed)


def test_the_game_of_the_page_has_a_house_player(book: shelf.Rulebook) -> None:
    session = conformance.begin(book, 3)
    while actors := session.actors():
        seat = actors[0]
        session.apply(seat, book.decide(seat, session.public(), session.private(seat), Random(1)))
    conformance.check_result(session)


def test_ties_share_a_place(book: shelf.Rulebook) -> None:
    rankings = []
    for seed in range(20):
        *_, last = conformance.random_game(book, 4, None, seed)
        rankings.append([standing.place for standing in last.session.result()])
    assert [1, 1, 1, 4] in rankings


def test_no_hand_is_in_anothers_view(book: shelf.Rulebook) -> None:
    session = conformance.begin(book, 2)
    mine = session.private(1)["hand"]
    assert not any(f"'{card}'" in str([plain(session.private(2)), plain(session.public())]) for card in mine)


@pytest.mark.parametrize("text", ["highest = 3", "lowest = 20", "highest = ", "highest = true"])
def test_components_that_cannot_be_played_with_are_refused(book: shelf.Rulebook, text: str) -> None:
    with pytest.raises(shelf.ComponentError, match=r"Three Cards|highest card"):
        book.components(text)
