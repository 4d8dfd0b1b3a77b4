"""What every rulebook must hold, checked for Cubaneo by whole random games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.cubaneo.pieces import EVENTS
from app.games.cubaneo.session import Session
from tests.games import conformance
from tests.games.cubaneo.scene import house

SEATS = st.integers(2, 5)
SEEDS = st.integers(0, 10_000)


@given(SEATS, SEEDS)
def test_there_is_always_a_legal_choice_and_the_game_comes_to_its_end(seats: int, seed: int) -> None:
    conformance.check_shape("cubaneo", seats, {}, seed)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_question_stands_as_long_as_its_answers_mean_the_same(seats: int) -> None:
    conformance.check_question_stands("cubaneo", seats, {}, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_clone_and_load_give_an_equal_session_that_plays_on_alike(seats: int) -> None:
    conformance.check_clone_and_load("cubaneo", seats, {}, seats, every=7)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_illegal_actions_change_nothing(seats: int) -> None:
    conformance.check_illegal_actions_change_nothing("cubaneo", seats, {}, seats, every=5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_choices_speak_of_the_same_actions(seats: int) -> None:
    conformance.check_admits_agrees("cubaneo", seats, {}, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_unchanged_regions_stay_the_same_object(seats: int) -> None:
    conformance.check_regions_are_kept("cubaneo", seats, {}, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_two_draws_have_the_same_name(seats: int) -> None:
    conformance.check_chance_names_unique("cubaneo", seats, {}, seats)


@pytest.mark.parametrize("seed", range(6))
def test_only_words_of_the_list_are_said(seed: int) -> None:
    conformance.check_words("cubaneo", 2 + seed % 4, {}, seed)


@given(SEATS, SEEDS)
def test_tiles_cards_and_ships_are_conserved_and_nothing_is_negative(seats: int, seed: int) -> None:
    for session, *_ in conformance.random_game("cubaneo", seats, {}, seed):
        assert isinstance(session, Session)
        state = session.play.state
        tiles = [number for player in state.players for number in player.buildings]
        assert sorted([*tiles, *state.display]) == list(range(1, 31))
        ships = [ship.ship for ship in state.berths if ship is not None]
        assert sorted([*ships, state.waiting, *(ship for batch in state.sea for ship in batch)]) == list(range(15))
        for player in state.players:
            assert min(*player.yard, *player.store, player.pesos, player.points, player.cars) >= 0
            assert len(set(player.played)) == len(player.played) <= 4
        for index, count in enumerate(state.market):
            assert 0 <= count <= len(house().prices(index))


@given(SEATS, SEEDS)
def test_exactly_one_event_is_open_in_each_round(seats: int, seed: int) -> None:
    told = [
        event.data["event"]
        for moment in conformance.random_game("cubaneo", seats, {}, seed)
        for event in moment.events
        if event.key == "event"
    ]
    assert len(told) == 6
    assert set(told) <= set(EVENTS)
