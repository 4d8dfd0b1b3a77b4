"""Whether the pages around the game can be read and reached by everybody, at every size, in both lights."""

import re
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.friends import Friend, Table
from tests.browser.reach import faults
from tests.browser.visitors import Visitors

Come = Callable[..., list[Friend]]
Picture = Callable[[Page, str], None]


def test_every_page_can_be_read_and_touched(company: Visitors, friends: Come, picture: Picture) -> None:
    long = "Maximiliana von Hohenf."
    gathering = Table(friends(long, "W" * 24, "Teo"), bots=1)
    gathering.friends[0].patch(f"/tables/{gathering.id}", {"visibility": "lobby"})
    visitor = company.come(gathering.friends[0], reduced_motion="reduce")
    stranger = company.come(reduced_motion="reduce")
    found: list[str] = []
    for path in ("/", "/new/cuckooo", f"/tables/{gathering.id}", f"/tables/{gathering.id}/seats", "/rules", "/me"):
        page = visitor.go(path)
        found += faults(page)
        picture(page, re.sub("[^a-z]+", "-", path[:12]))
    for path in ("/", f"/join/{gathering.invite}", "/code", "/nothing"):
        found += faults(stranger.go(path))
    page = visitor.sit(gathering.id)
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#more-2")
    page.wait_for_selector("#sheet[open] .seat-list")
    found += faults(page, ((390, 844),))
    assert "\n".join(found) == ""
