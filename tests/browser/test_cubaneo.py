"""Cubaneo on its page: a whole game by clicks, taking back, reloading in mid-action, secrets, the keyboard alone."""

import json
import re
import time
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page

from tests.browser.friends import Action, Friend, Table
from tests.browser.hands import asked
from tests.browser.havana import do, heard, part, play, reach, shows, thought_of, touch
from tests.browser.visitors import PHONE, Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
Seated = Callable[..., Table]
SEED = 2
"""Of a game in which the first seat soon can pay for buildings, votes, tax and duty."""


@pytest.fixture
def seated(friends: Come) -> Seated:
    """seated("Inés", "Olmo", bots=1): a table that plays the same game in every run."""

    def seat(*names: str, bots: int = 0) -> Table:
        return Table(friends(*names), game="cubaneo", bots=bots).start(SEED)

    return seat


def settled(page: Page, key: str) -> None:
    """Wait until the page asks a question of that key, and stands still."""
    wait(lambda: asked(page) and shows(page, key), f"the page asks {key}")
    wait(lambda: page.get_attribute("body", "data-busy") is None, "nothing is on its way")
    heard(page)


def test_a_whole_game_on_a_phone_and_a_desktop(company: Visitors, seated: Seated) -> None:
    """Two play by hand, a bot plays along."""
    table = seated("Inés", "Olmo", bots=1)
    phone = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    desktop = company.come(table.friends[1], reduced_motion="reduce").sit(table.id)
    rng = Random(4)
    while not phone.is_visible("#ending a"):
        if not play(phone, table, 1, rng) and not play(desktop, table, 2, rng):
            wait(lambda: phone.is_visible("#ending a") or asked(phone) or asked(desktop), "somebody is asked")
    for page in (phone, desktop):
        heard(page)
        page.click("#ending a")
        page.wait_for_selector(".cb-course-figure")
        assert page.locator(".score tbody tr").count() == 8
        assert page.locator(".cb-chart:visible .cb-course").count() == 3
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_deals_outlive_a_reload_and_can_be_taken_back_one_by_one(company: Visitors, seated: Seated) -> None:
    table = seated("Inés", "Olmo")
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    pesos = reach(table, "tradeswoman")["public"]["player-1"]["pesos"]
    settled(page, "tradeswoman")
    for count in (1, 2):
        page.locator('#scene [data-do*="buy"][data-ready]').first.click()
        wait(lambda: page.locator(".cb-slip ol b").count() == count, f"{count} deals are on the slip")  # noqa: B023
    page.reload()
    assert page.locator(".cb-slip ol b").count() == 2
    left = table.seen()["public"]["player-1"]["pesos"]
    assert page.inner_text(".cb-slip .cb-total").split() == ["Purse", str(pesos), str(left)]
    for count in (1, 0):
        page.click("#do-undo")
        wait(lambda: page.locator(".cb-slip ol b").count() == count, f"{count} deals are left")  # noqa: B023
    assert page.inner_text(".cb-slip .cb-now") == str(pesos)
    assert page.locator(".cb-offer:visible").count(), "a reward instead is possible again"


def test_a_space_shows_what_it_would_bear_before_one_works_there(company: Visitors, seated: Seated) -> None:
    table = seated("Inés", "Olmo")
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    yields = reach(table, "worker-space")["private"]["prompt"]["data"]["yields"]
    settled(page, "worker-space")
    for space in (5, 10):
        page.hover(f'[data-piece="space-{space}"]')
        goods = [page.locator(f"#bench {home}:visible .cb-piece").count() for home in (".cb-loot", ".cb-picks")]
        bears = yields[space]
        assert goods == [
            sum(bears.get(kind, 0) for kind in ("wood", "water", "stone")),
            sum(bears.get(kind, 0) for kind in ("citrus_fruits", "sugar_cane", "tobacco")),
        ]
    page.click("label:has(#cb-part-others)")
    assert page.is_hidden("#mine"), "the own property does not lie over those of the others"
    page.click("label:has(#cb-part-board)")
    do(page, {"type": "work", "space": 5})
    wait(lambda: table.seen()["public"]["player-1"]["worker"] == 5, "the worker is there")


