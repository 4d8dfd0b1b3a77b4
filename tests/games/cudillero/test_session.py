"""What every moment of every game must hold, checked in games of random moves."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.cudillero import Session
from app.games.cudillero.actions import Build, Free, Relocate
from app.games.cudillero.views import Tableau
from app.games.cudillero.village import MOST_FLOORS, is_doorway
from app.games.session import Action, GameSession, IllegalAction, Reason
from tests.games import conformance
from tests.games.cudillero.reckoning import reckon
from tests.games.cudillero.tables import BOOK, CONTENT, begin, state_of

ON = {"personal": "on", "stock": "on"}
TABLES = [(seats, options) for seats in (2, 3, 4) for options in ({}, {"personal": "on"}, {"stock": "on"}, ON)]
seats_and_options = pytest.mark.parametrize(("seats", "options"), TABLES)
games = given(seats=st.sampled_from((2, 3, 4)), variant=st.sampled_from(("off", "on")), seed=st.integers(0, 10**6))


@games
@pytest.mark.rule("CD-15", "CD-16", "CD-2")
def test_every_village_is_legal_after_every_move(seats: int, variant: str, seed: int) -> None:
    options = {"personal": variant, "stock": variant}
    for moment in conformance.random_game("cudillero", seats, options, seed):
        for number in range(1, seats + 1):
            buildings = moment.session.public()[f"village-{number}"].buildings
            for doorway, *cards in buildings:
                assert is_doorway(doorway)
                assert not any(is_doorway(card) for card in cards)
                assert len(cards) <= MOST_FLOORS + 1
                assert sum(card not in CONTENT.faces.roofs for card in cards) <= MOST_FLOORS
                assert all(card not in CONTENT.faces.roofs for card in cards[:-1])
                assert not cards or cards[0] not in CONTENT.faces.roofs


@games
@pytest.mark.rule("CD-13", "CD-23", "CD-24")
def test_no_card_is_lost_or_doubled(seats: int, variant: str, seed: int) -> None:
    for moment in conformance.random_game("cudillero", seats, {"personal": variant}, seed):
        session = moment.session
        assert isinstance(session, Session)
        state = state_of(session)
        cards = [*state.roof_deck, *state.floor_deck, *state.roof_discards, *state.floor_discards]
        cards += [card for card in state.roofs + state.floors if card]
        doorways = state.doorways
        for player, placed in zip(state.players, state.placed or (0,) * seats, strict=True):
            cards += [*player.offers, *player.hand, *(card for building in player.buildings for card in building)]
            cards += [player.roof] if player.roof and not placed else []
            assert len(player.tokens) == len(set(player.tokens))
            assert len(player.hand) <= len(player.buildings) + 1
            if player.cards:
                assert sorted(player.cards + player.deck + player.played) == list(range(1, 19))
        doorways += sum(map(is_doorway, cards))
        assert doorways == 4 * seats
        assert sorted(card for card in cards if not is_doorway(card)) == sorted(CONTENT.cards)
        assert len(cards) == len(set(cards))


@games
@pytest.mark.rule("CD-31", "CD-32", "CD-33", "CD-34", "CD-36")
def test_the_score_shown_is_the_score_reckoned_from_scratch(seats: int, variant: str, seed: int) -> None:
    for moment in conformance.random_game("cudillero", seats, {"stock": variant}, seed):
        public = moment.session.public()
        values = public["values"].values
        for seat in range(1, seats + 1):
            shown = {line.key: line.points for line in public[f"score-{seat}"].lines}
            assert public[f"score-{seat}"].total == sum(shown.values())
            expected = reckon(public[f"village-{seat}"].buildings, CONTENT.cards, values)
            assert {key: shown[key] for key in expected} == expected


@games
@pytest.mark.rule("CD-20", "CD-29", "CD-33")
def test_previews_come_true(seats: int, variant: str, seed: int) -> None:
    for session, *_ in conformance.random_game("cudillero", seats, {"stock": variant}, seed):
        for seat in session.actors():
            private = session.private(seat)
            before = session.public()[f"village-{seat}"]
            for spot in private["spots"][:6]:
                kind = Free if session.public()["pool"].free else Build
                after = carried_out(session, seat, kind(spot.card, spot.place))
                assert (spot.card in after.lit) == spot.lit
                assert len(after.lines) - len(before.lines) == spot.lines
            for swap in private["swaps"][:6]:
                other = session.clone()
                completed = [event.key for event in other.apply(seat, Relocate(swap.cards))].count("line-completed")
                after = other.public()[f"village-{seat}"]
                assert completed == swap.free
                assert (len(before.lines), len(after.lines)) == swap.lines
                assert (len(before.lit), len(after.lit)) == swap.lit
                assert {
                    colour: (len(before.groups[colour]), len(group))
                    for colour, group in after.groups.items()
                    if len(group) != len(before.groups[colour])
                } == swap.groups


def carried_out(session: GameSession, seat: int, action: Action) -> Tableau:
    """The seat's village after an action."""
    other = session.clone()
    other.apply(seat, action)
    village: Tableau = other.public()[f"village-{seat}"]
    return village


