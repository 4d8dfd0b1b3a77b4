"""Whether a move costs more late in a long game, and what loading it takes: a part of `python -m bench.growth`.

The longest of many random games of each rulebook, with as many seats as it has, is played again at a table on
PostgreSQL, with a browser and a JSON client for each seat and for a watcher. Then processes that do not know the table
load it, with its snapshots and without.
"""

import asyncio
import hashlib
import time
from asyncio import events
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.migrate import upgrade
from app.games.session import Action
from app.games.shelf import rulebook
from app.live.audience import Audience
from app.main import create_app
from app.serving.memory import settle
from app.settings import Settings
from app.tables.history import History
from app.tables.number import Number
from app.tables.table import SNAPSHOT_EVERY, Table
from app.tables.tables import Tables
from app.web.parts import Parts

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "cuckooo": (5, {"tokens": "on"}),
    "cudillero": (4, {}),
    "cubaneo": (5, {}),
}
CANDIDATES = 200
QUARTERS = 4
PLAYED = 2
LOADED = 11
UNDONE = 200
SEED = "UPDATE tables SET seed = :seed WHERE id = CAST(:id AS uuid)"
FORGET = "DELETE FROM snapshots WHERE table_id = CAST(:id AS uuid)"


class Game(NamedTuple):
    """A whole random game: its seed, and the moves with their seats."""

    key: str
    seed: bytes
    moves: tuple[tuple[int, Action], ...]


class Seated(NamedTuple):
    """A table, and who sits there, by seat."""

    table: Table
    people: list[int]


def longest(key: str) -> Game:
    """The longest of many random games."""
    book = rulebook(key)
    seats, options = GAMES[key]
    best = Game(key, b"", ())
    for number in range(CANDIDATES):
        rng, seed = Random(number), hashlib.sha256(f"long {number}".encode()).digest()
        content = book.components().content
        session = book.session.begin(seats, book.options(options), content, seed, book.session.version)
        moves = []
        while actors := session.actors():
            seat = rng.choice(actors)
            moves.append((seat, rng.choice(session.choices(seat)).sample(rng)))
            session.apply(*moves[-1])
        best = max(best, Game(key, seed, tuple(moves)), key=lambda game: len(game.moves))
    return best


async def begin(house: Parts, game: Game) -> Seated:
    """A table at which that very game begins."""
    tables = house.tables
    seats, options = GAMES[game.key]
    people = [(await tables.people.make(f"Friend {seat}"))[0].id for seat in range(1, seats + 1)]
    table = await tables.gathering.make(people[0], game.key, options)
    for person in people[1:]:
        await tables.gathering.join(person, table.id, table.invite)
    await execute(house.engine, SEED, seed=game.seed, id=table.id)
    return Seated(await tables.gathering.start(people[0], table.id), people)


async def execute(engine: AsyncEngine, statement: str, **values: Any) -> None:
    """Carry out a statement."""
    async with engine.begin() as connection:
        await connection.execute(text(statement), values)


async def move(tables: Tables, seated: Seated, seat: int, action: Action) -> Seated:
    """Carry out an action, and wait until its snapshot, if there is one, is written."""
    table, people = seated
    name = f"move-{table.version}"
    moved = await tables.moves.play(people[seat - 1], table.id, name, table.version, msgspec.json.encode(action))
    await tables.store.settle()
    return Seated(moved.table, people)


class Course(NamedTuple):
    """What each move of a game cost, in milliseconds of processor time: to be made, as JSON, as HTML for all."""

    made: list[float]
    patched: list[float]
    drawn: list[float]


async def play(house: Parts, game: Game) -> Course:
    """Play a game, and tell each move to everybody."""
    seated, course = await begin(house, game), Course([], [], [])
    seats = [*range(1, len(seated.people) + 1), None]
    told: Number | None = None
    for seat, action in game.moves:
        before = time.process_time()
        seated = await move(house.tables, seated, seat, action)
        made = time.process_time()
        room = house.news.meet(seated.table)
        for at in seats:
            room.news(Audience(at, at == 1, True), told)
        patched = time.process_time()
        for at in seats:
            room.news(Audience(at, at == 1, True, "en"), told)
        for costs, took in zip(course, (made - before, patched - made, time.process_time() - patched), strict=True):
            costs.append(took * 1000)
        told = seated.table.number
    return course


def quarters(costs: Sequence[list[float]]) -> str:
    """The mean of each part of a game, from its first to its last, over some games."""
    size = len(costs[0]) / QUARTERS
    spans = [slice(round(part * size), round((part + 1) * size)) for part in range(QUARTERS)]
    return "".join(f"{mean(cost for game in costs for cost in game[span]):>8.2f}" for span in spans)


