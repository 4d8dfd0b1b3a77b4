"""Whether Cudillero's page can be read and reached by everybody, in each state, at every size."""

from collections.abc import Callable
from random import Random

import pytest

from tests.browser.friends import Friend, Table
from tests.browser.hands import asked
from tests.browser.reach import SIZES, faults
from tests.browser.villages import go_on, mode, thought_of
from tests.browser.visitors import Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
ENDS = (SIZES[0], SIZES[-1])
STATES = {
    "keep": "#choosing [data-piece][data-can]",
    "bid": "[data-bid-button]",
    "add": ".cud-big[data-can]",
    "turn": "#hand [data-piece][data-can]",
    "value": "[data-mode-of=value]",
    "roof": ".cud-worth",
}
"""What is asked, and what lies on the page then."""


@pytest.mark.parametrize("light", ["dark", "light"])
def test_every_state_can_be_read_and_touched(company: Visitors, friends: Come, light: str) -> None:
    table = Table(friends("Maximiliane-Theodora", "Olmo", "Teo"), game="cudillero", personal="on", stock="on").start()
    page = company.come(table.friends[0], reduced_motion="reduce", color_scheme=light).sit(table.id)
    rng, found, open_ = Random(2), [], set(STATES)
    while (waiting := table.waiting()) and (light == "dark" or not open_ <= {"value", "roof"}):
        own = table.seen(1)["private"]
        key = own["prompt"]["key"]
        if key == "turn" and "value" in open_ and any(choice["type"] == "value" for choice in own["choices"]):
            key = "value"
        if waiting[0] == 1 and key in open_ and (key != "turn" or own["spots"]):
            open_.discard(key)
            wait(lambda: asked(page) and page.locator(STATES[key]).count() > 0, f"the page asks {key}")  # noqa: B023
            found += [f"{key}, told: {one}" for one in (faults(page, ENDS) if page.is_visible("#cud-go-on") else [])]
            go_on(page)
            if key == "value":
                mode(page, "value")
            if key == "turn":
                page.click("#hand [data-piece][data-can]")
            found += [f"{key}: {one}" for one in faults(page, SIZES if key == "turn" else ENDS)]
            page.keyboard.press("Escape")
        table.play(waiting[0], thought_of(table.seen(waiting[0])["private"], rng))
    assert open_ <= {"value", "roof"}, "all states were seen that come in every game"
    assert "\n".join(found) == ""
    if light == "light":
        return
    wait(lambda: page.is_visible("#telling"), "the score is told")
    found += [f"the end: {one}" for one in faults(page, ENDS)]
    page.click("#ending a")
    page.wait_for_selector(".cud-final")
    found += [f"the ranking: {one}" for one in faults(page, ENDS)]
    page.goto(f"{company.address}/rules/cudillero")
    found += [f"the rules: {one}" for one in faults(page, ENDS)]
    assert "\n".join(found) == ""
