"""The news over a socket, and by asking."""

import asyncio
import json
from contextlib import nullcontext
from random import Random
from typing import Any
from uuid import UUID

import pytest
import websockets

from app.database.engine import open_connection
from app.web.packing import WINDOW_BITS
from tests.web.houses import SECONDS, Company, Friend, decide, following, gather, house, sit, well


def number(message: dict[str, Any]) -> str:
    """What a client says to be told from there on."""
    version, revision = message["to"]
    return f"{version}.{revision}"


async def heard(socket: Any) -> dict[str, Any]:
    """The next message."""
    async with asyncio.timeout(SECONDS):
        return json.loads(await socket.recv())  # type: ignore[no-any-return]


async def closed(socket: Any) -> int:
    """The code with which the other side closes, whatever it said before."""
    async with asyncio.timeout(SECONDS):
        try:
            while True:
                await socket.recv()
        except websockets.ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 0


async def act(friends: list[Friend], table: str) -> dict[str, Any]:
    """Somebody makes a move."""
    view = await friends[0].view(table)
    mover = friends[view["public"]["turn"]["actors"][0] - 1]
    mine = await mover.view(table)
    return well(await mover.move(table, mine["table"]["version"], decide(mine, Random(1))))  # type: ignore[no-any-return]


@pytest.mark.anyio
@pytest.mark.parametrize("form", ["", "as=html"])
async def test_the_first_message_is_the_whole_and_every_question_is_answered(
    database: str, company: Company, form: str
) -> None:
    with house(database) as one:
        ana, bo = await company.all_come(one, "Ana", "Bo")
        table = await gather([ana, bo])
        async with ana.socket(table, form) as socket:
            whole = await heard(socket)
            assert whole["from"] == -1
            assert whole["you"] == {"seat": 1, "host": True}
            assert whole["here"] == [1, 2]
            await socket.send(number(whole))
            nothing = await heard(socket)
            assert nothing["from"] == nothing["to"] == whole["to"]
            assert nothing.get("patch", []) == []
            assert nothing.get("fragments", {}) == {}
            await socket.send("-1")
            assert await heard(socket) == whole


@pytest.mark.anyio
@pytest.mark.parametrize("form", ["", "as=html"])
async def test_who_comes_back_with_a_number_gets_what_changed_since(database: str, company: Company, form: str) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        async with friends[0].socket(table, form) as socket:
            first = await heard(socket)
        moved = await act(friends, table)
        version, revision = first["to"]
        async with friends[0].socket(table, f"version={version}&revision={revision}&{form}") as socket:
            step = await heard(socket)
        assert step["from"] == first["to"]
        assert step["to"] == [moved["version"], moved["revision"]]
        polled = await friends[0].get(
            f"/tables/{table}/news", version=version, revision=revision, **dict([form.split("=")] if form else [])
        )
        assert polled == step


@pytest.mark.anyio
async def test_a_number_that_nobody_told_is_answered_with_the_whole(database: str, company: Company) -> None:
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        for query in ("version=999&revision=999", "version=-1&revision=0", "version=x", "version=0", ""):
            async with ana.socket(table, query) as socket:
                assert (await heard(socket))["from"] == -1
            polled = await company.client.get(f"{one.address}/api/tables/{table}/news?{query}", headers=ana.headers)
            assert well(polled)["from"] == -1


@pytest.mark.anyio
async def test_another_process_answers_a_number_that_it_does_not_know_with_the_whole(
    database: str, company: Company
) -> None:
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        async with friends[0].socket(table) as socket:
            first = await heard(socket)
        await act(friends, table)
        version, revision = first["to"]
        query = f"version={version}&revision={revision}"
        async with friends[0].at(other).socket(table, query) as socket:
            step = await heard(socket)
        assert step["from"] == -1
        assert step["to"][0] == version + 1


@pytest.mark.anyio
async def test_whoever_says_anything_else_is_shown_out(database: str, company: Company) -> None:
    with house(database) as one:
        ana, bo = await company.all_come(one, "Ana", "Bo")
        table = await gather([ana, bo])
        async with following(bo, table) as follower:
            for text in ("", "x", "1", "1.", ".1", "1.2.3", "-2", "1.-1", "9" * 40, "here ", "٣.٣", "1e5.0"):
                async with ana.socket(table) as socket:
                    await socket.send(text)
                    assert await closed(socket) == 1008, text
            await follower.reach(0, 1)
            assert not follower.gone


@pytest.mark.anyio
async def test_bytes_close_the_socket_and_no_error_is_logged(
    database: str, company: Company, caplog: pytest.LogCaptureFixture
) -> None:
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        async with ana.socket(table) as socket:
            await socket.send(b"\x00\xff")
            assert await closed(socket) == 1008
        async with ana.socket(table) as socket:
            await socket.send("x" * 100_000)
            assert await closed(socket) in (1008, 1009)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.anyio
