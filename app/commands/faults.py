"""How a command refuses: one sentence on standard error that says what to do, and exit status 2."""

import os
import sys
from pathlib import Path

from app.games.record import LONGEST, Record, RecordError, read

REFUSED = 2


class FileError(Exception):
    """A file that cannot be read. The message is a sentence for people."""


def say(text: str) -> None:
    """Print a long text; whoever reads it may stop reading (`tertulia replay FILE | head`)."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refused(sentence: str) -> int:
    """Say what is wrong. Returns the exit status."""
    print(f"tertulia: {sentence}", file=sys.stderr)
    return REFUSED


def read_record(path: Path) -> Record:
    """The record in a file.

    Raises: FileError when there is no such file or it is no text; RecordError when it is not a record.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return read(file.read(LONGEST + 1))
    except OSError as fault:
        raise FileError(f"{path} cannot be read: {fault.strerror}. Name the file of a record.") from None
    except UnicodeDecodeError:
        raise RecordError("The file is not text; a record is a text of one JSON object a line.") from None
