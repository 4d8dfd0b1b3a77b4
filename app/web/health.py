"""Whether the server lives, and whether it can serve."""

import asyncio

from fastapi import APIRouter
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response

from app.web.parts import parts
from app.web.problems import Problem
from app.web.schemas import answer

router = APIRouter(include_in_schema=False)

PATIENCE = 3


@router.get("/healthz")
async def alive() -> Response:
    """This process answers."""
    return answer({"status": "alive"})


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The database answers, too."""
    house = parts(request)
    try:
        async with asyncio.timeout(PATIENCE), house.engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError, TimeoutError):
        return Problem(503, "unavailable", headers={"Retry-After": "2"}).response()
    return answer(
        {"status": "ready", "news": "hints" if house.news.listening else "looks", "viewers": house.news.viewers}
    )
