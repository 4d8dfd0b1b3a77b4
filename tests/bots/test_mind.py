"""The process in which bots think."""

import io
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from app.bots.mind import HEADER, Question, decide, packed, serve, unpacked
from app.games.session import Action, GameSession
from app.games.shelf import GAMES
from tests.games.conformance import begin


def question(session: GameSession, seat: int) -> Question:
    return (session.game, seat, session.public(), session.private(seat))


def answers(data: bytes) -> list[object]:
    stream, found = io.BytesIO(data), []
    while header := stream.read(HEADER):
        found.append(unpacked(stream.read(int.from_bytes(header, "big"))))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_question_has_its_answer_in_order(game: str) -> None:
    session = begin(game, 3)
    seats = session.actors()
    asked = b"".join(packed(question(session, seat)) for seat in seats)
    said = io.BytesIO()
    serve(io.BytesIO(asked), said)
    found = answers(said.getvalue())
    assert len(found) == len(seats)
    for seat, action in zip(seats, found, strict=True):
        assert isinstance(action, Action)
        assert session.admits(seat, action)


def test_a_question_carries_nothing_that_the_seat_may_not_know() -> None:
    session = begin("cuckooo", 3)
    guessed = session.resample(1, Random(1))
    assert question(session, 1) == question(guessed, 1)


def test_a_house_player_that_stumbles_gives_no_answer_and_stops_nobody() -> None:
    session = begin("cuckooo", 3)
    game, seat, public, private = question(session, 1)
    assert decide((game, seat, public, {**private, "choices": ()}), Random(1)) is None
    assert decide((game, seat, public, private), Random(1)) is not None


def test_it_ends_with_its_input_and_not_at_ctrl_c() -> None:
    root = Path(__file__).resolve().parent.parent.parent
    command = [sys.executable, "-m", "app.bots.mind"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root) as mind:
        assert mind.stdin is not None
        assert mind.stdout is not None
        session = begin("cuckooo", 3)
        mind.stdin.write(packed(question(session, 1)))
        mind.stdin.flush()
        size = int.from_bytes(mind.stdout.read(HEADER), "big")
        assert session.admits(1, unpacked(mind.stdout.read(size)))
        mind.send_signal(signal.SIGINT)
        mind.stdin.write(packed(question(session, 2)))
        mind.stdin.flush()
        assert session.admits(2, unpacked(mind.stdout.read(int.from_bytes(mind.stdout.read(HEADER), "big"))))
        mind.stdin.close()
        assert mind.wait(timeout=20) == 0