def test_the_display_is_searched_and_shows_what_can_be_paid(company: Visitors, seated: Seated) -> None:
    table = seated("Inés", "Olmo")
    page = company.come(table.friends[0], size=PHONE, reduced_motion="reduce").sit(table.id)
    seen = reach(table, "turn")
    part(page, "houses")
    wait(lambda: page.locator("#wares > li:visible").count() == len(seen["public"]["display"]), "all are shown")
    page.fill("#cb-search", "rum")
    names = page.eval_on_selector_all("#wares > li:not([hidden])", "all => all.map(one => one.dataset.cbWords)")
    assert names
    assert all("rum" in name.lower() for name in names)
    page.fill("#cb-search", "")
    page.click(".segment:has(#cb-payable)")
    stock = seen["public"]["player-1"]["goods"]
    book = {house["number"]: house["cost"] for house in seen["public"]["book"]["buildings"]}
    payable = [n for n in seen["public"]["display"] if all(stock.get(good, 0) >= k for good, k in book[n].items())]
    assert page.locator("#wares > li:visible").count() == len(payable)


def test_votes_stay_secret_until_all_have_decided(company: Visitors, seated: Seated) -> None:
    table = seated("Inés", "Olmo")
    reach(table, "votes")
    page, other = (company.come(friend, reduced_motion="reduce").sit(table.id) for friend in table.friends)
    settled(page, "votes")
    before = other.inner_text(".players")
    do(page, {"type": "vote", "votes": 1})
    wait(lambda: other.locator(".cb-ballot-seal svg").count() == 1, "the other sees that the vote is sealed")
    assert "bought" not in other.inner_text("#parliament")
    assert other.inner_text(".players") == before, "nothing is booked yet"
    page.reload()
    assert page.inner_text("[data-cb-stepper] [data-cb-count] >> nth=0") == "1", "one sees one's own vote"
    settled(other, "votes")
    do(other, {"type": "vote", "votes": 0})
    for one in (page, other):
        wait(lambda: one.locator(".cb-tallies .is-best").count() == 1, "all see who won")  # noqa: B023
        heard(one)
        assert one.inner_text(".cb-verdict").strip()


@pytest.mark.parametrize(
    ("key", "one", "other"),
    [
        ("votes", {"type": "vote", "votes": 0}, {"type": "vote", "votes": 2}),
        (
            "dues",
            {"type": "pay", "tax": False, "duty": False, "resource": ""},
            {"type": "pay", "tax": True, "duty": False, "resource": ""},
        ),
    ],
)
def test_what_one_has_sealed_changes_no_byte_that_another_gets(
    company: Visitors, seated: Seated, key: str, one: Action, other: Action
) -> None:
    """Two tables play the same game; in one of them the first seat decides otherwise."""
    heard_by = []
    for decision in (one, other):
        table = seated("Inés", "Olmo")
        reach(table, key)
        visitor = company.come(table.friends[1], reduced_motion="reduce")
        frames: list[str] = []
        listen(visitor.page, frames)
        page = visitor.sit(table.id)
        settled(page, key)
        table.play(1, decision)
        wait(lambda: page.locator("#state-1.is-done, #state-1 .is-done").count() == 1, "the first seat has decided")  # noqa: B023
        got = [*frames, json.dumps(table.seen(2)), *at_rest(page)]
        heard_by.append([neutral(text, table) for text in got])
    assert heard_by[0] == heard_by[1]


def listen(page: Page, frames: list[str]) -> None:
    """Keep what comes through the page's sockets."""
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))


def at_rest(page: Page) -> list[str]:
    """Board and rack as HTML, once nothing has changed in them for half a second."""
    seen: list[str] = []
    since = time.monotonic()

    def rests() -> bool:
        nonlocal seen, since
        now = [page.inner_html("main"), page.inner_html(".rack")]
        if now != seen:
            seen, since = now, time.monotonic()
        return time.monotonic() - since > 0.5

    wait(rests, "nothing changes any more")
    return seen


