"""Playing Cubaneo on its page: whole games by clicks, reloading in mid-action, the keyboard alone."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.friends import Action, Friend, Table
from tests.browser.hands import asked
from tests.browser.visitors import PHONE, Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
DIRECT = ("end", "sell", "buy", "reward", "use", "exchange", "gamble", "load", "swap")
PART = {"build": "houses"}


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
    ends = any(choice["type"] == "end" for choice in choices)
    if ends and rng.random() < (0.5 if len(choices) > 1 else 1):
        return {"type": "end"}
    choice = rng.choice([choice for choice in choices if choice["type"] != "end"])
    return {"type": choice["type"], **{name: some(domain, rng) for name, domain in choice["fields"].items()}}


def selector(action: Action) -> str:
    """The selector of the buttons that name all that is in the action."""
    parts = [f'"type":"{action["type"]}"']
    parts += [
        f'"{name}":{value if isinstance(value, int) else chr(34) + str(value) + chr(34)}'
        for name, value in action.items()
        if name != "type"
    ]
    return "".join(f"[data-do*='{part}']" for part in parts)


def touch(page: Page, piece: str) -> None:
    """Choose a piece, unless it is chosen."""
    element = page.locator(f'[data-piece="{piece}"]:visible').first
    if element.get_attribute("aria-pressed") != "true":
        element.click()


def press(page: Page, named: Action) -> None:
    """Press the button of an action, or of what is named of it, as soon as it is ready."""
    page.locator(f"{selector(named)}[data-ready]:visible").first.click()


def part(page: Page, name: str) -> None:
    """Open a part of the table."""
    page.locator(f".cb-part:has(#cb-part-{name})").click()


def amounts(page: Page, wanted: dict[str, int]) -> None:
    """Choose exactly so many of each good."""
    for piece in page.eval_on_selector_all(
        "main [data-piece*='@'][aria-pressed=true]", "all => all.map(one => one.dataset.piece)"
    ):
        page.click(f'main [data-piece="{piece}"]')
    for good, count in wanted.items():
        for at in range(count):
            page.locator(f'main [data-piece^="{good}@"]:visible').nth(at).click()


def steps(page: Page, count: int) -> None:
    """Set a stepper."""
    for way, reached in (("1", lambda now: now >= count), ("-1", lambda now: now <= count)):
        while not reached(int(page.inner_text("[data-cb-stepper] [data-cb-count] >> nth=0"))):
            page.click(f'[data-cb-step="{way}"]')


def do(page: Page, action: Action) -> None:
    """Carry out an action as people do."""
    kind = action["type"]
    if page.is_visible("#cb-tale"):
        page.locator('[data-cb-tale="skip"], [data-cb-tale="next"]').first.click()
    match kind:
        case "load" if page.locator(f'main button[data-piece="berth-{action["berth"]}"]:visible').count():
            touch(page, f"berth-{action['berth']}")
            press(page, action)
        case _ if kind in DIRECT:
            press(page, action)
        case "play" | "lay" | "partner":
            piece = next(value for name, value in action.items() if name != "type")
            touch(page, f"building-{piece}" if kind == "partner" else str(piece))
            press(page, {"type": kind})
        case "visit":
            part(page, "board")
            touch(page, action["card"])
            page.click(".cb-do-visit" if action["perform"] else ".cb-do-park")
        case "work":
            touch(page, f"space-{action['space']}")
            press(page, {"type": kind})
        case "harvest" | "store":
            amounts(page, action["products" if kind == "harvest" else "keep"])
            press(page, {"type": kind})
        case "build":
            part(page, "houses")
            touch(page, f"building-{action['building']}")
            if action["extra"]:
                touch(page, action["extra"])
            if page.is_visible(".cb-to-site"):
                page.click(".cb-to-site")
            press(page, {"type": kind, "space": action["space"]})
        case "demolish":
            if action["building"]:
                touch(page, f"building-{action['building']}")
                page.locator(".actions [data-do*='demolish'][data-ready]:visible").last.click()
            else:
                press(page, action)
        case "vote" | "convert":
            steps(page, action["votes" if kind == "vote" else "count"])
            press(page, {"type": kind})
        case "pass":
            for group in action["acts"]:
                touch(page, group)
            press(page, {"type": kind})
        case "pay":
            for due in ("tax", "duty"):
                value = "yes" if action[due] else ""
                button = page.locator(f'[data-cb-pay="{due}"][data-cb-value="{value}"]:visible')
                if button.count():
                    button.click()
            if action["resource"]:
                page.click(f'[data-cb-kind="{action["resource"]}"]')
            page.click("[data-cb-dues]")


def play(page: Page, table: Table, seat: int, rng: Random) -> bool:
    """Do something for a seat if the page asks it. Returns whether it did."""
    if not asked(page):
        return False
    seen = table.seen(seat)
    turn = seen["public"]["turn"]
    if (
        seat not in turn["actors"]
        or seat in turn["done"]
        or not page.evaluate(
            f"document.querySelector('#bench')?.dataset.cbAsk.startsWith('{seen['private']['prompt']['key']}/')"
        )
    ):
        return False
    version = seen["version"]
    action = thought_of(seen["private"]["choices"], rng)
    do(page, action)
    wait(lambda: table.version > version, f"{action} has arrived")
    wait(lambda: page.get_attribute("body", "data-busy") is None, "and is answered")
    return True


def finish(table: Table, pages: dict[int, Page], rng: Random) -> None:
    """Play until the game is over."""
    first = next(iter(pages.values()))
    for _ in range(2000):
        if first.is_visible("#ending a"):
            return
        if not any(play(page, table, seat, rng) for seat, page in pages.items()):
            wait(
                lambda: first.is_visible("#ending a") or any(asked(page) for page in pages.values()),
                "somebody is asked",
                60,
            )
    raise AssertionError("The game never ends.")


def test_a_whole_game_on_a_phone(company: Visitors, friends: Come) -> None:
    """One plays by hand, a bot plays along."""
    table = Table(friends("Inés"), game="cubaneo", bots=1).start()
    page = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    finish(table, {1: page}, Random(4))
    page.click("#ending a")
    page.wait_for_selector(".cb-course-figure")
    assert page.locator(".score tbody tr").count() == 8
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