@games
@pytest.mark.rule("CD-5", "CD-19")
def test_values_stay_within_their_limits(seats: int, variant: str, seed: int) -> None:
    for moment in conformance.random_game("cudillero", seats, {"stock": variant}, seed):
        assert all(0 <= value <= 8 for value in moment.session.public()["values"].values.values())


@seats_and_options
def test_a_game_has_a_choice_until_it_has_a_result(seats: int, options: dict[str, str]) -> None:
    for seed in range(5):
        conformance.check_shape("cudillero", seats, options, seed)


@seats_and_options
def test_questions_stand_and_never_come_again(seats: int, options: dict[str, str]) -> None:
    conformance.check_question_stands("cudillero", seats, options)


@seats_and_options
def test_a_clone_and_a_loaded_dump_are_equal_and_independent(seats: int, options: dict[str, str]) -> None:
    conformance.check_clone_and_load("cudillero", seats, options, every=3)


@seats_and_options
@pytest.mark.rule("CD-3", "CD-8", "CD-9", "CD-30", "CD-38")
def test_no_view_hangs_on_what_its_reader_was_never_shown(seats: int, options: dict[str, str]) -> None:
    conformance.check_resample("cudillero", seats, options, every=11)


@seats_and_options
def test_an_illegal_action_changes_nothing(seats: int, options: dict[str, str]) -> None:
    conformance.check_illegal_actions_change_nothing("cudillero", seats, options, every=5)


@seats_and_options
def test_the_three_ways_to_ask_for_legal_actions_agree(seats: int, options: dict[str, str]) -> None:
    conformance.check_admits_agrees("cudillero", seats, options)


@seats_and_options
def test_regions_that_have_not_changed_are_kept(seats: int, options: dict[str, str]) -> None:
    conformance.check_regions_are_kept("cudillero", seats, options)


@seats_and_options
@pytest.mark.rule("CD-23")
def test_every_draw_has_a_name_of_its_own(seats: int, options: dict[str, str]) -> None:
    for seed in range(5):
        conformance.check_chance_names_unique("cudillero", seats, options, seed)


@seats_and_options
def test_only_listed_words_are_used(seats: int, options: dict[str, str]) -> None:
    for seed in range(5):
        conformance.check_words("cudillero", seats, options, seed)


def test_nobody_acts_when_the_game_is_over() -> None:
    session = begin()
    conformance.play_out(session, Random(1))
    with pytest.raises(IllegalAction) as refused:
        session.apply(1, next(iter(begin().legal_actions(1))))
    assert refused.value.reason == Reason("over")


@pytest.mark.rule("CD-45")
def test_a_hosts_own_components_are_played_with_from_set_up_to_the_end() -> None:
    own = BOOK.components(BOOK.components().text.replace("value_limit = 8", "value_limit = 6")).content
    session = begin(components=own)
    session = Session.load(session.dump(), own)
    rng = Random(3)
    while session.actors():
        session.apply(*conformance.random_move(session, rng))
        assert max(session.public()["values"].values.values()) <= 6
    assert session.public()["catalogue"].value_limit == 6
