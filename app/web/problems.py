"""What went wrong, told in the way of RFC 9457: to programs as a problem document, to people as a page."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from app.tables import problems as tables
from app.web.sentences import SENTENCES, Sentence

logger = logging.getLogger("tertulia.web")

MEDIA_TYPE = "application/problem+json"
MISTAKES = (DataError, IntegrityError, ProgrammingError)
"""Errors of the database that are ours: it does answer."""
ProblemPage = Callable[[Request, "Problem"], Awaitable[Response]]


class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """A request that is not carried out.

    Args:
        status: the HTTP status.
        key: what is wrong, one of `sentences.SENTENCES`; never changes its meaning.
        data: what stands in the sentence.
        headers: of the response.
        extra: further members of the problem document.
    """

    def __init__(
        self,
        status: int,
        key: str,
        data: Mapping[str, object] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(key)
        self.status = status
        self.key = key
        self.data = dict(data or {})
        self.headers = dict(headers or {})
        self.extra = dict(extra or {})

    @property
    def sentence(self) -> Sentence:
        """How it is told, before what it is about stands in it."""
        return SENTENCES[self.key]

    @property
    def title(self) -> str:
        """What kind of problem this is, in a few words."""
        return self.sentence.title

    @property
    def detail(self) -> str:
        """What was wrong and what to do, in full sentences: plain text, in which people's words may stand."""
        return self.sentence.detail % self.data

    def document(self) -> dict[str, Any]:
        """The problem document."""
        return {
            "type": f"urn:tertulia:problem:{self.key}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **self.extra,
        }

    def response(self) -> Response:
        """The problem document as a response."""
        return Response(
            msgspec.json.encode(self.document(), enc_hook=str),
            self.status,
            {"Cache-Control": "no-store", **self.headers},
            MEDIA_TYPE,
        )


def problem_of(error: Exception) -> Problem | None:
    """The problem that an error stands for; None if it is a fault of this program."""
    match error:
        case Problem():
            return error
        case tables.Problem():
            headers = {"Retry-After": str(error.data["seconds"])} if error.status in (429, 503) else {}
            return Problem(error.status, error.key, error.data, headers=headers)
        case msgspec.ValidationError():
            return Problem(422, "malformed", {"fault": str(error)})
        case msgspec.DecodeError() | UnicodeDecodeError():
            return Problem(400, "malformed", {"fault": "it is not JSON"})
        case RecursionError():
            return Problem(400, "malformed", {"fault": "it is nested too deeply"})
        case RequestValidationError():
            return _invalid(error)
        case HTTPException(status_code=405):
            return Problem(405, "method-unknown", headers=dict(error.headers or {}))
        case HTTPException(status_code=404):
            return Problem(404, "page-unknown")
        case HTTPException():
            phrase = HTTPStatus(error.status_code).phrase
            return Problem(error.status_code, "malformed", {"fault": phrase.lower()}, headers=dict(error.headers or {}))
        case ClientDisconnect():
            return Problem(400, "malformed", {"fault": "its sender has gone"})
        case DBAPIError() | PoolTimeout() | ConnectionError() if not isinstance(error, MISTAKES):
            return Problem(503, "unavailable", headers={"Retry-After": "2"})
    return None


def _invalid(error: RequestValidationError) -> Problem:
    faults = error.errors()
    if any(fault["loc"][:1] == ("path",) for fault in faults):
        return Problem(404, "page-unknown")
    first = faults[0]
    return Problem(422, "malformed", {"fault": f"{first['loc'][-1]}: {first['msg']}"})


def answers(page: ProblemPage) -> Callable[[Request, Exception], Awaitable[Response]]:
    """How errors are answered: below /api as documents, elsewhere by a page."""

    async def answer(request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        if problem is None:
            raise error
        if problem.status == 503:
            logger.warning("Not available: %s", error)
        path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
        if path.startswith("/api/"):
            return problem.response()
        response = await page(request, problem)
        response.headers.update(problem.headers)
        return response

    return answer


def install(app: FastAPI, page: ProblemPage) -> None:
    """Let an application answer all errors that are known by problems."""
    answer = answers(page)
    kinds = (Problem, tables.Problem, msgspec.MsgspecError, UnicodeDecodeError, RecursionError, RequestValidationError,
             HTTPException, DBAPIError, PoolTimeout, ConnectionError)  # fmt: skip
    for kind in kinds:
        app.add_exception_handler(kind, answer)
