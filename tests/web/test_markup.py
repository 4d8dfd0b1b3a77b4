"""Markup that people write is letters on every page, wherever it was written."""

import httpx
import pytest

from tests.web.houses import Company, Friend, House, house

MARKUP = "\"><u>%s&amp;'<!--"
"""No template has `<u>`; it also leaves attributes, spoils formats of texts, and begins comments."""
LONG = MARKUP + "x" * 20
"""The same, as a name that is refused for its length."""


def harmless(page: httpx.Response) -> httpx.Response:
    """A page in which the markup stands as letters, if it is told."""
    assert page.status_code < 500
    assert "<u>" not in page.text
    assert "<!--" not in page.text
    return page


class Reader:
    """A friend at the pages."""

    def __init__(self, friend: Friend, house: House) -> None:
        self.client, self.address = friend.client, house.address
        self.headers = {"Cookie": f"tertulia={friend.token}", "Origin": house.url}

    async def see(self, path: str) -> httpx.Response:
        """A page, which is harmless."""
        return harmless(await self.client.get(self.address + path, headers=self.headers, follow_redirects=True))

    async def fill(self, path: str, **fields: str) -> httpx.Response:
        """Send a form; the page that answers is harmless."""
        return harmless(await self.client.post(self.address + path, data=fields, headers=self.headers))


@pytest.mark.anyio
async def test_markup_in_any_field_comes_back_as_letters(database: str, company: Company) -> None:
    with house(database, table_password="open") as one:
        ana, bo, cleo, other = await company.all_come(one, "Ana", MARKUP, MARKUP + "2", "Nobody")
        first, nobody = Reader(ana, one), Reader(other, one)
        table = (await ana.post("/tables", {"game": "cuckooo", "name": MARKUP + "1", "password": "open"}))["table"][
            "id"
        ]
        invite = (await ana.get(f"/tables/{table}"))["you"]["invite"]
        at = f"/tables/{table}"
        stranger = Reader(bo, one)
        told = [
            await stranger.fill("/tables", game="cuckooo", name=LONG, password="open"),
            await stranger.fill("/tables", game="cuckooo", name="Bo", password=MARKUP),
            await stranger.fill("/tables", game=MARKUP),
            await stranger.fill(f"/join/{invite}", name=MARKUP + "1"),
            await stranger.fill(f"/join/{invite}", name=LONG),
            await stranger.fill("/join/" + MARKUP, name=MARKUP),
            await stranger.fill("/code", code=MARKUP),
            await stranger.fill("/me", name=LONG),
            await first.fill(f"{at}/options", flocks=MARKUP),
            await first.fill(f"{at}/options", visibility=MARKUP),
            await first.fill(f"{at}/rename", name=LONG),
            await first.fill(f"{at}/seats/1/move", to=MARKUP),
            await first.fill(f"{at}/seats/1/link", kind=MARKUP),
        ]
        assert any("&lt;u&gt;" in page.text for page in told), "the name that is taken is told"
        for number, friend in enumerate((bo, cleo), 2):
            await friend.post(f"{at}/seats", {"invite": invite, "name": f"{MARKUP}{number}"})
        await first.fill(f"{at}/messages", text=MARKUP)
        await first.fill(f"{at}/options", visibility="lobby")
        pages = [
            "/",
            "/me",
            "/new/cuckooo",
            "/new/" + MARKUP,
            at,
            f"{at}/seats",
            f"{at}/messages",
            f"{at}?watch={MARKUP}",
        ]
        for page in (*pages, "/join/" + MARKUP, "/watch/" + MARKUP, "/seat/" + MARKUP, "/rules/" + MARKUP):
            await first.see(page)
        seen = await nobody.see("/")
        assert "&lt;u&gt;" in seen.text
        await nobody.see(f"/join/{invite}")
        await first.fill(f"{at}/start")
        playing = await first.see(at)
        assert playing.text.count("&lt;u&gt;") > len("abc")
        await nobody.see(at)
        await first.fill(f"{at}/leave")
        await stranger.see(at)
