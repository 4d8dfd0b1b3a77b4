"""Cuckooo!: flocks of an owl, two sparrows and perhaps a cuckoo, as near to 21 as can be."""

from app.games.cuckooo.bot import decide, default
from app.games.cuckooo.components import NUMBERS, parse
from app.games.cuckooo.session import Session

NAME = "Cuckooo!"
SEATS = (NUMBERS[0], NUMBERS[-1])
MINUTES = 30

__all__ = ["MINUTES", "NAME", "SEATS", "Session", "decide", "default", "parse"]
