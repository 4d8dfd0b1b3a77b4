"""What somebody who asks for news has been told so far, and how it is to be told."""

from collections.abc import Mapping

from starlette.requests import HTTPConnection

from app.settings import LANGUAGES
from app.tables.number import Number
from app.web.parts import language

DIGITS = 9


def since(query: Mapping[str, str]) -> Number | None:
    """The number told last, from `version` and `revision`; None where the whole is wanted."""
    return number(query.get("version", ""), query.get("revision", ""))


def number(version: str, revision: str) -> Number | None:
    """A number from its two parts as text; None if they are none."""
    parts = (version, revision)
    if not all(part.isascii() and part.isdecimal() and len(part) <= DIGITS for part in parts):
        return None
    return Number(int(version), int(revision))


def tongue(request: HTTPConnection) -> str | None:
    """The language of the fragments; None for who wants JSON Patch."""
    if request.query_params.get("as") != "html":
        return None
    asked = request.query_params.get("language", "")
    return asked if asked in LANGUAGES else language(request)
