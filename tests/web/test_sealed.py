"""What one has chosen in secret changes no byte that anybody else gets before all have chosen."""

import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from itertools import chain, count, islice
from random import Random
from typing import NamedTuple
from uuid import uuid4

import httpx
import msgspec
import pytest

from app.database.engine import open_connection
from app.games.cubaneo.pieces import PRODUCTS
from app.games.session import Action, GameSession
from tests.games.conformance import begin, random_move, seed_bytes
from tests.web.houses import Company, Follower, Friend, following, gather, house, well

SEATS = 3
LISTED = 500
NOT_OF_THE_GAME = ("date", "content-length")
TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)|\b\d\d:\d\d\b")
LAY = """
INSERT INTO moves (table_id, number, seat, command, seen, action, bot, actors, at)
VALUES ($1, $2, $3, $4, $5, $6, false, $7, $8)
"""


class Way(NamedTuple):
    """A way through a game to a choice that several make at the same time, and two choices of one of them."""

    seed: bytes
    moves: list[tuple[int, Action, tuple[int, ...]]]
    seat: int
    one: Action
    another: Action


def way_to(game: str, kind: str, field: str) -> Way:
    """A way to an action of a type that may be chosen in two ways, which differ in a field if one is named."""
    for number in count():
        rng, session = Random(number), begin(game, SEATS, {}, number)
        moves: list[tuple[int, Action, tuple[int, ...]]] = []
        while actors := session.actors():
            if len(actors) > 1 and (found := next(alternatives(session, actors[0], kind, field), None)):
                return Way(seed_bytes(number), moves, actors[0], *found)
            seat, action = hoarding_move(session, rng) if kind == "store" else random_move(session, rng)
            session.apply(seat, action)
            moves.append((seat, action, session.actors()))
    raise AssertionError


def alternatives(session: GameSession, seat: int, kind: str, field: str) -> Iterator[tuple[Action, Action]]:
    """Two ways to do the same."""
    legal = islice(session.legal_actions(seat), LISTED)
    ways = [action for action in legal if action.__struct_config__.tag == kind]
    for way in ways[1:]:
        if not field or getattr(way, field) != getattr(ways[0], field):
            yield ways[0], way


def hoarding_move(session: GameSession, rng: Random) -> tuple[int, Action]:
    """Of some legal actions one that fills the Warehouse: at random that is seldom full."""
    seat = rng.choice(session.actors())
    worth = {}
    for action in [rng.choice(session.choices(seat)).sample(rng) for _ in range(8)]:
        after = session.clone()
        after.apply(seat, action)
        player = after.public()[f"player-{seat}"]
        stock = 3 * sum(player.store.values()) + sum(player.goods.get(product, 0) for product in PRODUCTS)
        worth[stock, rng.random()] = action
    return seat, worth[max(worth)]


async def laid(database: str, friends: list[Friend], game: str, way: Way) -> str:
    """A table at which friends have come that way."""
    table = await gather(friends, game, visibility="lobby")
    connection = await open_connection(database)
    try:
        await connection.execute("UPDATE tables SET seed = $1 WHERE id = $2", way.seed, table)
        await friends[0].post(f"/tables/{table}/start")
        rows = [
            (table, number, seat, f"way-{number}", number - 1, msgspec.json.encode(action).decode(), list(actors))
            for number, (seat, action, actors) in enumerate(way.moves, 1)
        ]
        await connection.executemany(LAY, [(*row, datetime.now(UTC)) for row in rows])
    finally:
        await connection.close()
    return table


class Witness(NamedTuple):
    """Somebody else at a table, and the open lines to them."""

    friend: Friend
    lines: list[Follower]

    async def got(self, table: str, version: int) -> list[str]:
        """All that came by itself, and all that can be asked for or tried."""
        for line in self.lines:
            await line.reach(version, 0)
        said = [text for line in self.lines for text in line.told]
        cookie = {"Cookie": f"tertulia={self.friend.token}"}
        for page in (f"/tables/{table}", f"/tables/{table}/seats"):
            said += told(await self.friend.client.get(self.friend.house.address + page, headers=cookie))
        for path in ("", "/news", "/news?as=html", "/history", "/messages", "/record"):
            said += told(await self.friend.ask("GET", f"/tables/{table}{path}"))
        for form in ("", "?as=html"):
            body = {"id": uuid4().hex, "version": version}
            said += told(await self.friend.ask("POST", f"/tables/{table}/undo{form}", json=body))
            nonsense = {**body, "action": {"type": "nonsense"}}
            said += told(await self.friend.ask("POST", f"/tables/{table}/moves{form}", json=nonsense))
        return said


def told(answer: httpx.Response) -> list[str]:
    """What an answer says, head and body."""
    assert answer.status_code in (200, 403, 404, 409, 422), answer.text[-300:]
    head = [f"{name}: {value}" for name, value in answer.headers.items() if name not in NOT_OF_THE_GAME]
    return [f"{answer.request.method} {answer.request.url} {answer.status_code}", *head, answer.text]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("game", "kind", "field"),
    [
        ("cuckooo", "pass", ""),
        ("cudillero", "keep", ""),
        ("cudillero", "bid", ""),
        ("cudillero", "add", ""),
        ("cubaneo", "vote", ""),
        ("cubaneo", "pay", "tax"),
        ("cubaneo", "pay", "duty"),
        ("cubaneo", "demolish", ""),
        ("cubaneo", "store", ""),
    ],
)
async def test_a_secret_choice_and_a_change_of_mind_change_no_byte_that_others_get(
    database: str, company: Company, game: str, kind: str, field: str
) -> None:
    """The same game at two tables: at one of them a seat chooses one thing and then another, at the other in turn."""
    way = way_to(game, kind, field)
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo", "Dora")
        heard = []
        for choices in ((way.one, way.another), (way.another, way.one)):
            table = await laid(database, friends[:SEATS], game, way)
            invite = (await friends[0].get(f"/tables/{table}"))["you"]["invite"]
            async with AsyncExitStack() as stack:
                lines = [
                    [await stack.enter_async_context(following(friend, table, query)) for query in ("", "as=html")]
                    for friend in friends
                ]
                version = len(way.moves)
                for line in chain.from_iterable(lines):
                    await line.reach(version, 0)
                got: list[list[str]] = []
                for choice in choices:
                    moved = await friends[way.seat - 1].move(table, version, msgspec.to_builtins(choice))
                    version = well(moved)["version"]
                    for seat, friend in enumerate(friends, 1):
                        if seat != way.seat:
                            said = await Witness(friend, lines[seat - 1]).got(table, version)
                            got.append([TIMES.sub("", text.replace(table, "").replace(invite, "")) for text in said])
            heard.append(got)
    assert heard[0] == heard[1]
