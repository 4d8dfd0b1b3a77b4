"""The pages: where links and buttons lead, and that none of them leads nowhere."""

import re

import httpx
import pytest

from tests.web.houses import Company, Friend, gather, house, play_out, sit

LEFT = "You left this game for good, so there is no seat for you in it any more."
SEATED = "You sit at this table already, on seat 1."
INVITED = "Sit down"


class Visitor:
    """A friend with a browser."""

    def __init__(self, friend: Friend) -> None:
        self.client, self.house = friend.client, friend.house
        self.headers = {"Cookie": f"tertulia={friend.token}", "Origin": self.house.url}

    async def see(self, path: str) -> httpx.Response:
        """The page at the end of the way to which a path leads."""
        return await self._follow(await self.client.get(self.house.address + path, headers=self.headers))

    async def send(self, path: str, **fields: str) -> httpx.Response:
        """Send a form, and see the page to which that leads."""
        return await self._follow(await self.client.post(self.house.address + path, data=fields, headers=self.headers))

    async def _follow(self, answer: httpx.Response) -> httpx.Response:
        if "watch-" in (cookie := answer.headers.get("set-cookie", "")):
            self.headers["Cookie"] += f"; {cookie.partition(';')[0]}"
        return await self.see(answer.headers["location"]) if answer.is_redirect else answer


def path(answer: httpx.Response) -> str:
    """Where a way has led."""
    return answer.url.path


@pytest.mark.anyio
async def test_who_has_left_is_told_so_by_every_way_back(database: str, company: Company) -> None:
    with house(database) as one, house(database) as other:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        ana = friends[0]
        table = await sit(friends)
        seen = await ana.get(f"/tables/{table}")
        link = await ana.post(f"/tables/{table}/seats/2/links")
        code = (await ana.post(f"/tables/{table}/seats/3/links", {"kind": "code"}))["code"]
        assert (await Visitor(ana).send(f"/tables/{table}/leave")).status_code == 200
        said = await friends[1].get(f"/tables/{table}/messages")
        for server in (one, other):
            page, program = Visitor(ana.at(server)), ana.at(server)
            for answer in (
                await page.see(f"/seat/{link['token']}"),
                await page.send(f"/seat/{link['token']}"),
                await page.send("/code", code=code),
                await page.send(f"/join/{seen['you']['invite']}", name="Ana"),
                await program.ask("POST", f"/tables/{table}/seats", json={"link": link["token"]}),
                await program.ask("POST", f"/tables/{table}/seats", json={"code": code}),
                await program.ask("POST", f"/tables/{table}/seats", json={"invite": seen["you"]["invite"]}),
            ):
                assert answer.status_code == 403
                assert LEFT in answer.text
            assert "The game has begun." in (await page.see(f"/join/{seen['you']['invite']}")).text
        seats = (await friends[1].view(table))["table"]["seats"]
        assert [seat["kind"] for seat in seats] == ["bot", "person", "person"]
        assert await friends[1].get(f"/tables/{table}/messages") == said


