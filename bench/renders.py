"""What a move costs to tell, without network and database: `python -m bench.renders [GAME ...]`.

Whole random games at tables of four with a watcher, in one process: JSON Patch for programs, fragments of HTML for
browsers, each for all five, in turns. By processor time of the one thread.
"""

import hashlib
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from statistics import mean, median
from time import thread_time
from typing import Any

from app.games.session import Event, Reason
from app.games.shelf import GAMES, Rulebook, rulebook
from app.live.audience import Audience
from app.live.counts import Counts
from app.live.room import Room
from app.live.scene import Made, Regions, Renderer, Scene
from app.settings import Settings
from app.tables.desk import Desk, Seat
from app.tables.happenings import Happening
from app.tables.ledger import Ledger
from app.tables.table import Table
from app.web import rendering
from app.web.addresses import Addresses

NAMES = ("Inés", "Olmo", "Marta", "Teo", "Calisto")
BEGIN = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
SAYING = "(sentences)"


class TimedRegions:
    """Regions that note how long each takes."""

    def __init__(self, regions: Regions, timed: "Timed") -> None:
        self._regions = regions
        self._timed = timed
        self.names = regions.names

    def make(self, name: str, language: str) -> Made:
        """A region, by the watch."""
        with self._timed.noting(name.rstrip("-0123456789")):
            return self._regions.make(name, language)

    def differing(self, before: "TimedRegions") -> Set[Hashable] | None:
        """What has changed."""
        return self._regions.differing(before._regions)


class Timed:
    """A renderer that notes how long each region takes; sentences of the log count as one."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.made: Counter[str] = Counter()

    @contextmanager
    def noting(self, name: str) -> Iterator[None]:
        """Note the time until the end of the block."""
        start = thread_time()
        yield
        self.spent[name] += thread_time() - start
        self.made[name] += 1

    def public(self, scene: Scene) -> Regions:
        """The regions for everybody."""
        return TimedRegions(self._renderer.public(scene), self)

    def private(self, scene: Scene, seat: int | None, private: dict[str, Any] | None) -> Regions:
        """The regions for a seat."""
        return TimedRegions(self._renderer.private(scene, seat, private), self)

    def say(self, event: Event, scene: Scene, seat: int | None, language: str) -> str:
        """A line of the log."""
        with self.noting(SAYING):
            return self._renderer.say(event, scene, seat, language)

    def reason(self, game: str, reason: Reason, scene: Scene, language: str) -> str:
        """Why something cannot be done."""
        return self._renderer.reason(game, reason, scene, language)


def sitting(book: Rulebook, seats: int, number: int) -> Table:
    """A table with people where a game has just begun."""
    seed = hashlib.sha256(f"renders {number}".encode()).digest()
    components, options = book.components(), book.options({})
    session = book.session.begin(seats, options, components.content, seed, book.session.version)
    company = tuple(
        Seat(n, n, "person", name, n == 1, False, True, BEGIN, None, False) for n, name in enumerate(NAMES[:seats], 1)
    )
    desk = Desk(
        id=seed.hex()[:32],
        game=book.key,
        rules=session.version,
        options={},
        components=components.digest,
        seed=seed,
        status="playing",
        visibility="link",
        revision=1,
        made_at=BEGIN,
        started_at=BEGIN,
        finished_at=None,
        rematch=None,
        seats=company,
        holders={n: n for n in range(1, seats + 1)},
        gone=frozenset(),
        links={},
    )
    opening = Happening(0, 0, False, BEGIN, session.opening)
    return Table(desk, book, options, session=session, ledger=Ledger.opening(session, BEGIN), recent=[opening])


def course(table: Table, rng: Random) -> Iterator[Table]:
    """The table after each move of a random game."""
    while table.actors:
        assert table.session is not None
        assert table.ledger is not None
        seat, version, session = rng.choice(table.actors), table.version + 1, table.session.clone()
        events = session.apply(seat, rng.choice(session.choices(seat)).sample(rng))
        ledger = table.ledger.moved(session, version, seat, False, BEGIN)
        table = table.moved(session, ledger, Happening(version, seat, False, BEGIN, events))
        yield table


def audiences(seats: int, language: str | None) -> list[Audience]:
    """Everybody at a table, and a watcher."""
    return [Audience(n, n == 1, True, language) for n in range(1, seats + 1)] + [Audience(None, False, True, language)]


def views(table: Table) -> tuple[Any, ...]:
    """Have the views made: they are kept, cost the same in every form, and are the rules' own work."""
    return table.view, table.public, [table.private(seat.number) for seat in table.seats]


