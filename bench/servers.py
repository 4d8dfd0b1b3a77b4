"""How fast the server is beside boardgame.io: `python -m bench.servers` (`make bench`).

The same generator, the same machine, the same PostgreSQL, in turns: 4 players and 1 watcher a game; a move counts when
all five have it. Tertulia commits each move before anybody sees it. What they play is not the same game: boardgame.io
has a made-up card game (bench/bgio/game.cjs) with views of 13 KB, Tertulia one of its own, Cubaneo with views of 10 to
12 KB unless another is named.
"""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from app.games.shelf import GAMES
from bench.peers import BENCH, Target, scratch, targets
from tools.vendor import npm_program

# More than anybody reaches.
MOVES_PER_S = 1500
HEAD = (
    f"{'':<26}{'games':>6}{'pace':>6}{'moves/s':>9}{'p50':>8}{'p95':>8}{'p99 ms':>8}{'server':>9}{'database':>9}"
    f"{'wire B':>8}{'raw B':>8}{'noise':>7}"
)

Measured = dict[str, Any]


def install() -> None:
    """Install the generator and the peer as they are locked."""
    stamp = BENCH / "node_modules" / ".package-lock.json"
    if stamp.exists() and stamp.stat().st_mtime >= (BENCH / "package-lock.json").stat().st_mtime:
        return
    print("Installing the generator and boardgame.io (once) ...", flush=True)
    npm = npm_program()
    path = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
    subprocess.run([npm, "ci", "--silent"], cwd=BENCH, env={**os.environ, "PATH": path}, check=True)


def generate(target: Target, **options: Any) -> Measured:
    """One run of the generator."""
    command = ["node", str(BENCH / "loadgen" / "run.mjs"), *target.driver, "--url", target.url]
    command += ["--pid", f"server:{target.pid}"]
    if target.database:
        command += ["--tree", f"database:{target.database}"]
    for name, value in options.items():
        command += [f"--{name}", str(value)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{target.name}: {done.stderr[-2000:]}")
    measured: Measured = json.loads(done.stdout)
    return measured


def spares(target: Target, games: int, seconds: float, pace: float) -> int:
    """How many further games a lane needs, since ours end and theirs do not."""
    if not target.moves or pace:
        return 0
    return int(MOVES_PER_S / (1 + games / 40) * (seconds + 2) / games / target.moves)


def middle(runs: Sequence[Measured]) -> Measured:
    """The run with the median of moves/s."""
    return sorted(runs, key=lambda run: run["moves_per_s"])[len(runs) // 2]


def line(name: str, run: Measured) -> str:
    """A run as a line of the table."""
    times, used = run["all_ms"], run["cpu"]
    database = f"{used['database']['ms_per_move']:>9.2f}" if "database" in used else f"{'-':>9}"
    fault = f"  {run['errors']} errors: {run['first_error']}" if run["errors"] else ""
    fault += f"  {run['idle_lanes']} lanes ran out of games" if run["idle_lanes"] else ""
    return (
        f"{name:<26}{run['games']:>6}{run['pace']:>6}{run['moves_per_s']:>9,.0f}{times.get('p50', 0):>8.2f}"
        f"{times.get('p95', 0):>8.2f}{times.get('p99', 0):>8.2f}{used['server']['ms_per_move']:>9.2f}{database}"
        f"{run['wire_bytes']:>8,.0f}{run['raw_bytes']:>8,.0f}{run['foreign_share']:>7.2f}{fault}"
    )


def compare(found: dict[str, Target], games: int, pace: float, seconds: float, repeat: int) -> dict[str, Measured]:
    """All targets in turns; the median run of each."""
    runs: dict[str, list[Measured]] = {name: [] for name in found}
    for _ in range(repeat):
        for name, target in found.items():
            more = spares(target, games, seconds, pace)
            runs[name].append(generate(target, games=games, pace=pace, seconds=seconds, spares=more))
    best = {name: middle(some) for name, some in runs.items()}
    for name, run in best.items():
        print(line(name, run), flush=True)
    return best


def ratios(results: dict[str, Measured], games: int) -> None:
    """How ours stand beside theirs, by moves/s."""
    speed = {name: run["moves_per_s"] for name, run in results.items()}
    for ours in ("Tertulia, JSON", "Tertulia, HTML"):
        for theirs in ("boardgame.io, memory", "boardgame.io, PostgreSQL"):
            print(f"  {games} games: {ours} / {theirs}: {speed[ours] / speed[theirs]:.1f}")


def watchers(found: dict[str, Target], seconds: float) -> None:
    """What a further watcher costs the server a move, in microseconds of CPU."""
    for name in ("Tertulia, JSON", "Tertulia, HTML"):
        cost: dict[int, float] = {}
        for count in (1, 11):
            runs = [generate(found[name], games=10, spares=8, seconds=seconds, spectators=count) for _ in range(3)]
            cost[count] = median(run["cpu"]["server"]["ms_per_move"] for run in runs)
        print(f"  {name}: a further watcher takes {(cost[11] - cost[1]) / 10 * 1000:.0f} µs of the server's CPU a move")


def memory(found: dict[str, Target]) -> None:
    """What tables and connections take."""
    for name, target in found.items():
        taken = generate(target, games=100, memory=1)
        print(f"  {name}: {taken['table_kb']:.0f} KB a table, {taken['connection_kb']:.0f} KB a connection", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print a table and the ratios."""
    parser = ArgumentParser(prog="python -m bench.servers", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, nargs="*", default=[1, 10, 100, 200], help="closed loops (1 10 100 200)")
    parser.add_argument("--paced", type=int, default=100, help="games at one move a second (100); 0: none")
    parser.add_argument("--seconds", type=float, default=5, help="how long each run is measured (5)")
    parser.add_argument("--repeat", type=int, default=3, help="how many runs, of which the median is told (3)")
    parser.add_argument("--game", default="cubaneo", choices=GAMES, help="what is played on Tertulia (cubaneo)")
    parser.add_argument("--brief", action="store_true", help="leave out watchers and memory")
    arguments = parser.parse_args(argv)
    install()
    with scratch() as folder, targets(folder, arguments.game) as found:
        if not arguments.brief:
            memory(found)
        print(HEAD, flush=True)
        for games in arguments.games:
            ratios(compare(found, games, 0, arguments.seconds, arguments.repeat), games)
        if arguments.paced:
            compare(found, arguments.paced, 1, 2 * arguments.seconds, arguments.repeat)
        if not arguments.brief:
            watchers(found, arguments.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
