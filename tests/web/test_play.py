"""Whole games by programs, over HTTP and WebSocket, spread over two servers on one database."""

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from app.games.shelf import GAMES
from app.web.assets import TEMPLATES
from tests.support.together import together
from tests.web.houses import (
    SECONDS,
    Company,
    Follower,
    Friend,
    decide,
    following,
    gather,
    house,
    seats,
    shown,
    sit,
    well,
)

DRAWN = [game for game in GAMES if (TEMPLATES / game / "regions.html").exists()]
PLAYERS = [(game, number) for game in GAMES for number in seats(game)]


@pytest.mark.anyio
@pytest.mark.parametrize(("game", "players"), PLAYERS)
async def test_every_view_plus_patches_is_a_fresh_view_after_every_move(
    database: str, company: Company, game: str, players: int
) -> None:
    rng = Random(players)
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, *(f"Friend {number}" for number in range(1, players + 1)))
        table = await gather(friends, game)
        at = [friend.at(other) if number % 2 else friend for number, friend in enumerate(friends)]
        async with AsyncExitStack() as stack:
            followers = [await stack.enter_async_context(following(friend, table)) for friend in at]
            watch = (await friends[0].post(f"/tables/{table}/watchers"))["token"]
            stranger = (await company.come(one, "Nobody")).at(other)
            watcher = await stack.enter_async_context(following(stranger, table, f"watch={watch}"))
            await friends[0].post(f"/tables/{table}/start")
            moves = 0
            while True:
                views = await agreed(table, at, followers)
                seen = await stranger.get(f"/tables/{table}", watch=watch)
                number = views[0]["table"]["version"], views[0]["table"]["revision"]
                assert await watcher.reach(*number) == {part: seen[part] for part in ("table", "public", "private")}
                if views[0]["table"]["status"] == "finished":
                    break
                seat = rng.choice(views[0]["public"]["turn"]["actors"]) - 1
                # The moves go to the server at which the player does not listen.
                sender = at[seat].at(one if at[seat].house is other else other)
                moved = await sender.move(table, views[0]["table"]["version"], decide(views[seat], rng))
                assert moved.status_code == 200, moved.text
                moves += 1
            assert moves == views[0]["table"]["version"]
            assert not any(follower.gone for follower in [*followers, watcher])


@pytest.mark.anyio
@pytest.mark.parametrize("game", DRAWN)
async def test_every_page_plus_fragments_is_a_fresh_page_after_every_move(
    database: str, company: Company, game: str
) -> None:
    rng = Random(11)
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends, game, visibility="lobby")
        watcher = await company.come(one, "Dora")
        viewers = [friends[0], friends[1].at(other), friends[2], watcher.at(other)]
        async with AsyncExitStack() as stack:
            followers = [await stack.enter_async_context(following(viewer, table, "as=html")) for viewer in viewers]
            for _ in range(60):
                view = await friends[0].view(table)
                number = view["table"]["version"], view["table"]["revision"]
                for viewer, follower in zip(viewers, followers, strict=True):
                    elsewhere = viewer.at(one if viewer.house is other else other)
                    fresh = await elsewhere.get(f"/tables/{table}/news", **{"as": "html"})
                    assert await follower.reach(*number) == shown(fresh, {})
                actors = view["public"]["turn"]["actors"]
                if not actors:
                    break
                mover = friends[rng.choice(actors) - 1]
                mine = await mover.view(table)
                if number[0] % 5 == 4 and mine["table"]["undo"]["allowed"]:
                    mover = friends[mine["table"]["undo"]["seat"] - 1]
                    body = {"id": uuid4().hex, "version": number[0]}
                    well(await mover.ask("POST", f"/tables/{table}/undo", json=body))
                else:
                    well(await mover.at(other).move(table, number[0], decide(mine, rng)))


async def agreed(table: str, friends: list[Friend], followers: list[Follower]) -> list[dict[str, Any]]:
    """The fresh views of all friends, once what each of them was told has led to the same."""
    fresh = await together(*(friend.view(table) for friend in friends))
    numbers = {(view["table"]["version"], view["table"]["revision"]) for view in fresh}
    if len(numbers) > 1:
        return await agreed(table, friends, followers)
    number = numbers.pop()
    for follower, view in zip(followers, fresh, strict=True):
        reached = await follower.reach(*number)
        if follower.number != number:
            return await agreed(table, friends, followers)
        assert reached == view
    return fresh


