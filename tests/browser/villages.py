"""Playing Cudillero by hand: every action as people do it on the page, and what a sensible beginner thinks of."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.friends import Action, Table
from tests.browser.hands import asked
from tests.support.waiting import wait

ORDER = ("keep", "bid", "add", "roof", "free", "build", "relocate", "buy", "value", "use", "discard", "decline", "end")
RELOCATE = '[data-mode-of="relocate"]'


def thought_of(private: Any, rng: Random) -> Action:
    """What a beginner does: build where it brings most, else buy, else change a value; a swap only if it helps."""
    choices = {choice["type"]: choice["fields"] for choice in reversed(private["choices"])}
    if not any(swap["free"] for swap in private["swaps"]):
        choices.pop("relocate", None)
    kind = next(kind for kind in ORDER if kind in choices and not (kind == "buy" and not _bought(private)))
    fields = choices[kind]
    match kind:
        case "keep":
            return {"type": kind, "roof": fields["roof"]["values"][0], "objective": fields["objective"]["values"][0]}
        case "bid":
            one, other, play = rng.sample(private["cards"]["hand"], 3)
            return {"type": kind, "bids": [one, other], "play": play}
        case "add":
            return {"type": kind, "tokens": fields["tokens"]["values"] if rng.random() < 0.1 else []}
        case "roof":
            return {"type": kind, "place": max(private["roofs"], key=lambda spot: spot["points"])["place"]}
        case "free" | "build":
            spot = max(private["spots"], key=lambda spot: (spot["lines"], spot["lit"], rng.random()))
            return {"type": kind, "card": spot["card"], "place": spot["place"]}
        case "relocate":
            return {"type": kind, "cards": next(swap["cards"] for swap in private["swaps"] if swap["free"])}
        case "buy":
            return {"type": kind, "card": rng.choice(_bought(private))}
        case "value":
            return {"type": kind, "colour": fields["colour"]["values"][0], "by": fields["by"]["values"][0]}
        case "use":
            return {"type": kind, "token": fields["token"]["values"][0]}
        case "discard":
            return {"type": kind, "cards": fields["cards"]["values"][:1]}
    return {"type": kind}


def _bought(private: Any) -> list[str]:
    """What can be bought without being stuck."""
    cards = [
        card for choice in private["choices"] if choice["type"] == "buy" for card in choice["fields"]["card"]["values"]
    ]
    return [card for card in cards if card not in private["snares"]]


def reach(table: Table, rng: Random, wanted: Callable[[Any], bool], seat: int = 1) -> Any:
    """Move for everybody by the API until a seat's private view is as wanted. Returns what the seat sees then."""
    for _ in range(600):
        seen = table.seen(seat)
        if wanted(seen["private"]):
            return seen
        waiting = table.waiting()
        assert waiting, "the game ended before it came to that"
        table.play(waiting[0], thought_of(table.seen(waiting[0])["private"], rng))
    raise AssertionError("The game never came to that.")


# --- by hand ---


def go_on(page: Page) -> None:
    """Go past what is told over the board: the bids, a new day."""
    for _ in range(2):
        page.evaluate("document.querySelector('#cud-go-on:not([hidden])')?.click()")


def touch(page: Page, piece: str) -> None:
    """Choose a piece, unless it is chosen."""
    element = page.locator(f'[data-piece="{piece}"]:visible').first
    if element.get_attribute("aria-pressed") != "true":
        element.click()


def press(page: Page, kind: str) -> None:
    """Press the button that does a type of action as soon as it can be done, with none of the rest after the last."""
    page.evaluate("document.querySelector('.table').removeAttribute('data-resting')")
    page.locator(f"""#actions [data-do*='"type":"{kind}"'][data-ready]:visible""").first.click()


def mode(page: Page, kind: str) -> None:
    """Open the value board, or the swap of two cards."""
    chip = page.locator(f'[data-mode-of="{kind}"]:visible')
    if chip.get_attribute("aria-pressed") != "true":
        chip.click()


def bid(page: Page, cards: list[int]) -> None:
    """Put cards on the places, in order, after taking back what lies there."""
    for lot in range(3):
        if page.locator(f'[data-lot="{lot}"].is-full').count():
            page.click(f'[data-lot="{lot}"]')
    for card in cards:
        page.click(f'[data-fan] [data-card="{card}"]')


def do(page: Page, action: Action) -> None:
    """Do an action by touching what lies on the page."""
    kind = action["type"]
    go_on(page)
    match kind:
        case "bid":
            bid(page, [*action["bids"], action["play"]])
        case "value":
            mode(page, kind)
            page.click(f'[data-step="{action["colour"]}{"+" if action["by"] > 0 else "-"}"]')
        case "relocate":
            mode(page, kind)
            for card in action["cards"]:
                page.locator(f'#plot [data-card="{card}"]').click()
        case "roof" if not action["place"]:
            pass
        case _:
            for name, value in action.items():
                pieces = value if isinstance(value, list) else [f"at-{value}" if name == "place" else value]
                for piece in pieces if name != "type" else []:
                    if piece:
                        touch(page, piece)
    press(page, kind)
    if page.is_visible("#cud-ending"):
        page.click("#cud-ending-go")


def play(page: Page, table: Table, seat: int, rng: Random) -> bool:
    """Play one action by hand if the page asks for one. Returns whether it did."""
    if not asked(page):
        return False
    action = thought_of(table.seen(seat)["private"], rng)
    with page.expect_response(lambda answer: "/moves" in answer.url) as answer:
        do(page, action)
    assert answer.value.ok, f"{action}: {answer.value.text()}"
    wait(lambda: page.get_attribute("body", "data-busy") is None, "the answer is shown")
    return True
