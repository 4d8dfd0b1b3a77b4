"""Records: written, read, replayed, verified, and refused with a sentence when something is wrong."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.record import LONGEST, Move, Record, RecordError, read, replay, verify, write
from app.games.shelf import Components, rulebook
from tests.games import conformance

BOOK = rulebook("cuckooo")
NAMES = ("Inés", "Tomás <b>", "Bruna")


def record(components: Components | None = None) -> Record:
    """A whole random game of three."""
    moves = [
        Move(seat, action, f"2026-05-01T20:{minute // 60:02}:{minute % 60:02}Z")
        for minute, (_, seat, action, _) in enumerate(conformance.random_game(BOOK, 3, None, 1))
        if action is not None
    ]
    own = components or BOOK.components()
    return Record(BOOK, 1, BOOK.options({}), own, NAMES, conformance.seed_bytes(1), tuple(moves))


RECORD = record()
TEXT = write(RECORD)


def changed(line: int, **changes: Any) -> str:
    """The text with some values of a line (0: the first) changed; None takes one out."""
    lines = TEXT.splitlines()
    values = {**json.loads(lines[line]), **changes}
    lines[line] = json.dumps({key: value for key, value in values.items() if value is not None})
    return "\n".join(lines)


def complaint(text: str, act: Callable[[str], object] = read) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(RecordError) as refused:
        act(text)
    sentence = str(refused.value)
    assert sentence.rstrip().endswith((".", ". ")), sentence
    return sentence


def test_what_was_written_is_read_again() -> None:
    assert read(TEXT) == RECORD
    assert write(read(TEXT)) == TEXT


def test_the_first_line_says_what_is_played() -> None:
    header = json.loads(TEXT.splitlines()[0])
    assert list(header) == ["tertulia", "game", "rules", "options", "components", "seats", "commitment", "seed"]
    assert (header["tertulia"], header["game"], header["rules"]) == (1, "cuckooo", 1)
    assert header["seats"] == list(NAMES)
    assert header["components"] == {"digest": BOOK.components().digest}


def test_each_other_line_is_a_move() -> None:
    first = json.loads(TEXT.splitlines()[1])
    assert set(first) == {"seat", "action", "at"}
    assert first["action"]["type"] == "pass"
    assert len(TEXT.splitlines()) == len(RECORD.moves) + 1


def test_times_may_be_left_out() -> None:
    timeless = msgspec.structs.replace(RECORD, moves=tuple(Move(move.seat, move.action) for move in RECORD.moves))
    assert '"at"' not in write(timeless)
    assert read(write(timeless)) == timeless


def test_names_can_be_left_out() -> None:
    text = write(RECORD, names=False)
    assert not any(name in text for name in NAMES)
    assert read(text).names == ("", "", "")


def test_a_hosts_own_components_travel_with_the_record() -> None:
    other = BOOK.components(BOOK.components().text + "# for our table\n")
    text = write(record(other))
    assert "# for our table" in text
    assert read(text).components is other
    assert verify(read(text)).moves == len(RECORD.moves)


def test_a_replay_shows_every_step() -> None:
    keys: list[str] = []
    for step, live in zip(replay(RECORD), conformance.random_game(BOOK, 3, None, 1), strict=True):
        assert step.session.digest() == live.session.digest()
        assert step.move == (RECORD.moves[step.number - 1] if step.number else None)
        keys += [event.key for event in step.events]
    assert keys[0] == "owls-dealt"
    assert keys[-1] == "game-over"


def test_a_finished_game_is_verified() -> None:
    verdict = verify(RECORD)
    *_, last = conformance.random_game(BOOK, 3, None, 1)
    assert verdict.moves == len(RECORD.moves)
    assert verdict.ranking == last.session.result()
    assert verdict.commitment == json.loads(TEXT.splitlines()[0])["commitment"]


def check(text: str) -> None:
    """Read and verify."""
    verify(read(text))


def test_a_move_that_was_changed_is_found() -> None:
    seat = RECORD.moves[0].seat
    assert "Line 2: move 1 is not legal: seat" in complaint(changed(1, seat=seat, action={"type": "ready"}), check)
    assert "Line 2" in complaint(changed(1, seat=4), check)


def test_moves_that_are_missing_are_found() -> None:
    lines = TEXT.splitlines()
    assert "stops after" in complaint("\n".join(lines[:-1]), check)
    assert "not legal" in complaint("\n".join(lines[:10] + lines[11:]), check)


def test_moves_after_the_end_are_found() -> None:
    assert f"move {len(RECORD.moves) + 1} is not legal" in complaint(TEXT + TEXT.splitlines()[-1], check)


def test_another_seed_or_commitment_is_found() -> None:
    assert "does not answer to the commitment" in complaint(changed(0, seed="00" * 32))
    assert "does not answer to the commitment" in complaint(changed(0, commitment="00" * 32))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tertulia": 2}, "form 2; this program reads form 1"),
        ({"game": "chess"}, "no game called 'chess'"),
        ({"rules": 99}, "rules 99 of Cuckooo!"),
        ({"rules": 0}, "rules 0"),
        ({"options": {"tokens": "maybe"}}, "the options do not fit Cuckooo!"),
        ({"options": {"more": 1}}, "the options do not fit Cuckooo!"),
        ({"seats": ["a", "b"]}, "3 to 5 players, not 2"),
        ({"seed": "xyz"}, "64 hexadecimal digits"),
        ({"seed": "00"}, "64 hexadecimal digits"),
        ({"components": {"digest": "0" * 64}}, "the record does not carry them"),
        ({"components": {"digest": "0" * 64, "text": "x"}}, "the components cannot be played with"),
        ({"components": {"digest": "0" * 64, "text": BOOK.components().text}}, "not the one that its digest"),
        ({"seed": None}, "not the first line of a record"),
        ({"more": 1}, "not the first line of a record"),
        ({"rules": "1"}, "not the first line of a record"),
    ],
)
def test_a_first_line_that_is_wrong_is_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    told = complaint(changed(0, **changes))
    assert told.startswith("Line 1")
    assert sentence in told


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": None},
        {"seat": "1"},
        {"action": None},
        {"action": {"type": "fly"}},
        {"action": {"type": "pass", "cards": [], "more": 1}},
        {"action": {"type": "pass", "cards": 3}},
        {"more": 1},
        {"at": "yesterday"},
        {"at": "2026-05-01T20:15:07+02:00"},
        {"at": 1},
    ],
)
def test_a_line_that_is_no_move_is_refused_with_its_number(changes: dict[str, Any]) -> None:
    assert "Line 4 is not a move of Cuckooo!" in complaint(changed(3, **changes))


@pytest.mark.parametrize("text", ["", "\n", "x", "[]", "{}", "null", "\x00", TEXT + "\n\n", TEXT[:-20]])
def test_what_is_no_record_is_refused(text: str) -> None:
    complaint(text)


def test_a_text_that_is_too_long_is_refused() -> None:
    assert "too long" in complaint("x" * (LONGEST + 1))


@given(st.data())
def test_a_text_with_a_byte_changed_is_read_or_refused_but_never_crashes(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT) - 1))
    text = TEXT[:at] + data.draw(st.characters()) + TEXT[at + 1 :]
    with suppress(RecordError):
        verify(read(text))


def test_records_of_earlier_programs_are_still_read() -> None:
    path = Path(__file__).parent / "cuckooo" / "golden" / "3-flocks-open-tokens-off.jsonl"
    assert verify(read(path.read_text("utf-8"))).moves > 50
