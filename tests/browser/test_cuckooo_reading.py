"""Cuckooo!'s page can be read and reached by all, at every size, in both lights."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.boards import agrees
from tests.browser.friends import Friend, Table, thought_of
from tests.browser.visitors import Visitors

Come = Callable[..., list[Friend]]
AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
COMPLAINTS = """axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.flatMap(
  ({id, nodes}) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`)))"""
PHONE, DESKTOP = (390, 844), (1440, 900)
SIZES = [(360, 740), (390, 664), (844, 390), (720, 450), PHONE, (768, 1024), (1024, 768), DESKTOP]
SMALL = """[...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest("svg, .visually-hidden"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => [parseFloat(getComputedStyle(one).fontSize), `${one.className}: ${one.textContent.trim()}`])
  .filter(([size]) => size > 0 && size < 14)"""
LITTLE = """[...document.querySelectorAll(".rack button, .ck-board button, .rail button")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .filter((one) => !one.matches(".ck-pile, .ck-back-button, .ck-gap, .ck-here"))
  .map((one) => [one, one.getBoundingClientRect()]).filter(([one, box]) => Math.min(box.height, box.width) < 43.5)
  .map(([one, box]) => `${one.className} ${one.textContent.trim()}: ${box.width} x ${box.height}`)"""
KINDS = {"pass", "turn", "keep", "ready", "equip", "swap"}
"""What must have been looked at: the prompts of the first seat."""
TOKENS = {1: ("swap", "spying", "series"), 2: ("big-hand",), 3: ("order",), 4: ("spying",), 5: ("series",)}


def complaints(page: Page) -> list[str]:
    """What axe finds on the page."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(COMPLAINTS)
    return found


def move(table: Table) -> None:
    """Move for whoever is asked, with a token of the seat's own liking."""
    seat = table.waiting()[0]
    choices = table.choices(seat)
    action = thought_of(choices)
    if action["type"] == "equip":
        free = choices[0]["fields"]["token"]["values"]
        action["token"] = next((token for token in TOKENS[seat] if token in free), free[0])
    table.play(seat, action)


def moment(table: Table) -> str:
    """What the first seat sees now, if it is worth a look: its prompt, while it is asked or a hand is shown."""
    seen: Any = table.seen()
    key: str = seen["private"]["prompt"]["key"]
    return key if 1 in seen["public"]["turn"]["actors"] or key in ("await-keep", "await-last-pick", "over") else ""


@pytest.mark.parametrize("light", ["dark", "light"])
def test_everything_can_be_read_and_reached_by_all(company: Visitors, friends: Come, light: str) -> None:
    """At the first moment of each kind, until all were there; the page stays open all the time."""
    table = Table(friends("Maximiliana von Hohenfel", "W" * 24, "Teo", "Ana-Sofía", "Ij"), tokens="on").start()
    page = company.come(table.friends[0], reduced_motion="reduce", color_scheme=light).sit(table.id)
    sizes = SIZES if light == "dark" else [PHONE, DESKTOP]
    faults: list[str] = []
    met: set[str] = set()
    while not met >= KINDS:
        now = moment(table)
        if now and now not in met:
            met.add(now)
            agrees(page, table, 1)
            look(page, now, sizes, faults)
        move(table)
    assert not faults, "\n".join(dict.fromkeys(faults))


def look(page: Page, moment: str, sizes: list[tuple[int, int]], faults: list[str]) -> None:
    """Note what cannot be read or reached at some sizes, and what axe finds at the last one and on a phone."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        where = f"{moment} at {width} x {height}"
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        faults += [f"{where}: sideways by {wide} px"] if wide > 0 else []
        faults += [f"{where}: small letters: {one}" for one in page.evaluate(SMALL)]
        faults += [f"{where}: hard to touch: {one}" for one in page.evaluate(LITTLE)]
        if (width, height) in (PHONE, DESKTOP):
            faults += [f"{where}: {one}" for one in complaints(page)]
