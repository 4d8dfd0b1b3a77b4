"""Phase III, settlement (CK-15 to CK-19), Order (CK-28), the worked example of CK-32."""

import pytest

from app.games.cuckooo.actions import Keep, Ready
from app.games.cuckooo.session import Session
from app.games.cuckooo.settlement import share_order
from app.games.cuckooo.state import Flock, Placed, Settlement, magpie_name
from app.games.session import Event
from tests.games import conformance
from tests.games.cuckooo.positions import BOOK, Cards, all_of, keys, position, refusal, state_of

NO_CUCKOOS = ("",) * 5


def settled(
    owls: str,
    flocks: tuple[Cards, ...],
    cuckoos: tuple[str, ...] = NO_CUCKOOS,
    magpie: int = 19,
    order: int = 0,
    round: int = 2,  # noqa: A002 - the word of the rules
) -> tuple[Session, Settlement, tuple[Event, ...]]:
    """A settlement: the owl kept by each seat, the sparrows and cuckoo with it, the magpie, the holder of Order."""
    kept: list[Cards] = [(owl,) for owl in owls.split()]
    seats = len(kept)
    kept[0] = (*kept[0], "owl-7")
    session = position(
        seats,
        {"tokens": "on"},
        phase="keep",
        turn=1,
        round=round,
        passed=True,
        owls=tuple(kept),
        owl_deck=("owl-8",),
        flocks=flocks,
        cuckoos=tuple(Placed(cuckoo, seat) for seat, cuckoo in enumerate(cuckoos, start=1) if cuckoo),
        magpies=(17,) * (round - 1) + (magpie, 18, 18, 20),
        tokens=tuple("order" if seat == order else "" for seat in range(1, seats + 1)),
        row=(Placed("blue-7", 1),),
    )
    events = session.apply(1, Keep(kept[0][0]))
    return session, session.public()["results"][-1], events


def earned(settlement: Settlement) -> list[int]:
    """The silver of each seat."""
    return [len(flock.coins) for flock in settlement.flocks]


@pytest.mark.rule("CK-15")
def test_a_total_is_owl_sparrows_and_cuckoo_and_exactly_21_earns_a_gold_coin() -> None:
    flocks = all_of("", "red-8", "red-5 green-3", "blue-2")
    session, settlement, events = settled("owl-18 owl-13 owl-13 owl-16", flocks, ("", "", "", "cuckoo-3"))
    assert [flock.total for flock in settlement.flocks] == [18, 21, 21, 21]
    assert [flock.gold for flock in settlement.flocks] == [0, 1, 1, 1]
    assert session.state.gold == (0, 1, 1, 1)
    assert [event.seat for event in events if event.key == "gold-earned"] == [2, 3, 4]


@pytest.mark.rule("CK-16")
@pytest.mark.parametrize(("seats", "wealth"), [(3, 5), (4, 6), (5, 7)])
def test_the_wealth_of_a_magpie_is_by_the_number_of_players(seats: int, wealth: int) -> None:
    owls = " ".join(["owl-18", "owl-9", "owl-10", "owl-11", "owl-12"][:seats])
    _, settlement, _ = settled(owls, ((),) * seats, magpie=17)
    assert settlement.wealth == wealth
    assert earned(settlement) == [wealth] + [0] * (seats - 1)


@pytest.mark.rule("CK-16")
def test_who_is_above_the_magpie_and_at_most_21_shares() -> None:
    flocks = all_of("", "red-6", "red-7", "red-8", "orange-8 blue-1")
    _, settlement, _ = settled("owl-18 owl-13 owl-13 owl-13 owl-13", flocks, magpie=19)
    assert [flock.total for flock in settlement.flocks] == [18, 19, 20, 21, 22]
    assert settlement.sharers == (3, 4)


@pytest.mark.rule("CK-16")
def test_coins_are_handed_out_one_at_a_time_round_and_round() -> None:
    _, settlement, _ = settled("owl-12 owl-13 owl-9", all_of("red-8", "red-7", ""), magpie=18)
    assert settlement.sharers == (1, 2)
    assert [flock.coins for flock in settlement.flocks] == [(1, 3, 5), (2, 4), ()]


