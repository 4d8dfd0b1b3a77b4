"""Applications for the tests of `tertulia serve`, small enough to see through."""

import os

from sqlalchemy import text
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from app.database.engine import create_engine
from app.settings import Settings


def create_app(settings: Settings) -> Starlette:
    """Tells its process id and what the database says."""
    assert settings.database_url is not None
    engine = create_engine(settings.database_url, settings.pool)

    async def tell(request: Request) -> JSONResponse:
        async with engine.connect() as connection:
            database = (await connection.execute(text("SELECT current_database()"))).scalar()
        return JSONResponse({"pid": os.getpid(), "database": database})

    return Starlette(routes=[Route("/", tell)])


def create_broken_app(settings: Settings) -> Starlette:
    """An application that cannot be made."""
    raise RuntimeError("this application cannot be made")
