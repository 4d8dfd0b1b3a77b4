"""Whether Cudillero's page can be read and reached by everybody, in each state, at every size, in both lights."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page

from tests.browser.friends import Friend, Table
from tests.browser.hands import asked
from tests.browser.reach import LITTLE, SIZES, faults
from tests.browser.villages import go_on, mode, thought_of
from tests.browser.visitors import Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
ENDS = (SIZES[0], SIZES[-1])
LOW = ((844, 390), (720, 450), (932, 430), (1366, 650))
"""A phone on its side, a desktop at 200 %, a large phone on its side, a laptop."""
HIDDEN = """[...document.querySelectorAll("#prompt, .actions .button, #hand button")]
  .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.bottom > innerHeight + 1 || box.top < 0 || box.right > innerWidth + 1)
  .map(([one]) => one.textContent.trim())"""
STATES = {
    "keep": "#choosing [data-piece][data-can]",
    "bid": "[data-bid-button]",
    "add": ".cud-big[data-can]",
    "turn": "#hand [data-piece][data-can]",
    "value": "[data-mode-of=value]",
    "roof": ".cud-worth",
}
"""What is asked, and what lies on the page then."""


def out_of_sight(page: Page) -> list[str]:
    """What one needs in order to play and does not see on a low screen, and what is too small there."""
    found: list[str] = []
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} x {height}: hard to touch: {one}" for one in page.evaluate(LITTLE)]
        found += [f"{width} x {height}: out of sight: {one}" for one in page.evaluate(HIDDEN)]
        if page.evaluate("document.documentElement.scrollHeight > innerHeight"):
            found.append(f"{width} x {height}: the page must be scrolled")
    return found


def test_every_state_can_be_read_and_touched(company: Visitors, friends: Come) -> None:
    table = Table(friends("Maximiliane-Theodora", "Olmo", "Teo"), game="cudillero", personal="on", stock="on").start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    rng, found, open_ = Random(2), [], set(STATES)
    while waiting := table.waiting():
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
            found += [f"{key}: {one}" for one in out_of_sight(page)]
            page.keyboard.press("Escape")
        table.play(waiting[0], thought_of(table.seen(waiting[0])["private"], rng))
    assert open_ <= {"value", "roof"}, "all states were seen that come in every game"
    wait(lambda: page.is_visible("#telling"), "the score is told")
    found += [f"the end: {one}" for one in faults(page, ENDS)]
    page.click("#ending a")
    page.wait_for_selector(".cud-final")
    found += [f"the ranking: {one}" for one in faults(page, ENDS)]
    page.goto(f"{company.address}/rules/cudillero")
    found += [f"the rules: {one}" for one in faults(page, ENDS)]
    assert "\n".join(found) == ""
