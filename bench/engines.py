"""How fast the rules are: `python -m bench.engines [GAME ...]`.

Random moves on one core: who must act, choices, a move drawn, checked and applied with its events. Each figure stands
beside that of Cuckooo! as a bare dict (`bench/bare.py`), measured right before and after: a slow or busy machine
shows in both.
"""

import hashlib
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from random import Random
from time import process_time

from app.games.session import GameSession
from app.games.shelf import GAMES, Rulebook, rulebook
from bench import bare

SECONDS = 2.0


def measured(game: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Play games for so long. Returns moves and games by second of processor time."""
    moves = games = 0
    spent, start = 0.0, process_time()
    while spent < seconds:
        moves += game(games)
        games += 1
        spent = process_time() - start
    return moves / spent, games / spent


def bare_game(seats: int) -> Callable[[int], int]:
    """A game as a bare dict; the function plays one by number and returns its moves."""

    def play(number: int) -> int:
        rng, moves = Random(number), 0
        game = bare.begin(seats, rng)
        while actors := bare.actors(game):
            seat = actors[int(rng.random() * len(actors))]
            offered = bare.moves(game, seat, rng)
            bare.play(game, seat, offered[int(rng.random() * len(offered))], rng)
            moves += 1
        return moves

    return play


def begun(book: Rulebook, seats: int, number: int) -> GameSession:
    """A new game by number, with the default options."""
    seed = hashlib.sha256(f"bench {number}".encode()).digest()
    return book.session.begin(seats, book.options({}), book.components().content, seed, book.session.version)


def engine_game(book: Rulebook, seats: int) -> Callable[[int], int]:
    """A game by an engine; the function plays one by number and returns its moves."""

    def play(number: int) -> int:
        rng, moves = Random(number), 0
        session = begun(book, seats, number)
        while actors := session.actors():
            seat = actors[int(rng.random() * len(actors))]
            choices = session.choices(seat)
            session.apply(seat, choices[int(rng.random() * len(choices))].sample(rng))
            moves += 1
        return moves

    return play


def other_costs(book: Rulebook, seats: int) -> str:
    """What a move costs beside, in the middle of a random game: microseconds of clone, views, dump and load."""
    rng, session = Random(1), begun(book, seats, 1)
    for _ in range(min(40, engine_game(book, seats)(1) // 2)):
        seat = rng.choice(session.actors())
        session.apply(seat, rng.choice(session.choices(seat)).sample(rng))
    seat, content, dump = session.actors()[0], book.components().content, session.dump()
    tasks: dict[str, Callable[[], object]] = {
        "clone": session.clone,
        "public": session.public,
        "private": lambda: session.private(seat),
        "resample": lambda: session.resample(seat, rng),
        "dump": session.dump,
        "load": lambda: book.session.load(dump, content),
        "house bot": lambda: book.decide(seat, session.public(), session.private(seat), rng),
    }
    return ", ".join(f"{name} {_microseconds(task):,.0f}" for name, task in tasks.items())


def _microseconds(task: Callable[[], object]) -> float:
    runs, start = 0, process_time()
    while runs < 3 or process_time() - start < 0.1:
        task()
        runs += 1
    return (process_time() - start) / runs * 1e6


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the games named on the command line, or all."""
    parser = ArgumentParser(prog="python -m bench.engines", description="How fast the rules are.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which: {', '.join(GAMES)} (all)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long each is measured ({SECONDS})")
    arguments = parser.parse_args(argv)
    if strange := [game for game in arguments.games if game not in GAMES]:
        print(f"There is no game {strange[0]!r}; choose of {', '.join(GAMES)}.", file=sys.stderr)
        return 2
    for key in arguments.games or GAMES:
        book = rulebook(key)
        print(f"{book.name:<12}{'moves/s':>10}{'games/s':>9}{'bare dict, moves/s':>20}{'share':>8}")
        for seats in range(book.seats[0], book.seats[1] + 1):
            base = bare_game(min(max(seats, 3), 5))
            before, _ = measured(base, arguments.seconds / 4)
            moves, games = measured(engine_game(book, seats), arguments.seconds)
            after, _ = measured(base, arguments.seconds / 4)
            beside = (before + after) / 2
            print(f"{seats:>6} seats{moves:>10,.0f}{games:>9,.1f}{beside:>20,.0f}{moves / beside:>8.0%}")
        print(f"  µs in mid-game, {book.seats[1]} seats: {other_costs(book, book.seats[1])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
