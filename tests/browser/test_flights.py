"""Pieces fly where they go, and no tap is lost to a flight."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.boards import agrees, choose, chosen, pieces, playable
from tests.browser.friends import Friend, Table
from tests.browser.visitors import Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
LANDED = "seen.flights.length > 0 && seen.flights.every(flight => flight.took)"

COPY = """() => {
  const copy = document.body.appendChild(document.createElement("p"));
  copy.style.viewTransitionName = "fly-0";
}"""
"""A copy of what flew last, which a game has made meanwhile."""


@pytest.fixture
def table(friends: Come) -> Table:
    """A table of three at the moment when the first may lay a card."""
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    table.play_until("flock", 1, "lay")
    return table


def flying(page: Page) -> None:
    wait(lambda: bool(page.evaluate("seen.flights.some(flight => flight.groups.length)")), "a flight")


def names_left(page: Page) -> int:
    left: int = page.evaluate("[...document.querySelectorAll('*')].filter(e => e.style.viewTransitionName).length")
    return left


def lay(table: Table, seat: int) -> str:
    """Another seat lays a card on the row."""
    card = table_lay(table, seat)
    table.play(seat, {"type": "lay", "card": card})
    return card


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_flies_from_hand_to_row_on_two_pages(company: Visitors, table: Table) -> None:
    one, two = (company.come(friend, flight=400).sit(table.id) for friend in table.friends[:2])
    for page in (one, two):
        page.evaluate(COPY)
    card = table_lay(table, 1)
    choose(one, card)
    one.click("#actions .ck-do-lay")
    for page in (one, two):
        wait(lambda page=page: pieces(page, "row")[-1] == card, "the card lies in the row")  # type: ignore[misc]
        wait(lambda page=page: bool(page.evaluate(LANDED)), "the flight has landed")  # type: ignore[misc]
        flight = page.evaluate("seen.flights[0]")
        assert any("fly-" in name for name in flight["moved"]), flight
        assert not [name for name in flight["groups"] if "root" in name]
        assert names_left(page) == 0
    agrees(one, table, 1)
    agrees(two, table, 2)
    assert "lays" in two.inner_text("#say")


@pytest.mark.parametrize("moment", ["flying", "taking pictures"])
def test_a_tap_during_a_flight_counts(company: Visitors, table: Table, moment: str) -> None:
    page = company.come(table.friends[0], flight=4000).sit(table.id)
    if moment == "taking pictures":
        page.evaluate("window.slow = 1500")
    choose(page, table_lay(table, 1))
    before = table.version
    spot = centre(page, "#do-undo")
    page.click("#actions .ck-do-lay")
    if moment == "flying":
        flying(page)
        page.evaluate("addEventListener('click', () => { seen.during = !seen.flights[0].took }, true)")
        page.mouse.click(*centre(page, "#do-undo"))
        assert page.evaluate("seen.during"), "the flight was over before the tap"
        wait(lambda: table.version == before + 2, "the move is taken back while its card still flies")
    else:
        wait(lambda: page.evaluate("seen.flights.length") == 1, "the pictures are being taken")
        page.evaluate("addEventListener('click', e => { seen.hit = e.target.tagName }, true)")
        page.mouse.click(*spot)
        assert page.evaluate("seen.hit") == "HTML", "the browser gives such a tap to nobody"
        assert page.is_visible("#objection"), "but it reached the button, which says why it is not available yet"
        assert page.evaluate("seen.flights[0].took") is None, "the flight was over before the tap"


def test_a_tap_on_a_card_that_is_just_arriving_counts(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    pages = [company.come(friend, flight=6000).sit(table.id) for friend in table.friends]
    for seat in (1, 2, 3):
        table.repick(seat)
    seat = next(iter(table.waiting()))
    page = pages[seat - 1]
    flying(page)
    arrived = table.seen(seat)["private"]["passed"]["received"]
    card = next(card for card in arrived if card in playable(page))
    box = page.locator(f'#hand [data-piece="{card}"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 9, box["y"] + box["height"] / 2)
    assert chosen(page) == [card]
    assert page.evaluate("seen.flights[0].took") is None, "the flight was over before the tap"


def table_lay(table: Table, seat: int) -> str:
    """A card that a seat may lay."""
    choice = next(choice for choice in table.choices(seat) if choice["type"] == "lay")
    card: str = choice["fields"]["card"]["values"][0]
    return card


def test_reduced_motion_and_no_interface_swap_at_once(company: Visitors, table: Table) -> None:
    calm = company.come(table.friends[1], reduced_motion="reduce").sit(table.id)
    old = company.come(table.friends[2], witness="document.startViewTransition = undefined;").sit(table.id)
    card = lay(table, 1)
    for page in (calm, old):
        wait(lambda page=page: pieces(page, "row")[-1] == card, "the card lies in the row")  # type: ignore[misc]
    assert calm.evaluate("seen.flights.length") == 0
    agrees(calm, table, 2)
    agrees(old, table, 3)


def test_a_swap_without_transition_is_done_when_the_call_returns(company: Visitors, table: Table) -> None:
    """What everything here rests on: marks, choice and focus are put back in the same task."""
    page = company.come(table.friends[0]).sit(table.id)
    events = page.evaluate("""async () => {
      const seen = [];
      const names = "before:swap before:settle after:settle after:swap finally:swap before:viewTransition";
      const note = (name) => (e) => seen.push(name + " " + (e.target.id || e.target.tagName));
      for (const name of names.split(" ")) document.addEventListener("htmx:" + name, note(name));
      const part = (id, html) => `<hx-partial hx-target="#${id}" hx-swap="outerMorph">${html}</hx-partial>`;
      const text = part("row", `<p id="row"><b>new</b></p>`) + part("cuckoos", `<p id="cuckoos"><i>new</i></p>`);
      const done = htmx.swap({ text, sourceElement: document.body, transition: false });
      seen.push("returned " + document.querySelectorAll("#row b, #cuckoos i").length);
      await done;
      return seen;
    }""")
    assert events.index("returned 2") < events.index("after:swap BODY")
