"""Our engines beside card games that others wrote: `python -m bench.rivals`.

RLCard (uno, gin rummy) and games of OpenSpiel that are written in Python, in an environment of their own. The games are
not the same: what can be compared is what an engine in Python costs, not whose is better.
"""

import json
import subprocess
import sys
import tempfile
import venv
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from app.games.shelf import GAMES, rulebook
from bench.engines import bare_game, engine_game, measured

BENCH = Path(__file__).resolve().parent
LOCK = BENCH / "rivals.lock"
HOME = BENCH / ".rivals"
SEATS = 4


def install() -> Path:
    """Make the environment as it is locked. Returns: its Python."""
    python, stamp = HOME / "bin" / "python", HOME / "installed.lock"
    locked = LOCK.read_text("utf-8")
    if stamp.exists() and stamp.read_text("utf-8") == locked:
        return python
    print("Installing RLCard and OpenSpiel (once) ...", flush=True)
    venv.create(HOME, clear=True, with_pip=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--require-hashes"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as first:
        # RLCard comes as source: what builds it must be there before, of the locked release, too.
        first.write(locked[locked.index("setuptools==") :])
        first.flush()
        subprocess.run([*pip, "-r", first.name], check=True)
    subprocess.run([*pip, "--no-build-isolation", "-r", str(LOCK)], check=True)
    stamp.write_text(locked, "utf-8")
    return python


def main(argv: Sequence[str] | None = None) -> int:
    """Measure ours and theirs in turns; the best of three runs each."""
    parser = ArgumentParser(prog="python -m bench.rivals", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1, help="how long each run of each game is measured (1)")
    arguments = parser.parse_args(argv)
    python = install()
    found: dict[str, float] = {}
    for _ in range(3):
        done = subprocess.run(
            [str(python), str(BENCH / "rivals_play.py"), str(arguments.seconds)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        runs: dict[str, float] = json.loads(done.stdout)
        for key in GAMES:
            book = rulebook(key)
            runs[f"{book.name}, {SEATS} seats"] = measured(engine_game(book, SEATS), arguments.seconds)[0]
        runs[f"Cuckooo! as a bare dict, {SEATS} seats"] = measured(bare_game(SEATS), arguments.seconds)[0]
        found = {name: max(speed, found.get(name, 0)) for name, speed in runs.items()}
    for name, speed in found.items():
        print(f"{name:<38}{speed:>10,.0f} moves/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
