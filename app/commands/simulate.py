"""Let bots play whole games without a server, and say how fast it went and who won."""

import hashlib
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec

from app.commands.arguments import whole
from app.commands.faults import refused
from app.games.record import Move, Record, write
from app.games.session import Action, GameSession
from app.games.shelf import Rulebook, shelf

BOTS = ("random", "house")
PROGRESS_SECONDS = 0.2


class Sitting(NamedTuple):
    """What is simulated: the game, its options, and the kind of bot on each seat."""

    book: Rulebook
    options: Any
    bots: tuple[str, ...]


class Tally:
    """What is counted over all games; `seconds` are of processor time, bots included."""

    def __init__(self, seats: int) -> None:
        self.games = self.moves = 0
        self.seconds = 0.0
        self.wins = [0.0] * seats
        self.points: list[list[int]] = [[] for _ in range(seats)]

    def add(self, session: GameSession, moves: int, seconds: float) -> None:
        """Count a finished game. A shared first place is shared out."""
        self.games += 1
        self.moves += moves
        self.seconds += seconds
        ranking = session.result()
        first = [standing.seat for standing in ranking if standing.place == 1]
        for standing in ranking:
            self.points[standing.seat - 1].append(standing.points)
        for seat in first:
            self.wins[seat - 1] += 1 / len(first)


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.epilog = "Options: " + "; ".join(f"{key}: {_known_options(book)}" for key, book in shelf().items()) + "."
    parser.add_argument("game", metavar="GAME", help=f"which game: {', '.join(shelf())}")
    parser.add_argument("--seats", type=whole(1), help="how many players (the most that the game allows)")
    parser.add_argument("--games", type=whole(1), default=100, help="how many games (100)")
    parser.add_argument("--seed", type=whole(0), default=1, help="a number; the same one gives the same games (1)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game; may be given several times"
    )
    parser.add_argument(
        "--bots", default="random", help="random or house; or one for each seat, such as house,random,random (random)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write a record of each game into this folder")


def run(arguments: Namespace) -> int:
    """Simulate; 0 when all games were played to their end, 1 when one showed a fault, 2 for wrong arguments."""
    book = shelf().get(arguments.game)
    if book is None:
        return refused(f"There is no game {arguments.game!r}; the shelf has {', '.join(shelf())}.")
    least, most = book.seats
    seats = arguments.seats or most
    if not least <= seats <= most:
        return refused(f"{book.name} is for {least} to {most} players, not {seats}: choose --seats in between.")
    try:
        sitting = Sitting(book, options(book, arguments.option), bots(arguments.bots, seats))
        if arguments.out:
            arguments.out.mkdir(parents=True, exist_ok=True)
    except ValueError as fault:
        return refused(str(fault))
    except OSError as fault:
        return refused(f"The folder {arguments.out} cannot be made: {fault.strerror}. Name another one with --out.")
    return _simulate(sitting, arguments.games, arguments.seed, arguments.out)


def options(book: Rulebook, given: Sequence[str]) -> Any:
    """The options in `k=v` arguments. Raises: ValueError with a sentence for what does not fit the game."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(book.session.Options)}
    values = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"An option is written as key=value, not {text!r}.")
        if key not in fields:
            raise ValueError(f"{book.name} has no option {key!r}; its options: {_known_options(book)}.")
        try:
            values[key] = msgspec.convert(value, fields[key].type, strict=False)
        except msgspec.ValidationError:
            raise ValueError(f"{book.name} has no {key}={value}; choose {key}={_allowed(fields[key].type)}.") from None
    return msgspec.convert(values, book.session.Options)


def _allowed(kind: Any) -> str:
    """The values of an option, as they are written in an argument."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if kind is bool:
        return "true|false"
    return "|".join(map(str, get_args(kind))) or f"<{getattr(kind, '__name__', kind)}>"


def _known_options(book: Rulebook) -> str:
    """The options of a game and their values, as they are written in arguments; `none` if it has none."""
    fields = msgspec.structs.fields(book.session.Options)
    return ", ".join(f"{field.encode_name}={_allowed(field.type)}" for field in fields) or "none"