@pytest.mark.anyio
async def test_who_sits_at_the_table_already_finds_the_way_to_the_seat(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        ana = Visitor(friends[0])
        own, others = [(await friends[0].post(f"/tables/{table}/seats/{seat}/links"))["token"] for seat in (1, 2)]
        code = (await friends[0].post(f"/tables/{table}/seats/2/links", {"kind": "code"}))["code"]
        for refused in (
            await ana.see(f"/seat/{others}"),
            await ana.send(f"/seat/{others}"),
            await ana.send("/code", code=code),
        ):
            assert refused.status_code == 409
            assert SEATED in refused.text
            (way,) = re.findall(r'href="([^"]*)">[^<]*<svg.*?</svg> To my seat', refused.text)
            assert way == f"/tables/{table}"
        assert path(await ana.see(f"/seat/{own}")) == f"/tables/{table}"
        invite = (await friends[0].get(f"/tables/{table}"))["you"]["invite"]
        assert path(await ana.see(f"/join/{invite}")) == f"/tables/{table}"


@pytest.mark.anyio
async def test_whoever_played_comes_to_the_rematch_and_back_to_it_after_leaving(
    database: str, company: Company
) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        first = await sit(friends)
        await play_out(friends, first)
        ana, bo, _ = (Visitor(friend) for friend in friends)
        page = (await bo.see(f"/tables/{first}")).text
        assert "Rematch</button>" in page
        assert '/rematch">' in page
        assert "A rematch is being gathered." not in page
        second = path(await ana.send(f"/tables/{first}/rematch")).removeprefix("/tables/")
        assert second != first
        page = (await bo.see(f"/tables/{first}")).text
        assert "To the rematch</a>" in page
        assert page.count(f'href="/tables/{first}/rematch"') == 1, "who sees the way need not be told of it"
        assert "A rematch is being gathered." in (await bo.see(f"/api/tables/{first}/news?as=html")).text
        assert "To the rematch</a>" in (await bo.see(f"/tables/{first}?board=yes")).text
        assert "<b>Friend 1</b> gathers a rematch." in (await bo.see(f"/tables/{first}/messages")).text
        assert path(await bo.see(f"/tables/{first}/rematch")) == f"/tables/{second}"
        # who has left it
        await bo.send(f"/tables/{second}/leave")
        for way in (await bo.see(f"/tables/{first}/rematch"), await bo.send(f"/tables/{first}/rematch")):
            assert path(way).startswith("/join/")
            assert INVITED in way.text
        again = await friends[1].post(f"/tables/{first}/rematch")
        assert again["table"] == second
        await bo.send(path(way), name="Bo")
        assert path(await bo.see(f"/tables/{first}/rematch")) == f"/tables/{second}"
        assert await friends[1].post(f"/tables/{first}/rematch") == {"table": second, "invite": None}
        # who comes too late
        await bo.send(f"/tables/{second}/leave")
        await friends[2].post(f"/tables/{second}/seats", {"invite": again["invite"]})
        for _ in range(3):
            await friends[0].post(f"/tables/{second}/bots")
        assert "All seats are taken." in (await bo.see(f"/tables/{first}/rematch")).text
        await friends[0].post(f"/tables/{second}/start")
        assert "The game has begun." in (await bo.see(f"/tables/{first}/rematch")).text


@pytest.mark.anyio
async def test_a_rematch_that_all_have_left_is_no_way_but_another_can_be_made(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        first = await sit(friends)
        await play_out(friends, first)
        readers = [Visitor(friend) for friend in friends]
        second = path(await readers[0].send(f"/tables/{first}/rematch"))
        for reader in readers:
            await reader.send(f"{second}/leave")
        page = await readers[1].see(f"/tables/{first}/rematch")
        assert path(page) == f"/tables/{first}"
        assert "Rematch</button>" in page.text
        assert "To the rematch" not in page.text
        assert "A rematch is being gathered." not in page.text
        third = path(await readers[1].send(f"/tables/{first}/rematch"))
        assert third not in (second, f"/tables/{first}")
        assert path(await readers[0].see(f"/tables/{first}/rematch")) == third


@pytest.mark.anyio
async def test_watchers_are_shown_the_rematch_only_where_they_may_see_it(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        dora = Visitor(await company.come(one, "Dora"))
        for visibility, welcome in (("link", False), ("lobby", True)):
            first = await gather(friends, visibility=visibility)
            await friends[0].post(f"/tables/{first}/start")
            watch = (await friends[0].post(f"/tables/{first}/watchers"))["token"]
            await play_out(friends, first)
            second = (await friends[0].post(f"/tables/{first}/rematch"))["table"]
            page = await dora.see(f"/watch/{watch}")
            assert ("To the rematch</a>" in page.text) == welcome
            news = await dora.see(f"/api/tables/{first}/news?as=html")
            assert ("A rematch is being gathered." in news.text) == welcome
            assert ("ask them for a link to look on." in news.text) != welcome
            way = await dora.see(f"/tables/{first}/rematch")
            assert path(way) == f"/tables/{second if welcome else first}"


@pytest.mark.anyio
async def test_a_watcher_link_opens_every_page_of_its_table_and_of_no_other(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        dora = Visitor(await company.come(one, "Dora"))
        table, other = await sit(friends), await sit(friends)
        watch = (await friends[0].post(f"/tables/{table}/watchers"))["token"]
        assert (await dora.see(f"/tables/{table}")).status_code == 404
        assert (await dora.see(f"/watch/{watch}")).status_code == 200
        await play_out(friends, table)
        for way in (f"/tables/{table}", f"/tables/{table}?board=yes", f"/api/tables/{table}/record"):
            assert (await dora.see(way)).status_code == 200
        assert (await dora.see(f"/tables/{other}")).status_code == 404


@pytest.mark.anyio
async def test_whom_the_host_keeps_out_of_a_rematch_finds_no_way_back_to_it(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        first = await sit(friends)
        await play_out(friends, first)
        bo = Visitor(friends[1])
        second = (await friends[0].post(f"/tables/{first}/rematch"))["table"]
        await friends[0].ask("DELETE", f"/tables/{second}/seats/2")
        assert path(await bo.see(f"/tables/{first}/rematch")).startswith("/join/"), "a seat was freed, no more"
        await friends[0].post(f"/tables/{second}/invite")
        assert path(await bo.see(f"/tables/{first}/rematch")) == f"/tables/{first}"
        assert await friends[1].post(f"/tables/{first}/rematch") == {"table": second, "invite": None}
        assert "The host made a new invite" in (await Visitor(friends[0]).see(f"/tables/{second}/messages")).text


@pytest.mark.anyio
async def test_what_is_wrong_in_a_form_is_told_at_an_address_that_sends_nothing_again(
    database: str, company: Company
) -> None:
    with house(database, table_password="open") as one:
        ana, bo = await company.all_come(one, "Ana", "Bo")
        made = await ana.post("/tables", {"game": "cuckooo", "password": "open"})
        join, new = f"/join/{made['you']['invite']}", "/new/cuckooo"
        guest = Visitor(bo)
        for form, at, fields, told in (
            (join, join, {"name": "ana"}, "called ana already"),
            (join, join, {"name": "A" * 500}, "24 letters at most"),
            ("/me", "/me", {"name": "A\u202eB"}, "characters that cannot be seen"),
            ("/code", "/code", {"code": "AAAAAAAA"}, "This code is not valid."),
            ("/tables", new, {"game": "cuckooo", "name": "Bo", "password": "shut"}, "it was not this one"),
        ):
            answer = await bo.client.post(one.address + form, data=fields, headers=guest.headers)
            assert answer.status_code == 303
            seen = await guest.see(answer.headers["location"])
            assert (seen.request.method, path(seen), seen.status_code) == ("GET", at, 200)
            assert told in seen.text
            assert 'aria-invalid="true"' in seen.text
        assert "aria-invalid" not in (await guest.see(f"{join}?fault=table-unknown")).text


@pytest.mark.anyio
async def test_who_comes_from_a_page_whose_seat_is_gone_reads_why(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await gather(friends)
        bo = Visitor(friends[1])
        assert (await bo.see(f"/tables/{table}?freed")).url.query == b"", "who still sits there is just led back"
        await friends[0].ask("DELETE", f"/tables/{table}/seats/2")
        gone = await bo.see(f"/tables/{table}?freed")
        assert gone.status_code == 404
        assert "You no longer sit at this table" in gone.text
        assert "There is no such table" in (await bo.see(f"/tables/{table}")).text
        await friends[0].ask("PATCH", f"/tables/{table}", json={"visibility": "lobby"})
        assert "You no longer sit at this table, but you can look on." in (await bo.see(f"/tables/{table}?freed")).text


@pytest.mark.anyio
async def test_the_seats_offer_only_what_can_be_done_and_say_when_the_rest_can(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo")
        table = await sit(friends)
        seats = (await Visitor(friends[1]).see(f"/tables/{table}/seats")).text
        assert seats.count("/handover") == 1, "one's own"
        assert seats.count("possible in 5 min") == 2, "the two others'"
        assert f"/tables/{table}/host" not in seats
        host = (await Visitor(friends[0]).see(f"/tables/{table}/seats")).text
        assert host.count("/handover") == len(friends)
        assert "possible in" not in host


@pytest.mark.anyio
async def test_a_full_table_shows_no_free_seat_to_who_is_invited(database: str, company: Company) -> None:
    with house(database) as one:
        friends = await company.all_come(one, "Ana", "Bo", "Cleo", "Dora", "Eva", "Fay")
        table = await gather(friends[:4])
        invite = (await friends[0].get(f"/tables/{table}"))["you"]["invite"]
        late = Visitor(friends[5])
        page = (await late.see(f"/join/{invite}")).text
        assert "One seat is free." in page
        assert "token-open" in page
        await friends[4].post(f"/tables/{table}/seats", {"invite": invite})
        page = (await late.see(f"/join/{invite}")).text
        assert "All seats are taken." in page
        assert "token-open" not in page


@pytest.mark.anyio
async def test_back_to_the_address_of_a_form_is_back_in_the_lobby(database: str, company: Company) -> None:
    with house(database) as one:
        ana = Visitor(await company.come(one, "Ana"))
        assert path(await ana.see("/tables")) == "/"
