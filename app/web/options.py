"""The options of a game as pages offer them: every option is one of a few values, which the game's type names."""

from typing import Any, NamedTuple

import msgspec

from app.games.shelf import Rulebook

MOST_NUMBERS = 12


class Option(NamedTuple):
    """An option of a game, the values that it may have, and the one that it has by itself."""

    name: str
    values: tuple[Any, ...]
    default: Any


def options(book: Rulebook) -> tuple[Option, ...]:
    """The options of a game in the order of its type, without those whose values cannot be listed."""
    kind = msgspec.inspect.type_info(book.session.Options)
    assert isinstance(kind, msgspec.inspect.StructType)
    found = ((field.name, _values(field.type), field.default) for field in kind.fields)
    return tuple(Option(name, _first(default, values), default) for name, values, default in found if values)


def read(book: Rulebook, texts: dict[str, str]) -> dict[str, Any]:
    """Option values from the texts of a form; texts that name no value are left as they are, for the game to refuse."""
    known = {option.name: {str(value): value for value in option.values} for option in options(book)}
    return {name: known[name].get(text, text) for name, text in texts.items() if name in known}


def _first(default: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values with the default in front, unless they are numbers, which stay in order."""
    if all(type(value) is int for value in values):
        return values
    return (default, *(value for value in values if value != default))


def _values(kind: msgspec.inspect.Type) -> tuple[Any, ...]:
    match kind:
        case msgspec.inspect.Metadata(type=inner):
            return _values(inner)
        case msgspec.inspect.LiteralType(values=values):
            return tuple(values)
        case msgspec.inspect.BoolType():
            return (False, True)
        case msgspec.inspect.IntType(ge=int(low), le=int(high)) if high - low < MOST_NUMBERS:
            return tuple(range(low, high + 1))
    return ()
