"""Show a recorded game at any move, as JSON: what everybody, or one seat, saw there."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import msgspec

from app.commands.arguments import whole
from app.commands.faults import FileError, at_fault, read_record, refused
from app.games.record import Record, RecordError, Step, replay
from app.games.session import plain

WATCHER = "watcher"


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (JSON Lines)")
    parser.add_argument("--at", type=whole(0), metavar="N", help="after how many moves (the last)")
    parser.add_argument(
        "--as",
        dest="viewer",
        default=WATCHER,
        metavar="SEAT",
        help="through whose eyes: a seat's number, or watcher (watcher)",
    )


def run(arguments: Namespace) -> int:
    """Replay; 0 when it was shown, 1 when the record is at fault, 2 when there is nothing like that to show."""
    try:
        record = read_record(arguments.file)
    except FileError as fault:
        return refused(str(fault))
    except RecordError as fault:
        return at_fault(arguments.file, fault)
    seats = len(record.names)
    viewer = 0 if arguments.viewer == WATCHER else _number(arguments.viewer)
    if viewer is None or viewer > seats:
        return refused(f"--as names a seat from 1 to {seats}, or {WATCHER}; {arguments.viewer!r} is neither.")
    last = len(record.moves) if arguments.at is None else arguments.at
    if last > len(record.moves):
        return refused(f"The record has {len(record.moves)} moves: --at cannot be {last}.")
    try:
        shown = _shown(record, last, viewer)
    except RecordError as fault:
        return at_fault(arguments.file, fault)
    _say(msgspec.json.format(msgspec.json.encode(shown), indent=2).decode())
    return 0


def _say(text: str) -> None:
    """Print a long text; whoever reads it may stop reading (`tertulia replay FILE | head`)."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and int(text) else None


def _shown(record: Record, last: int, viewer: int) -> dict[str, Any]:
    """The moment after that many moves: only what the viewer (0: a watcher) could see."""
    step = next(step for step in replay(record) if step.number == last)
    session = step.session
    moment: dict[str, Any] = {
        "game": record.rulebook.key,
        "names": record.names,
        "move": last,
        "moves": len(record.moves),
        "seat": step.move.seat if step.move else 0,
        "events": _events(step, viewer),
        "public": plain(session.public()),
    }
    if viewer:
        moment["private"] = plain(session.private(viewer))
    return {**moment, "scores": plain(session.scores()), "result": plain(session.result())}


def _events(step: Step, viewer: int) -> list[Any]:
    """What happened, as the viewer learned it: without anybody's secret half."""
    told = [plain(event.seen_by(viewer or None)) for event in step.events]
    return [{key: value for key, value in event.items() if key != "secret"} for event in told]
