"""Set-up (CB-1 to CB-5)."""

import pytest

from app.games.cubaneo.pieces import CHARACTERS, amounts
from app.games.cubaneo.session import Options, Session
from tests.games.cubaneo.scene import house

SEATS = (2, 3, 4, 5)


def begin(seats: int, seed: int = 0) -> Session:
    return Session.begin(seats, Options(), house(), seed.to_bytes(32, "big"), 1)


@pytest.mark.rule("CB-1")
def test_all_thirty_buildings_lie_in_the_display_by_number() -> None:
    assert begin(3).public()["display"] == tuple(range(1, 31))


@pytest.mark.rule("CB-2")
def test_half_of_each_market_row_is_filled() -> None:
    view = begin(3).public()
    assert view["market"] == {"citrus_fruits": 3, "sugar_cane": 3, "tobacco": 3, "rum": 2, "cigars": 2}
    assert house().product_prices == (6, 5, 4, 3, 2, 1)
    assert house().commodity_prices == (6, 5, 4, 3)


@pytest.mark.rule("CB-3")
def test_ships_lie_in_the_waiting_area_and_at_two_berths() -> None:
    harbour = begin(3).public()["harbour"]
    assert harbour.waiting >= 0
    assert [ship is not None for ship in harbour.berths] == [True, True, False]
    assert harbour.deck == 12


@pytest.mark.rule("CB-3")
def test_the_ships_are_shuffled() -> None:
    assert len({begin(3, seed).public()["harbour"].waiting for seed in range(30)}) > 5


@pytest.mark.rule("CB-4")
def test_a_printed_tax_and_duty_are_in_force_and_nothing_else() -> None:
    acts = begin(4).public()["acts"]
    assert acts.active == {"tax": 2, "duty": {"citrus_fruits": 1}, "subsidy": None, "restriction": None}


@pytest.mark.rule("CB-4")
def test_two_acts_of_each_group_are_put_away_so_that_the_decks_end_with_the_sixth_round() -> None:
    session = begin(4)
    assert session.public()["acts"].decks == 5
    assert all(sorted(deck) == list(range(8)) for deck in session.play.state.decks)


@pytest.mark.rule("CB-5")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_begins_with_characters_cars_pesos_and_a_starting_card(seats: int) -> None:
    session = begin(seats)
    view = session.public()
    colours = set()
    cards = [amounts(card) for card in house().cards]
    for seat in range(1, seats + 1):
        estate = view[f"player-{seat}"]
        colours.add(estate.colour)
        assert estate.hand == CHARACTERS
        assert estate.cars == (2 if seats == 2 else 1)
        assert (estate.pesos, estate.points, estate.store) == (10, 0, {})
        assert estate.goods in cards
        cards.remove(estate.goods)
        assert estate.spaces[estate.worker] == "warehouse"
        assert estate.tiles == (0,) * 12
    assert len(colours) == seats


@pytest.mark.rule("CB-5")
def test_property_starting_card_and_first_player_are_drawn() -> None:
    views = [begin(3, seed).public() for seed in range(40)]
    assert {view["table"].first for view in views} == {1, 2, 3}
    assert {view["player-1"].colour for view in views} == {"red", "blue", "yellow", "green", "black"}
    assert len({tuple(view["player-1"].goods.items()) for view in views}) == 8


@pytest.mark.rule("CB-5")
def test_the_opening_tells_what_everybody_got() -> None:
    session = begin(3)
    dealt = [event for event in session.opening if event.key == "dealt"]
    assert [event.seat for event in dealt] == [1, 2, 3]
    for event in dealt:
        estate = session.public()[f"player-{event.seat}"]
        assert event.data == {"property": estate.colour, "goods": estate.goods, "pesos": 10}


@pytest.mark.parametrize("seats", [1, 6])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        begin(seats)
