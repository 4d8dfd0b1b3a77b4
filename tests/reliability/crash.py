"""An evening in which everything is killed again and again: `python -m tests.reliability.crash` (`make crash`).

Friends play at many tables over HTTP and WebSocket on two servers and one database; at random moments a worker, a whole
server, the database, one of its backends, or everything is killed with SIGKILL. Afterwards every move that was
acknowledged or shown must be stored once, and everybody must have come back without help and see the table as it is.
"""

import asyncio
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

import httpx

from app.games.shelf import GAMES
from tests.reliability.evidence import Evidence, Verdict, judge
from tests.reliability.players import PATIENCE, Party, World
from tests.reliability.servers import STRIKES, House, open_house


@dataclass
class Report:
    """What an evening came to. Times in seconds: until everybody went on after a kill, by its kind."""

    tables: int
    evidence: Evidence
    verdict: Verdict
    recovered: dict[str, list[float]] = field(default_factory=dict)
    lines: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        known, verdict = self.evidence, self.verdict
        every = [seconds for kind in self.recovered.values() for seconds in kind]
        lines = [
            f"tables {self.tables}, commands sent {len(known.sent)}, refused {len(known.refused)}",
            f"acknowledged {len(known.acknowledged)}, boards shown {len(known.shown)}, moves stored {verdict.stored}",
            f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, other faults {len(verdict.faults)}",
            f"kills {len(every)}; until everybody went on: {spread(every)}",
            *(f"  {kind:<11}{len(seconds):>3} x {spread(seconds)}" for kind, seconds in self.recovered.items()),
            f"lines broken {len(self.lines)}: {spread(self.lines)}",
            f"commands sent more than once {len(self.answers)}: {spread(self.answers)}",
        ]
        troubles = [*verdict.lost, *verdict.doubled, *verdict.faults]
        return "\n".join([*lines, *(f"! {trouble}" for trouble in troubles[:20])])


def spread(seconds: Sequence[float]) -> str:
    """Median and maximum."""
    return f"median {median(seconds):.2f} s, max {max(seconds):.2f} s" if seconds else "none"


async def recover(world: World, since: float, enough: int) -> float:
    """Wait until no line is broken, no command waits, and so many requests were answered. Returns: how long it took."""
    until, answered = since + PATIENCE, world.answered
    while time.monotonic() < until:
        if not world.troubled and world.answered >= answered + enough:
            return time.monotonic() - since
        await asyncio.sleep(0.02)
    world.evidence.faults.append(f"not everybody went on within {PATIENCE} s after a kill")
    return time.monotonic() - since


async def evening(folder: Path, tables: int, kills: int, seed: int, think: float, games: Sequence[str]) -> Report:
    """Play and kill; then see what is left."""
    rng = Random(seed)
    async with open_house(folder) as house, httpx.AsyncClient(timeout=10, limits=httpx.Limits()) as client:
        world = World(house.urls, client, rng, Evidence(), think)
        parties = [Party(world, games[number % len(games)]) for number in range(tables)]
        await asyncio.gather(*(party.come() for party in parties))
        playing = [asyncio.create_task(party.spend_the_evening()) for party in parties]
        recovered = await strike_at_random(house, world, kills, max(2, tables // 4))
        world.closing = True
        async with asyncio.timeout(4 * PATIENCE):
            await asyncio.gather(*playing)
        verdict = await judge(house.database_url, world.evidence)
        for server in house.servers:
            if "Traceback" in server.log():
                verdict.faults.append(f"a server wrote a traceback: {last_traceback(server.log())}")
    return Report(tables, world.evidence, verdict, recovered, world.lines, world.answers)


async def strike_at_random(house: House, world: World, kills: int, enough: int) -> dict[str, list[float]]:
    """Kill in random order, each kind about as often. Returns: how long it took each time until everybody went on."""
    kinds = [STRIKES[number % len(STRIKES)] for number in range(kills)]
    world.rng.shuffle(kinds)
    recovered: dict[str, list[float]] = {}
    await recover(world, time.monotonic(), enough)
    for kind in kinds:
        await asyncio.sleep(world.rng.uniform(0, 1))
        struck = time.monotonic()
        await house.strike(kind, world.rng)
        recovered.setdefault(kind, []).append(await recover(world, struck, enough))
    return recovered


def last_traceback(log: str) -> str:
    """The last one, in one line: what was told before it, its innermost lines, and the error."""
    before, _, after = log.rpartition("Traceback")
    lines = after.splitlines()[1:]
    end = next((number for number, line in enumerate(lines) if not line.startswith(" ")), len(lines) - 1)
    return " | ".join([*before.splitlines()[-1:], *(line.strip() for line in lines[max(0, end - 6) : end + 1])])


def run(tables: int, kills: int, seed: int, think: float = 0.5, games: Sequence[str] = GAMES) -> Report:
    """An evening in a folder of its own, from the main thread."""
    with tempfile.TemporaryDirectory(prefix="tertulia-crash-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        return asyncio.run(evening(folder, tables, kills, seed, think, games))


def main(argv: Sequence[str] | None = None) -> int:
    """Run it and tell what came of it."""
    parser = ArgumentParser(prog="python -m tests.reliability.crash", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50, help="tables of four (50)")
    parser.add_argument("--kills", type=int, default=25, help="how often something is killed (25)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="for chance (the time)")
    parser.add_argument("--think", type=float, default=2.0, help="seconds that somebody thinks on average (2)")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=GAMES, help="which games (all)")
    arguments = parser.parse_args(argv)
    print(f"seed {arguments.seed}", flush=True)
    report = run(arguments.tables, arguments.kills, arguments.seed, arguments.think, arguments.games)
    print(report)
    return 0 if report.verdict.good else 1


if __name__ == "__main__":
    sys.exit(main())
