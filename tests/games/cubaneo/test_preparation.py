"""A) Preparation (CB-6, CB-7)."""

import pytest

from app.games.cubaneo.pieces import EVENTS, GROUPS
from app.games.cubaneo.session import Options, Session
from tests.games.conformance import random_game
from tests.games.cubaneo.scene import house

DONKEYS = {2: 1, 3: 2, 4: 1, 5: 0}


def begin(seats: int, seed: int = 0) -> Session:
    return Session.begin(seats, Options(), house(), seed.to_bytes(32, "big"), 1)


@pytest.mark.rule("CB-6")
@pytest.mark.parametrize("seats", DONKEYS)
def test_six_cards_lie_on_the_promenade_with_donkeys_for_the_number_of_players(seats: int) -> None:
    for seed in range(20):
        promenade = begin(seats, seed).public()["promenade"]
        cards = [arch.card for arch in promenade]
        assert len(cards) == 6
        assert cards.count("donkey") == DONKEYS[seats]
        assert "dancer" in cards
        assert tuple(arch.event for arch in promenade) == EVENTS
        assert all((arch.cover == "cart") == (arch.card == "donkey") for arch in promenade)


@pytest.mark.rule("CB-6")
def test_which_cubans_stay_at_home_and_where_the_others_stand_is_drawn() -> None:
    layouts = [tuple(arch.card for arch in begin(3, seed).public()["promenade"]) for seed in range(120)]
    away = {frozenset(layout) for layout in layouts}
    assert len(away) == 10, "each two of the five but the Dancer"
    assert len({layout.index("dancer") for layout in layouts}) == 6


@pytest.mark.rule("CB-6")
def test_the_promenade_is_drawn_anew_in_each_round() -> None:
    layouts: dict[int, tuple[str, ...]] = {}
    for session, *_ in random_game("cubaneo", 3, seed=4):
        view = session.public()
        layouts.setdefault(view["turn"].round, tuple(arch.card for arch in view["promenade"]))
    assert len(layouts) == 6
    assert len(set(layouts.values())) == 6


@pytest.mark.rule("CB-6")
@pytest.mark.parametrize("seats", DONKEYS)
def test_after_the_actions_just_one_event_is_open(seats: int) -> None:
    seen = set()
    for session, _, _, events in random_game("cubaneo", seats, seed=seats):
        for event in events:
            if event.key == "event":
                opened = [arch for arch in session.public()["promenade"] if not arch.cover]
                if session.public()["turn"].phase in ("votes", "event", "passing"):
                    assert [arch.event for arch in opened] == [event.data["event"]]
                seen.add(session.public()["turn"].round)
    assert len(seen) >= 5


@pytest.mark.rule("CB-7")
def test_one_act_of_each_group_is_proposed_in_each_round_and_none_comes_twice() -> None:
    seen: dict[str, dict[int, int]] = {group: {} for group in GROUPS}
    for session, *_ in random_game("cubaneo", 2, seed=7):
        view = session.public()
        proposed = view["acts"].numbers["proposed"]
        for group, act in zip(GROUPS, proposed, strict=True):
            assert seen[group].setdefault(view["turn"].round, act) == act
    assert all(len(set(acts.values())) == 6 for acts in seen.values())
    assert session.public()["acts"].decks == 0