async def first(friends: list[Friend], table: str) -> tuple[Friend, dict[str, Any]]:
    """Who must act first, with the view."""
    view = await friends[0].view(table)
    friend = friends[view["public"]["turn"]["actors"][0] - 1]
    return friend, await friend.view(table)


@pytest.mark.anyio
async def test_a_move_sent_twice_is_made_once(database: str, company: Company) -> None:
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        mover, view = await first(friends, table)
        action, command = decide(view, Random(1)), uuid4().hex
        answers = await together(
            *(friend.move(table, 0, action, command) for friend in (mover, mover.at(other)) for _ in range(4))
        )
        assert [answer.status_code for answer in answers] == [200] * 8
        assert {answer.json()["number"] for answer in answers} == {1}
        assert (await mover.view(table))["table"]["version"] == 1


@pytest.mark.anyio
async def test_two_actions_at_once_on_two_servers_do_not_both_stand(database: str, company: Company) -> None:
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo")
        table = await sit(friends, "cudillero")
        for round_ in range(10):
            mover, view = await first(friends, table)
            version = view["table"]["version"]
            rng = Random(round_)
            answers = await together(
                mover.move(table, version, decide(view, rng)), mover.at(other).move(table, version, decide(view, rng))
            )
            made = [answer.json()["number"] for answer in answers if answer.status_code == 200]
            assert made
            assert sorted(made) == list(range(version + 1, version + 1 + len(made)))
            assert (await mover.view(table))["table"]["version"] == version + len(made)
            happened = (await mover.get(f"/tables/{table}/history", since=version))["happenings"]
            assert [it["number"] for it in happened if it["number"] > version] == sorted(made)


@pytest.mark.anyio
async def test_the_same_command_with_another_action_is_refused(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        mover, view = await first(friends, table)
        command, rng = uuid4().hex, Random(1)
        action = other = decide(view, rng)
        while other == action:
            other = decide(view, rng)
        assert (await mover.move(table, 0, action, command)).status_code == 200
        refused = await mover.move(table, 0, other, command)
        assert refused.status_code == 422
        assert refused.json()["key"] == "command-reused"


@pytest.mark.anyio
async def test_a_refused_move_says_why_and_how_the_table_stands(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        mover, view = await first(friends, table)
        other = next(friend for friend in friends if friend is not mover)
        refused = await other.move(table, 0, decide(view, Random(1)))
        assert refused.status_code == 422
        assert refused.headers["content-type"] == "application/problem+json"
        problem = refused.json()
        assert problem["reason"]["key"]
        assert problem["sentence"].endswith(".")
        assert {part: problem["view"][part] for part in ("table", "public", "private")} == await other.view(table)


@pytest.mark.anyio
async def test_a_browser_gets_its_news_with_the_answer(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        mover, view = await first(friends, table)
        seen = view["table"]
        body = {"id": uuid4().hex, "version": 0, "revision": seen["revision"], "action": decide(view, Random(1))}
        await mover.get(f"/tables/{table}/news", **{"as": "html"})
        done = well(await mover.ask("POST", f"/tables/{table}/moves?as=html", json=body))
        assert done["ok"]
        assert done["news"]["from"] == [0, seen["revision"]]
        assert done["news"]["to"] == [1, done["revision"]]
        assert done["news"]["private"]["choices"] is not None
        again = well(await mover.ask("POST", f"/tables/{table}/moves?as=html", json={**body, "revision": 99}))
        assert again["news"]["from"] == -1
        refused = await mover.ask("POST", f"/tables/{table}/moves?as=html", json={**body, "version": 1})
        assert refused.status_code == 422
        assert refused.json()["news"]["from"] == -1


@pytest.mark.anyio
async def test_a_dead_socket_does_not_silence_the_rest(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        async with following(friends[1], table) as follower:
            dead = await friends[0].socket(table)
            await dead.recv()
            dead.transport.abort()
            mover, view = await first(friends, table)
            moved = (await mover.move(table, 0, decide(view, Random(1)))).json()
            await follower.reach(moved["version"], moved["revision"])
        async with asyncio.timeout(SECONDS):
            while one.parts.news.viewers:  # noqa: ASYNC110 - the sockets are another thread's
                await asyncio.sleep(0.01)
