"""Villages: places, clothes lines, cables, groups, swaps."""

import pytest

from app.games.cudillero.village import is_doorway
from tests.games.cudillero.tables import floor, roof, village

PLAIN = (*(floor(f"f{number}") for number in range(1, 20)), *(roof(f"R{number}") for number in range(1, 9)))


@pytest.mark.rule("CD-15")
def test_a_floor_goes_on_a_doorway_or_on_floors() -> None:
    assert village(PLAIN, "", "f1", "f2 R1").floor_places == (1, 2)


@pytest.mark.rule("CD-15")
def test_a_building_has_at_most_six_floors() -> None:
    six = "f1 f2 f3 f4 f5 f6"
    assert village(PLAIN, six, "f7").floor_places == (2,)
    assert village(PLAIN, six, "f7").roof_places == (1, 2)
    assert len(village(PLAIN, six).built("R1", 1).buildings[0]) == 8


@pytest.mark.rule("CD-15")
def test_a_roof_never_goes_directly_on_a_doorway_and_ends_the_building() -> None:
    assert village(PLAIN, "", "f1", "f2 R1").roof_places == (2,)


@pytest.mark.rule("CD-16")
def test_a_doorway_goes_to_either_end_of_the_row() -> None:
    row = village(PLAIN, "f1", "f2")
    assert row.places("door-7") == (0, 3)
    assert row.built("door-7", 0).buildings == (("door-7",), *row.buildings)
    assert row.built("door-7", 3).buildings == (*row.buildings, ("door-7",))


@pytest.mark.rule("CD-17")
@pytest.mark.parametrize(
    ("columns", "ends"),
    [
        (("",), ()),
        (("", ""), ()),
        (("f1",), ()),
        (("", "f1"), ("left",)),
        (("f1", ""), ("right",)),
        (("", "f1", ""), ("left", "right")),
        (("f1", "", "f2"), ()),
    ],
)
def test_only_an_empty_doorway_at_an_end_moves_and_only_if_that_changes_the_row(
    columns: tuple[str, ...], ends: tuple[str, ...]
) -> None:
    assert village(PLAIN, *columns).movable == ends


@pytest.mark.rule("CD-17")
def test_a_moved_doorway_stands_at_the_other_end() -> None:
    row = village(PLAIN, "", "f1", "f2")
    assert row.moved("left").buildings == (*row.buildings[1:], row.buildings[0])
    assert row.moved("left").moved("right").buildings == row.buildings


@pytest.mark.rule("CD-20")
def test_a_line_needs_both_facing_sides_on_one_level() -> None:
    cards = (floor("r", line="r"), floor("l", line="l"), floor("n"), floor("lr", line="lr"), floor("x", line="l"))
    assert village(cards, "r", "l").lines == (("r", "l"),)
    assert village(cards, "l", "r").lines == ()
    assert village(cards, "n r", "l").lines == ()
    assert village(cards, "r", "n").lines == ()
    assert village(cards, "r", "n", "l").lines == ()
    assert village(cards, "r", "lr", "l").lines == (("r", "lr"), ("lr", "l"))


@pytest.mark.rule("CD-20")
def test_a_card_can_complete_two_lines_at_once() -> None:
    cards = (floor("r", line="r"), floor("l", line="l"), floor("lr", line="lr"))
    row = village(cards, "r", "", "l")
    assert row.lines_made("lr", 2) == (("r", "lr"), ("lr", "l"))
    assert set(row.built("lr", 2).lines) == set(row.lines_made("lr", 2))


@pytest.mark.rule("CD-20")
def test_no_line_leads_round_from_one_end_of_the_village_to_the_other() -> None:
    cards = (floor("r", line="r"), floor("l", line="l"))
    assert village(cards, "", "r").lines_made("l", 1) == ()
    assert village(cards, "l", "").lines_made("r", 2) == ()


@pytest.mark.rule("CD-29")
def test_floors_that_are_orthogonal_neighbours_can_be_swapped() -> None:
    assert set(village(PLAIN, "f1 f2", "f3").swaps) == {("f1", "f2"), ("f1", "f3")}
    swapped = village(PLAIN, "f1 f2", "f3").swapped(("f1", "f3"))
    assert [building[1:] for building in swapped.buildings] == [("f3", "f2"), ("f1",)]


