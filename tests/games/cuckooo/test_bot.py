"""The house player, and what is played when a clock runs out (CK-34)."""

from random import Random

import pytest

from app.games.cuckooo.actions import Decline, Enlist, Equip, Keep, Ready, Swap
from app.games.cuckooo.bot import MAGPIES, TOKENS
from app.games.session import Action, GameSession
from app.games.shelf import Decide
from tests.games import conformance
from tests.games.cuckooo.positions import BOOK, all_of, position, turn


def decided(session: GameSession, seat: int, decide: Decide = BOOK.decide) -> Action:
    """What the house player does with the two views."""
    return decide(seat, session.public(), session.private(seat), Random(1))


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("decide", [BOOK.decide, BOOK.default], ids=["house", "clock"])
def test_the_house_player_plays_whole_games_legally(seats: int, decide: Decide) -> None:
    for options in ({}, {"tokens": "on", "flocks": "hidden"}):
        session = conformance.begin(BOOK, seats, options, seats)
        while actors := session.actors():
            action = decided(session, actors[0], decide)
            assert session.admits(actors[0], action)
            session.apply(actors[0], action)
        conformance.check_result(session)


def test_the_house_player_clearly_beats_random_players() -> None:
    won = 0
    for seed in range(40):
        session, rng = conformance.begin(BOOK, 4, {"tokens": "on"}, seed), Random(seed)
        while session.actors():
            seat, action = conformance.random_move(session, rng)
            session.apply(seat, decided(session, seat) if seat == 1 else action)
        won += session.result()[0].seat == 1
    assert won >= 30


def test_the_house_player_completes_21() -> None:
    owls = all_of("owl-13 owl-18", "owl-9 owl-10", "owl-11 owl-12")
    hands = all_of("green-3 red-6 blue-1", "red-7", "white-7")
    session = turn(hands, "purple-2", owls=owls, flocks=all_of("orange-5", "", ""))
    assert decided(session, 1) == Enlist("green-3")


def test_the_house_player_keeps_the_owl_that_makes_21() -> None:
    owls = all_of("owl-12 owl-13", "owl-9", "owl-10")
    session = turn(all_of("", "red-5", ""), "red-4", phase="keep", owls=owls, flocks=all_of("green-3 orange-5", "", ""))
    assert decided(session, 1) == Keep("owl-13")


def test_equal_views_and_equal_chance_give_the_same_decision() -> None:
    for session, *_ in conformance.random_game(BOOK, 3, {"tokens": "on"}, 8):
        for seat in session.actors():
            assert decided(session, seat) == decided(session.resample(seat, Random(2)), seat)


def swap_open() -> GameSession:
    """A game in which a swap promises the holder much."""
    owls = all_of("owl-18 owl-17", "owl-12", "owl-13")
    tokens = ("swap", "", "")
    return position(3, {"tokens": "on"}, phase="swap", turn=1, dealer=1, round=2, owls=owls, tokens=tokens)


@pytest.mark.rule("CK-34")
def test_when_a_clock_runs_out_a_swap_is_declined() -> None:
    assert isinstance(decided(swap_open(), 1), Swap)
    assert decided(swap_open(), 1, BOOK.default) == Decline()


@pytest.mark.rule("CK-34")
def test_when_a_clock_runs_out_the_house_players_choice_is_played_otherwise() -> None:
    phases = set()
    for session, *_ in conformance.random_game(BOOK, 4, {"tokens": "on"}, 2):
        phase = session.public()["turn"].phase
        for seat in session.actors():
            if phase != "swap":
                assert decided(session, seat, BOOK.default) == decided(session, seat)
                phases.add(phase)
    assert phases == {"pass", "flock", "keep", "settlement", "take"}


@pytest.mark.rule("CK-34", "CK-19")
def test_when_a_clock_runs_out_a_settlement_is_pressed_on() -> None:
    for session, *_ in conformance.random_game(BOOK, 3, None, 2):
        if session.public()["turn"].phase == "settlement":
            assert decided(session, session.actors()[0], BOOK.default) == Ready()


def test_the_house_player_takes_an_owl_and_a_token_together() -> None:
    for session, *_ in conformance.random_game(BOOK, 5, {"tokens": "on"}, 3):
        if session.public()["turn"].phase == "take":
            assert isinstance(decided(session, session.actors()[0]), Equip)


def test_a_bot_knows_which_magpies_and_action_tokens_there_are() -> None:
    faces = BOOK.components().content.faces
    assert sorted(MAGPIES) == sorted(faces.magpies)
    assert set(TOKENS) == set(faces.tokens)
