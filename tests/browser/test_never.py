"""What must never happen to people before a browser, where no other test here shows that it does not.

docs/reliability.md lists all of it, each line with its tests.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.boards import agrees, choose, number, pieces, truth
from tests.browser.friends import Friend, Table
from tests.browser.proxy import Proxy
from tests.browser.servers import Server
from tests.browser.visitors import PHONE, Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
# What people can scroll is scrolled a little, the log also back to earlier lines; then it is told where everything is.
SCROLL = """() => {
  const scrolls = (one) => one === document.scrollingElement || /auto|scroll/.test(getComputedStyle(one).overflowY);
  const scrolled = [...document.querySelectorAll("*")].filter((one) => {
    one.scrollTop = 15;
    return scrolls(one) && one.scrollTop === 15;
  });
  const list = document.querySelector(".side-log .log");
  list.scrollTop = -40;
  if (list.scrollTop > -40) return null;
  const top = list.getBoundingClientRect().top;
  const line = [...document.querySelectorAll("#log > li")].find((one) => one.getBoundingClientRect().top >= top);
  window.places = () => ({
    scrolled: scrolled.map((one) => one.scrollTop),
    line: line.isConnected && Math.round(line.getBoundingClientRect().top - list.getBoundingClientRect().top),
  });
  return window.places();
}"""

READY = """() => {
  const button = document.querySelector("#actions .ck-do-lay");
  window.signal = new BroadcastChannel("press");
  signal.onmessage = () => button.click();
}"""
PRESS = "() => { signal.postMessage(null); signal.onmessage(); }"


@pytest.fixture
def table(friends: Come) -> Table:
    """A table of three at the beginning: all choose three cards."""
    return Table(friends("Inés", "Olmo", "Teo")).start()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A proxy before the server."""
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def card_to_lay(table: Table) -> str:
    """Play on until the first seat may lay a card; that card."""
    table.play_until("flock", 1, "lay")
    choice = next(choice for choice in table.choices(1) if choice["type"] == "lay")
    card: str = choice["fields"]["card"]["values"][0]
    return card


def test_two_tabs_of_a_seat_that_press_at_once_make_one_move_and_agree(company: Visitors, table: Table) -> None:
    card = card_to_lay(table)
    before = table.version
    visitor = company.come(table.friends[0])
    tabs = [visitor.sit(table.id), visitor.context.new_page()]
    tabs[1].goto(tabs[0].url)
    wait(lambda: tabs[1].get_attribute("body", "data-link") == "live", "the second tab is live")
    for tab in tabs:
        tab.evaluate("window.same = true")
        choose(tab, card)
        tab.evaluate(READY)
    tabs[1].evaluate(PRESS)
    wait(lambda: table.version > before, "the card is laid")
    for tab in tabs:
        wait(lambda tab=tab: tab.get_attribute("body", "data-busy") is None, "it is answered")  # type: ignore[misc]
        agrees(tab, table, 1)
        assert tab.evaluate("window.same") is True, "a tab loaded itself again"
    assert table.version == before + 1


def test_a_wrong_tap_is_taken_back(company: Visitors, table: Table) -> None:
    card = card_to_lay(table)
    page = company.come(table.friends[0]).sit(table.id)
    other = company.come(table.friends[1]).sit(table.id)
    before = truth(table, 1)
    choose(page, card)
    page.click("#actions .ck-do-lay")
    wait(lambda: card in pieces(other, "row"), "all see the card on the row")
    wait(lambda: page.locator("#do-undo:not([aria-disabled])").count() == 1, "it can be taken back")
    page.click("#do-undo")
    wait(lambda: truth(table, 1) == before, "the card is in the hand again")
    agrees(page, table, 1)
    agrees(other, table, 2)


@pytest.mark.parametrize("size", [{"width": 1100, "height": 640}, {"width": 360, "height": 480}], ids=["wide", "phone"])
def test_the_moves_of_others_move_nothing_under_the_eyes(company: Visitors, table: Table, size: dict[str, int]) -> None:
    """Whoever has scrolled somewhere, on the page or up in the log, stays there."""
    page = company.come(table.friends[0], size=size).sit(table.id)
    table.play_until("flock")
    for _ in range(12):
        table.play(table.waiting()[0])
    agrees(page, table, 1)
    if page.is_visible("#drawer-button"):
        page.click("#drawer-button")
    places = page.evaluate(SCROLL)
    assert places
    before = number(page)
    for _ in range(3):
        table.play(table.waiting()[0])
    wait(lambda: number(page) > before, "the news have come")
    agrees(page, table, 1)
    assert page.evaluate("places()") == places


def test_nobody_else_gets_the_seat_of_somebody_whose_browser_is_gone(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"))
    visitor = company.come(table.friends[1], size=PHONE)
    visitor.sit(table.id)
    visitor.page.close()
    stranger = company.come(size=PHONE)
    page = stranger.go(f"/join/{table.invite}")
    page.fill("#name", "Olmo")
    page.press("#name", "Enter")
    page.wait_for_selector("#name")
    assert "/join/" in page.url or page.locator(".gathering").count() == 0, "the name is somebody's"
    page.fill("#name", "Teo")
    page.press("#name", "Enter")
    page.wait_for_selector(".gathering")
    assert names(table) == ["Inés", "Olmo", "Teo"]
    table.start()
    late = company.come(size=PHONE).go(f"/join/{table.invite}")
    assert late.locator(".form-sit").count() == 0, "a game that runs has no seat to take"
    refused = friends("Nobody")[0].try_post(f"/tables/{table.id}/seats", {"invite": table.invite, "name": "Olmo 2"})
    assert refused.status_code == 409
    again = visitor.context.new_page()
    again.goto(f"{visitor.address}/tables/{table.id}")
    again.wait_for_selector("#hand [data-can]")
    agrees(again, table, 2)
    assert names(table) == ["Inés", "Olmo", "Teo"]


def names(table: Table) -> list[str]:
    """Who sits at a table."""
    return [seat["name"] for seat in table.seen()["table"]["seats"] if seat["kind"] == "person"]


def test_behind_a_proxy_with_https_all_is_https(company: Visitors, friends: Come, proxy: Proxy) -> None:
    table = Table(friends("Inés", "Olmo"))
    visitor = company.come(address=proxy.url, ignore_https_errors=True)
    sockets: list[str] = []
    visitor.page.on("websocket", lambda socket: sockets.append(socket.url))
    page = visitor.go(f"/join/{table.invite}")
    page.fill("#name", "Teo")
    page.press("#name", "Enter")
    page.wait_for_selector(".gathering")
    assert invite_shown(page).startswith(proxy.url)
    (cookie,) = visitor.context.cookies()
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"]) == (True, True, "Lax")
    table.start()
    page.wait_for_selector("#hand [data-can]")
    visitor.live()
    assert sockets
    assert all(socket.startswith("wss://") for socket in sockets)
    for place in range(3):
        page.click(f"#hand [data-piece] >> nth={place}")
    page.click("#actions [data-do]")
    wait(lambda: 3 in table.seen()["public"]["turn"]["done"], "a move goes through")
    assert visitor.hosts == {proxy.url.removeprefix("https://")}


def invite_shown(page: Page) -> str:
    """The address that the page gives for friends."""
    found = re.search(r"https?://[^\s\"<]+/join/[\w-]+", page.content())
    assert found
    return found.group()
