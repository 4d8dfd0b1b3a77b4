"""Names between processes: who takes another one is called so everywhere."""

import asyncio

import pytest

from tests.web.houses import SECONDS, Company, Friend, House, gather, house


async def called(friend: Friend, at: House) -> str:
    """By what name somebody is asked for at a new table."""
    answer = await friend.client.get(f"{at.url}/new/cuckooo", headers={"Cookie": f"tertulia={friend.token}"})
    return answer.text.partition('name="name"')[2].partition('value="')[2].partition('"')[0]


@pytest.mark.anyio
async def test_a_new_name_is_known_to_a_process_that_knew_the_old_one(database: str, company: Company) -> None:
    with house(database) as one, house(database) as other:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        assert [await called(ana, process) for process in (one, other)] == ["Friend 1", "Friend 1"]
        await ana.ask("PATCH", f"/tables/{table}/seats/1", json={"name": "Luz"})
        assert await called(ana, one) == "Luz"
        async with asyncio.timeout(SECONDS):
            while await called(ana, other) != "Luz":  # noqa: ASYNC110 - another process tells it
                await asyncio.sleep(0.02)
