"""Cuckooo!'s page can be read and reached by all, at every size, in both lights."""

from collections.abc import Callable
from typing import Any

from tests.browser.boards import agrees
from tests.browser.friends import Friend, Table, thought_of
from tests.browser.reach import faults
from tests.browser.visitors import Visitors

Come = Callable[..., list[Friend]]
PHONE, DESKTOP = (390, 844), (1440, 900)
SIZES = ((360, 740), (390, 664), (844, 390), (720, 450), PHONE, (768, 1024), (1024, 768), DESKTOP)
LITTLE = """[...document.querySelectorAll(".rack button, .ck-board button, .rail button")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .filter((one) => !one.matches(".ck-pile, .ck-back-button, .ck-gap, .ck-here"))
  .map((one) => [one, one.getBoundingClientRect()]).filter(([one, box]) => Math.min(box.height, box.width) < 43.5)
  .map(([one, box]) => `${one.className} ${one.textContent.trim()}: ${box.width} x ${box.height}`)"""
KINDS = {"pass", "turn", "keep", "ready", "equip", "swap"}
"""What must have been looked at: the prompts of the first seat."""
TOKENS = {1: ("swap", "spying", "series"), 2: ("big-hand",), 3: ("order",), 4: ("spying",), 5: ("series",)}


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


def test_everything_can_be_read_and_reached_by_all(company: Visitors, friends: Come) -> None:
    """At the first moment of each kind, until all were there; the page stays open all the time."""
    table = Table(friends("Maximiliana von Hohenfel", "W" * 24, "Teo", "Ana-Sofía", "Ij"), tokens="on").start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    found: list[str] = []
    met: set[str] = set()
    while not met >= KINDS:
        now = moment(table)
        if now and now not in met:
            met.add(now)
            agrees(page, table, 1)
            found += [f"{now}: {one}" for one in faults(page, SIZES, ends=(PHONE, DESKTOP), little=LITTLE)]
        move(table)
    assert "\n".join(dict.fromkeys(found)) == ""
