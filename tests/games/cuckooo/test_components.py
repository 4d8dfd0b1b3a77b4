"""The pieces (CK-1 to CK-4), and what a host's own file may say."""

import pytest

from app.games.cuckooo.components import Components, parse, pieces
from app.games.shelf import ComponentError
from tests.games.cuckooo.positions import BOOK, game

OWN = BOOK.components().text


def own() -> Components:
    content = BOOK.components().content
    assert isinstance(content, Components)
    return content


@pytest.mark.rule("CK-1")
def test_there_are_35_sparrows_and_seven_eights() -> None:
    sparrows = pieces(own(), 5).sparrows
    assert len(set(sparrows)) == 35
    assert sum(card.endswith("-8") for card in sparrows) == 7
    lowest = {"white": 7, "yellow": 6, "orange": 5, "red": 4, "green": 3, "purple": 2, "blue": 1}
    for colour, low in lowest.items():
        assert [card for card in sparrows if card.startswith(colour)] == [f"{colour}-{v}" for v in range(low, 9)]


@pytest.mark.rule("CK-2")
@pytest.mark.parametrize(("seats", "cards", "highest"), [(3, 21, 6), (4, 28, 7), (5, 35, 8)])
def test_fewer_players_leave_the_highest_sparrows_in_the_box(seats: int, cards: int, highest: int) -> None:
    sparrows = pieces(own(), seats).sparrows
    assert len(sparrows) == cards == 7 * seats
    assert max(int(card.split("-")[1]) for card in sparrows) == highest
    assert all(len(hand) == 7 for hand in game(seats).state.hands)


@pytest.mark.rule("CK-2", "CK-3")
def test_there_are_owls_from_7_to_18_and_three_players_leave_out_7_and_8() -> None:
    assert pieces(own(), 5).owls == tuple(f"owl-{value}" for value in range(7, 19))
    assert pieces(own(), 4).owls == pieces(own(), 5).owls
    assert pieces(own(), 3).owls == tuple(f"owl-{value}" for value in range(9, 19))


@pytest.mark.rule("CK-3")
def test_there_are_six_cuckoos_eight_magpies_and_five_tokens() -> None:
    in_play = pieces(own(), 5)
    assert in_play.cuckoos == tuple(f"cuckoo-{value}" for value in (6, 5, 4, 3, 2, 1))
    assert sorted(in_play.magpies) == [17, 17, 18, 18, 19, 19, 20, 20]
    assert set(in_play.tokens) == {"spying", "swap", "big-hand", "order", "series"}


@pytest.mark.rule("CK-4")
def test_no_stock_of_coins_can_run_out() -> None:
    session = game(5)
    session.state.silver = (1_000,) * 5
    assert [line.points for line in session.scores()[1]] == [0, 1_000]


def test_the_pieces_of_a_number_of_players_are_worked_out_once() -> None:
    assert pieces(own(), 4) is pieces(own(), 4)


@pytest.mark.parametrize(
    ("now", "then", "sentence"),
    [
        ("[sparrows]", "[sparows]", "cannot be read"),
        ("blue = [1, 8]", "blue = [2, 8]", "With 5 players there must be 35 sparrows, not 34."),
        ("blue = [1, 8]", "teal = [1, 8]", "It must have blue sparrows"),
        ("white = [7, 8]", "white = [8, 7]", "lowest and highest value"),
        ("white = [7, 8]", '"whi te" = [7, 8]', "small letters"),
        ("[7, 8, 9, 10,", "[7, 7, 9, 10,", "All owls must differ."),
        ("[7, 8, 9, 10, 11,", "[", "There must be at least 10 owls"),
        ("cuckoos = [1, 2, 3, 4, 5, 6]", "cuckoos = [1, 2, 3]", "There must be at least 5 cuckoos"),
        ("17, 17, 18, 18, 19, ", "", "There must be at least 5 magpies"),
        ('"order", "series"]', '"order", "order"]', "All action tokens must differ."),
        ('"order", "series"]', '"order"]', "With 5 players there must be at least 5 action tokens."),
        ("without_owls = [7, 8]", "without_owls = [7, 8, 9, 10, 11, 12, 13]", "With 3 players there must be at least"),
        ("wealth = 7", "wealth = 0", "the wealth of a magpie must be from 1 to 99"),
        ("[players.4]", "[players.6]", "3, 4 and 5 players"),
    ],
)
def test_a_file_that_cannot_be_played_with_is_refused_with_a_sentence(now: str, then: str, sentence: str) -> None:
    assert now in OWN
    with pytest.raises(ComponentError) as refused:
        parse(OWN.replace(now, then))
    assert sentence in str(refused.value)


def test_all_faults_of_a_file_are_told_at_once() -> None:
    with pytest.raises(ComponentError) as refused:
        parse(OWN.replace("wealth = 7", "wealth = 0").replace("wealth = 5", "wealth = -1"))
    assert len(refused.value.faults) == 2
