"""Choices that come again and again, kept: they are immutable."""

from functools import lru_cache
from typing import Any

from app.games.cubaneo.actions import End
from app.games.domains import OneOf
from app.games.session import Action, Choice

END = Choice(End)
"""End the turn."""


@lru_cache(maxsize=4096)
def one_of(action: type[Action], field: str, values: tuple[Any, ...]) -> Choice:
    """An action with a single field that takes one of the values."""
    return Choice(action, {field: OneOf(values)})


@lru_cache(maxsize=4096)
def each_of(action: type[Action], *fields: tuple[str, tuple[Any, ...]]) -> Choice:
    """An action whose fields, in its own order, take one of their values each."""
    return Choice(action, {name: OneOf(values) for name, values in fields})
