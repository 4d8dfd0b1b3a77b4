"""Set-up and the first choice."""

import pytest

from app.games.cudillero.actions import Keep
from app.games.cudillero.objectives import COMMON, PERSONAL
from app.games.session import IllegalAction, plain
from tests.games.cudillero.tables import CONTENT, all_keep, begin, end_round, keys, player_of, started, state_of

SEEDS = [bytes([number]) * 32 for number in range(20)]


@pytest.mark.rule("CD-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_eighteen_action_cards_of_which_five_are_drawn_and_two_tokens(seats: int) -> None:
    session = started(seats)
    hands = set()
    for seat in range(1, seats + 1):
        player = player_of(session, seat)
        assert sorted(player.cards + player.deck) == list(range(1, 19))
        assert len(player.cards) == 5
        assert session.public()[f"player-{seat}"].tokens == ("plus_10", "plus_20")
        hands.add(player.cards)
    assert len(hands) > 1, "everybody shuffles an own deck"


@pytest.mark.rule("CD-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_a_doorway_and_three_more_for_each_are_for_sale(seats: int) -> None:
    session = begin(seats)
    assert [session.public()[f"village-{seat}"].buildings for seat in range(1, seats + 1)] == [
        ((f"door-{seat}",),) for seat in range(1, seats + 1)
    ]
    assert session.public()["market"].doorways == 3 * seats
    assert session.public()["market"].doorway == f"door-{seats + 1}"


@pytest.mark.rule("CD-2")
@pytest.mark.parametrize("seats", [1, 5])
def test_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4 players"):
        begin(seats)


@pytest.mark.rule("CD-3")
def test_everybody_keeps_one_of_two_roofs_and_the_others_go_back_into_the_deck() -> None:
    session = begin(4)
    offers = [session.private(seat)["kept"].offers for seat in range(1, 5)]
    assert len({card for pair in offers for card in pair}) == 8
    events = all_keep(session)
    state = state_of(session)
    assert [player.roof for player in state.players] == [pair[0] for pair in offers]
    for _, returned in offers:
        assert returned in state.roof_deck + state.roofs
    assert len(state.roof_deck + state.roofs) == 24 - 4
    assert not {player.roof for player in state.players} & {*state.roof_deck, *state.roofs}
    assert keys(events)[1:5] == ["all-kept", "market-laid", "objective-shown", "cards-dealt"]


@pytest.mark.rule("CD-3")
def test_the_returned_roofs_are_shuffled_into_the_deck() -> None:
    tops = set()
    for seed in SEEDS:
        session = begin(2, seed=seed)
        returned = {session.private(seat)["kept"].offers[1] for seat in (1, 2)}
        all_keep(session)
        deck = (*state_of(session).roofs, *state_of(session).roof_deck)
        tops |= {deck.index(card) for card in returned}
    assert len(tops) > 10


@pytest.mark.rule("CD-3", "CD-38")
def test_all_choose_at_the_same_time_hidden_and_may_change_until_the_last_has_chosen() -> None:
    session = begin(3, options={"personal": "on"})
    first, second = session.private(2)["kept"].offers
    aims = session.private(2)["kept"].aims
    before = plain(session.public())
    event = session.apply(2, Keep(first, aims[0]))[0]
    assert session.reveals
    assert event.seen_by(1).data == event.seen_by(None).data == {}
    assert event.seen_by(2).data == {"roof": first, "objective": aims[0]}
    after = plain(session.public())
    assert {name for name in after if after[name] != before[name]} == {"turn"}
    assert (session.actors(), session.public()["turn"].done) == ((1, 3), (2,))
    assert keys(session.apply(2, Keep(second, aims[1]))) == ["keep-changed"]
    all_keep(session)
    assert (player_of(session, 2).roof, player_of(session, 2).aim) == (second, aims[1])


@pytest.mark.rule("CD-3")
def test_nobody_keeps_a_roof_that_was_not_offered() -> None:
    session = begin(2)
    with pytest.raises(IllegalAction):
        session.apply(1, Keep(session.private(2)["kept"].offers[0]))


@pytest.mark.rule("CD-3", "CD-4", "CD-7")
def test_the_market_and_the_objective_are_shown_only_when_all_have_chosen() -> None:
    session = begin(2)
    assert session.public()["market"].roofs == session.public()["market"].floors == ()
    assert session.public()["objective"].key == ""
    all_keep(session)
    assert session.public()["objective"].key in COMMON


@pytest.mark.rule("CD-4")
@pytest.mark.parametrize(("seats", "roofs", "floors"), [(2, 2, 4), (3, 3, 6), (4, 4, 8)])
def test_the_market_shows_roofs_and_floors_by_the_number_of_players(seats: int, roofs: int, floors: int) -> None:
    market = started(seats).public()["market"]
    assert (len(market.roofs), len(market.floors)) == (roofs, floors)
    assert set(market.roofs) <= CONTENT.faces.roofs
    assert set(market.floors) <= set(CONTENT.cards) - CONTENT.faces.roofs
    assert (market.roof_deck, market.floor_deck) == (24 - seats - roofs, 60 - floors)


@pytest.mark.rule("CD-5")
def test_every_colour_starts_at_nought() -> None:
    assert started().public()["values"].values == {"blue": 0, "yellow": 0, "white": 0, "red": 0}


@pytest.mark.rule("CD-6")
def test_the_tokens_of_day_2_and_day_3_lie_in_an_order_drawn_at_random_known_to_all() -> None:
    drawn = {begin(2, seed=seed).public()["catalogue"].day_tokens for seed in SEEDS}
    assert drawn == {("extra_action", "relocate"), ("relocate", "extra_action")}


@pytest.mark.rule("CD-7", "CD-37")
def test_one_of_ten_common_objectives_is_drawn() -> None:
    assert len(COMMON) == 10
    seeds = [bytes([number]) * 32 for number in range(120)]
    assert {started(2, seed=seed).public()["objective"].key for seed in seeds} == set(COMMON)


@pytest.mark.rule("CD-38", "CD-39")
def test_with_the_variant_everybody_keeps_one_of_two_of_the_twelve_personal_objectives() -> None:
    assert len(PERSONAL) == 12
    session = begin(4, options={"personal": "on"})
    dealt = [session.private(seat)["kept"].aims for seat in range(1, 5)]
    assert len({aim for pair in dealt for aim in pair}) == 8
    all_keep(session)
    kept = session.private(3)["kept"]
    assert (kept.objective, kept.unwanted) == dealt[2]


@pytest.mark.rule("CD-38")
def test_without_the_variant_there_are_no_personal_objectives() -> None:
    session = started(2)
    assert session.private(1)["kept"].objective == ""
    assert "personal" not in {line.key for line in session.scores()[1]}


@pytest.mark.rule("CD-11")
def test_the_seat_that_ties_of_the_first_round_count_from_is_drawn_at_random() -> None:
    assert {begin(4, seed=seed).public()["bids"].tie_from for seed in SEEDS} == {1, 2, 3, 4}


@pytest.mark.rule("CD-6")
def test_the_tokens_are_given_in_that_order() -> None:
    session = started(2)
    day_2, day_3 = session.public()["catalogue"].day_tokens
    for _ in range(6):
        assert session.public()["player-1"].tokens == ("plus_10", "plus_20")
        end_round(session)
    assert set(session.public()["player-2"].tokens) == {"plus_10", "plus_20", day_2}
    for _ in range(6):
        end_round(session)
    assert set(session.public()["player-1"].tokens) == {"plus_10", "plus_20", day_2, day_3}
