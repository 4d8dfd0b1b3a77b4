"""Write a game's golden records anew: `python -m tests.games.golden cuckooo`.

Do so only when a rule has changed on purpose: the records hold what the game does. There is one for each number of
players and each set of options: every option with each of its values (switches and words).
"""

import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, get_args

import msgspec

from app.games.shelf import Rulebook, rulebook
from tests.games.conformance import make_golden


def option_sets(book: Rulebook) -> Iterator[dict[str, Any]]:
    """Every combination of the values of the game's options."""
    fields = msgspec.structs.fields(book.session.Options)
    values = [_values(field.type) for field in fields]
    for chosen in product(*values):
        yield {field.encode_name: value for field, value in zip(fields, chosen, strict=True)}


def _values(kind: Any) -> tuple[Any, ...]:
    if hasattr(kind, "__metadata__"):
        kind = get_args(kind)[0]
    return (False, True) if kind is bool else get_args(kind)


def folder_of(book: Rulebook) -> Path:
    """Where the records of a game are."""
    return Path(__file__).parent / book.key / "golden"


def file_of(book: Rulebook, seats: int, options: Mapping[str, Any]) -> Path:
    """The record for a number of players and a set of options."""
    return folder_of(book) / ("-".join([str(seats), *(f"{key}-{value}" for key, value in options.items())]) + ".jsonl")


def kinds(book: Rulebook) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each number of players with each set of options."""
    yield from product(range(book.seats[0], book.seats[1] + 1), option_sets(book))


def main() -> None:
    """Write the records of the game named on the command line."""
    book = rulebook(sys.argv[1])
    folder_of(book).mkdir(parents=True, exist_ok=True)
    for seed, (seats, options) in enumerate(kinds(book)):
        make_golden(book, seats, options, seed, file_of(book, seats, options))


if __name__ == "__main__":
    main()
