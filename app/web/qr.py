"""QR codes as drawings: one path of squares, for the pages' own SVG."""

from functools import lru_cache
from typing import NamedTuple

import segno

BORDER = 2


class Code(NamedTuple):
    """A QR code: the path of its dark squares, and how many squares it is wide, border included."""

    path: str
    width: int


@lru_cache(256)
def code(text: str) -> Code:
    """The QR code of a text."""
    made = segno.make(text, error="m", micro=False)
    rows = [[bool(cell) for cell in row] for row in made.matrix_iter(border=BORDER)]
    runs = []
    for y, row in enumerate(rows):
        start = None
        for x, dark in enumerate([*row, False]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = None
    return Code("".join(runs), len(rows))
