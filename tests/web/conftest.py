"""What the tests of the doors may ask for."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.web.houses import SECONDS, Company


@pytest.fixture
async def company() -> AsyncIterator[Company]:
    """People who use the API."""
    async with httpx.AsyncClient(timeout=SECONDS) as client:
        yield Company(client)
