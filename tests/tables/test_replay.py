"""Which rows of the stored moves are live."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from app.tables.replay import Row, path

AT = datetime(2026, 7, 1, tzinfo=UTC)


def action(number: int) -> Row:
    return Row(number, 1, False, AT, f"{number}", None)


def undo(number: int, back_to: int) -> Row:
    return Row(number, 1, False, AT, None, back_to)


def rows(*all_rows: Row) -> dict[int, Row]:
    return {row.number: row for row in all_rows}


def numbers(way: tuple[Row, ...] | None) -> list[int] | None:
    return None if way is None else [row.number for row in way]


def test_without_undo_every_row_is_live() -> None:
    assert numbers(path(rows(action(1), action(2), action(3)), 3)) == [1, 2, 3]


def test_no_rows_are_the_start_of_the_game() -> None:
    assert path({}, 0) == ()


def test_an_undo_leaves_out_what_it_took_back() -> None:
    assert numbers(path(rows(action(1), action(2), undo(3, 1), action(4)), 4)) == [1, 3, 4]


def test_an_undo_of_an_action_after_an_undo_goes_through_both() -> None:
    assert numbers(path(rows(action(1), action(2), undo(3, 1), action(4), undo(5, 3)), 5)) == [1, 3, 5]


def test_two_undos_in_a_row_go_back_two_actions() -> None:
    assert numbers(path(rows(action(1), action(2), undo(3, 1), undo(4, 0)), 4)) == [4]


def test_a_state_that_was_undone_is_on_no_way() -> None:
    assert path(rows(action(3), undo(4, 2)), 4, floor=3) is None
    assert numbers(path(rows(action(3), undo(4, 2)), 4, floor=2)) == [4]


@given(st.lists(st.booleans(), max_size=40))
def test_the_live_actions_are_those_of_a_pile_from_which_undo_takes_the_last(steps: list[bool]) -> None:
    pile: list[Row] = []
    stored: dict[int, Row] = {}
    for number, acts in enumerate(steps, 1):
        if acts or not pile:
            stored[number] = action(number)
            pile.append(stored[number])
        else:
            stored[number] = undo(number, pile.pop().number - 1)
    way = path(stored, len(steps))
    assert way is not None
    assert [row for row in way if row.action is not None] == pile
    for floor in range(len(steps)):
        part = path({number: row for number, row in stored.items() if number > floor}, len(steps), floor)
        assert part is None or way[len(way) - len(part) :] == part