@pytest.mark.rule("CK-16")
def test_without_a_sharer_nothing_is_handed_out() -> None:
    session, settlement, events = settled("owl-12 owl-13 owl-9", ((),) * 3)
    assert settlement.sharers == ()
    assert session.state.silver == (0, 0, 0)
    assert "nobody-shares" in keys(events)


@pytest.mark.rule("CK-16")
def test_the_magpie_stays_out_of_its_deck() -> None:
    session, settlement, _ = settled("owl-12 owl-13 owl-9", ((),) * 3, round=1)
    decks = session.public()["decks"]
    assert (decks.magpies, decks.turned) == (3, (settlement.magpie,))
    assert session.reveals


@pytest.mark.rule("CK-3", "CK-16")
def test_a_magpie_is_named_by_its_value_and_which_one_of_that_value_it_is_from_the_top() -> None:
    magpies = (19, 17, 19, 18, 19)
    names = [magpie_name(magpies, position) for position in range(5)]
    assert names == ["magpie-19-1", "magpie-17-1", "magpie-19-2", "magpie-18-1", "magpie-19-3"]


@pytest.mark.rule("CK-16", "CK-17")
def test_the_settlement_records_the_order_and_tells_it() -> None:
    flocks = all_of("red-8", "red-7", "blue-1", "red-6")
    _, settlement, events = settled("owl-12 owl-13 owl-16 owl-11", flocks, ("", "", "cuckoo-3", "cuckoo-2"), magpie=18)
    assert settlement.sharers == (1, 2, 4, 3)
    assert [flock.order for flock in settlement.flocks] == [1, 2, 4, 3]
    told = [(event.seat, event.data["place"]) for event in events if event.key == "silver-earned"]
    assert told == [(1, 1), (2, 2), (4, 3), (3, 4)]


@pytest.mark.rule("CK-17")
def test_flocks_without_a_cuckoo_go_first_by_owl_then_those_with_one_by_cuckoo() -> None:
    flocks = [
        Flock(1, "owl-9", (), "cuckoo-5", 20, 0, 0, ()),
        Flock(2, "owl-18", (), "", 20, 0, 0, ()),
        Flock(3, "owl-10", (), "", 20, 0, 0, ()),
        Flock(4, "owl-17", (), "cuckoo-1", 20, 0, 0, ()),
    ]
    assert share_order(flocks, 19) == ((3, 2, 4, 1), False)


@pytest.mark.rule("CK-18")
def test_each_player_keeps_the_owl_and_the_owl_deck_is_never_shuffled_again() -> None:
    given_up: list[str] = []
    kept: dict[int, str] = {}
    deck: tuple[str, ...] = ()
    for session, seat, action, events in conformance.random_game(BOOK, 5, None, 6):
        state = state_of(session)
        for event in events:
            if event.key == "owl-kept":
                given_up.append(event.data["returned"])
                kept[event.seat] = event.data["owl"]
            if event.key == "owls-offered":
                assert event.data["owls"] == list((*deck, *given_up)[:5])
                assert all(state.owls[owner - 1] == (owl,) for owner, owl in kept.items())
                deck, given_up = (*deck, *given_up)[5:], []
        if not seat:
            deck = state.owl_deck
        assert (*deck, *given_up) == state.owl_deck, action


@pytest.mark.rule("CK-18")
def test_sparrows_and_cuckoos_are_shuffled_afresh_for_each_round_and_magpies_are_not() -> None:
    hands: list[tuple[Cards, ...]] = []
    magpies = set()
    for session, _, _, events in conformance.random_game(BOOK, 4, None, 6):
        state = state_of(session)
        magpies.add(state.magpies)
        if "sparrows-dealt" in keys(events):
            hands.append(state.hands)
            assert len({card for hand in state.hands for card in hand}) == 28
            assert all(not cuckoo.seat for cuckoo in state.cuckoos)
    assert len(set(hands)) == 4
    assert len(magpies) == 1


