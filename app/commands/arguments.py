"""Arguments that several commands take."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole(least: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number of at least so much."""

    def parsed(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
        return int(text)

    return parsed
