"""The parts of the house as handlers of requests find them."""

from dataclasses import dataclass
from typing import cast

from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection

from app.live.news import News
from app.settings import Settings
from app.tables.tables import Tables
from app.web.addresses import Addresses
from app.web.identity import Identity
from app.web.languages import choose
from app.web.limits import Limits
from app.web.rendering import Rendering


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that a running server is made of."""

    settings: Settings
    engine: AsyncEngine
    tables: Tables
    news: News
    renderer: Rendering
    addresses: Addresses
    limits: Limits
    identity: Identity


def parts(request: HTTPConnection) -> Parts:
    """The parts behind a request."""
    return cast("Parts", request.app.state.parts)


def language(request: HTTPConnection) -> str:
    """The language for whoever asks."""
    return choose(request.headers.get("accept-language", ""), parts(request).settings.language)
