"""The one place where the parts meet: settings in, a whole server out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI

from app.bots.bots import Bots
from app.database.engine import create_engine, open_connection
from app.live.news import News
from app.settings import Settings
from app.tables.lane import LANES
from app.tables.tables import Tables
from app.web import api, forms, health, openapi, pages, problems, rendering, socket
from app.web.addresses import Addresses
from app.web.identity import Identity
from app.web.limits import Limits
from app.web.parts import Parts
from app.web.security import BasePath, Doorkeeper


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application. `settings.database_url` says where its database is, with all its tables."""
    assert settings.database_url is not None
    addresses = Addresses(settings)
    engine = create_engine(settings.database_url, settings.pool - LANES)
    tables = Tables(engine, settings)
    limits = Limits(settings.limits)
    renderer = rendering.create(settings, addresses)
    connect = partial(open_connection, settings.database_url)
    news = News(tables, renderer, renderer.assets.build, connect, settings.tables_in_memory)
    identity = Identity(tables.people, addresses, limits)
    bots = Bots(tables, settings)
    house = Parts(settings, engine, tables, news, renderer, addresses, limits, identity)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        tables.subscribe(lambda table, _: bots.nudge(table))
        await tables.start()
        await news.start()
        await bots.start()
        try:
            yield
        finally:
            await bots.stop()
            await news.stop()
            await tables.stop()
            await engine.dispose()

    app = FastAPI(version=version("tertulia"), docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.state.parts, app.state.identity = house, identity
    problems.install(app, pages.problem_page)
    for part in (api, socket, health, openapi, pages, forms):
        app.router.routes.extend(part.router.routes)  # one flat list: a router in a router costs every request
    app.mount("/static", renderer.assets)
    app.add_middleware(Doorkeeper, url=settings.url, identity=identity, answer=problems.answers(pages.problem_page))
    app.add_middleware(BasePath, base=settings.base_path)
    return app
