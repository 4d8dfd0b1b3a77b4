"""Visits to the promenade (CB-17)."""

import pytest

from app.games.cubaneo.actions import End, Gamble, Swap, Use, Visit
from app.games.cubaneo.pieces import EVENTS, Cuban
from tests.games.cubaneo.scene import CUBANS, Scene, visiting

BANK, CASINO, HOTEL = 11, 15, 21


@pytest.mark.rule("CB-17")
@pytest.mark.parametrize("card", CUBANS)
def test_a_visit_covers_the_event_below_the_card(card: Cuban) -> None:
    scene = Scene()
    told = scene.act(Visit(card))
    space = CUBANS.index(card)
    arch = scene.session.public()["promenade"][space]
    assert (arch.cover, arch.seat) == ("car", 1)
    assert told[0].data == {"card": card, "space": space, "event": EVENTS[space], "perform": True}
    assert scene.player(1).cars == 0


@pytest.mark.rule("CB-17")
def test_a_card_with_a_donkeys_cart_cannot_be_visited() -> None:
    scene = Scene().promenade("donkey", "dancer", "musician", "donkey", "lawyer", "day_laborer")
    assert set(scene.offers(Visit, "card")) == {"dancer", "musician", "lawyer", "day_laborer"}
    assert scene.refused(Visit("revolutionary")).key == "not-here"


@pytest.mark.rule("CB-17")
def test_the_dancer_gives_the_starting_token_for_the_next_round() -> None:
    scene = Scene()
    scene.turn(Visit("musician"))
    scene.act(Visit("dancer"))
    table = scene.session.public()["table"]
    assert (table.token, table.first) == (2, 1)
    scene.act(End())
    assert scene.turn_of() == 3, "the order of this round stays"


@pytest.mark.rule("CB-17")
def test_the_harbor_master_swaps_the_ships_of_two_adjacent_occupied_berths() -> None:
    scene = Scene().ship(1, "CCSST", 0).ship(2, "TTCCS", 1).ship(3, "SSTTC")
    before = scene.state.berths
    scene.act(Visit("harbor_master"))
    assert scene.offers(Swap, "berth") == [1, 2]
    scene.act(Swap(2))
    assert scene.state.berths == (before[0], before[2], before[1])
    assert scene.points() == 0
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]


@pytest.mark.rule("CB-17")
def test_a_ship_does_not_swap_with_an_empty_berth() -> None:
    scene = Scene().ship(1, "CCSST").ship(2, "TTCCS")
    scene.act(Visit("harbor_master"))
    assert scene.offers(Swap, "berth") == [1]
    scene = Scene().set(berths=(None, scene.state.berths[0], None))
    scene.act(Visit("harbor_master"))
    assert not scene.offers(Swap)


@pytest.mark.rule("CB-17")
def test_the_musician_brings_two_pesos_and_the_revolutionary_a_point() -> None:
    assert visiting("musician").pesos() == 12
    assert visiting("revolutionary").points() == 1


@pytest.mark.rule("CB-17")
def test_the_lawyer_takes_a_peso_for_the_use_of_one_building() -> None:
    scene = Scene().has(1, tiles={1: BANK, 11: HOTEL}, worker=0)
    scene.act(Visit("lawyer"))
    assert scene.offers(Use, "building") == [BANK, HOTEL], "any building, in the worker's line or not"
    scene.act(Use(HOTEL))
    assert (scene.pesos(), scene.points()) == (9, 1)
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]


@pytest.mark.rule("CB-17")
def test_the_lawyers_peso_is_paid_before_the_ability_is_used() -> None:
    scene = Scene().has(1, tiles={1: CASINO}, pesos=4)
    scene.act(Visit("lawyer"))
    assert not scene.offers(Use), "three pesos are no stake"
    scene = Scene().has(1, tiles={1: CASINO}, pesos=5)
    scene.act(Visit("lawyer"), Use(CASINO))
    assert scene.pesos() == 4
    scene.act(Gamble("pesos"))
    assert (scene.pesos(), scene.points()) == (0, 2)


@pytest.mark.rule("CB-17")
def test_without_a_peso_the_lawyer_does_nothing() -> None:
    scene = Scene().has(1, tiles={1: BANK}, pesos=0)
    scene.act(Visit("lawyer"))
    assert not scene.offers(Use)
    assert scene.refused(Use(BANK)).key == "no-pesos"


@pytest.mark.rule("CB-17")
def test_the_day_laborer_moves_all_products_to_the_warehouse() -> None:
    scene = Scene().has(1, tobacco=2, citrus_fruits=1, rum=1, store={"tobacco": 1})
    scene.act(Visit("day_laborer"))
    assert (scene.yard(), scene.store()) == ({"rum": 1}, {"citrus_fruits": 1, "tobacco": 3})


@pytest.mark.rule("CB-17")
@pytest.mark.parametrize("card", CUBANS)
def test_each_of_them_may_be_left_undone(card: Cuban) -> None:
    scene = Scene().has(1, tobacco=2, tiles={1: BANK}).ship(1, "CCSST").ship(2, "TTCCS").set(token=3)
    before = (scene.player(1).pesos, scene.points(), scene.yard(), scene.state.token, scene.state.berths)
    scene.act(Visit(card, perform=card in ("harbor_master", "lawyer")), End())
    assert (scene.player(1).pesos, scene.points(), scene.yard(), scene.state.token, scene.state.berths) == before
