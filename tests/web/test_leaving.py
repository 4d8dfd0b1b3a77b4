"""Leaving a running game: the seat is nobody's any more, whichever server one asks, and the game goes on."""

from random import Random

import pytest

from app.web.socket import UNKNOWN_TABLE
from tests.web.houses import Company, decide, following, house, sit
from tests.web.test_socket import closed, heard


@pytest.mark.anyio
async def test_who_has_left_is_out_everywhere_and_a_bot_goes_on(database: str, company: Company) -> None:
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        ana, bo, _ = friends
        table = await sit(friends)
        elsewhere = bo.at(other)
        seen = await elsewhere.view(table)
        async with elsewhere.socket(table) as socket, following(ana.at(other), table) as follower:
            await heard(socket)
            assert (await bo.ask("DELETE", f"/tables/{table}/seats/2")).status_code == 204
            assert await closed(socket) == UNKNOWN_TABLE
            await follower.reach(seen["table"]["version"] + 1, 0)
        for process in (other, one):
            refused = await bo.at(process).move(table, seen["table"]["version"], decide(seen, Random(1)))
            assert refused.status_code == 403
            assert (
                refused.json()["detail"]
                == "Only those who sit at this table can do that, and you do not, or not any more."
            )
            away = await bo.at(process).ask("GET", f"/tables/{table}")
            assert away.status_code == 403
            assert "You left this game for good" in away.text
            assert await bo.at(process).get("/tables") == {"own": [], "open": []}
            left = (await ana.at(process).view(table))["table"]["seats"][1]
            assert (left["kind"], left["name"], left["taken_over"]) == ("bot", "Friend 2", False)
