"""Golden records: one whole game for each number of players and each option, replayed move by move."""

from pathlib import Path

import pytest

from app.games.record import read
from app.games.shelf import rulebook
from tests.games import conformance
from tests.games.golden import option_sets

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_replays_move_by_move(path: Path) -> None:
    conformance.check_golden(path)


def test_every_number_of_players_and_every_option_has_a_golden_record() -> None:
    records = [read(path.read_text("utf-8")) for path in GOLDEN]
    book = rulebook("cuckooo")
    wanted = {(seats, book.options(options)) for seats in (3, 4, 5) for options in option_sets(book)}
    assert {(len(record.names), record.options) for record in records} == wanted
