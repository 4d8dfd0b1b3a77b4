"""Playing by hand: touching pieces and buttons as people do."""

from playwright.sync_api import Page

from tests.browser.friends import Action
from tests.support.waiting import wait

STATE = """[
  document.body.dataset.link, document.body.hasAttribute("data-busy"), document.querySelector("#prompt")?.innerText,
  document.querySelector("#objection:not([hidden])")?.innerText, document.querySelector("#actions")?.outerHTML,
].join(" | ")"""
ASKED = "!!document.querySelector('#prompt[data-asked]') && document.body.dataset.link === 'live'"


def asked(page: Page) -> bool:
    """Whether the page says that it is the reader's turn."""
    return bool(page.evaluate(ASKED))


def values(action: Action) -> list[str]:
    """The pieces that an action names, in order."""
    found: list[str] = []
    for name, value in action.items():
        if name != "type":
            found += value if isinstance(value, list) else [str(value)]
    return found


def button(action: Action) -> str:
    """The selector of the buttons that do a type of action."""
    return f""".actions [data-do*='"type":"{action["type"]}"']"""


def touch(page: Page, piece: str) -> None:
    """Touch a piece wherever it lies first."""
    page.click(f'[data-piece="{piece}"]:visible >> nth=0')


def choose(page: Page, pieces: list[str]) -> None:
    """Touch those of the pieces that can be chosen and are not yet, in order."""
    for piece in pieces:
        if page.locator(f'[data-piece="{piece}"][aria-pressed="false"]:visible').count():
            touch(page, piece)


def do(page: Page, action: Action) -> None:
    """Choose the pieces of an action and press its button, stepping through what is told before.

    Raises: AssertionError with what the page says, when the button cannot be pressed within two minutes.
    """
    ready = page.locator(f"{button(action)}:visible:not([aria-disabled])").first
    step = page.locator('.actions [data-step="on"]:visible')

    def offered() -> bool:
        choose(page, values(action))  # again, if the page was loaded anew meanwhile
        if ready.count() == 0 and step.count():
            step.click()
        return ready.count() > 0

    try:
        wait(offered, f"the button for {action['type']} can be pressed", 120)
    except AssertionError as late:
        raise AssertionError(f"{late}: {page.evaluate(STATE)}") from late
    ready.click()