def neutral(text: str, table: Table) -> str:
    """The text without what differs between any two tables: their number, their invitation, and times."""
    bare = text.replace(table.id, "").replace(table.invite, "")
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)|\d\d:\d\d", "", bare)


def test_a_sealed_decision_lies_there_until_it_is_changed(company: Visitors, seated: Seated) -> None:
    table = seated("Inés", "Olmo")
    reach(table, "dues")
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    settled(page, "dues")
    do(page, {"type": "pay", "tax": True, "duty": False, "resource": ""})
    button = page.locator("[data-cb-dues]")
    wait(lambda: button.get_attribute("data-cb-same") == "Sealed", "the button says that it is sealed")
    page.reload()
    wait(lambda: button.get_attribute("data-cb-same") == "Sealed", "it says so after a reload")
    assert page.get_attribute('[data-cb-pay="tax"][data-cb-value="yes"]', "aria-pressed") == "true"
    page.click('[data-cb-pay="tax"][data-cb-value=""]')
    assert button.get_attribute("data-cb-same") is None
    button.click()
    wait(lambda: table.seen()["private"]["decision"]["tax"] is False, "another decision is sealed")


def test_another_building_takes_the_place_of_the_first(company: Visitors, seated: Seated) -> None:
    """Low numbers are numbers of spaces, too."""
    table = seated("Inés", "Olmo")
    can = reach(table, "architect")["private"]["choices"]
    first, second = next(one["fields"]["building"]["values"] for one in can if one["type"] == "build")[:2]
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    settled(page, "architect")
    for number in (first, second):
        touch(page, f"building-{number}")
    pressed = page.eval_on_selector_all("#wares [aria-pressed=true]", "all => all.map(one => one.dataset.piece)")
    assert pressed == [f"building-{second}"]
    assert page.locator("#mine [data-do*=build][data-ready]").count() == 11


def test_what_spoils_is_told_in_order(company: Visitors, seated: Seated) -> None:
    table = seated("Inés", "Olmo")
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    rng = Random(3)
    while table.seen()["public"]["turn"]["round"] == 1:
        seat = table.waiting()[0]
        table.play(seat, thought_of(table.choices(seat), rng))
    wait(lambda: page.is_visible("#cb-tale"), "what happened is told")
    chapters = page.locator(".cb-tale-steps li").count()
    told = [page.inner_text("#cb-tale h2")]
    page.dblclick('[data-cb-tale="next"]')
    while page.is_visible("#cb-tale"):
        told.append(page.inner_text("#cb-tale h2"))
        page.click('[data-cb-tale="next"]')
    assert len(told) == chapters, "a double tap turns one page"
    assert told[-3:] == ["Products spoil", "Ships sail", "A new round"]
    assert {"Parliament", "Tax, duty, subsidy"} & set(told)


def test_a_turn_by_keyboard_alone(company: Visitors, seated: Seated) -> None:
    table = seated("Inés", "Olmo")
    reach(table, "turn")
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)

    def tab_to(selector: str) -> None:
        for _ in range(150):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}.")

    settled(page, "turn")
    tab_to('#hand [data-piece="worker"]')
    page.keyboard.press("Space")
    tab_to(".cb-do-play")
    page.keyboard.press("Enter")
    settled(page, "worker-space")
    tab_to('[data-piece="space-0"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    tab_to('#actions [data-do*="work"]')
    page.keyboard.press("Enter")
    wait(lambda: table.seen()["public"]["player-1"]["worker"] == 1, "the worker is there")
    settled(page, table.seen()["private"]["prompt"]["key"])
    tab_to('#actions [data-do*="harvest"], #actions [data-do*="end"]')
    page.keyboard.press("Enter")
    wait(lambda: not shows(page, "worker-products"), "the products are in")
    if shows(page, "end"):
        tab_to(".cb-do-end")
        page.keyboard.press("Enter")
    wait(lambda: table.waiting() == [2], "it is the other's turn")