@pytest.mark.rule("CD-29")
def test_doorways_are_never_swapped() -> None:
    assert village(PLAIN, "", "").swaps == ()
    assert not any(is_doorway(card) for pair in village(PLAIN, "f1", "f2 f3", "").swaps for card in pair)


@pytest.mark.rule("CD-29", "CD-15")
def test_a_roof_changes_places_only_with_a_roof_or_the_top_floor_beside_it() -> None:
    assert ("f1", "R1") not in village(PLAIN, "f1 R1").swaps
    assert ("R1", "f3") in village(PLAIN, "f1 R1", "f2 f3").swaps
    assert ("R1", "f3") not in village(PLAIN, "f1 R1", "f2 f3 f4").swaps
    assert ("f3", "R1") not in village(PLAIN, "f2 f3 R2", "f1 R1").swaps
    assert ("R1", "R2") in village(PLAIN, "f1 R1", "f2 R2").swaps


@pytest.mark.rule("CD-29")
def test_a_line_is_new_if_one_of_its_cards_was_in_none_before() -> None:
    cards = (floor("r", line="r"), floor("l", line="l"), floor("n"), floor("q", line="lr"))
    before = village(cards, "n r", "l")
    assert before.swapped(("n", "r")).new_lines(before) == (("r", "l"),)
    joined = village((*cards, floor("q2", line="lr")), "q", "q2", "l")
    after = joined.swapped(("q", "q2"))
    assert set(after.lines) == {("q2", "q"), ("q", "l")}
    assert after.new_lines(joined) == ()


@pytest.mark.rule("CD-32")
def test_a_group_is_connected_orthogonally() -> None:
    cards = (*(floor(f"b{at}") for at in "1234"), *(floor(f"y{at}", "yellow") for at in "123"), roof("bR", "blue"))
    built = village(cards, "b1 y1", "y2 b2", "b3 bR")
    assert sorted(built.groups["blue"]) == ["b2", "b3", "bR"]
    assert len(built.groups["yellow"]) == 1
    assert built.groups["red"] == ()


@pytest.mark.rule("CD-33")
def test_fibre_needs_a_cable_on_both_sides_of_an_edge() -> None:
    cards = (floor("ud", cables="ud"), floor("d", cables="d"), floor("u", cables="u"), floor("udr", cables="udr"),
             floor("l", cables="l"), roof("Rd", cables="d"), floor("n"))  # fmt: skip
    assert village(cards, "ud d").lit == {"ud", "d"}
    assert village(cards, "d ud").lit == {"d"}
    assert village(cards, "u d").lit == frozenset()
    assert village(cards, "ud Rd").lit == {"ud", "Rd"}
    assert village(cards, "udr", "l").lit == {"udr", "l"}
    assert village(cards, "l", "udr").lit == {"udr"}
    assert village(cards, "udr", "n").lit == {"udr"}


@pytest.mark.rule("CD-33")
def test_doorways_join_each_other_and_are_not_counted() -> None:
    cards = (floor("one", cables="d"), floor("two", cables="d"))
    assert village(cards, "one", "", "two").lit == {"one", "two"}


@pytest.mark.rule("CD-33")
def test_a_cable_may_come_down_from_a_neighbour() -> None:
    cards = (
        floor("a", cables="ud"),
        floor("b", cables="dr"),
        floor("c"),
        floor("d", cables="ld"),
        floor("e", cables="u"),
    )
    assert village(cards, "a b", "e d").lit == {"a", "b", "d", "e"}
    assert village(cards, "a b", "c d").lit == {"a", "b", "d"}


@pytest.mark.rule("CD-31")
def test_heights_count_floors_roof_and_bonus_of_buildings_with_a_roof() -> None:
    cards = (*PLAIN, roof("high", bonus="height_plus_1"))
    assert village(cards, "f1 f2", "f3 R1", "f4 high", "").heights == (0, 2, 3, 0)


@pytest.mark.rule("CD-13")
def test_the_hand_holds_one_card_more_than_there_are_doorways() -> None:
    assert [village(PLAIN, *[""] * doorways).limit for doorways in (1, 2, 5)] == [2, 3, 6]
