"""The option `flocks` (CK-14)."""

from random import Random

import pytest

from app.games.cuckooo.actions import Enlist, Keep
from app.games.cuckooo.session import Session
from app.games.session import plain
from tests.games import conformance
from tests.games.cuckooo.positions import BOOK, all_of, keys, state_of, turn

HIDDEN = {"flocks": "hidden"}


def enlisted(options: dict[str, str]) -> tuple[Session, str]:
    """A game in which seat 1 has just enlisted a red 5, and what everybody was told."""
    session = turn(all_of("red-5 blue-1", "red-6", "red-7"), "purple-2", options)
    (event,) = session.apply(1, Enlist("red-5"))
    return session, str(plain(event.seen_by(None)))


@pytest.mark.rule("CK-14")
def test_sparrows_in_open_flocks_lie_face_up_which_is_the_default() -> None:
    session, told = enlisted({})
    assert session.public()["round"].flocks == "open"
    assert session.public()["player-1"].sparrows == ("red-5",)
    assert "red-5" in told


@pytest.mark.rule("CK-14")
def test_of_hidden_flocks_others_see_only_how_many_sparrows_lie_there() -> None:
    session, told = enlisted(HIDDEN)
    player = session.public()["player-1"]
    assert (player.sparrows, player.enlisted) == ((), 1)
    assert "red-5" not in told
    for seat in (2, 3):
        assert "red-5" not in str(plain(session.private(seat)))
    assert not session.reveals


@pytest.mark.rule("CK-14")
def test_the_owner_of_a_hidden_flock_sees_it() -> None:
    session = turn(all_of("red-5 blue-1", "red-6", "red-7"), "purple-2", HIDDEN)
    (event,) = session.apply(1, Enlist("red-5"))
    assert session.private(1)["flock"] == ("red-5",)
    assert event.seen_by(1).data == {"card": "red-5"}
    assert [flight.piece for flight in event.seen_by(1).flights] == ["red-5"]
    assert [flight.piece for flight in event.seen_by(2).flights] == [""]


@pytest.mark.rule("CK-14")
def test_hidden_flocks_open_after_the_last_owl_choice_and_before_the_magpie() -> None:
    flocks = all_of("red-5 blue-1", "green-3", "")
    owls = all_of("owl-9 owl-10", "owl-11", "owl-12")
    session = turn(all_of("", "", ""), "purple-2", HIDDEN, phase="keep", flocks=flocks, owls=owls)
    assert all(session.public()[f"player-{seat}"].sparrows == () for seat in (1, 2, 3))
    told = keys(session.apply(1, Keep("owl-9")))
    assert told.index("owl-kept") < told.index("flocks-revealed") < told.index("magpie-turned")
    assert session.public()["player-1"].sparrows == ("red-5", "blue-1")
    assert session.public()["settlement"].flocks[1].sparrows == ("green-3",)


@pytest.mark.rule("CK-14")
@pytest.mark.parametrize("flocks", ["open", "hidden"])
def test_owls_cuckoos_row_discards_and_hand_sizes_are_always_public(flocks: str) -> None:
    for session, *_ in conformance.random_game(BOOK, 4, {"flocks": flocks, "tokens": "on"}, 4):
        state, public = state_of(session), session.public()
        assert public["row"] == state.row
        assert public["discards"] == state.discards
        assert public["cuckoos"] == state.cuckoos
        for seat in range(1, 5):
            player = public[f"player-{seat}"]
            assert player.owls == state.owls[seat - 1]
            assert player.hand == len(state.hands[seat - 1])
            assert player.enlisted == len(state.flocks[seat - 1])


@pytest.mark.rule("CK-14")
def test_nothing_that_others_are_told_in_a_running_round_names_a_hidden_sparrow() -> None:
    for session, _, _, events in conformance.random_game(BOOK, 5, HIDDEN, 7):
        state = state_of(session)
        if state.phase not in ("flock", "keep"):
            continue
        for owner in range(1, 6):
            for card in state.flocks[owner - 1]:
                for seat in {0, 1, 2, 3, 4, 5} - {owner}:
                    assert card not in str([plain(event.seen_by(seat or None)) for event in events])
                assert card not in str({**plain(session.public()), "results": ()})


def test_both_kinds_of_flocks_play_alike() -> None:
    rng = Random(3)
    games = [conformance.begin(BOOK, 4, {"flocks": flocks}, 9) for flocks in ("open", "hidden")]
    while games[0].actors():
        seat, action = conformance.random_move(games[0], rng)
        for game in games:
            game.apply(seat, action)
    assert games[0].result() == games[1].result()
