"""From round to round and day to day."""

import pytest

from app.games.cudillero.actions import Bid, Buy, End
from tests.games.cudillero.tables import (
    BUY_BUY,
    bid_all,
    end_round,
    for_sale,
    in_turn,
    keys,
    lay,
    player_of,
    started,
    state_of,
)


@pytest.mark.rule("CD-12")
def test_in_order_each_player_takes_one_turn() -> None:
    session = started(4)
    bid_all(session, (10, 1, 14), (18, 1, 15), (5, 1, 16), (14, 1, 17))
    turns = []
    for _ in range(4):
        turns.append(session.actors()[0])
        session.apply(turns[-1], End())
    assert turns == [2, 4, 1, 3]
    assert session.actors() == (1, 2, 3, 4)


@pytest.mark.rule("CD-23")
def test_the_three_cards_used_are_discarded_and_three_are_drawn() -> None:
    session = started()
    for number in range(1, 7):
        before = player_of(session, 1)
        end_round(session)
        after = player_of(session, 1)
        if number < 6:
            used = before.cards[:3]
            assert set(after.played) == {*before.played, *used}
            assert sorted(after.cards + after.deck) == sorted(set(before.cards + before.deck) - set(used))
            assert len(after.cards) == (5 if number < 5 else 3)
            assert len(after.deck) == max(0, 13 - 3 * number)


@pytest.mark.rule("CD-23")
def test_drawn_cards_are_told_to_their_owner_alone() -> None:
    session = started()
    event = next(event for event in end_round(session) if event.key == "cards-drawn")
    assert event.seen_by(None).data == {"count": 3}
    mine = event.seen_by(1).data["cards"]
    assert set(mine) <= set(session.private(1)["cards"].hand)


@pytest.mark.rule("CD-13", "CD-23")
def test_gaps_of_the_market_are_filled_only_when_the_next_round_begins() -> None:
    session = in_turn(play=BUY_BUY, columns=("", "", ""))
    floors = session.public()["market"].floors
    decks = session.public()["market"].floor_deck
    for card in floors[:2]:
        session.apply(1, Buy(card))
    session.apply(1, End())
    assert session.public()["market"].floors[:2] == ("", "")
    assert session.public()["market"].floor_deck == decks
    events = session.apply(2, End())
    after = session.public()["market"]
    assert "" not in after.floors
    assert after.floors[2:] == floors[2:]
    assert after.floor_deck == decks - 2
    assert keys(events)[-2:] == ["market-filled", "round-began"]


@pytest.mark.rule("CD-23")
def test_an_empty_deck_is_made_anew_from_its_discards_when_a_card_must_be_drawn() -> None:
    session = in_turn(play=BUY_BUY, columns=("", "", ""), floor_deck=(), floor_discards=("b01", "b02", "b03"))
    state_of(session).floors = ("r01", "r02", "r03", "r04")
    session.apply(1, Buy("r01"))
    session.apply(1, Buy("r02"))
    assert session.public()["discards"].floors == ("b01", "b02", "b03")
    session.apply(1, End())
    events = session.apply(2, End())
    assert keys(events).count("deck-remade") == 1
    market = session.public()["market"]
    assert set(market.floors[:2]) < {"b01", "b02", "b03"}
    assert (market.floor_deck, session.public()["discards"].floors) == (1, ())


@pytest.mark.rule("CD-23")
def test_a_deck_is_not_made_anew_before_a_card_must_be_drawn() -> None:
    session = in_turn(play=BUY_BUY, columns=("", ""), floor_deck=("b09",), floor_discards=("b01",))
    session.apply(1, Buy(session.public()["market"].floors[0]))
    session.apply(1, End())
    session.apply(2, End())
    assert (session.public()["market"].floor_deck, session.public()["discards"].floors) == (0, ("b01",))


@pytest.mark.rule("CD-23")
def test_when_the_discards_are_gone_too_the_gap_stays() -> None:
    session = in_turn(play=BUY_BUY, columns=("", ""), floor_deck=())
    card = session.public()["market"].floors[0]
    session.apply(1, Buy(card))
    session.apply(1, End())
    session.apply(2, End())
    assert session.public()["market"].floors[0] == ""
    assert "" not in for_sale(session, 1)


@pytest.mark.rule("CD-24")
def test_a_new_day_has_a_new_market_a_token_for_everybody_and_all_action_cards_shuffled() -> None:
    session = started(3)
    for _ in range(5):
        end_round(session)
    market = session.public()["market"]
    events = end_round(session)
    assert keys(events)[-7:] == [
        "round-ended",
        "day-ended",
        "market-cleared",
        "market-laid",
        "day-token",
        "cards-dealt",
        "round-began",
    ]
    after = session.public()["market"]
    assert not {*market.roofs, *market.floors} & {*after.roofs, *after.floors}
    assert {*market.roofs} <= {*session.public()["discards"].roofs}
    assert {*market.floors} <= {*session.public()["discards"].floors}
    assert (len(after.roofs), len(after.floors)) == (3, 6)
    assert session.public()["turn"].data["day"] == 2
    assert session.public()["turn"].round == 1
    token = session.public()["catalogue"].day_tokens[0]
    for seat in (1, 2, 3):
        player = player_of(session, seat)
        assert token in player.tokens
        assert sorted(player.cards + player.deck) == list(range(1, 19))
        assert (len(player.cards), player.played) == (5, ())


@pytest.mark.rule("CD-24")
def test_bought_cards_and_villages_stay_over_the_night() -> None:
    session = started()
    lay(session, 1, hand=("b01",))
    village = session.public()["village-1"]
    for _ in range(6):
        end_round(session)
    assert session.public()["player-1"].hand == ("b01",)
    assert session.public()["village-1"] == village


@pytest.mark.rule("CD-25")
def test_the_game_ends_after_the_sixth_round_of_the_third_day() -> None:
    session = started()
    rounds = 0
    while session.actors():
        end_round(session)
        rounds += 1
    assert rounds == 18
    assert session.public()["turn"].phase == "over"
    assert session.question(1) == ""


@pytest.mark.rule("CD-8", "CD-23")
def test_a_question_of_a_round_never_comes_again() -> None:
    session = started()
    seen = []
    while session.actors():
        seen.append(session.question(1))
        end_round(session)
    assert len(set(seen)) == len(seen) == 18


@pytest.mark.rule("CD-1", "CD-24")
def test_the_deck_of_a_day_is_another_than_that_of_the_day_before() -> None:
    session = started()
    before = player_of(session, 1)
    for _ in range(6):
        end_round(session)
    after = player_of(session, 1)
    assert (before.cards, before.deck) != (after.cards, after.deck)
    assert session.private(1)["cards"].bid is None
    assert isinstance(next(session.legal_actions(1)), Bid)
