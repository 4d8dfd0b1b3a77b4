"""What lies on a page of Cuckooo!, and what the server says should."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.friends import Table
from tests.support.waiting import wait

Board = dict[str, Any]


def pieces(page: Page, region: str) -> list[str]:
    """The pieces of a region that can be chosen or are only shown, in order."""
    found: list[str] = page.eval_on_selector_all(
        f"#{region} :is([data-piece], [data-face])", "all => all.map(one => one.dataset.piece ?? one.dataset.face)"
    )
    return found


def shown(page: Page, seat: int | None, seats: int) -> Board:
    """Row, flocks and hand on a page."""
    board: Board = {"row": pieces(page, "row")}
    for number in range(1, seats + 1):
        board[f"flock-{number}"] = sorted(pieces(page, f"strip-{number}"))
    if seat:
        board["hand"] = sorted(pieces(page, "hand"))
    return board


def truth(table: Table, seat: int | None) -> Board:
    """The same by the server's view."""
    seen = table.seen(seat or 1)
    public = seen["public"]
    board: Board = {"row": [one["piece"] for one in public["row"]]}
    for number in range(1, len(seen["table"]["seats"]) + 1):
        one = public[f"player-{number}"]
        board[f"flock-{number}"] = sorted([*one["owls"], *one["sparrows"], *([one["cuckoo"]] if one["cuckoo"] else [])])
    if seat:
        board["hand"] = sorted(seen["private"]["hand"])
    return board


def agrees(page: Page, table: Table, seat: int | None = None) -> None:
    """Wait until a page shows what the server says."""
    seats = len(table.seen()["table"]["seats"])

    def same() -> bool:
        return shown(page, seat, seats) == truth(table, seat)

    wait(same, f"seat {seat} sees the board as the server has it")


def number(page: Page) -> int:
    """How many lines the log has."""
    return page.locator("#log > li").count()


def choose(page: Page, card: str) -> None:
    """Touch a card of the hand; it is chosen then."""
    page.click(f'#hand [data-piece="{card}"]')
    assert page.get_attribute(f'#hand [data-piece="{card}"]', "aria-pressed") == "true"


def chosen(page: Page) -> list[str]:
    """The pieces that are chosen."""
    found: list[str] = page.eval_on_selector_all(
        "[data-piece][aria-pressed=true]", "all => all.map(one => one.dataset.piece)"
    )
    return found


def playable(page: Page) -> list[str]:
    """The pieces in the hand that can be chosen."""
    found: list[str] = page.eval_on_selector_all(
        "#hand [data-piece][data-can]", "all => all.map(one => one.dataset.piece)"
    )
    return found
