"""Whatever is sent, by whom and to what, the answer is clear, no error is ours, and nothing changes; `make fuzz`."""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import httpx
import pytest
import websockets
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from app.games.session import plain
from app.games.shelf import GAMES, rulebook
from app.web import forms, pages
from tests.browser.friends import Friend, Table
from tests.reliability.malice import HOSTILE, TEXTS, WORDS, as_json, distorted
from tests.web.houses import SECONDS, Company, House, decide, following, house, sit
from tests.web.houses import Friend as Caller

# The server's thread draws random numbers meanwhile, which Hypothesis takes for ours.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
# What is sent changes the table, so that an example cannot be tried again.
quickly = settings(
    max_examples=settings().max_examples // 2,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
)
INSIDES = re.compile(r"Traceback|File \"|\.py\b|asyncpg|sqlalchemy|SELECT |INSERT ")
SLOTS = re.compile(r"{\w+}")


@contextmanager
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that happens meanwhile is an error of ours."""
    caplog.clear()
    yield
    assert [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []


def refused(answer: httpx.Response) -> bool:
    """Whether an answer says clearly that nothing was done. An error of ours, or too much said, is a fault."""
    assert answer.status_code < 500, answer.text
    assert not INSIDES.search(answer.text), answer.text
    if answer.is_success:
        return False
    assert answer.headers["content-type"] == "application/problem+json", answer.text[:300]
    assert re.search(r"[.!?]$", answer.json()["detail"]), answer.text[:300]
    return True


@pytest.fixture
def table_of(database: str) -> Iterator[Callable[[str], tuple[House, Table]]]:
    """table_of(game): a server, and a table at which three friends play there."""
    with house(database) as one:
        friends: list[Friend] = []

        def begin(game: str) -> tuple[House, Table]:
            friends.extend(Friend(one.address, name) for name in ("Ana", "Bo", "Cleo"))
            return one, Table(friends[-3:], game).start()

        yield begin
        for friend in friends:
            friend.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_distorted_action_is_refused_or_legal_and_never_an_error(
    table_of: Callable[[str], tuple[House, Table]], caplog: pytest.LogCaptureFixture, game: str
) -> None:
    one, table = table_of(game)
    address = f"{one.address}/api/tables/{table.id}/moves"
    actions = st.sampled_from(list(legal(game)))

    @quickly
    @given(action=distorted(actions) | actions, seat=st.integers(1, 3), seed=st.integers(0, 2**32))
    def check(action: Any, seat: int, seed: int) -> None:
        before = table.seen()
        body = b'{"id": "%s", "version": %d, "action": %s}' % (uuid4().hex.encode(), before["version"], as_json(action))
        token = table.friends[seat - 1].token
        answer = client.post(address, content=body, headers={"Authorization": f"Bearer {token}"})
        after = table.seen()
        if refused(answer):
            assert answer.status_code in (400, 409, 422)
            assert (after["version"], after["public"]) == (before["version"], before["public"])
        else:
            assert after["version"] == before["version"] + 1
        go_on(table, Random(seed))

    with quiet(caplog), httpx.Client(timeout=SECONDS) as client:
        check()


def legal(game: str) -> Iterator[dict[str, Any]]:
    """The actions of a game at random, one after the other."""
    book, rng = rulebook(game), Random(5)
    session = book.session.begin(3, book.options({}), book.components().content, bytes(32), book.session.version)
    while actors := session.actors():
        seat = rng.choice(actors)
        action = rng.choice(session.choices(seat)).sample(rng)
        yield plain(action)
        session.apply(seat, action)


def go_on(table: Table, rng: Random) -> None:
    """Make a move, so that all phases are met."""
    if actors := table.seen()["public"]["turn"]["actors"]:
        seat = rng.choice(actors)
        view = table.seen(seat)
        assert table.send(seat, decide(view, rng), view["version"]).is_success


def test_a_hostile_body_changes_nothing_anywhere(
    table_of: Callable[[str], tuple[House, Table]], caplog: pytest.LogCaptureFixture
) -> None:
    one, table = table_of("cuckooo")
    host = table.friends[0]
    before = [table.seen(seat) for seat in (1, 2, 3)], host.get("/tables")
    operations = [
        (method.upper(), SLOTS.sub(lambda slot: table.id if slot.group() == "{table}" else "2", path))
        for path, item in host.get("/openapi.json")["paths"].items()
        for method, operation in item.items()
        if "requestBody" in operation
    ]
    assert len(operations) > 5
    with quiet(caplog), httpx.Client(headers={"Authorization": f"Bearer {host.token}"}, timeout=SECONDS) as client:
        for method, path in operations:
            for name, body in HOSTILE.items():
                answer = client.request(method, one.address + path, content=body)
                assert refused(answer), (method, path, name, answer.text)
    assert ([table.seen(seat) for seat in (1, 2, 3)], host.get("/tables")) == before


def test_no_form_and_no_page_stumbles_over_what_is_sent(
    table_of: Callable[[str], tuple[House, Table]], caplog: pytest.LogCaptureFixture
) -> None:
    one, table = table_of("cuckooo")
    routes = [
        (method, route.path)
        for router in (forms.router, pages.router)
        for route in router.routes
        if isinstance(route, Route)
        for method in route.methods or ()
    ]
    words = TEXTS | st.sampled_from(["1", "0", "99", "9" * 30, table.id, table.invite, "cuckooo"])
    slots = st.sampled_from(["1", "0", "x", "9" * 30, "%00", "%FF", "..", table.id, "a" * 3000])
    names = ["name", "game", "text", "code", "visibility", "order", "password", "seat", "tokens", "flocks", "version"]

    @quickly
    @given(data=st.data())
    def check(data: st.DataObject) -> None:
        method, path = data.draw(st.sampled_from(routes))
        address = SLOTS.sub(
            lambda slot: table.id if slot.group() == "{table}" and data.draw(st.booleans()) else data.draw(slots), path
        )
        fields = data.draw(st.dictionaries(st.sampled_from(names), words, max_size=5))
        content = data.draw(
            st.just("&".join(f"{name}={word}" for name, word in fields.items()).encode("utf-8", "replace"))
            | st.sampled_from(list(HOSTILE.values()))
        )
        kind = data.draw(st.sampled_from(["application/x-www-form-urlencoded", "multipart/form-data", "text/x"]))
        token = table.friends[data.draw(st.integers(0, 2))].token
        headers = {"Cookie": f"tertulia={token}", "Sec-Fetch-Site": "same-origin", "Content-Type": kind}
        answer = client.request(method, one.address + address, content=content, headers=headers)
        assert answer.status_code < 500, (method, address, content[:200], answer.text[:300])
        assert not re.search(r"Traceback|asyncpg|sqlalchemy", answer.text)

    with quiet(caplog), httpx.Client(timeout=SECONDS) as client:
        check()


@pytest.mark.anyio
async def test_whatever_is_said_on_a_socket_others_hear_on(
    database: str, company: Company, caplog: pytest.LogCaptureFixture
) -> None:
    with house(database) as one:
        ana, bo, cleo = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit([ana, bo, cleo])
        before = await bo.view(table)
        talks: list[tuple[str, list[str | bytes]]] = []
        queries = st.lists(
            st.tuples(st.sampled_from(["version", "revision", "as", "language", "watch", "invite"]), TEXTS), max_size=4
        )

        @quickly
        @given(query=queries, words=st.lists(WORDS, max_size=6))
        def think(query: list[tuple[str, str]], words: list[str | bytes]) -> None:
            pairs = [(name, value.encode("utf-8", "replace").decode()) for name, value in query]
            talks.append((urlencode(pairs), words))

        think()
        with quiet(caplog):
            async with following(bo, table) as listener:
                for query, words in talks:
                    await talk(ana, table, query, words)
                await listener.reach(before["table"]["version"], before["table"]["revision"])
                assert not listener.gone
            assert await bo.view(table) == before


async def talk(friend: Caller, table: str, query: str, words: list[str | bytes]) -> None:
    """Say some words and wait until the other side has answered, or has shown us out, as it may."""
    async with asyncio.timeout(SECONDS), friend.socket(table, query, max_size=None) as socket:
        with contextlib.suppress(websockets.ConnectionClosed):
            for word in words:
                await socket.send(word.encode("utf-8", "replace").decode() if isinstance(word, str) else word)
            await socket.send("-1")
            while json.loads(await socket.recv())["from"] != -1:
                pass
            await socket.close()
        await socket.wait_closed()
    # 1006: what we said after the server had closed made the system break the line before the code arrived.
    assert socket.close_code in (1000, 1006, 1007, 1008, 1009, 4429), (query, words, socket.close_code)
