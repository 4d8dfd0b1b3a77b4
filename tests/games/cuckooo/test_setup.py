"""Set-up (CK-5, CK-6)."""

from itertools import pairwise

import pytest

from app.games.cuckooo.components import VALUE
from app.games.cuckooo.state import left
from tests.games import conformance
from tests.games.cuckooo.positions import BOOK, game, keys


@pytest.mark.rule("CK-5")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_two_owls_lie_face_up_before_each_player(seats: int) -> None:
    session = game(seats)
    dealt = [session.public()[f"player-{seat}"].owls for seat in range(1, seats + 1)]
    assert all(len(owls) == 2 for owls in dealt)
    assert len({owl for owls in dealt for owl in owls} | set(session.state.owl_deck)) == {3: 10, 4: 12, 5: 12}[seats]
    assert session.public()["decks"].owls == len(session.state.owl_deck)
    assert session.public()["decks"].magpies == 8


@pytest.mark.rule("CK-5")
def test_owls_and_magpies_are_shuffled_by_the_seed() -> None:
    assert len({game(seed=seed).state.owl_deck for seed in range(8)}) > 1
    assert len({game(seed=seed).state.magpies for seed in range(8)}) > 1
    assert game(seed=3).state == game(seed=3).state


@pytest.mark.rule("CK-6")
@pytest.mark.parametrize("seed", range(6))
def test_whoever_has_the_lowest_owl_deals_first(seed: int) -> None:
    session = game(5, seed)
    lowest = [min(VALUE[owl] for owl in owls) for owls in session.state.owls]
    assert session.public()["round"].dealer == lowest.index(min(lowest)) + 1
    assert [event.seat for event in session.opening if event.key == "round-began"] == [session.state.dealer]


@pytest.mark.rule("CK-6")
@pytest.mark.parametrize("tokens", ["off", "on"])
def test_later_the_dealer_moves_left_then_owls_are_taken_then_cuckoos_turn_up_then_the_deal(tokens: str) -> None:
    dealers: list[int] = []
    order: list[str] = []
    steps = {"round-began", "owls-offered", "owl-taken", "owl-and-token-taken", "cuckoos-turned", "sparrows-dealt"}
    for moment in conformance.random_game(BOOK, 4, {"tokens": tokens}, 2):
        order += [key.replace("-and-token", "") for key in keys(moment.events) if key in steps]
        dealers += [event.seat for event in moment.events if event.key == "round-began"]
    assert len(dealers) == 4
    assert all(later == left(dealer, 4) for dealer, later in pairwise(dealers))
    deal = ["cuckoos-turned", "sparrows-dealt"]
    assert order == ["round-began", *deal, *(["round-began", "owls-offered", *["owl-taken"] * 4, *deal] * 3)]


def test_the_first_events_tell_the_set_up() -> None:
    assert keys(game().opening) == ["owls-dealt", "round-began", "cuckoos-turned", "sparrows-dealt"]


@pytest.mark.parametrize("seats", [0, 2, 6])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="3 to 5 players"):
        game(seats)


@pytest.mark.parametrize("rules", [0, 2])
def test_unknown_rules_are_refused(rules: int) -> None:
    with pytest.raises(ValueError, match="rules 1 to 1"):
        BOOK.session.begin(3, BOOK.options({}), BOOK.components().content, bytes(32), rules)
