"""The house bot."""

from random import Random
from statistics import mean

import msgspec
import pytest

from app.games.cudillero import Session, decide, default
from app.games.cudillero.actions import Add, Bid, Build, Decline, End, Free, Keep, Roof
from app.games.cudillero.bot.bids import chance_to_win
from app.games.cudillero.bot.outlook import Outlook
from app.games.cudillero.bot.roofs import AIMS, ROOFS
from app.games.cudillero.components import BONUSES
from app.games.cudillero.objectives import PERSONAL
from tests.games import conformance
from tests.games.cudillero.tables import (
    BUILD_BUILD,
    BUY_BUY,
    VALUE_VALUE,
    begin,
    buildings,
    floor,
    in_turn,
    lay,
    roof,
    started,
    state_of,
)

RUNG = tuple(floor(f"ud{number}", cables="ud") for number in range(1, 9))


def play(session: Session, seed: int = 0) -> Session:
    """Bots play to the end."""
    rng = Random(seed)
    while session.actors():
        seat = session.actors()[0]
        session.apply(seat, decide(seat, session.public(), session.private(seat), rng))
    return session


def decided(session: Session, seat: int = 1) -> object:
    return decide(seat, session.public(), session.private(seat), Random(0))


@pytest.mark.parametrize(
    ("seats", "options", "games"), [(2, {}, 2), (3, {"personal": "on"}, 1), (4, {"personal": "on", "stock": "on"}, 1)]
)
def test_bots_play_whole_sensible_games(seats: int, options: dict[str, str], games: int) -> None:
    totals = []
    for seed in range(games):
        session = play(begin(seats, seed=conformance.seed_bytes(seed), options=options), seed)
        totals += [standing.points for standing in session.result()]
        for player in state_of(session).players:
            assert len(player.tokens) <= 2, "tokens are used"
    assert mean(totals) > 90


def test_a_bot_decides_alike_in_games_that_look_alike() -> None:
    rng = Random(7)
    for number, (session, *_) in enumerate(conformance.random_game("cudillero", 3, {"personal": "on"})):
        if number % 9 == 0:
            for seat in session.actors():
                other = session.resample(seat, rng)
                assert decide(seat, session.public(), session.private(seat), Random(1)) == decide(
                    seat, other.public(), other.private(seat), Random(1)
                )


def test_every_decision_is_legal_also_in_odd_positions() -> None:
    for seed in range(4):
        for session, *_ in conformance.random_game("cudillero", 2 + seed % 3, {"personal": "on", "stock": "on"}, seed):
            for seat in session.actors():
                public, private = session.public(), session.private(seat)
                assert session.admits(seat, decide(seat, public, private, Random(0)))
                assert session.admits(seat, default(seat, public, private, Random(0)))


def test_views_are_all_that_a_bot_needs() -> None:
    session = started()
    outlook = Outlook(1, session.public(), session.private(1))
    assert outlook.seats == 2
    assert outlook.rounds_left == 18


def test_a_bot_builds_what_lights_up_and_completes_a_line() -> None:
    cards = (floor("r", line="r"), floor("l", line="l", cables="d"), floor("n"))
    session = in_turn(*cards, columns=("r", ""), hand="l n", play=BUILD_BUILD, both=False)
    assert decided(session) == Build("l", 2)


def test_a_bot_takes_a_free_build() -> None:
    cards = (floor("r", line="r"), floor("l", line="l"), *RUNG)
    session = in_turn(*cards, columns=("r", ""), hand="l ud1", play=BUILD_BUILD)
    session.apply(1, Build("l", 2))
    assert isinstance(decided(session), Free)


def test_a_bot_raises_the_colour_that_it_has_most_of() -> None:
    reds = tuple(floor(f"red{number}", "red") for number in range(5))
    session = in_turn(*reds, columns=("red0 red1 red2 red3 red4",), play=VALUE_VALUE, values=(1, 1, 1, 1))
    assert msgspec.to_builtins(decided(session)) == {"type": "value", "colour": "red", "by": 1}


def test_a_bot_ends_a_turn_in_which_nothing_is_left() -> None:
    session = in_turn(*RUNG, columns=("", ""), hand="ud1 ud2 ud3", play=BUY_BUY)
    assert decided(session) == End()


def test_a_bot_keeps_a_plus_token_that_the_objective_rewards() -> None:
    session = started(2)
    state_of(session).objective = "keep_20"
    state_of(session).day = 3
    state_of(session).round = 6
    for seat in (1, 2):
        lay(session, seat, cards=(10, 13, 14), deck=(), tokens=("plus_20",))
        session.apply(seat, Bid((14, 13), 10))
    assert decided(session) == Add()


def test_a_higher_bid_and_what_is_played_already_raise_the_chance_to_win() -> None:
    session = started(2)
    outlook = Outlook(1, session.public(), session.private(1))
    assert chance_to_win(outlook, 5) < chance_to_win(outlook, 15) < chance_to_win(outlook, 18.5) == 1
    lay(session, 2, played=(16, 17, 18))
    later = Outlook(1, session.public(), session.private(1))
    assert chance_to_win(later, 15) > chance_to_win(outlook, 15)


def test_a_bot_builds_its_roof_where_it_brings_most() -> None:
    session = in_turn(*RUNG, roof("R"), columns=("ud1", "ud2 ud3 ud4"))
    state_of(session).phase = "roofs"
    state_of(session).made = (None, None)
    lay(session, 1, roof="R")
    lay(session, 2, buildings=buildings("b01"))
    assert decided(session) == Roof(2)


def test_a_bot_keeps_a_roof_and_an_objective() -> None:
    session = begin(2, options={"personal": "on"})
    action = decided(session)
    assert isinstance(action, Keep)
    assert session.admits(1, action)


def test_when_a_clock_runs_out_the_turn_ends_and_a_free_build_is_declined() -> None:
    cards = (floor("r", line="r"), floor("l", line="l"), *RUNG)
    session = in_turn(*cards, columns=("r", ""), hand="l ud1", play=BUILD_BUILD)
    assert default(1, session.public(), session.private(1), Random(0)) == End()
    session.apply(1, Build("l", 2))
    assert default(1, session.public(), session.private(1), Random(0)) == Decline()


def test_a_bot_has_a_mind_about_every_bonus_and_every_personal_objective() -> None:
    assert set(ROOFS) == set(BONUSES) - {""}
    assert sorted(AIMS) == sorted(PERSONAL)
