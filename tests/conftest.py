"""What every test may ask for: a database, a data folder, a browser; and how long Hypothesis tries."""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.engine import create_engine
from tests.support import chromium
from tests.support.postgres import SharedPostgres

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=50, suppress_health_check=SLOW)
settings.register_profile("long", deadline=None, max_examples=1000, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests that are coroutines run on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[SharedPostgres]:
    """The PostgreSQL that all processes of this run share."""
    server = SharedPostgres()
    yield server
    server.release()


@pytest.fixture
def database(postgres: SharedPostgres) -> Iterator[str]:
    """The address of a fresh database with all tables and no rows."""
    url = postgres.create()
    yield url
    postgres.drop(url)


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    """An engine on the fresh database."""
    engine = create_engine(database, pool=5)
    yield engine
    await engine.dispose()


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """An empty folder with a short path that the user `nobody` can reach, too."""
    folder = Path(tempfile.mkdtemp(prefix="tertulia-data-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. A module's own: Playwright keeps an event loop running, which coroutine tests elsewhere would meet."""
    program = chromium.find()
    assert program is not None, chromium.MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program,
            args=list(chromium.FLAGS),
            ignore_default_args=["--disable-back-forward-cache"],
        )
        yield browser
        browser.close()
