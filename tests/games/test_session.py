"""What `GameSession` does for every game, seen with the toy game of docs/adding-a-game.md; and its words."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from app.games import shelf
from app.games.domains import OneOf, Whole
from app.games.session import (
    Action,
    Choice,
    Event,
    Flight,
    GameSession,
    Half,
    IllegalAction,
    Regions,
    plain,
)
from tests.games import conformance, threecards


class Move(Action, frozen=True, tag="move"):
    """An action of two fields."""

    card: str
    steps: int


class Wait(Action, frozen=True, tag="wait"):
    """An action without fields."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[shelf.Rulebook]:
    with threecards.on_the_shelf(tmp_path_factory.mktemp("games")) as book:
        yield book


@pytest.fixture
def session(book: shelf.Rulebook) -> GameSession:
    return conformance.begin(book, 3)


def lay(session: GameSession, seat: int, at: int = 0) -> Action:
    """The action of laying the so-manieth card of the hand."""
    return list(session.legal_actions(seat))[at]


CHOICE = Choice(Move, {"card": OneOf(("a", "b")), "steps": Whole(1, 2)})


def test_a_choice_admits_lists_and_draws_the_same_actions() -> None:
    assert list(CHOICE) == [Move("a", 1), Move("a", 2), Move("b", 1), Move("b", 2)]
    assert {CHOICE.sample(Random(number)) for number in range(40)} == set(CHOICE)
    assert all(CHOICE.admits(action) for action in CHOICE)


@pytest.mark.parametrize("action", [Move("c", 1), Move("a", 3), Move("a", True), Wait()])
def test_a_choice_admits_nothing_else(action: Action) -> None:
    assert not CHOICE.admits(action)


def test_a_choice_without_fields_is_one_action() -> None:
    assert list(Choice(Wait)) == [Wait()]
    assert Choice(Wait).sample(Random(1)) == Wait()


def test_a_choice_is_json_with_the_type_and_the_domain_of_each_field() -> None:
    assert plain(CHOICE) == {
        "type": "move",
        "fields": {"card": {"kind": "one-of", "values": ("a", "b")}, "steps": {"kind": "whole", "low": 1, "high": 2}},
    }


def test_what_is_not_json_is_refused_in_a_view() -> None:
    with pytest.raises(TypeError, match="not JSON"):
        plain({"secret": object()})


def test_an_action_is_applied_once_it_is_admitted(session: GameSession) -> None:
    action = lay(session, 2)
    assert session.admits(2, action)
    (event,) = session.apply(2, action)
    assert (event.key, event.seat) == ("laid", 2)
    assert session.actors() == (1, 3)


def test_an_action_of_another_seat_is_illegal_and_changes_nothing(session: GameSession) -> None:
    digest = session.digest()
    with pytest.raises(IllegalAction) as refused:
        session.apply(1, lay(session, 2))
    assert refused.value.reason.key == "not-offered"
    assert session.digest() == digest
    assert session.opening


