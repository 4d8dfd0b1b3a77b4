"""Nobody learns what is not theirs: every byte that leaves the server is searched, for every viewer."""

import asyncio
import re
from collections import defaultdict
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any
from uuid import uuid4

import asyncpg
import msgspec
import pytest
import websockets

from app.database.engine import open_connection
from app.games.shelf import GAMES
from app.web.assets import TEMPLATES
from tests.support.together import beside
from tests.web.houses import SECONDS, Company, Friend, decide, house, sit, well

PIECE = re.compile(r"[a-z]+[a-z0-9]*(?:-[a-z0-9]+)*[0-9](?![\w-])")
MOVES = 150
MOVES_BETWEEN_LOOKS = 20
# What may be done with pieces that everybody sees, and why not.
NO_SECRETS = ("choices", "refusals", "prompt")


class Witness:
    """A viewer with everything that came over the wire, and the pieces that it may know."""

    def __init__(self, friend: Friend, seat: int | None) -> None:
        self.friend = friend
        self.seat = seat
        self.bytes: list[str] = []
        self.known: set[str] = set()
        self.reached = (-1, -1)

    async def listen(self, table: str, query: str) -> None:
        """Take in a socket's messages."""
        with suppress(websockets.ConnectionClosed):
            async with self.friend.socket(table, query) as socket:
                async for text in socket:
                    self.bytes.append(text)
                    self.reached = max(self.reached, tuple(msgspec.json.decode(text)["to"]))

    async def look(self, table: str) -> None:
        """Ask for everything there is."""
        cookie = {"Cookie": f"tertulia={self.friend.token}"}
        for path in (f"/tables/{table}", f"/tables/{table}/seats", "/"):
            answer = await self.friend.client.get(self.friend.house.address + path, headers=cookie)
            assert answer.status_code == 200, answer.text[-300:]
            self.bytes += [answer.text, str(answer.headers)]
        for path in ("", "/news", "/news?as=html", "/history", "/messages", "/record", "/moves"):
            answer = await self.friend.ask("GET", f"/tables/{table}{path}")
            assert answer.status_code in (200, 403, 405, 409), answer.text[:300]
            self.bytes += [answer.text, str(answer.headers)]

    async def err(self, table: str, version: int, action: Any) -> None:
        """Try what is not allowed."""
        for form in ("", "?as=html"):
            body = {"id": uuid4().hex, "version": version, "action": action}
            answer = await self.friend.ask("POST", f"/tables/{table}/moves{form}", json=body)
            assert answer.status_code in (403, 409, 422), answer.text
            self.bytes.append(answer.text)


def pieces(view: Any) -> set[str]:
    """Whatever in a view looks like the name of a piece."""
    return set(PIECE.findall(msgspec.json.encode(view).decode()))


def named(wanted: set[str], said: str) -> set[str]:
    """Which of these pieces stand in a text, and not only as a part of a longer name."""
    found = [piece for piece in wanted if piece in said]
    return {piece for piece in found if re.search(rf"(?<![a-z0-9-]){re.escape(piece)}(?![\w-])", said)}


@pytest.mark.anyio
@pytest.mark.parametrize("game", [game for game in GAMES if (TEMPLATES / game / "regions.html").exists()])
async def test_no_byte_that_leaves_the_server_tells_a_secret(database: str, company: Company, game: str) -> None:
    rng = Random(7)
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends, game, visibility="lobby")
        seat_link = await friends[0].post(f"/tables/{table}/seats/1/links")
        invite = (await friends[0].get(f"/tables/{table}"))["you"]["invite"]
        seed = await stored_seed(database, table)
        watcher = await company.come(one, "Dora")
        witnesses = [*(Witness(friend, seat) for seat, friend in enumerate(friends, 1)), Witness(watcher, None)]
        forbidden: dict[int | None, set[str]] = defaultdict(lambda: {seat_link["token"], *seed})
        for witness in witnesses:
            forbidden[witness.seat] |= {friend.token for friend in [*friends, watcher] if friend is not witness.friend}
        forbidden[None].add(invite)
        async with AsyncExitStack() as stack:
            for witness in witnesses:
                for query in ("", "as=html"):
                    await stack.enter_async_context(beside(witness.listen(table, query)))
            for move in range(MOVES):
                views = [await witness.friend.view(table) for witness in witnesses]
                version, revision = views[0]["table"]["version"], views[0]["table"]["revision"]
                over = views[0]["table"]["status"] == "finished"
                secret = {
                    witness.seat: pieces(
                        {name: part for name, part in view["private"].items() if name not in NO_SECRETS}
                    )
                    for witness, view in zip(witnesses, views, strict=True)
                    if view["private"]
                }
                seat = 0 if over else rng.choice(views[0]["public"]["turn"]["actors"])
                action = None if over else decide(views[seat - 1], rng)
                async with asyncio.timeout(SECONDS):
                    while any(witness.reached < (version, revision) for witness in witnesses):  # noqa: ASYNC110
                        await asyncio.sleep(0.002)
                for witness, view in zip(witnesses, views, strict=True):
                    if over or move % MOVES_BETWEEN_LOOKS == 0:
                        await witness.look(table)
                    if action and witness.seat != seat and move % MOVES_BETWEEN_LOOKS == 1:
                        await witness.err(table, version, {"type": "nonsense"})
                    witness.known |= pieces(view)
                    # Zones and regions are named for seats, not for pieces.
                    others = {piece for other, held in secret.items() if other != witness.seat for piece in held}
                    hidden = {piece for piece in others - witness.known if piece.split("-")[-1] not in {"1", "2", "3"}}
                    said = "\n".join(witness.bytes)
                    witness.bytes.clear()
                    told = named(hidden, said) if not over else set()
                    assert told == set(), f"seat {witness.seat} was told of {told} at {version}"
                    if not over:
                        leaked = {word for word in forbidden[witness.seat] if word in said}
                        assert leaked == set(), f"seat {witness.seat} was told a token or the seed at {version}"
                if over:
                    break
                well(await friends[seat - 1].move(table, version, action))


async def stored_seed(database: str, table: str) -> set[str]:
    """The seed of a table, as it might be written."""
    connection: asyncpg.Connection = await open_connection(database)
    try:
        seed: bytes = await connection.fetchval("SELECT seed FROM tables WHERE id = $1::uuid", table)
    finally:
        await connection.close()
    return {seed.hex(), seed.hex()[:16], msgspec.json.encode(seed).decode().strip('"=')}
