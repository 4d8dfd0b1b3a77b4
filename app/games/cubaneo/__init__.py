"""Cubaneo: a property near Havana, a promenade, a harbour and a parliament, for 2 to 5 players."""

from app.games.cubaneo.bot import decide, default
from app.games.cubaneo.components import parse
from app.games.cubaneo.session import Session

NAME = "Cubaneo"
SEATS = (2, 5)
MINUTES = 120

__all__ = ["MINUTES", "NAME", "SEATS", "Session", "decide", "default", "parse"]
