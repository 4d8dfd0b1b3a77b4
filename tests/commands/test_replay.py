"""`tertulia replay`."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.games.record import read, replay
from app.games.session import plain

GOLDEN = Path(__file__).parent.parent / "games" / "cuckooo" / "golden" / "4-flocks-hidden-tokens-on.jsonl"


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What the command prints for the golden record."""
    assert main(["replay", str(GOLDEN), *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_last_moment_is_shown_to_a_watcher(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys)
    assert told["move"] == told["moves"] == len(read(GOLDEN.read_text()).moves)
    assert told["public"]["turn"]["phase"] == "over"
    assert [standing["place"] for standing in told["result"]] == [1, 2, 3, 4]
    assert told["events"][-1]["key"] == "game-over"
    assert "private" not in told


def test_any_moment_is_shown_as_a_seat_saw_it(capsys: pytest.CaptureFixture[str]) -> None:
    record = read(GOLDEN.read_text())
    for number in (0, 1, 9):
        told = shown(capsys, "--at", str(number), "--as", "2")
        step = next(step for step in replay(record) if step.number == number)
        assert told["public"] == json.loads(json.dumps(plain(step.session.public())))
        assert told["private"] == json.loads(json.dumps(plain(step.session.private(2))))
        assert told["seat"] == (step.move.seat if step.move else 0)
        assert told["result"] == []


def test_a_viewer_is_told_nothing_of_anothers_secret(capsys: pytest.CaptureFixture[str]) -> None:
    for viewer in ("watcher", "2"):
        for event in shown(capsys, "--at", "0", "--as", viewer)["events"]:
            assert "secret" not in event
    watched = shown(capsys, "--at", "0")["events"][-1]
    mine = shown(capsys, "--at", "0", "--as", "2")["events"][-1]
    assert watched["data"] == {"count": 7}
    assert len(mine["data"]["cards"]) == 7


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--as", "5"], "--as names a seat from 1 to 4, or watcher; '5' is neither."),
        (["--as", "0"], "'0' is neither"),
        (["--as", "me"], "'me' is neither"),
        (["--at", "9999"], "--at cannot be 9999"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_a_sentence_and_status_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(GOLDEN), *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_file_that_is_not_there_is_refused_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "/nowhere.jsonl"]) == 2
    assert "/nowhere.jsonl cannot be read: No such file or directory." in capsys.readouterr().err


def test_a_record_at_fault_has_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text("{}\n")
    assert main(["replay", str(path)]) == 1
    lines = GOLDEN.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3] + lines[4:]))
    assert main(["replay", str(path)]) == 1
    told = capsys.readouterr()
    assert "Line 1 is not the first line of a record" in told.err
    assert "is not legal" in told.err
    assert told.out == ""


def test_before_a_fault_a_record_can_be_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.jsonl"
    lines = GOLDEN.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3] + lines[4:]))
    assert main(["replay", str(path), "--at", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["move"] == 2