class Telling:
    """What it took to tell moves in one form: seconds, messages' bytes, and how often a region was made."""

    def __init__(self, renderer: Renderer, language: str | None) -> None:
        self._renderer = renderer
        self._language = language
        self.counts = Counts()
        self.seconds = 0.0
        self.moves = 0
        self.sizes: list[int] = []
        self.digest = hashlib.sha256()

    def open(self, table: Table, seats: int) -> Callable[[Table], None]:
        """Open a room. Returns: what tells everybody there a newer state of the table."""
        room, everybody = Room(table, self._renderer, "bench", self.counts), audiences(seats, self._language)
        for each in everybody:
            room.news(each, None)
        before = self.counts.renders

        def tell(table: Table) -> None:
            since, start = room.number, thread_time()
            room.show(table)
            texts = [room.news(each, since) for each in everybody]
            self.seconds += thread_time() - start
            self.moves += 1
            self.sizes += map(len, texts)
            for text in texts:
                self.digest.update(text)

        self.counts.renders -= before
        return tell


def play(book: Rulebook, seats: int, games: int, tellings: Sequence[Telling]) -> None:
    """Play games, and tell each move in every form."""
    for number in range(games):
        table = sitting(book, seats, number)
        tells = [telling.open(table, seats) for telling in tellings]
        for after in course(table, Random(number)):
            views(after)
            for tell in tells:
                tell(after)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the games named on the command line, or all."""
    parser = ArgumentParser(prog="python -m bench.renders", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which: {', '.join(GAMES)} (all)")
    parser.add_argument("--number", type=int, default=3, help="how many games of each are played (3)")
    parser.add_argument("--seats", type=int, default=4, help="how many play (4)")
    parser.add_argument("--regions", type=int, default=12, help="how many regions are told, the dearest first (12)")
    parser.add_argument("--digest", action="store_true", help="print what tells whether every byte is as before")
    arguments = parser.parse_args(argv)
    if strange := [game for game in arguments.games if game not in GAMES]:
        print(f"There is no game {strange[0]!r}; choose of {', '.join(GAMES)}.", file=sys.stderr)
        return 2
    settings = Settings()
    house = rendering.create(settings, Addresses(settings))
    print(f"{'':<12}{'':<6}{'moves':>7}{'ms a move':>11}{'renders':>9}{'bytes a message, median':>26}{'mean':>8}")
    for game in arguments.games or GAMES:
        book, timed = rulebook(game), Timed(house)
        tellings = {"JSON": Telling(house, None), "HTML": Telling(house, "en")}
        play(book, arguments.seats, 1, [Telling(house, "en")])  # templates and drawings are warm afterwards
        play(book, arguments.seats, arguments.number, list(tellings.values()))
        play(book, arguments.seats, arguments.number, [Telling(timed, "en")])  # the watch itself takes time
        for form, told in tellings.items():
            renders = told.counts.renders / told.moves
            print(
                f"{book.name:<12}{form:<6}{told.moves:>7}{told.seconds / told.moves * 1000:>11.3f}{renders:>9.1f}"
                f"{median(told.sizes):>26,.0f}{mean(told.sizes):>8,.0f}"
                f"{'  ' + told.digest.hexdigest()[:12] if arguments.digest else ''}"
            )
        moves = tellings["HTML"].moves
        for name, seconds in sorted(timed.spent.items(), key=lambda item: -item[1])[: arguments.regions]:
            print(f"  {name:<22}{seconds / moves * 1000:>8.3f} ms{timed.made[name] / moves:>8.2f} renders a move")
    return 0


if __name__ == "__main__":
    sys.exit(main())
