"""`tertulia verify`."""

from pathlib import Path

import pytest

from app.cli import main
from app.games.record import read, verify

GOLDEN = Path(__file__).parent.parent / "games" / "cuckooo" / "golden" / "5-flocks-open-tokens-on.jsonl"


def test_a_finished_game_is_verified_and_its_ranking_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(GOLDEN)]) == 0
    verdict = verify(read(GOLDEN.read_text()))
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == f"Cuckooo!, 5 players: all {verdict.moves} moves are legal."
    assert verdict.commitment in rest[0]
    assert [line.split(".")[0].strip() for line in rest[2:]] == ["1", "2", "3", "4", "5"]


def test_names_are_shown_where_they_are_in_the_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "named.jsonl"
    path.write_text(GOLDEN.read_text().replace('"seats":["",', '"seats":["Inés",', 1))
    assert main(["verify", str(path)]) == 0
    assert "seat 1 (Inés): " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("now", "then", "sentence"),
    [
        ('"type":"ready"', '"type":"decline"', "is not legal"),
        ('"commitment":"', '"commitment":"0', "does not answer to the commitment"),
        ('"tertulia":1', '"tertulia":9', "form 9"),
    ],
)
def test_a_record_that_was_changed_has_status_1(
    tmp_path: Path, now: str, then: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "changed.jsonl"
    text = GOLDEN.read_text()
    assert now in text
    path.write_text(text.replace(now, then, 1))
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr()
    assert told.err.startswith(f"{path}: ")
    assert sentence in told.err
    assert told.out == ""


def test_a_file_that_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    assert main(["verify", str(path)]) == 1
    assert "not text" in capsys.readouterr().err


def test_a_file_that_is_not_there_has_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "/nowhere.jsonl"]) == 2
    assert "cannot be read" in capsys.readouterr().err
