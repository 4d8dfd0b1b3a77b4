"""What the API's document says of an operation, beyond what its function says."""

from collections.abc import Callable, Coroutine, Mapping
from inspect import signature
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

PLAIN = ({"request"}, {"request", "table"})
"""Parameters that nobody needs to look at first: a table that there is not is not found."""


class Operation(APIRoute):
    """An operation of the API. One whose function takes just `PLAIN` is called without detours, which would
    take a sixth of the time of a move.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        if signature(self.endpoint).parameters.keys() in PLAIN:
            return self._call
        return super().get_route_handler()

    async def _call(self, request: Request) -> Response:
        response: Response = await self.endpoint(request, **request.path_params)
        return response


router = APIRouter(prefix="/api", route_class=Operation)
"""All operations: one flat list, for each level of nesting costs every request."""

SCHEMAS = "#/components/schemas/"
PROBLEM = {
    "description": "It was not done; the document says why and what to do.",
    "content": {"application/problem+json": {"schema": {"$ref": f"{SCHEMAS}ProblemDocument"}}},
}
TableKey = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id of a table.")]
SeatNumber = Annotated[int, Path(ge=1, le=12, description="The number of a seat.")]


def query(name: str, description: str, **schema: Any) -> dict[str, Any]:
    """A parameter after the question mark."""
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}


WATCH = query("watch", "The token of a watcher link, for who has no other right.", type="string", maxLength=100)
INVITE = query("invite", "The token of an invite, for who has no other right.", type="string", maxLength=100)
AS = query("as", "`html` for fragments of pages, in place of JSON Patch.", type="string", enum=["html"])
VERSION = query("version", "With `revision`, the number told last; without both the whole is told.", type="integer")
REVISION = query("revision", "See `version`.", type="integer")
LANGUAGE = query("language", "The language of the fragments.", type="string", maxLength=8)


def operation(
    answers: Mapping[int, str],
    *parameters: Mapping[str, Any],
    body: str | None = None,
    media_type: str = "application/json",
    bearer: bool = True,
) -> dict[str, Any]:
    """Keyword arguments for a route: `answers` and `body` name schemas by status; an empty name is no body."""
    responses: dict[int | str, Any] = {}
    for status, schema in answers.items():
        content = {media_type: {"schema": {"$ref": SCHEMAS + schema}}} if schema else None
        responses[status] = {"description": "Done."} | ({"content": content} if content else {})
    responses["default"] = PROBLEM
    extra: dict[str, Any] = {"parameters": list(parameters)}
    if body is not None:
        content = {"application/json": {"schema": {"$ref": SCHEMAS + body}}}
        extra["requestBody"] = {"content": content, "required": True}
    if bearer:
        extra["security"] = [{"bearer": []}, {"cookie": []}, {}]
    return {"responses": responses, "openapi_extra": extra, "status_code": next(iter(answers))}
