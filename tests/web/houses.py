"""Real servers for the tests, and friends who use them as programs."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from random import Random
from typing import Any, Self
from uuid import uuid4

import httpx
import jsonpatch
import msgspec
import uvicorn
import websockets
from fastapi import FastAPI

from app.games.domains import Domain
from app.games.session import plain
from app.games.shelf import rulebook
from app.main import create_app
from app.settings import Settings
from app.web.packing import Socket
from app.web.parts import Parts
from tests.support.together import beside

SECONDS = 60

# httpcore looks for this module at every request anew, in all folders, unless it is known to be missing.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]


class House:
    """A server on a free port, in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app: FastAPI = create_app(settings)
        config = uvicorn.Config(
            self.app,
            host="127.0.0.1",
            port=0,
            loop="uvloop",
            http="httptools",
            ws=Socket,
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=64 * 1024,
            forwarded_allow_ips=settings.trusted_proxies,
            timeout_graceful_shutdown=5,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        wait = threading.Event()
        for _ in range(SECONDS * 100):
            if self._server.started:
                return self
            assert self._thread.is_alive(), "the server did not start"
            wait.wait(0.01)
        raise AssertionError("the server did not start in time")

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Let it finish what it is at, and end."""
        self._server.should_exit = True
        self._thread.join(SECONDS)

    @property
    def parts(self) -> Parts:
        """What the server is made of; its event loop runs in another thread."""
        parts: Parts = self.app.state.parts
        return parts

    @property
    def connections(self) -> int:
        """How many are open."""
        return len(self._server.server_state.connections)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    @property
    def address(self) -> str:
        """Where Tertulia begins."""
        return self.url + self.settings.base_path


@contextmanager
def house(database: str, **settings: Any) -> Iterator[House]:
    """A server on a database, without limits and pauses unless they are asked for."""
    chosen = {"limits": 0, "bot_pause": 0, **settings}
    with House(Settings(database_url=database, **chosen)) as server:
        yield server


class Company:
    """People who come to houses, and the connections that they share."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def come(self, house: House, name: str) -> "Friend":
        """Somebody new."""
        made = await self.client.post(f"{house.address}/api/people", json={"name": name})
        assert made.status_code == 201, made.text
        return Friend(self.client, house, made.json()["token"])

    async def all_come(self, house: House, *names: str) -> list["Friend"]:
        """Several new people."""
        return [await self.come(house, name) for name in names]


class Friend:
    """A person who uses the API of a house."""

    def __init__(self, client: httpx.AsyncClient, house: House, token: str) -> None:
        self.client = client
        self.house = house
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}

    def at(self, house: House) -> "Friend":
        """The same person at another server."""
        return Friend(self.client, house, self.token)

    async def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Whatever the answer is."""
        return await self.client.request(method, f"{self.house.address}/api{path}", headers=self.headers, **request)

    async def get(self, path: str, **query: Any) -> Any:
        """What is at a path."""
        return well(await self.ask("GET", path, params=query))

    async def post(self, path: str, body: Any = None) -> Any:
        """Do something."""
        return well(await self.ask("POST", path, json=body))

    async def view(self, table: str) -> dict[str, Any]:
        """The table as it is now."""
        seen = await self.get(f"/tables/{table}")
        return {part: seen[part] for part in ("table", "public", "private")}

    async def move(self, table: str, version: int, action: Any, command: str | None = None) -> httpx.Response:
        """Send an action."""
        body = {"id": command or uuid4().hex, "version": version, "action": action}
        return await self.ask("POST", f"/tables/{table}/moves", json=body)

    def socket(self, table: str, query: str = "", **options: Any) -> Any:
        """An open line to the news."""
        base = self.house.address.replace("http", "ws")
        options.setdefault("additional_headers", self.headers)
        return websockets.connect(f"{base}/api/tables/{table}/news?{query}", **options)


def well(answer: httpx.Response) -> Any:
    """What a good answer says."""
    assert answer.is_success, f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text}"
    return answer.json() if answer.content else None


class Follower:
    """A client that keeps its view by patches, and everything that it was told."""

    def __init__(self) -> None:
        self.view: Any = None
        self.number = (-1, -1)
        self.told: list[str] = []
        self.gone = False
        self._news = asyncio.Event()

    def hear(self, text: str) -> None:
        """Take in a message."""
        self.told.append(text)
        message = msgspec.json.decode(text)
        if message["from"] != -1:
            assert tuple(message["from"]) == self.number, "a step that does not begin where the last one ended"
        if "fragments" in message:
            self.view = shown(message, {} if message["from"] == -1 else self.view)
        else:
            self.view = jsonpatch.JsonPatch(message["patch"]).apply(self.view, in_place=True)
        self.number = tuple(message["to"])
        self._news.set()

    def leave(self) -> None:
        """The line has ended."""
        self.gone = True
        self._news.set()

    async def reach(self, version: int, revision: int) -> Any:
        """The view at a number, or after it."""
        async with asyncio.timeout(SECONDS):
            while self.number[0] < version or self.number[1] < revision:
                assert not self.gone, "the line has ended before"
                self._news.clear()
                await self._news.wait()
        return self.view


def shown(message: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """What a browser shows after a message: the HTML of each region, and what may be touched."""
    private = message["private"] or {"fragments": {}}
    touch = {name: private[name] for name in ("choices", "refusals") if name in private}
    return {**before, **message["fragments"], **private["fragments"], **touch}


@asynccontextmanager
async def following(friend: Friend, table: str, query: str = "") -> AsyncIterator[Follower]:
    """Somebody who listens to the news of a table."""
    follower = Follower()

    async def listen() -> None:
        try:
            with contextlib.suppress(websockets.ConnectionClosed):
                async with friend.socket(table, query) as socket:
                    async for text in socket:
                        follower.hear(text)
        finally:
            follower.leave()

    async with beside(listen()):
        yield follower


async def gather(friends: list[Friend], game: str = "cuckooo", **body: Any) -> str:
    """A table at which friends sit, the first of them its host."""
    host, *others = friends
    made = await host.post("/tables", {"game": game, "name": "Friend 1", **body})
    table: str = made["table"]["id"]
    for number, friend in enumerate(others, 2):
        await friend.post(f"/tables/{table}/seats", {"invite": made["you"]["invite"], "name": f"Friend {number}"})
    return table


async def sit(friends: list[Friend], game: str = "cuckooo", **body: Any) -> str:
    """A table at which friends play."""
    table = await gather(friends, game, **body)
    await friends[0].post(f"/tables/{table}/start")
    return table


async def play_out(friends: list[Friend], table: str) -> None:
    """Let friends play to the end at random."""
    rng = Random(1)
    while (seen := await friends[0].view(table))["table"]["status"] == "playing":
        seat = seen["public"]["turn"]["actors"][0]
        view = await friends[seat - 1].view(table)
        well(await friends[seat - 1].move(table, view["table"]["version"], decide(view, rng)))


def decide(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """An action at random, from what a client sees alone."""
    choice = rng.choice(view["private"]["choices"])
    return {"type": choice["type"]} | {name: drawn(domain, rng) for name, domain in choice["fields"].items()}


def drawn(domain: dict[str, Any], rng: Random) -> Any:
    """A value of a domain as JSON; games have kinds of their own."""
    kinds = {kind.__struct_config__.tag: kind for kind in _kinds(Domain)}
    return plain(msgspec.convert(domain, kinds[domain["kind"]], strict=False).sample(rng))


def _kinds(kind: type[Domain]) -> Iterator[type[Domain]]:
    for narrower in kind.__subclasses__():
        yield narrower
        yield from _kinds(narrower)


def seats(game: str) -> range:
    """How many can play a game."""
    fewest, most = rulebook(game).seats
    return range(fewest, most + 1)