async def test_what_cannot_be_rendered_is_logged_and_silences_only_who_wanted_it(
    database: str, company: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with house(database) as one:
        ana, bo = await company.all_come(one, "Ana", "Bo")
        table = await gather([ana, bo])
        monkeypatch.setattr(one.parts.renderer, "public", None)
        async with following(bo, table) as follower, ana.socket(table, "as=html") as socket:
            assert await closed(socket) == 1011
            await follower.reach(0, 1)
            assert not follower.gone
    assert "The news of a table cannot be told." in caplog.text


@pytest.mark.anyio
async def test_a_stranger_hears_nothing_of_a_table(database: str, company: Company) -> None:
    with house(database) as one:
        ana, stranger = await company.all_come(one, "Ana", "Somebody")
        table = await gather([ana])
        for friend, where, query, code in [
            (stranger, table, "", 4404),
            (stranger, table, "watch=guess", 4404),
            (stranger, table, "invite=guess", 4404),
            (ana, "0" * 32, "", 4404),
            (ana, "nonsense", "", 4404),
            (Friend(company.client, one, "not-a-token"), table, "", 4401),
        ]:
            async with friend.socket(where, query) as socket:
                assert await closed(socket) == code


@pytest.mark.anyio
async def test_another_site_cannot_open_a_socket(database: str, company: Company) -> None:
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        cookie = {"Cookie": f"tertulia={ana.token}"}
        for origin, welcome in [(one.url, True), ("https://evil.example", False), ("null", False)]:
            async with ana.socket(table, additional_headers=cookie, origin=origin) as socket:
                if welcome:
                    assert (await heard(socket))["you"]["seat"] == 1
                else:
                    assert await closed(socket) == 1008
        async with ana.socket(table, additional_headers=cookie) as socket:
            assert await closed(socket) == 1008


@pytest.mark.anyio
async def test_who_loses_the_right_to_look_is_shown_out_at_once(database: str, company: Company) -> None:
    with house(database) as one:
        ana, bo = await company.all_come(one, "Ana", "Bo")
        table = await gather([ana, bo])
        async with bo.socket(table) as socket:
            await heard(socket)
            well(await ana.ask("DELETE", f"/tables/{table}/seats/2"))
            assert await closed(socket) == 4404


@pytest.mark.anyio
async def test_when_the_server_stops_sockets_are_told_to_come_back(database: str, company: Company) -> None:
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        async with ana.socket(table) as socket:
            await heard(socket)
            stopping = asyncio.get_running_loop().run_in_executor(None, one.stop)
            assert await closed(socket) == 1012
            await stopping


@pytest.mark.anyio
async def test_a_quiet_socket_gives_signs_of_life(
    database: str, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.viewer.BEAT", 0.05)
    with house(database) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        async with ana.socket(table) as socket:
            whole = await heard(socket)
            for _ in range(3):
                beat = await heard(socket)
                assert beat["from"] == beat["to"] == whole["to"]
                assert beat["patch"] == []


@pytest.mark.anyio
async def test_a_client_that_does_not_listen_is_dropped_and_nobody_waits_for_it(
    database: str, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.viewer.PATIENCE", 0.3)
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        deaf = await friends[0].socket(table, "as=html", compression=None)
        deaf.transport.pause_reading()
        asking = asyncio.create_task(keep_asking(deaf))
        async with following(friends[1], table) as follower:
            moved = await act(friends, table)
            await follower.reach(moved["version"], moved["revision"])
            async with asyncio.timeout(SECONDS):
                while not one.parts.news.counts.dropped:  # noqa: ASYNC110 - the counts are another thread's
                    await asyncio.sleep(0.01)
            moved = await act(friends, table)
            await follower.reach(moved["version"], moved["revision"])
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        deaf.transport.abort()
        async with asyncio.timeout(SECONDS):
            while one.connections:  # noqa: ASYNC110 - the connections are another thread's
                await asyncio.sleep(0.01)


async def keep_asking(socket: Any) -> None:
    """Ask for the whole again and again."""
    while True:
        await socket.send("-1")
        await asyncio.sleep(0.002)


@pytest.mark.anyio
async def test_who_asks_too_often_is_shown_out(database: str, company: Company) -> None:
    with house(database, limits=1) as one:
        (ana,) = await company.all_come(one, "Ana")
        table = await gather([ana])
        async with ana.socket(table) as socket:
            for _ in range(100):
                await socket.send("0.1")
            assert await closed(socket) == 4429


@pytest.mark.anyio
async def test_news_gets_through_where_hints_are_lost(
    database: str, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        monkeypatch.setattr(one.parts.news._hints, "tell", lambda *_: None)
        async with following(friends[0].at(other), table) as follower:
            moved = await act(friends, table)
            await follower.reach(moved["version"], moved["revision"])


@pytest.mark.anyio
async def test_real_activity_shows_that_somebody_is_here(database: str, company: Company) -> None:
    with house(database) as one:
        ana, bo = await company.all_come(one, "Ana", "Bo")
        table = await gather([ana, bo])
        async with ana.socket(table) as socket:
            await heard(socket)
            await socket.send("here")
            await socket.send("-1")
            assert (await heard(socket))["here"] == [1, 2]


@pytest.mark.anyio
@pytest.mark.parametrize("socket", [True, False], ids=["socket", "polling"])
async def test_whoever_has_a_page_open_is_here_in_every_process(database: str, company: Company, socket: bool) -> None:
    with house(database) as one, house(database) as other:
        ana, bo = await company.all_come(one, "Ana", "Bo")
        table = await gather([ana, bo])
        connection = await open_connection(database)
        await connection.execute("UPDATE seats SET here = false WHERE table_id = $1", UUID(table))
        await connection.execute("UPDATE tables SET revision = revision + 1 WHERE id = $1", UUID(table))
        await connection.close()
        assert (await ana.get(f"/tables/{table}"))["here"] == []
        looking = bo.at(other)
        async with looking.socket(table) if socket else nullcontext(), asyncio.timeout(SECONDS):
            if not socket:
                await looking.get(f"/tables/{table}/news")
            while (await ana.get(f"/tables/{table}"))["here"] != [2]:  # noqa: ASYNC110 - another process tells it
                await asyncio.sleep(0.02)


@pytest.mark.anyio
async def test_news_travel_packed_and_refer_to_what_was_said_before(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        async with friends[0].socket(table, "as=html") as socket:
            await heard(socket)
            (packed,) = socket.protocol.extensions
            assert packed.remote_max_window_bits == WINDOW_BITS
            assert not packed.remote_no_context_takeover
