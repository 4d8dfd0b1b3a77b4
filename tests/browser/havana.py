"""Playing Cubaneo by hand: every action as people do it on the page."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.friends import Action, Table
from tests.browser.hands import asked
from tests.support.waiting import wait

TALE = '[data-cb-tale="skip"], [data-cb-tale="next"]'


def some(domain: Any, rng: Random) -> Any:
    """A value of a domain."""
    match domain["kind"]:
        case "one-of":
            return rng.choice(domain["values"])
        case "some-of":
            return rng.sample(domain["values"], rng.randint(domain["least"], domain["most"]))
        case "whole":
            return rng.randint(domain["low"], min(domain["high"], domain["low"] + 3))
    pool = [kind for kind, limit in domain["limits"].items() for _ in range(limit)]
    drawn = rng.sample(pool, rng.randint(domain["least"], min(domain["most"], len(pool))))
    return {kind: drawn.count(kind) for kind in dict.fromkeys(drawn)}


def thought_of(choices: list[Any], rng: Random) -> Action:
    """An action at random; a turn that can end does so every other time."""
    others = [choice for choice in choices if choice["type"] != "end"]
    if len(others) < len(choices) and (not others or rng.random() < 0.5):
        return {"type": "end"}
    return _drawn(rng.choice(others), rng)


def curious_thought(private: Any, unseen: set[str], rng: Random) -> Action:
    """An action that leads to questions not yet seen: their cards, much from the worker, buildings, full ships."""
    choices = private["choices"]
    for choice in choices:
        cards = choice["fields"].get("card", {"values": []})["values"]
        wanted = [card for card in cards if card in unseen or f"{card}-space" in unseen]
        if wanted and choice["type"] == "play":
            return {"type": "play", "card": wanted[0]}
        if wanted and True in choice["fields"]["perform"]["values"]:
            return {"type": "visit", "card": wanted[0], "perform": True}
    if private["prompt"]["key"] == "worker-space":
        yields = private["prompt"]["data"]["yields"]
        return {"type": "work", "space": max(range(12), key=lambda space: sum(yields[space].values()))}
    kinds = ("build", "load", "use") if "ability" in unseen else ("build", "load")
    for kind in kinds:
        if brought := [choice for choice in choices if choice["type"] == kind]:
            return _drawn(rng.choice(brought), rng)
    return thought_of(choices, rng)


def _drawn(choice: Any, rng: Random) -> Action:
    return {"type": choice["type"], **{name: some(domain, rng) for name, domain in choice["fields"].items()}}


def button(named: Action) -> str:
    """The selector of the buttons that name all that is named."""
    parts = (json.dumps({name: value}, separators=(",", ":"))[1:-1] for name, value in named.items())
    return "".join(f"[data-do*='{part}']" for part in parts)


def touch(page: Page, piece: str) -> None:
    """Choose a piece, unless it is chosen."""
    element = page.locator(f'[data-piece="{piece}"]:visible').first
    if element.get_attribute("aria-pressed") != "true":
        element.click()


def press(page: Page, named: Action) -> None:
    """Press the button of an action, or of what is named of it, as soon as it is ready."""
    page.locator(f"{button(named)}[data-ready]:visible").first.click()


def part(page: Page, name: str) -> None:
    """Open a part of the table."""
    page.locator(f".cb-part:has(#cb-part-{name})").click()


def heard(page: Page) -> None:
    """Go past what is told."""
    if page.is_visible("#cb-tale"):
        page.locator(TALE).first.click()


def _piece(prefix: str = "") -> Callable[[Page, Action], None]:
    def choose(page: Page, action: Action) -> None:
        kind, piece = action.values()
        touch(page, f"{prefix}{piece}")
        press(page, {"type": kind})

    return choose


def _end(page: Page, action: Action) -> None:
    """End a turn, also where the page asks first because something is left to do."""
    press(page, action)
    if page.locator("#sure[open]").count():
        page.click("#sure button[value=yes]")


def _visit(page: Page, action: Action) -> None:
    part(page, "board")
    touch(page, action["card"])
    page.click(".cb-do-visit" if action["perform"] else ".cb-do-park")


def _load(page: Page, action: Action) -> None:
    hull = f"berth-{action['berth']}"
    if page.locator(f'[data-piece="{hull}"]:visible').count():
        touch(page, hull)
    press(page, action)


def _build(page: Page, action: Action) -> None:
    part(page, "houses")
    touch(page, f"building-{action['building']}")
    if action["extra"]:
        touch(page, action["extra"])
    if page.is_visible(".cb-to-site"):
        page.click(".cb-to-site")
    press(page, {"type": "build", "space": action["space"]})


def _amounts(page: Page, action: Action) -> None:
    kind, wanted = action.values()
    chosen = "main [data-piece*='@'][aria-pressed=true]"
    for piece in page.eval_on_selector_all(chosen, "all => all.map(one => one.dataset.piece)"):
        page.click(f'main [data-piece="{piece}"]')
    for good, count in wanted.items():
        for at in range(count):
            page.locator(f'main [data-piece^="{good}@"]:visible').nth(at).click()
    press(page, {"type": kind})


def _steps(page: Page, action: Action) -> None:
    kind, wanted = action.values()
    shown = page.locator("[data-cb-stepper] [data-cb-count]").first
    while (now := int(shown.inner_text())) != wanted:
        page.click(f'[data-cb-step="{1 if now < wanted else -1}"]')
    press(page, {"type": kind})


def _demolish(page: Page, action: Action) -> None:
    if not action["building"]:
        press(page, action)
        return
    touch(page, f"building-{action['building']}")
    page.locator(".actions [data-do*='demolish'][data-ready]:visible").last.click()


def _pass(page: Page, action: Action) -> None:
    for group in action["acts"]:
        touch(page, group)
    press(page, {"type": "pass"})


def _pay(page: Page, action: Action) -> None:
    for due in ("tax", "duty"):
        choice = page.locator(f'[data-cb-pay="{due}"][data-cb-value="{"yes" if action[due] else ""}"]:visible')
        if choice.count():
            choice.click()
    if action["resource"]:
        page.click(f'[data-cb-kind="{action["resource"]}"]')
    page.click("[data-cb-dues]")


WAYS: dict[str, Callable[[Page, Action], None]] = {
    "play": _piece(),
    "lay": _piece(),
    "partner": _piece("building-"),
    "work": _piece("space-"),
    "end": _end,
    "visit": _visit,
    "load": _load,
    "build": _build,
    "harvest": _amounts,
    "store": _amounts,
    "vote": _steps,
    "convert": _steps,
    "demolish": _demolish,
    "pass": _pass,
    "pay": _pay,
}
"""How an action is done; all others have a button that names them whole."""


def do(page: Page, action: Action) -> None:
    """Carry out an action as people do."""
    heard(page)
    WAYS.get(action["type"], press)(page, action)


def shows(page: Page, key: str) -> bool:
    """Whether the page asks a question of that key."""
    return bool(page.evaluate(f"document.querySelector('#bench')?.dataset.cbAsk.startsWith('{key}/')"))


def play(page: Page, table: Table, seat: int, rng: Random) -> bool:
    """Do something for a seat if the page asks it. Returns whether it did."""
    if not asked(page):
        return False
    seen = table.seen(seat)
    turn = seen["public"]["turn"]
    waits = seat in turn["actors"] and seat not in turn["done"]
    if not waits or not shows(page, seen["private"]["prompt"]["key"]):
        return False
    action = thought_of(seen["private"]["choices"], rng)
    do(page, action)
    wait(lambda: table.version > seen["version"], f"{action} has arrived")
    wait(lambda: page.get_attribute("body", "data-busy") is None, "and is answered")
    return True


def reach(table: Table, key: str, seat: int = 1, rng: Random | None = None) -> Any:
    """Move for everybody until a seat is asked a question of that key. Returns its view."""
    rng = rng or Random(1)
    while asking := table.waiting():
        seen = table.seen(seat)
        if seat in asking and seen["private"]["prompt"]["key"] == key:
            return seen
        at = seat if seat in asking else asking[0]
        choices = table.choices(at)
        cards = [one["fields"]["card"]["values"] for one in choices if one["type"] == "play"]
        if at == seat and any(key in values for values in cards):
            table.play(at, {"type": "play", "card": key})
        else:
            table.play(at, thought_of(choices, rng))
    raise AssertionError(f"Seat {seat} is never asked {key}.")
