"""The JSON API: the same services as the pages, for programs. Its document is at `/docs`."""

from app.web.api import play, tables, seats, people  # isort: skip - what is asked most often is looked for first
from app.web.api.operation import router

__all__ = ["people", "play", "router", "seats", "tables"]
