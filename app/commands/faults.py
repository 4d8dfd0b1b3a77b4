"""How commands say what is wrong: one sentence on standard error, and the exit status."""

import sys
from pathlib import Path

from app.games.record import LONGEST, Record, RecordError, read

AT_FAULT, REFUSED = 1, 2


class FileError(Exception):
    """A file that cannot be read. The message is a sentence for people."""


def refused(sentence: str) -> int:
    """Say why what was asked cannot be done. Returns: the exit status."""
    print(f"tertulia: {sentence}", file=sys.stderr)
    return REFUSED


def at_fault(path: Path, fault: RecordError) -> int:
    """Say what is wrong with a record. Returns: the exit status."""
    print(f"{path}: {fault}", file=sys.stderr)
    return AT_FAULT


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
