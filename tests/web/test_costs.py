"""What a move costs does not grow with those who look on, and nothing grows without bound."""

from contextlib import AsyncExitStack
from dataclasses import asdict
from random import Random

import pytest

from app.live.news import News
from app.live.says import KEPT
from app.live.snapshots import KEPT as SNAPSHOTS
from tests.web.houses import Company, Friend, decide, following, gather, house, sit, well


async def play(friends: list[Friend], table: str, moves: int, rng: Random) -> tuple[int, int]:
    """Make some moves. Returns: the number after them."""
    number = (0, 0)
    for _ in range(moves):
        view = await friends[0].view(table)
        if not view["public"]["turn"]["actors"]:
            break
        mover = friends[view["public"]["turn"]["actors"][0] - 1]
        mine = await mover.view(table)
        moved = well(await mover.move(table, mine["table"]["version"], decide(mine, rng)))
        number = moved["version"], moved["revision"]
    return number


@pytest.mark.anyio
@pytest.mark.parametrize("form", ["", "&as=html"])
async def test_diffs_and_renders_do_not_grow_with_the_number_of_viewers(
    database: str, company: Company, form: str
) -> None:
    spent = []
    for watchers in (1, 12):
        with house(database) as one:
            friends = await company.all_come(one, "Ana", "Bo", "Cleo")
            table = await sit(friends)
            watch = (await friends[0].post(f"/tables/{table}/watchers"))["token"]
            async with AsyncExitStack() as stack:
                viewers = [(friend, form) for friend in friends] + [(friends[0], form)]
                nobody = Friend(company.client, one, friends[0].token)
                nobody.headers = {}
                viewers += [(nobody, f"watch={watch}{form}")] * watchers
                followers = [
                    await stack.enter_async_context(following(friend, table, query)) for friend, query in viewers
                ]
                for follower in followers:
                    await follower.reach(0, 1)
                before = asdict(one.parts.news.counts)
                number = await play(friends, table, 12, Random(3))
                for follower in followers:
                    await follower.reach(*number)
                after = asdict(one.parts.news.counts)
        spent.append({name: after[name] - before[name] for name in ("renders", "diffs", "views")})
    few, many = spent
    # With more viewers fewer steps are taken together; the most is one step for each move and audience.
    assert many["views"] <= 12 * 3 + 3
    assert many["diffs"] <= 12 * (1 + 3) + 4
    assert many["renders"] <= few["renders"] * 1.5 + 20


@pytest.mark.anyio
async def test_what_is_kept_of_a_table_is_bounded(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        async with following(friends[0], table) as follower:
            number = await play(friends, table, 300, Random(5))
            await follower.reach(*number)
        news: News = one.parts.news
        room = news._watched[table].room
        assert number[0] > SNAPSHOTS
        assert len(room._snapshots._kept) <= SNAPSHOTS
        assert len(room.says._happenings) <= KEPT


@pytest.mark.anyio
async def test_tables_that_nobody_looks_at_are_forgotten_beyond_a_number(database: str, company: Company) -> None:
    with house(database, tables_in_memory=3) as one:
        (ana,) = await company.all_come(one, "Ana")
        tables = [await gather([ana]) for _ in range(2)]
        async with following(ana, tables[0]) as follower:
            await follower.reach(0, 1)
            tables += [await gather([ana]) for _ in range(6)]
            assert len(one.parts.news._watched) <= 3
            assert tables[0] in one.parts.news._watched
            await ana.post(f"/tables/{tables[0]}/bots")
            await follower.reach(0, 2)
        for table in tables:
            assert (await ana.view(table))["table"]["id"] == table
