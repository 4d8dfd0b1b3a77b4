"""The document of the API: what FastAPI finds, with the schemas that msgspec knows; and the page that shows it."""

from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.games.shelf import shelf
from app.tables.lobby import Card
from app.web.api.operation import SCHEMAS
from app.web.parts import parts
from app.web.schemas import ANSWERS, BODIES, CodeMade, Game, LinkMade
from app.web.security import HEADERS

router = APIRouter(include_in_schema=False)

ABOUT = """
Everything that the pages can do. Become somebody with `POST /api/people`, send the token as a bearer with each request,
make a table or take a seat, start, and act: `private.choices` of a view lists what you may do now, each field of an
action with its domain. News come over the WebSocket at `/api/tables/{table}/news?version=&revision=`, or by asking the
same address: first the whole view, then JSON Patches (RFC 6902) from number to number. Say `<version>.<revision>` on
the socket to be told from that number on, `-1` for the whole. Fields may be added to answers, and are never changed.
"""
SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of POST /api/people."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "tertulia", "description": "The same token, in browsers."},
}
POLICY = HEADERS["Content-Security-Policy"].replace("img-src 'self'", "img-src 'self' data:")
"""Swagger UI has its pictures in its style sheet."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tertulia API</title>
<link rel="icon" href="{icon}" type="image/svg+xml">
<link rel="stylesheet" href="{style}">
<script src="{bundle}" defer></script>
<script src="{start}" defer></script>
</head>
<body><div id="swagger-ui" data-document="{document}"></div></body>
</html>
"""


def document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document."""
    made = get_openapi(
        title="Tertulia",
        version=app.version,
        description=ABOUT.strip(),
        routes=app.routes,
        separate_input_output_schemas=False,
    )
    made["components"] = {"schemas": schemas(), "securitySchemes": SECURITY}
    return made


def schemas() -> dict[str, Any]:
    """Every schema by name, the actions of all games among them."""
    books = shelf().values()
    actions = [book.session.Actions for book in books]
    kinds = [*BODIES, *ANSWERS, Card, *actions]
    references, components = msgspec.json.schema_components(kinds, ref_template=SCHEMAS + "{name}")
    found: dict[str, Any] = dict(components)
    of_actions = references[len(kinds) - len(actions) :]
    for book, schema in zip(books, of_actions, strict=True):
        found[f"{book.key.title()}Action"] = schema
    every = [{"$ref": f"{SCHEMAS}{book.key.title()}Action"} for book in books]
    found["MoveBody"]["properties"]["action"] = {"anyOf": every}
    found["Games"] = {"type": "array", "items": {"$ref": f"{SCHEMAS}{Game.__name__}"}}
    found["LinkOrCode"] = {"anyOf": [{"$ref": SCHEMAS + kind.__name__} for kind in (LinkMade, CodeMade)]}
    return found


@router.get("/api/openapi.json")
async def show_document(request: Request) -> Response:
    """The document as JSON, made when it is first asked for; addresses in it begin with the base path."""
    app: FastAPI = request.app
    if app.openapi_schema is None:
        app.openapi_schema = document(app) | {"servers": [{"url": parts(request).addresses.base or "/"}]}
    return Response(msgspec.json.encode(app.openapi_schema), media_type="application/json")


@router.get("/docs")
async def show_page(request: Request) -> Response:
    """The page that shows the document, from our own files."""
    house = parts(request)
    path = house.renderer.assets.path
    page = PAGE.format(
        icon=path("icon.svg"),
        style=path("vendor/swagger-ui.css"),
        bundle=path("vendor/swagger-ui-bundle.js"),
        start=path("docs.js"),
        document=house.addresses.path("openapi"),
    )
    return HTMLResponse(page, headers={"Content-Security-Policy": POLICY})