@pytest.mark.parametrize("seat", [-1, 0, 4, 99])
def test_a_seat_that_is_not_there_is_not_asked(session: GameSession, seat: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        session.apply(seat, lay(session, 1))
    assert refused.value.reason.key == "not-asked"


def test_after_the_end_every_action_is_refused_because_the_game_is_over(session: GameSession) -> None:
    action = lay(session, 1)
    conformance.play_out(session, Random(1))
    with pytest.raises(IllegalAction) as refused:
        session.apply(1, action)
    assert refused.value.reason.key == "over"


def test_the_opening_is_told_until_the_first_action(session: GameSession) -> None:
    assert [event.key for event in session.opening] == ["dealt"]
    session.apply(1, lay(session, 1))
    assert session.opening == ()


def test_a_private_view_has_choices_and_refusals_beside_the_games_own_regions(session: GameSession) -> None:
    assert set(session.private(1)) == {"prompt", "hand", "laid", "choices", "refusals"}


def test_equal_states_have_equal_digests(session: GameSession, book: shelf.Rulebook) -> None:
    assert session.digest() == conformance.begin(book, 3).digest() == session.clone().digest()
    assert session.digest() != conformance.begin(book, 3, seed=1).digest()


# --- events ---

SECRET = Event(
    "drawn",
    1,
    {"count": 1},
    (Flight("deck", "hand-1"),),
    {1: Half({"card": "green-5"}, (Flight("deck", "hand-1", "green-5"),)), 2: Half({"glimpsed": "green"})},
)


def test_the_secret_half_of_an_event_reaches_its_seat_alone() -> None:
    assert SECRET.seen_by(1).data == {"count": 1, "card": "green-5"}
    assert SECRET.seen_by(1).flights == (Flight("deck", "hand-1", "green-5"),)
    for other in (None, 0, 3):
        assert SECRET.seen_by(other) == Event("drawn", 1, {"count": 1}, (Flight("deck", "hand-1"),))


def test_a_half_without_flights_keeps_the_public_ones() -> None:
    assert SECRET.seen_by(2).data == {"count": 1, "glimpsed": "green"}
    assert SECRET.seen_by(2).flights == SECRET.flights


def test_an_event_that_was_seen_has_no_secret_left() -> None:
    assert all(not SECRET.seen_by(seat).secret for seat in (None, 1, 2, 3))
    assert "green" not in str(plain(SECRET.seen_by(3)))


def test_an_event_without_secrets_is_the_same_for_all() -> None:
    event = Event("laid", 2, {"card": "red-4"})
    assert event.seen_by(1) is event.seen_by(None) is event


# --- regions ---


def test_a_region_that_has_not_changed_is_the_same_object() -> None:
    regions, made = Regions(), []

    def make(number: int) -> tuple[str, int]:
        made.append(number)
        return ("small", number // 10)

    first = regions.region("size", make, 11)
    assert regions.region("size", make, 11) is first
    assert made == [11]
    assert regions.region("size", make, 12) is first
    assert regions.region("size", make, 25) == ("small", 2)


def test_the_regions_of_a_copy_are_kept_apart() -> None:
    regions = Regions()
    first = regions.region("a", list, "x")
    copy = regions.copy()
    assert copy.region("a", list, "x") is first
    copy.region("a", list, "y")
    assert regions.region("a", list, "x") is first


# --- the shelf ---


def test_actions_are_read_strictly(book: shelf.Rulebook) -> None:
    assert book.decode('{"type": "lay", "card": "card-3"}') == book.session.Actions("card-3")
    for text in ('{"type": "lay"}', '{"type": "lay", "card": 3}', '{"type": "lay", "card": "x", "more": 1}', "[]", "{"):
        with pytest.raises(msgspec.DecodeError):
            book.decode(text)


def test_options_are_read_strictly() -> None:
    book = shelf.rulebook("cuckooo")
    assert book.options({"tokens": "on"}).tokens == "on"
    for values in ({"tokens": True}, {"tokens": "maybe"}, {"more": 1}):
        with pytest.raises(msgspec.ValidationError):
            book.options(values)


def test_the_shelf_has_the_rulebooks_in_order(book: shelf.Rulebook) -> None:
    assert shelf.GAMES[-1] == book.key
    with pytest.raises(KeyError):
        shelf.rulebook("chess")


def test_components_are_named_by_the_sha_256_of_their_text() -> None:
    book = shelf.rulebook("cuckooo")
    own = book.components()
    assert book.components(own.text) is own
    other = book.components(own.text + "\n# a word more\n")
    assert other.digest != own.digest
    assert other.content == own.content


@pytest.mark.parametrize("game", shelf.GAMES)
def test_an_option_that_a_game_does_not_have_is_refused(game: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        shelf.rulebook(game).options({"no-such-option": "on"})