def bots(text: str, seats: int) -> tuple[str, ...]:
    """The kind of bot on each seat. Raises: ValueError with a sentence for an unknown kind or a wrong number."""
    kinds = tuple(text.split(","))
    if strange := [kind for kind in kinds if kind not in BOTS]:
        raise ValueError(f"There are no bots called {strange[0]!r}; choose {' or '.join(BOTS)} with --bots.")
    if len(kinds) == 1:
        return kinds * seats
    if len(kinds) != seats:
        raise ValueError(f"--bots names {len(kinds)} bots for {seats} seats: name one for all, or one for each.")
    return kinds


def seed_of(seed: int, number: int) -> bytes:
    """The seed of a game: 32 bytes that follow from `--seed` and the number of the game."""
    return hashlib.sha256(f"simulate {seed} {number}".encode()).digest()


def _simulate(sitting: Sitting, games: int, seed: int, out: Path | None) -> int:
    tally = Tally(len(sitting.bots))
    shown = perf_counter()
    for number in range(1, games + 1):
        record = Record(
            sitting.book,
            sitting.book.session.version,
            sitting.options,
            sitting.book.components(),
            tuple(f"{kind} {seat}" for seat, kind in enumerate(sitting.bots, start=1)),
            seed_of(seed, number),
        )
        rng = Random(f"{seed} {number}")  # noqa: S311 - the games of a number are to be the same
        moves: list[Move] = []
        start = process_time()
        session = record.begin()
        try:
            play(session, sitting, rng, moves)
        except Exception:
            print(f"tertulia: Game {number} of seed {seed} failed at move {len(moves) + 1}.", file=sys.stderr)
            raise
        tally.add(session, len(moves), process_time() - start)
        if out is not None:
            path = out / f"{sitting.book.key}-{seed}-{number:05}.jsonl"
            path.write_text(write(msgspec.structs.replace(record, moves=tuple(moves))), "utf-8")
        if sys.stderr.isatty() and perf_counter() - shown > PROGRESS_SECONDS:
            shown = perf_counter()
            print(f"\r{number} of {games} games, {_rate(tally):,.0f} moves/s ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    _report(sitting, tally, out)
    return 0


def play(session: GameSession, sitting: Sitting, rng: Random, moves: list[Move]) -> None:
    """Play a game to its end and note the moves. Raises: IllegalAction when a bot does what it may not."""
    while actors := session.actors():
        seat = actors[int(rng.random() * len(actors))]
        action: Action
        if sitting.bots[seat - 1] == "house":
            action = sitting.book.decide(seat, session.public(), session.private(seat), rng)
        else:
            choices = session.choices(seat)
            action = choices[int(rng.random() * len(choices))].sample(rng)
        session.apply(seat, action)
        moves.append(Move(seat, action))


def _rate(tally: Tally) -> float:
    return tally.moves / tally.seconds if tally.seconds else 0.0


def _report(sitting: Sitting, tally: Tally, out: Path | None) -> None:
    chosen = "".join(f", {key}={value}" for key, value in msgspec.to_builtins(sitting.options).items())
    print(f"{sitting.book.name}, {len(sitting.bots)} seats{chosen}")
    print(
        f"{tally.games:,} {'game' if tally.games == 1 else 'games'} in {tally.seconds:.1f} s of one core:"
        f" {_rate(tally):,.0f} moves/s,"
        f" {tally.games / tally.seconds:,.1f} games/s, {tally.moves / tally.games:.1f} moves a game"
    )
    print(f"{'seat':>4}  {'bot':<7}{'won':>9}{'share':>8}{'points':>9}{'worst':>7}{'best':>6}")
    for at, (kind, points) in enumerate(zip(sitting.bots, tally.points, strict=True)):
        won = tally.wins[at]
        print(
            f"{at + 1:>4}  {kind:<7}{won:>9,.1f}{won / tally.games:>8.1%}"
            f"{sum(points) / len(points):>9.2f}{min(points):>7}{max(points):>6}"
        )
    if out is not None:
        print(f"The records are in {out}.")