@pytest.mark.rule("CK-19")
def test_everybody_presses_on_before_the_next_round() -> None:
    session, *_ = settled("owl-12 owl-13 owl-9", all_of("red-8", "", ""), magpie=18)
    assert session.actors() == (1, 2, 3)
    assert session.public()["settlement"] is session.public()["results"][-1]
    session.apply(3, Ready())
    assert session.public()["turn"].done == (3,)
    assert session.actors() == (1, 2)
    assert refusal(session, 3, Ready()).key == "not-asked"
    assert session.private(3)["prompt"].data["waiting"] == [1, 2]
    session.apply(1, Ready())
    assert keys(session.apply(2, Ready())) == ["ready", "round-began", "owls-offered"]
    assert session.public()["round"].number == 3
    assert session.public()["settlement"] is None


@pytest.mark.rule("CK-19")
def test_after_round_4_the_game_is_over_and_nobody_presses_on() -> None:
    session, _, events = settled("owl-12 owl-13 owl-9", all_of("red-8", "", ""), magpie=18, round=4)
    assert keys(events)[-1] == "game-over"
    assert session.actors() == ()
    assert refusal(session, 1, Ready()).key == "over"
    assert session.public()["turn"].phase == "over"


@pytest.mark.rule("CK-28")
def test_order_moves_one_place_forward_among_the_sharers() -> None:
    flocks = all_of("red-8", "red-7", "blue-1", "red-6")
    cuckoos = ("", "", "cuckoo-3", "cuckoo-2")
    _, settlement, events = settled("owl-12 owl-13 owl-16 owl-11", flocks, cuckoos, magpie=18, order=3)
    assert settlement.sharers == (1, 2, 3, 4)
    assert settlement.moved == 3
    (used,) = [event for event in events if event.key == "order-used"]
    assert (used.seat, used.data) == (3, {"before": 4})


@pytest.mark.rule("CK-28")
@pytest.mark.parametrize("order", [4, 5])
def test_order_does_nothing_for_the_first_or_who_does_not_share(order: int) -> None:
    flocks = all_of("red-8", "red-7", "blue-1", "red-6", "")
    _, settlement, events = settled("owl-12 owl-13 owl-16 owl-11 owl-9", flocks, NO_CUCKOOS, magpie=16, order=order)
    assert settlement.moved == 0
    assert "order-used" not in keys(events)


@pytest.mark.rule("CK-24", "CK-28")
@pytest.mark.parametrize("order", [1, 2, 3])
def test_order_goes_back_after_the_silver_whether_or_not_its_owner_shared(order: int) -> None:
    session, _, events = settled("owl-12 owl-13 owl-9", all_of("red-8", "red-7", ""), magpie=18, order=order)
    assert (events[-1].key, events[-1].seat, events[-1].data) == ("token-returned", order, {"token": "order"})
    assert session.state.tokens == ("", "", "")
    assert all(token.seat == 0 for token in session.public()["offer"].tokens)


# --- the worked example of CK-32 ---

TOTALS_24_21_20_20 = all_of("red-8", "purple-4", "red-8", "red-7")
OWLS = "owl-16 owl-15 owl-12 owl-13"
CUCKOOS = ("", "cuckoo-2", "", "")


@pytest.mark.rule("CK-32", "CK-16")
def test_three_of_four_share_six_silver_the_21_last_and_with_a_gold_coin() -> None:
    _, settlement, _ = settled(OWLS, TOTALS_24_21_20_20, CUCKOOS)
    assert [flock.total for flock in settlement.flocks] == [24, 21, 20, 20]
    assert settlement.sharers == (3, 4, 2)
    assert earned(settlement) == [0, 2, 2, 2]
    assert [flock.gold for flock in settlement.flocks] == [0, 1, 0, 0]


@pytest.mark.rule("CK-32", "CK-28")
def test_with_order_at_the_second_the_second_and_the_first_change_places() -> None:
    _, settlement, _ = settled(OWLS, TOTALS_24_21_20_20, CUCKOOS, order=4)
    assert settlement.sharers == (4, 3, 2)


@pytest.mark.rule("CK-32", "CK-28")
def test_four_sharers_of_six_get_2_2_1_1_and_2_1_2_1_with_order_at_the_third() -> None:
    flocks = all_of("red-8", "red-7", "red-6", "red-5")
    _, settlement, _ = settled("owl-12 owl-13 owl-14 owl-15", flocks)
    assert earned(settlement) == [2, 2, 1, 1]
    _, settlement, _ = settled("owl-12 owl-13 owl-14 owl-15", flocks, order=3)
    assert earned(settlement) == [2, 1, 2, 1]
