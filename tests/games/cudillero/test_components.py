"""The component file (CD-45)."""

import re

import pytest

from app.games.cudillero import parse
from app.games.cudillero.components import COLOURS, DEEDS
from app.games.cudillero.objectives import PERSONAL
from app.games.cudillero.state import TOKENS
from app.games.shelf import ComponentError
from tests.games.cudillero.tables import BOOK, CONTENT

TEXT = BOOK.components().text
FLOOR_Y01 = '[[floors]]\nid = "y01"\ncolour = "yellow"\ncables = ["up", "down"]\nclothes_line = ["left", "right"]'


@pytest.mark.rule("CD-45")
def test_the_house_edition_has_the_counts_of_the_rulebook() -> None:
    kinds = [card.kind for card in CONTENT.cards.values()]
    assert (kinds.count("floor"), kinds.count("roof")) == (60, 24)
    assert CONTENT.doorways == 16
    assert CONTENT.stock_market_line == 6
    assert {card.colour for card in CONTENT.cards.values()} == set(COLOURS)


@pytest.mark.rule("CD-1", "CD-45")
def test_there_are_eighteen_action_cards_of_two_actions_each() -> None:
    assert list(CONTENT.action_cards) == list(range(1, 19))
    assert {deed for pair in CONTENT.action_cards.values() for deed in pair} == set(DEEDS)
    assert any(first == second for first, second in CONTENT.action_cards.values())


@pytest.mark.rule("CD-4")
def test_the_market_grows_with_the_players() -> None:
    assert {seats: (stalls.roofs, stalls.floors) for seats, stalls in CONTENT.market.items()} == {
        2: (2, 4),
        3: (3, 6),
        4: (4, 8),
    }


@pytest.mark.rule("CD-45")
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('name = "House edition"', "", "The file needs a text 'name'."),
        ("value_limit = 8", "value_limit = 0", "The file needs a whole number 'value_limit' from 1 to 99."),
        ("value_limit = 8", "value_limit = true", "The file needs a whole number 'value_limit' from 1 to 99."),
        ("stock_market_line = 6", "stock_market_line = 9", "The stock market line 9 is above the value limit 8."),
        ("doorways = 16", "doorways = 15", "There are 15 doorways; 4 players need 4 each, 16 in all."),
        ("doorways = 16", "doorways = 16\nwindows = 2", "The file has an unknown entry 'windows'"),
        ("3 = { roofs = 3, floors = 6 }\n", "", "The market for 3 players is missing."),
        ("{ roofs = 3, floors = 6 }", "{ roofs = 3 }", "The market for 3 players needs a whole number 'floors'"),
        ("3 = { roofs = 3", "5 = { roofs = 3", "There is a market for 5 players; the game is for 2, 3 or 4."),
        ('7 = ["build", "build"]\n', "", "Action card 7 needs two actions out of buy, build, value."),
        ('7 = ["build", "build"]', '7 = ["build"]', "Action card 7 needs two actions out of buy, build, value."),
        ('7 = ["build", "build"]', '7 = ["build", "swim"]', "Action card 7 needs two actions"),
        ('18 = ["buy", "build"]', '18 = ["buy", "build"]\n19 = ["buy", "buy"]', "There is an action card 19"),
        (FLOOR_Y01, FLOOR_Y01.replace("y01", "b01"), "The id b01 is used more than once."),
        (FLOOR_Y01, FLOOR_Y01.replace("y01", "door-1"), "The floor at place 16 needs an id"),
        (FLOOR_Y01, FLOOR_Y01.replace("yellow", "green"), "The floor y01 needs a colour out of"),
        (FLOOR_Y01, FLOOR_Y01.replace('"up", "down"', '"up", "up"'), "The floor y01 needs a list 'cables' of sides"),
        (FLOOR_Y01, FLOOR_Y01.replace('"left", "right"', '"up"'), "The floor y01 needs a list 'clothes_line'"),
        (FLOOR_Y01, FLOOR_Y01 + "\nchimneys = 1", "The floor y01 has an unknown entry 'chimneys'"),
        (
            FLOOR_Y01 + "\nbalconies = 0",
            FLOOR_Y01 + "\nbalconies = -1",
            "The floor y01 needs a whole number 'balconies'",
        ),
        ('id = "b01"', 'id = "extra_turn"', "The id extra_turn is that of another piece of the game"),
        ('bonus = "height_plus_1"', 'bonus = "height_x2"', "The roof bR4 needs a bonus out of"),
    ],
)
def test_a_faulty_file_is_refused_with_a_sentence(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentError) as refused:
        parse(TEXT.replace(old, new, 1))
    assert any(fault.startswith(sentence) for fault in refused.value.faults), refused.value.faults


@pytest.mark.rule("CD-45")
@pytest.mark.parametrize("name", ["left", "right", *TOKENS, *PERSONAL])
def test_no_card_is_called_like_another_piece_of_the_game(name: str) -> None:
    with pytest.raises(ComponentError, match=f"The id {name} is that of another piece of the game"):
        parse(TEXT.replace('id = "b01"', f'id = "{name}"', 1))


@pytest.mark.rule("CD-45")
def test_cards_are_counted() -> None:
    with pytest.raises(ComponentError) as refused:
        parse(TEXT.replace(TEXT[TEXT.index("[[floors]]") : TEXT.index('[[floors]]\nid = "b02"')], ""))
    assert refused.value.faults == ("There are 59 floors; the game has 60.",)


@pytest.mark.rule("CD-45")
def test_every_fault_is_told_at_once() -> None:
    broken = re.sub(r"doorways = 16", "doorways = 1", TEXT).replace("stock_market_line = 6", "stock_market_line = 70")
    with pytest.raises(ComponentError) as refused:
        parse(broken.replace('colour = "red"', 'colour = "pink"'))
    assert len(refused.value.faults) == 2 + 21


@pytest.mark.rule("CD-45")
@pytest.mark.parametrize("text", ["", "floors = 3\nroofs = 'x'\nmarket = 1\naction_cards = []", "[[floors", "x = 1"])
def test_what_is_no_component_file_is_refused(text: str) -> None:
    with pytest.raises(ComponentError) as refused:
        parse(text)
    assert all(fault.endswith(".") for fault in refused.value.faults)


@pytest.mark.rule("CD-45")
def test_a_hosts_own_file_is_played_with() -> None:
    own = BOOK.components(TEXT.replace('"b01"', '"harbour_1"').replace("value_limit = 8", "value_limit = 10"))
    assert "harbour_1" in own.content.cards
    assert own.content.value_limit == 10
    assert own.digest != BOOK.components().digest
