"""B) Actions: turns, their steps and their end (CB-8, CB-9, CB-18)."""

import pytest

from app.games.cubaneo.actions import Buy, End, Play, Sell, Visit, Work
from app.games.cubaneo.pieces import CHARACTERS, Character
from tests.games.conformance import random_game
from tests.games.cubaneo.scene import Scene, playing


@pytest.mark.rule("CB-8")
@pytest.mark.parametrize(("seats", "turns"), [(2, 6), (3, 5), (4, 5), (5, 5)])
def test_turns_go_clockwise_from_the_starting_player_until_all_have_had_theirs(seats: int, turns: int) -> None:
    scene = Scene(seats=seats).set(start=2)
    taken, numbers = [], []
    while scene.session.public()["turn"].phase == "actions" and scene.state.round == 1:
        seat = scene.turn_of()
        taken.append(seat)
        told = scene.session.public()["turn"].data
        assert scene.session.private(seat)["prompt"].data["turn"] == told["turn"]
        assert told["of"] == turns
        numbers.append(told["turn"])
        choice = scene.session.choices(seat)[-1]
        scene.turn(next(iter(choice)))
    order = [2, *range(3, seats + 1), 1]
    assert taken == order * turns
    assert numbers == [number for number in range(1, turns + 1) for _ in order]


@pytest.mark.rule("CB-8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_plays_four_characters_and_uses_every_car_and_keeps_one_card(seats: int) -> None:
    played: dict[int, list[str]] = {}
    visits: dict[int, int] = {}
    for session, seat, action, _ in random_game("cubaneo", seats, seed=3):
        view = session.public()
        if view["turn"].round > 1:
            break
        if isinstance(action, Play):
            played.setdefault(seat, []).append(action.card)
        if isinstance(action, Visit):
            visits[seat] = visits.get(seat, 0) + 1
    assert all(len(set(cards)) == 4 for cards in played.values())
    assert visits == dict.fromkeys(range(1, seats + 1), 2 if seats == 2 else 1)


@pytest.mark.rule("CB-8")
def test_with_one_character_left_only_a_visit_is_possible() -> None:
    scene = Scene().has(1, played=("worker", "tradeswoman", "architect", "foreman"))
    assert {type(action) for action in scene.session.legal_actions(1)} == {Visit}
    assert scene.refused(Play("mayor")).key == "last-card"
    assert scene.refused(Play("worker")).key == "played"


@pytest.mark.rule("CB-8")
def test_with_the_car_away_only_characters_are_possible() -> None:
    scene = Scene().has(1, cars=0)
    assert scene.offers(Play, "card") == list(CHARACTERS)
    assert not scene.offers(Visit)
    assert scene.refused(Visit("musician")).key == "no-car"


@pytest.mark.rule("CB-8")
def test_nobody_else_acts_in_a_turn() -> None:
    scene = Scene()
    assert scene.session.actors() == (1,)
    assert scene.refused(Play("worker"), seat=2).key == "not-asked"
    scene.turn(Play("worker"))
    assert scene.session.actors() == (2,)


@pytest.mark.rule("CB-8")
def test_a_turn_has_one_card_only() -> None:
    scene = playing("worker")
    assert not scene.offers(Play)
    assert not scene.offers(Visit)


@pytest.mark.rule("CB-9")
@pytest.mark.parametrize("card", CHARACTERS)
def test_a_character_may_be_played_without_effect(card: Character) -> None:
    scene = playing(card)
    before = scene.player(1)
    scene.act(End())
    assert scene.player(1) == before
    assert scene.session.actors() == (2,)


@pytest.mark.rule("CB-9")
def test_what_is_played_and_what_is_left_is_public() -> None:
    scene = playing("foreman")
    estate = scene.session.public()["player-1"]
    assert estate.played == ("foreman",)
    assert estate.hand == ("worker", "tradeswoman", "architect", "mayor")


@pytest.mark.rule("CB-9")
def test_a_visit_without_its_action_still_covers_the_event() -> None:
    scene = Scene()
    scene.turn(Visit("musician", perform=False))
    assert scene.pesos(1) == 10
    assert scene.session.public()["promenade"][2].cover == "car"


@pytest.mark.rule("CB-18")
def test_a_turn_is_over_only_when_its_player_ends_it() -> None:
    scene = Scene().has(1, rum=1)
    scene.act(Play("tradeswoman"), Sell("rum"))
    assert scene.session.actors() == (1,)
    assert scene.turn_of() == 1
    scene.act(End())
    assert scene.turn_of() == 2


@pytest.mark.rule("CB-18")
def test_no_step_of_a_turn_draws_or_reveals_anything() -> None:
    for session, _, action, _ in random_game("cubaneo", 3, seed=11):
        if session.public()["turn"].phase == "actions" and action is not None and session.public()["action"].card:
            assert not session.reveals, action


@pytest.mark.rule("CB-18")
def test_undo_is_no_legal_action_and_each_step_is_an_action_of_its_own() -> None:
    scene = Scene().has(1, rum=2, pesos=10)
    questions = [scene.session.question(1)]
    for action in (Play("tradeswoman"), Sell("rum"), Sell("rum"), Buy("tobacco")):
        scene.act(action)
        questions.append(scene.session.question(1))
    assert len(set(questions)) == len(questions)
    assert {type(action).__name__ for action in scene.session.legal_actions(1)} == {"Buy", "Sell", "End"} - {"Sell"}


@pytest.mark.rule("CB-18")
def test_the_end_of_the_round_reveals_when_it_draws() -> None:
    scene = Scene().enter("dues")
    for seat in scene.session.actors():
        scene.act(next(scene.session.legal_actions(seat)), seat=seat)
    assert scene.state.round == 2
    assert scene.session.reveals


def test_the_work_of_another_moment_is_not_offered() -> None:
    assert Scene().refused(Work(3)).key == "not-offered"


@pytest.mark.rule("CB-9")
def test_the_prompt_says_which_cards_would_find_nothing_to_do() -> None:
    def idle(scene: Scene) -> list[str]:
        found: list[str] = scene.session.private(1)["prompt"].data["idle"]
        return found

    scene = Scene().set(berths=(None, None, None))
    assert idle(scene) == ["architect", "foreman", "mayor", "harbor_master", "lawyer"]
    scene.has(1, wood=2, stone=2, citrus_fruits=1).ship(2, "CCSST").ship(3, "SSTTC")
    assert idle(scene) == []
