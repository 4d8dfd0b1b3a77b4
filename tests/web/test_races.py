"""Many things at once, on two servers: each acknowledged command stands once, and everybody agrees."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest

from app.database.engine import address, open_connection
from tests.support.postgres import named
from tests.support.together import together
from tests.web.houses import SECONDS, Company, Friend, House, decide, following, house, sit, well

ROUNDS = 12


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["cuckooo", "cudillero"])
async def test_moves_undos_and_resends_at_once_leave_one_game_on_which_all_agree(
    database: str, company: Company, game: str
) -> None:
    rng = Random(4)
    acknowledged: dict[str, int] = {}
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends, game)
        async with AsyncExitStack() as stack:
            listening = [friends[0], friends[1].at(other), friends[2]]
            followers = [await stack.enter_async_context(following(friend, table)) for friend in listening]
            for _ in range(ROUNDS):
                views = [await friend.view(table) for friend in friends]
                if not views[0]["public"]["turn"]["actors"]:
                    break
                bundle = [
                    try_something(friend.at(where), table, view, rng)
                    for friend, view in zip(friends, views, strict=True)
                    for where in (one, other, rng.choice([one, other]))
                ]
                for command, number in await together(*bundle):
                    if number is not None:
                        assert acknowledged.setdefault(command, number) == number
            fresh = [await friend.view(table) for friend in friends]
            version, revision = fresh[0]["table"]["version"], fresh[0]["table"]["revision"]
            for follower, view in zip(followers, fresh, strict=True):
                assert await follower.reach(version, revision) == view
        # Several commands have one number only if they are the same command.
        assert len(set(acknowledged.values())) == len(acknowledged)
        assert sorted(acknowledged.values()) == list(range(1, version + 1))
    with house(database) as anew:
        assert [await friend.at(anew).view(table) for friend in friends] == fresh


async def try_something(friend: Friend, table: str, view: dict[str, Any], rng: Random) -> tuple[str, int | None]:
    """A move or an undo, sent once or twice. Returns: the command, and its number if it was acknowledged."""
    version, command = view["table"]["version"], uuid4().hex
    if rng.random() < 0.25 or not view["private"]["choices"]:
        body = {"id": command, "version": version}
        answers = [await friend.ask("POST", f"/tables/{table}/undo", json=body)]
    else:
        action = decide(view, rng)
        sent = [friend.move(table, version, action, command) for _ in range(rng.choice([1, 2]))]
        answers = await together(*sent)
    numbers = set()
    for answer in answers:
        assert answer.status_code in (200, 409, 422), answer.text
        if answer.status_code == 200:
            numbers.add(answer.json()["number"])
    assert len(numbers) <= 1
    return command, numbers.pop() if numbers else None


@pytest.mark.anyio
async def test_after_a_restart_everybody_goes_on_where_they_were(database: str, company: Company) -> None:
    with house(database) as before:
        friends = await company.all_come(before, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        number = await play(friends, before, table, 7)
        views = [await friend.view(table) for friend in friends]
    with house(database) as after:
        assert [await friend.at(after).view(table) for friend in friends] == views
        step = await friends[0].at(after).get(f"/tables/{table}/news", version=number[0], revision=number[1])
        assert step["from"] == step["to"]
        assert step["patch"] == []
        await play(friends, after, table, 3)


async def play(friends: list[Friend], where: House, table: str, moves: int) -> tuple[int, int]:
    """Make some moves. Returns: where the table stands then."""
    rng = Random(2)
    done: dict[str, int] = {}
    for _ in range(moves):
        view = await friends[0].at(where).view(table)
        mover = friends[view["public"]["turn"]["actors"][0] - 1].at(where)
        mine = await mover.view(table)
        done = well(await mover.move(table, mine["table"]["version"], decide(mine, rng)))
    return done["version"], done["revision"]


@pytest.mark.anyio
async def test_after_the_database_was_away_everybody_hears_of_the_next_move(database: str, company: Company) -> None:
    name = address(database).database
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        async with following(friends[0].at(other), table) as follower:
            await follower.reach(0, 1)
            elsewhere = await open_connection(named(database, "postgres"))
            try:
                await elsewhere.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
                await elsewhere.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name
                )
                away = await friends[0].ask("GET", f"/tables/{table}")
                assert away.status_code == 503
                assert away.headers["retry-after"]
                await elsewhere.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            finally:
                await elsewhere.close()
            view = well(await patiently(lambda: friends[0].ask("GET", f"/tables/{table}")))
            mover = friends[view["public"]["turn"]["actors"][0] - 1]
            seen = well(await patiently(lambda: mover.ask("GET", f"/tables/{table}")))
            action = decide(seen, Random(1))
            moved = well(await patiently(lambda: mover.move(table, 0, action, "the-same-again")))
            assert await follower.reach(moved["version"], moved["revision"]) == await friends[0].view(table)


async def patiently(ask: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
    """What is answered in the end, to who sends the same again as long as the database does not answer."""
    for _ in range(20 * SECONDS):
        answer = await ask()
        if answer.status_code != 503:
            return answer
        await asyncio.sleep(0.05)
    raise AssertionError("The database does not come back.")
