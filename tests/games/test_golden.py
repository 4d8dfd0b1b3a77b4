"""Golden records: a whole game of each kind plays as it did, move by move."""

from pathlib import Path

import pytest

from app.games.record import read
from app.games.shelf import GAMES, rulebook
from tests.games.conformance import check_golden
from tests.games.golden import file_of, folder_of, kinds

RECORDS = [path for game in GAMES for path in sorted(folder_of(rulebook(game)).glob("*.jsonl"))]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_golden_record_plays_as_it_did(path: Path) -> None:
    check_golden(path)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_and_every_set_of_options_has_a_golden_record(game: str) -> None:
    book = rulebook(game)
    wanted = {file_of(book, seats, options): (seats, book.options(options)) for seats, options in kinds(book)}
    assert set(wanted) == set(folder_of(book).glob("*.jsonl"))
    for path, (seats, options) in wanted.items():
        record = read(path.read_text("utf-8"))
        assert (record.rulebook, len(record.names), record.options) == (book, seats, options)
