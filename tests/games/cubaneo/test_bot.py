"""The house bot: it plays by its views alone, always legally, and with sense."""

from random import Random
from statistics import mean

import pytest

from app.games.cubaneo import decide, default
from app.games.cubaneo.actions import Demolish, End, Load, Pass, Pay, Play, Store, Use, Vote
from app.games.cubaneo.ballots import BURDENS
from app.games.cubaneo.pieces import RULES
from app.games.cubaneo.session import Session
from app.games.cubaneo.sight import imagined
from app.games.session import Action, plain
from tests.games import conformance
from tests.games.cubaneo.scene import Scene


def decided(session: Session, seat: int, seed: int = 0) -> Action:
    return decide(seat, session.public(), session.private(seat), Random(seed))


def whole_game(seats: int, seed: int) -> Session:
    """A game of house bots; every action they choose must be legal."""
    session = conformance.begin("cubaneo", seats, {}, seed)
    assert isinstance(session, Session)
    rng = Random(seed)
    while session.actors():
        for seat in session.actors():
            action = decide(seat, session.public(), session.private(seat), rng)
            assert session.admits(seat, action), action
            session.apply(seat, action)
    return session


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_bots_play_whole_sensible_games(seats: int) -> None:
    points = [standing.points for seed in range(2) for standing in whole_game(seats, seed).result()]
    assert mean(points) > 55, "a random player gets 17"


@pytest.mark.parametrize("seats", [2, 4])
def test_the_bot_sees_the_game_as_it_is(seats: int) -> None:
    for session, *_ in conformance.random_game("cubaneo", seats, {}, seats):
        assert isinstance(session, Session)
        real, seen = session.play.state, imagined(session.public()).state
        for part in (
            "round", "phase", "start", "token", "players", "market", "waiting", "berths", "proposed", "active",
            "display", "promenade", "covered", "specials", "winner",
        ):  # fmt: skip
            assert getattr(seen, part) == getattr(real, part), part
        if real.phase == "actions":
            assert seen.doing == real.doing


def test_the_bot_decides_alike_whatever_it_was_never_shown() -> None:
    rng = Random(3)
    for number, (session, *_) in enumerate(conformance.random_game("cubaneo", 3, {}, 3)):
        assert isinstance(session, Session)
        if number % 40 == 0:
            for seat in session.actors():
                assert decided(session.resample(seat, rng), seat) == decided(session, seat)


def test_the_bot_changes_nothing_in_its_views() -> None:
    scene = Scene().has(1, wood=3, stone=3, tobacco=2)
    public, private = scene.session.public(), scene.session.private(1)
    before = plain([public, private])
    decide(1, public, private, Random(0))
    assert plain([public, private]) == before


def test_what_is_played_when_a_clock_runs_out_is_legal() -> None:
    scene = Scene()
    action = default(1, scene.session.public(), scene.session.private(1), Random(0))
    assert scene.session.admits(1, action)


def play(scene: Scene) -> list[Action]:
    """Let the bot play the turn of seat 1."""
    actions: list[Action] = []
    while scene.session.choices(1) and (not actions or not isinstance(actions[-1], End)):
        actions.append(decided(scene.session, 1))
        scene.act(actions[-1])
    return actions


def test_the_bot_loads_a_ship_at_berth_3_with_all_it_has() -> None:
    scene = Scene().set(round=6).ship(3, "CCSST").has(1, citrus_fruits=2, sugar_cane=2, tobacco=1)
    actions = play(scene)
    assert actions[0] == Play("mayor")
    assert sum(isinstance(action, Load) for action in actions) == 5
    assert scene.points(1) == 15


def test_the_bot_uses_its_buildings() -> None:
    scene = Scene().has(1, tiles={1: 22, 2: 12, 4: 30}, worker=0, played=("worker", "architect", "mayor"), cars=0)
    actions = play(scene)
    assert actions[0] == Play("foreman")
    assert {action.building for action in actions if isinstance(action, Use)} == {22, 12, 30}


def test_the_bot_pays_tax_and_duty_in_the_last_round() -> None:
    scene = Scene().set(round=6).has(1, citrus_fruits=1).enter("dues")
    assert decided(scene.session, 1) == Pay(True, True)


def test_the_bot_spends_the_rest_on_votes_in_the_last_round_but_keeps_the_tax() -> None:
    scene = Scene().set(round=6).enter("votes")
    assert decided(scene.session, 1) == Vote(8)


def test_the_bot_passes_what_helps_itself() -> None:
    scene = Scene().propose(tax=0, duty=3, subsidy=4, restriction=0).has(1, rum=3).enter("passing").set(winner=1)
    action = decided(scene.session, 1)
    assert isinstance(action, Pass)
    assert "subsidy" in action.acts


def test_the_bot_keeps_its_buildings_to_the_end() -> None:
    scene = Scene().set(round=6).has(1, tiles={1: 22}).enter("event", "demolition")
    assert decided(scene.session, 1) == Demolish(0)


def test_the_bot_keeps_the_products_that_ships_want() -> None:
    scene = Scene().rule("warehouse_keeps_3_products").set(berths=(None, None, None)).ship(2, "TTSSR", 2, 3)
    scene.has(1, store={"tobacco": 2, "citrus_fruits": 2, "sugar_cane": 1}).enter("storage")
    action = decided(scene.session, 1)
    assert isinstance(action, Store)
    assert action.keep["tobacco"] == 2


def test_a_bot_has_a_mind_about_every_restriction() -> None:
    assert set(BURDENS) == set(RULES)