class Holds:
    """How long a callback kept the event loop from all others, in milliseconds of its thread's processor time."""

    def __init__(self) -> None:
        self.longest = 0.0
        run = events.Handle._run

        def timed(handle: events.Handle) -> None:
            before = time.thread_time()
            run(handle)
            self.longest = max(self.longest, (time.thread_time() - before) * 1000)

        events.Handle._run = timed  # type: ignore[assignment, method-assign]


async def timed(holds: Holds, task: Callable[[], Awaitable[Any]]) -> str:
    """The median and the longest time that a task takes, and for how long it holds the event loop: milliseconds."""
    took, held = [], []
    for _ in range(LOADED):
        await asyncio.sleep(0)
        holds.longest, before = 0.0, time.perf_counter()
        await task()
        took.append((time.perf_counter() - before) * 1000)
        await asyncio.sleep(0)
        held.append(holds.longest)
    return f"{median(took):>9.1f}{max(took):>9.1f}{median(held):>9.1f}"


async def play_on(house: Parts, game: Game, moves: int) -> Seated:
    """A table at which so many moves of a game were made."""
    seated = await begin(house, game)
    for seat, action in game.moves[:moves]:
        seated = await move(house.tables, seated, seat, action)
    return seated


async def load(house: Parts, table: Table, holds: Holds) -> None:
    """Print what it takes to load a table, with and without snapshots, and to tell its history or write its record."""
    fresh = Tables(house.engine, house.settings)
    forgetful = History(fresh.store, 0)

    async def loaded() -> None:
        fresh.store.cache.drop(table.id)
        assert (await fresh.look(table.id)).version == table.version

    await loaded()
    tell("loaded from a snapshot", await timed(holds, loaded))
    await execute(house.engine, FORGET, id=table.id)
    tell("loaded without snapshots", await timed(holds, loaded))
    tell("its history", await timed(holds, lambda: forgetful.happenings(table)))
    if table.status == "finished":
        tell("its record", await timed(holds, lambda: forgetful.record(table.id)))
    await fresh.stop()


async def change_minds(house: Parts, game: Game, holds: Holds) -> Table:
    """Make the last move that can be undone again and again; print what undoing and making it takes."""
    table, people = await play_on(house, game, last_open(game))
    seat, action = game.moves[table.version - 1]

    async def back() -> None:
        nonlocal table
        name = f"undo-{table.version}"
        table = (await house.tables.moves.undo(people[seat - 1], table.id, name, table.version)).table
        table = (await move(house.tables, Seated(table, people), seat, action)).table

    tell("a move taken back and made again", await timed(holds, back))
    for _ in range(UNDONE):
        await back()
    tell(f"the same after {UNDONE} times", await timed(holds, back))
    return table


def last_open(game: Game) -> int:
    """The number of the last move that can be taken back."""
    book = rulebook(game.key)
    seats, options = GAMES[game.key]
    session = book.session.begin(
        seats, book.options(options), book.components().content, game.seed, book.session.version
    )
    last = 0
    for number, move_made in enumerate(game.moves, 1):
        session.apply(*move_made)
        if session.actors() and not session.reveals:
            last = number
    return last


def tell(what: str, figures: str) -> None:
    """A line."""
    print(f"  {what:<44}{figures}", flush=True)


async def measure(url: str) -> None:
    """Print all this for each rulebook."""
    await upgrade(url)
    house: Parts = create_app(Settings(database_url=url, limits=0)).state.parts
    house.renderer.prepare()
    holds = Holds()
    for key, (seats, _) in GAMES.items():
        game = longest(key)
        await play(house, game)  # what is made once for all is made
        settle()
        played = [await play(house, game) for _ in range(PLAYED)]
        print(
            f"{rulebook(key).name}, {seats} seats, {len(game.moves)} moves; a move by quarters of the game, ms of CPU:"
        )
        for what, costs in zip(
            ("stored", "as JSON for all", "as HTML for all"), zip(*played, strict=True), strict=True
        ):
            tell(what, quarters(costs))
        tell("", f"{'median':>9}{'most':>9}{'loop ms':>9}")
        before = len(game.moves) // SNAPSHOT_EVERY * SNAPSHOT_EVERY - 1
        print(f"  after {before} moves:")
        await load(house, (await play_on(house, game, before)).table, holds)
        print("  at the end:")
        await load(house, (await play_on(house, game, len(game.moves))).table, holds)
        print(f"  after {last_open(game)} moves:")
        table = await change_minds(house, game, holds)
        print(f"  then, after {table.version} moves and undos:")
        await load(house, table, holds)
    await house.tables.stop()
    await house.engine.dispose()
