"""Write a game's golden records anew: `python -m tests.games.golden cuckooo`.

Do so only when a rule has changed on purpose: the records hold what the game does. Each option of the game is played
with each of its values (switches and words), and each number of players.
"""

import sys
from collections.abc import Iterator
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


def main() -> None:
    """Write the records of the game named on the command line."""
    book = rulebook(sys.argv[1])
    folder = Path(__file__).parent / book.key / "golden"
    folder.mkdir(exist_ok=True)
    for seats in range(book.seats[0], book.seats[1] + 1):
        for number, options in enumerate(option_sets(book)):
            name = "-".join([str(seats), *(f"{key}-{value}" for key, value in options.items())])
            make_golden(book, seats, options, 100 * seats + number, folder / f"{name}.jsonl")


if __name__ == "__main__":
    main()
