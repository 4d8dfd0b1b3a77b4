"""People and games."""

from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from app.games.shelf import shelf
from app.web.api.operation import operation, router
from app.web.parts import parts
from app.web.schemas import Game, Option, PersonBody, PersonMade, answer, read


@router.post("/people", **operation({201: "PersonMade"}, body="PersonBody", bearer=False))
async def make_person(request: Request) -> Response:
    """Become somebody: the token in the answer is the only proof of it. Nobody needs an account."""
    body = await read(request, PersonBody)
    person, token = await parts(request).identity.make(request, body.name)
    return answer(PersonMade(token, person.name), 201)


@router.get("/games", **operation({200: "Games"}, bearer=False))
async def list_games() -> Response:
    """The games that can be played here, with their options."""
    return answer(games())


@cache
def games() -> tuple[Game, ...]:
    """The shelf for programs."""
    return tuple(
        Game(book.key, book.name, book.seats, book.minutes, options(book.session.Options)) for book in shelf().values()
    )


def options(kind: type[msgspec.Struct]) -> tuple[Option, ...]:
    """What may be chosen before a game."""
    defaults = kind()
    components = msgspec.json.schema_components([kind])[1]
    properties: dict[str, Any] = next(iter(components.values()))["properties"]
    return tuple(
        Option(field.encode_name, getattr(defaults, field.name), properties[field.encode_name])
        for field in msgspec.structs.fields(kind)
    )
