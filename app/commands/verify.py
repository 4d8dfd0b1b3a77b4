"""Verify a record: that its seed is the one promised at the start, and that every move was legal."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from app.commands.faults import FileError, at_fault, read_record, refused
from app.games.record import RecordError, verify


def add_arguments(parser: ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record of a finished game (JSON Lines)")


def run(arguments: Namespace) -> int:
    """Verify; 0 when all is as it should be, 1 when the record is at fault, 2 when there is no such file."""
    try:
        record = read_record(arguments.file)
        verdict = verify(record)
    except FileError as fault:
        return refused(str(fault))
    except RecordError as fault:
        return at_fault(arguments.file, fault)
    print(f"{record.rulebook.name}, {len(record.names)} players: all {verdict.moves} moves are legal.")
    print(f"The seed answers to the commitment {verdict.commitment}.")
    print("If that is what the table showed from the start, nobody chose the shuffles.")
    for standing in verdict.ranking:
        name = record.names[standing.seat - 1]
        who = f"seat {standing.seat} ({name})" if name else f"seat {standing.seat}"
        print(f"{standing.place:>3}. {who}: {standing.points}")
    return 0
