"""The process in which bots think: `python -m app.bots.mind`, spoken to through its standard input and output.

A message is its length in four bytes and a pickle. A question is (game, seat, public view, private view), an answer
the action, or None when the house player of that game failed. The process ends when its input ends, so it never
outlives the server.
"""

import logging
import pickle
import signal
import sys
from random import Random
from typing import IO, Any

from app.games.session import Action, View
from app.games.shelf import Rulebook, rulebook

HEADER = 4
Question = tuple[str, int, View, View]

logger = logging.getLogger("tertulia.bots")


def packed(message: object) -> bytes:
    """A message as it travels."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(HEADER, "big") + body


def unpacked(body: bytes) -> Any:
    """What travelled. Both ends are ours, and nobody else can write to the pipe between them."""
    return pickle.loads(body)  # noqa: S301


def decide(question: Question, rng: Random) -> Action | None:
    """What the house player chooses, or failing that what is played when a clock runs out; None if that fails, too."""
    game, seat, public, private = question
    book: Rulebook = rulebook(game)
    for player in (book.decide, book.default):
        try:
            return player(seat, public, private, rng)
        except Exception:  # a bot that stumbles must not stop the others
            logger.exception("The house player of %s failed at phase %r.", game, public["turn"].phase)
    return None


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer questions until there are no more."""
    rng = Random()  # noqa: S311 - a bot's taste, not a secret
    while header := questions.read(HEADER):
        question = unpacked(questions.read(int.from_bytes(header, "big")))
        answers.write(packed(decide(question, rng)))
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin.buffer, sys.stdout.buffer)
