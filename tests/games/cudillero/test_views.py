"""What is public, what is one seat's own."""

import pytest

from app.games.cudillero import Session
from app.games.cudillero.actions import Build, Relocate
from app.games.cudillero.state import Rank
from app.games.session import plain
from tests.games.cudillero.tables import (
    BUILD_BUILD,
    CONTENT,
    all_keep,
    begin,
    bid_all,
    floor,
    in_turn,
    lay,
    player_of,
    roof,
    started,
    state_of,
)

CARDS = (
    floor("r", "red", "ud", "r"),
    floor("l", "red", "d", "l"),
    floor("u", cables="u"),
    floor("ud", cables="ud"),
    roof("R", chimneys=2),
)


def strings(value: object) -> set[str]:
    """Every string in a plain view."""
    if isinstance(value, dict):
        return {part for item in value.items() for one in item for part in strings(one)}
    if isinstance(value, list | tuple):
        return {part for item in value for part in strings(item)}
    return {value} if isinstance(value, str) else set()


def shown(session: Session) -> dict[str, object]:
    """What a watcher sees, but for the catalogue, which names every card there is."""
    return {name: region for name, region in plain(session.public()).items() if name != "catalogue"}


@pytest.mark.rule("CD-3", "CD-38")
def test_starting_roofs_and_personal_objectives_are_their_owners_alone() -> None:
    session = begin(2, options={"personal": "on"})
    hidden = {card for seat in (1, 2) for card in player_of(session, seat).offers + player_of(session, seat).aims}
    assert not hidden & strings(shown(session))
    assert not set(player_of(session, 2).offers) & strings(plain(session.private(1)))
    all_keep(session)
    kept = {part for seat in (1, 2) for part in (player_of(session, seat).roof, player_of(session, seat).aim)}
    assert not kept & strings(shown(session))
    assert not {player_of(session, 2).roof, player_of(session, 2).aim} & strings(plain(session.private(1)))
    assert {player_of(session, 1).roof, player_of(session, 1).aim} <= strings(plain(session.private(1)))


@pytest.mark.rule("CD-8")
def test_action_hands_and_decks_are_counts_to_others() -> None:
    session = started(3)
    for seat in (1, 2, 3):
        mine = session.public()[f"player-{seat}"]
        assert (mine.cards, mine.deck, mine.played) == (5, 13, ())
        assert session.private(seat)["cards"].hand == player_of(session, seat).cards


@pytest.mark.rule("CD-8")
def test_the_bids_once_shown_explain_the_order() -> None:
    session = started(2)
    bid_all(session, (18, 15, 11), (18, 9, 12), tokens=((), ("plus_10",)))
    assert session.public()["bids"].ranks == (
        Rank(2, 18, 9, 12, ("plus_10",), 28, both=True, beats="high"),
        Rank(1, 18, 15, 11, (), 18, both=False, beats=""),
    )


@pytest.mark.rule("CD-13")
def test_bought_cards_discards_and_tokens_are_public() -> None:
    session = in_turn(*CARDS, hand="r l", tokens=("relocate",), floor_discards=("b01",))
    mine = session.public()["player-1"]
    assert (mine.hand, mine.limit, mine.tokens) == (("r", "l"), 2, ("relocate",))
    assert session.public()["discards"].floors == ("b01",)


@pytest.mark.rule("CD-33")
def test_a_village_shows_what_is_lit_joined_and_grouped() -> None:
    session = in_turn(*CARDS, columns=("r", "l R"))
    view = session.public()["village-1"]
    assert (view.lit, view.lines, view.heights) == (("r", "l"), (("r", "l"),), (0, 2))
    assert view.groups["red"] == ("r", "l")
    assert len(view.groups["blue"]) == 1


@pytest.mark.rule("CD-20")
def test_the_seat_in_turn_sees_what_each_place_would_bring() -> None:
    session = in_turn(*CARDS, columns=("r", ""), hand="l R", play=BUILD_BUILD)
    spots = {(spot.card, spot.place): spot for spot in session.private(1)["spots"]}
    assert set(spots) == {("l", 1), ("l", 2), ("R", 1)}
    assert (spots["l", 2].level, spots["l", 2].lines, spots["l", 2].lit) == (1, 1, True)
    assert (spots["l", 1].level, spots["l", 1].lines, spots["l", 1].lit) == (2, 0, True)
    assert session.private(2)["spots"] == ()


@pytest.mark.rule("CD-29")
def test_who_can_relocate_sees_what_each_swap_would_bring() -> None:
    session = in_turn(*CARDS, columns=("u ud", "l"), tokens=("relocate",))
    swaps = {swap.cards: swap for swap in session.private(1)["swaps"]}
    assert swaps["u", "ud"].lit == (1, 2)
    after = session.clone()
    after.apply(1, Relocate(("u", "ud")))
    assert len(after.public()["village-1"].lit) == 2
    assert after.private(1)["swaps"] == ()


@pytest.mark.rule("CD-30")
def test_the_own_roof_is_previewed_on_every_place() -> None:
    session = in_turn(*CARDS, columns=("r", "", "u ud"))
    lay(session, 1, roof="R")
    assert [(spot.place, spot.level, spot.points, dict(spot.changes)) for spot in session.private(1)["roofs"]] == [
        (1, 2, 5, {"height": (0, 3), "chimneys": (0, 2)}),
        (3, 3, 8, {"height": (0, 6), "chimneys": (0, 2)}),
    ]


@pytest.mark.rule("CD-36")
def test_the_running_score_shows_every_line_to_everybody() -> None:
    session = in_turn(*CARDS, columns=("r",), hand="l", values=(0, 0, 0, 2), play=BUILD_BUILD)
    assert session.public()["score-1"].total == 2 + 3
    session.apply(1, Build("l", 1))
    assert session.public()["score-1"].total == 2 * 2 + 6
    assert session.public()["score-1"].lines == session.scores()[1]


def test_the_catalogue_has_every_face_and_the_tables() -> None:
    catalogue = started().public()["catalogue"]
    assert catalogue.cards == CONTENT.cards
    assert catalogue.action_cards[10] == ("buy", "build")
    assert (catalogue.days, catalogue.rounds, catalogue.value_limit) == (3, 6, 8)


def test_the_turn_says_what_a_watcher_needs() -> None:
    session = started(3)
    bid_all(session, (10, 1, 14), (18, 1, 15), (5, 1, 16))
    turn = session.public()["turn"]
    assert (turn.phase, turn.round, turn.actors) == ("turns", 1, (2,))
    assert turn.data == {"day": 1, "seat": 2, "order": (2, 1, 3), "at": 0, "free": 0}
    assert session.private(1)["prompt"].data == {"seat": 2, "next": True}
    assert session.private(3)["prompt"].data == {"seat": 2, "next": False}
    assert state_of(session).turn == 0
