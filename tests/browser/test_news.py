"""Whatever happens to the line, a page ends up showing what the server has."""

import json
from collections.abc import Callable

import pytest

from tests.browser.boards import agrees, chosen, number, pieces, shown, truth
from tests.browser.friends import Friend, Table
from tests.browser.servers import Wire
from tests.browser.visitors import Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
NAMED = "[...document.querySelectorAll('*')].filter(e => e.style.viewTransitionName).length"


@pytest.fixture
def table(friends: Come) -> Table:
    """A table of three at the beginning: all choose three cards, and may choose again until the last has."""
    return Table(friends("Inés", "Olmo", "Teo")).start()


def test_network_off_and_on(company: Visitors, wire: Wire, table: Table) -> None:
    visitor = company.come(table.friends[0])
    page = visitor.sit(table.id)
    visitor.context.set_offline(True)
    wire.cut()
    wait(lambda: visitor.linked("away"), "the page says that the line is lost")
    assert page.is_visible('#connection [data-link="away"]')
    assert page.is_visible('.rail [aria-label="No connection"]')
    page.click("#hand [data-piece] >> nth=0")
    assert len(chosen(page)) == 1, "one may go on choosing"
    assert page.get_attribute("#actions [data-do]", "aria-disabled") == "true"
    page.click("#actions [data-do]", force=True)
    assert "connection" in page.inner_text("#objection")
    before = number(page)
    table.repick(2)
    visitor.context.set_offline(False)
    visitor.live()
    wait(lambda: number(page) > before, "what happened meanwhile is told")
    assert not page.is_visible('#connection [data-link="away"]')
    assert page.is_hidden("#objection"), "it is true no more"


def test_a_line_that_swallows_everything_is_noticed_on_waking(company: Visitors, wire: Wire, table: Table) -> None:
    """After sleep the socket looks open and is dead."""
    page = company.come(table.friends[0]).sit(table.id)
    before = number(page)
    wire.deafen()
    table.repick(2)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    wait(lambda: number(page) > before, "the page has asked anew", 20)


@pytest.mark.parametrize("how", ["refuse", "mute", "first"])
def test_blocked_sockets_mean_polling_and_the_page_says_so(
    company: Visitors, wire: Wire, table: Table, how: str
) -> None:
    wire.sockets = how
    visitor = company.come(table.friends[0])
    page = visitor.go(f"/tables/{table.id}")
    wait(lambda: visitor.linked("polling"), "the page asks instead")
    wait(lambda: page.is_visible('#connection [data-link="polling"]'), "and says so")
    before = number(page)
    table.repick(2)
    wait(lambda: number(page) > before, "a poll brings the news")
    for place in range(3):
        page.click(f"#hand [data-piece] >> nth={place}")
    page.click("#actions [data-do]")
    wait(lambda: 1 in table.seen()["public"]["turn"]["done"], "the own move arrives")
    wait(lambda: page.locator("#prompt[data-asked]").count() == 0, "and shows")
    wire.sockets = "pass"
    page.evaluate("dispatchEvent(new Event('online'))")
    visitor.live()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/news?" in request.url else None)
    page.wait_for_timeout(2500)
    assert asked == [], "with the socket back nobody polls any more"


def test_a_hidden_tab_returns_to_a_fresh_board(company: Visitors, table: Table) -> None:
    visitor = company.come(table.friends[0])
    page = visitor.sit(table.id)
    session = visitor.context.new_cdp_session(page)
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => window.away });"
        "window.away = true; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.play_until("flock", 1, "lay")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    agrees(page, table, 1)


def test_back_and_forward(company: Visitors, table: Table) -> None:
    visitor = company.come(table.friends[0])
    page = visitor.sit(table.id)
    page.evaluate("window.same = true")
    page.evaluate("document.querySelector('.rail-home').click()")
    page.wait_for_selector(".lobby")
    table.play_until("flock", 1, "lay")
    page.evaluate("history.back()")
    # A page from the cache has no load event.
    page.wait_for_url(f"**/tables/{table.id}", wait_until="commit")
    agrees(page, table, 1)
    assert page.evaluate("window.same") is True, "the page came from the cache, with its script"
    visitor.live()
    card = next(c for c in table.choices(1) if c["type"] == "lay")["fields"]["card"]["values"][0]
    page.click(f'#hand [data-piece="{card}"]')
    page.click("#actions .ck-do-lay")
    wait(lambda: truth(table, 1)["row"][-1] == card, "one plays on")


def test_thirty_rapid_moves(company: Visitors, table: Table) -> None:
    pages = [company.come(friend).sit(table.id) for friend in table.friends]
    for turn in range(30):
        table.repick(2, turn)
    table.play_until("flock")
    for seat, page in enumerate(pages, 1):
        agrees(page, table, seat)
        wait(lambda page=page: not page.evaluate(NAMED), "no piece keeps the name of a flight")  # type: ignore[misc]


def test_a_gap_is_noticed_and_the_whole_asked_for(company: Visitors, table: Table) -> None:
    visitor = company.come(
        table.friends[1],
        witness="""
        const Real = WebSocket;
        window.WebSocket = class extends Real {
          set onmessage(hear) {
            super.onmessage = hear && ((event) => {
              const { from, to } = JSON.parse(event.data);
              if (window.deaf && String(from) !== String(to)) window.deaf--;
              else hear(event);
            });
          }
          send(text) { seen.asked.push(text); super.send(text); }
        };""",
    )
    page = visitor.sit(table.id)
    before = number(page)
    page.evaluate("window.deaf = 1")
    table.repick(1)
    wait(lambda: page.evaluate("window.deaf") == 0, "a step was lost")
    table.repick(1, 1)
    wait(lambda: "-1" in page.evaluate("seen.asked.map(String)"), "the whole is asked for")
    wait(lambda: number(page) >= before + 2, "and nothing is missing")
    table.play_until("flock")
    agrees(page, table, 2)


def test_another_build_reloads_when_nothing_is_half_done(company: Visitors, wire: Wire, table: Table) -> None:
    page = company.come(table.friends[0]).sit(table.id)
    page.evaluate("window.same = true")
    page.click("#hand [data-piece] >> nth=0")
    page.evaluate("document.body.dataset.build = 'another'")
    before = number(page)
    table.repick(2)
    wait(lambda: number(page) > before, "news have come")
    assert page.evaluate("window.same") is True, "a choice is half made"
    page.click("#hand [data-piece] >> nth=0")
    wait(lambda: page.evaluate("!window.same && document.body.dataset.link === 'live'"), "the page is loaded anew")


def test_no_page_tells_what_another_holds(company: Visitors, table: Table) -> None:
    table.play_until("flock", 1)
    page = company.come(table.friends[1]).sit(table.id)
    hidden = set(table.seen(1)["private"]["hand"]) - set(table.seen(2)["private"]["passed"]["given"])
    assert hidden
    html = page.content() + json.dumps(table.seen(2))
    assert [card for card in hidden if f'"{card}"' in html] == []


def test_unchanged_regions_stay_the_same_elements(company: Visitors, table: Table) -> None:
    table.play_until("flock", 1, "lay")
    page = company.come(table.friends[0]).sit(table.id)
    page.evaluate("() => { window.kept = document.querySelector('#cuckoos'); kept.dataset.mine = 'yes'; }")
    row = len(pieces(page, "row"))
    table.play(1)
    wait(lambda: len(pieces(page, "row")) > row, "the row has grown")
    assert page.evaluate("document.querySelector('#cuckoos') === kept && kept.dataset.mine === 'yes'")
    assert shown(page, 1, 3) == truth(table, 1)
