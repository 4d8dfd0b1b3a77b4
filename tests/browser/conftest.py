"""What the tests with browsers may ask for: a server, a wire in front of it, friends, and people with browsers."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.friends import Friend
from tests.browser.servers import Server, Wire
from tests.browser.visitors import Visitors, visitors
from tests.support.postgres import SharedPostgres

LONGEST = ("*_reading.py", "test_cubaneo.py", "test_cudillero.py", "test_cuckooo.py", "test_evening.py")
ARTEFACTS = os.environ.get("TERTULIA_ARTEFACTS", "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder drive a browser. They come first, the longest before all: none is waited for at last."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        if here not in item.path.parents:
            return len(LONGEST) + 1
        return next((at for at, name in enumerate(LONGEST) if item.path.match(name)), len(LONGEST))

    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=place)


@pytest.fixture(scope="module")
def server(postgres: SharedPostgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of a module share, each at tables of its own."""
    database = postgres.create()
    server = Server(database, tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.close()
    postgres.drop(database)


@pytest.fixture
def own_server(database: str, tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, which it may stop and start."""
    server = Server(database, tmp_path)
    server.start()
    yield server
    server.close()


@pytest.fixture
def wire(request: pytest.FixtureRequest) -> Iterator[Wire]:
    """A wire before the server that the test uses."""
    name = "own_server" if "own_server" in request.fixturenames else "server"
    wire = Wire(request.getfixturevalue(name).port)
    yield wire
    wire.close()


@pytest.fixture
def company(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visitors]:
    """People with browsers, who come through the wire if the test has one."""
    name = "own_server" if "own_server" in request.fixturenames else "server"
    server: Server = request.getfixturevalue(name)
    address = server.url
    if "wire" in request.fixturenames:
        address = f"http://127.0.0.1:{request.getfixturevalue('wire').port}{server.base}"
    with visitors(browser, address) as company:
        yield company


@pytest.fixture
def friends(request: pytest.FixtureRequest) -> Iterator[Callable[..., list[Friend]]]:
    """friends("Inés", "Olmo"): people who use the API."""
    name = "own_server" if "own_server" in request.fixturenames else "server"
    made: list[Friend] = []

    def come(*names: str) -> list[Friend]:
        server: Server = request.getfixturevalue(name)
        new = [Friend(server.url, each, server.database) for each in names]
        made.extend(new)
        return new

    yield come
    for friend in made:
        friend.close()


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """picture(page, name): keeps a picture of the page as an artefact, if TERTULIA_ARTEFACTS names a folder."""

    def take(page: Page, name: str) -> None:
        if ARTEFACTS:
            folder = Path(ARTEFACTS) / re.sub(r"[^a-z0-9_]+", "-", request.node.name.lower())
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{name}.png")

    return take
