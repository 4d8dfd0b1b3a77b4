"""Cudillero: houses of a fishing village, climbing from the harbour (docs/rules/cudillero.md)."""

from app.games.cudillero.bot import decide, default
from app.games.cudillero.components import SEATS as NUMBERS
from app.games.cudillero.reading import parse
from app.games.cudillero.session import Session

NAME = "Cudillero"
SEATS = (NUMBERS[0], NUMBERS[-1])
MINUTES = 75

__all__ = ["MINUTES", "NAME", "SEATS", "Session", "decide", "default", "parse"]
