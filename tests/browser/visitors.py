"""People in front of browsers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request

from tests.browser.friends import Friend
from tests.support.waiting import wait

WITNESS = (Path(__file__).parent / "witness.js").read_text("utf-8")
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
PATIENCE = 60_000
"""So many milliseconds may pass on a busy machine until a page is ready for a touch."""
NOISE = ("Failed to load resource", "WebSocket connection to", "net::ERR")


class Visitor:
    """Somebody with a browser of their own, which notes what goes wrong in it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda message: self._hear(message.type, message.text))
        self.page.on("request", self._ask)

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(noise in text for noise in NOISE):
            self.faults.append(text)

    def _ask(self, request: Request) -> None:
        self.hosts.add(request.url.split("/")[2] if "://" in request.url else request.url)

    def go(self, path: str) -> Page:
        """Open a page of the server."""
        self.page.goto(f"{self.address}{path}")
        return self.page

    def sit(self, table: str) -> Page:
        """Open a table and wait until its news come."""
        self.go(f"/tables/{table}")
        self.live()
        return self.page

    def live(self) -> None:
        """Wait until the news of the open table come by a socket."""
        wait(lambda: self.page.get_attribute("body", "data-link") == "live", "the news are live")

    def linked(self, *states: str) -> bool:
        """Whether the connection is in one of these states."""
        return self.page.get_attribute("body", "data-link") in states

    def breaches(self) -> list[str]:
        """What the security policy refused in the open page."""
        if self.page.is_closed():
            return []
        try:
            breaches: list[str] = self.page.evaluate("window.seen?.breaches ?? []")
        except Error:
            return []  # it is just being loaded anew
        return breaches


class Visitors:
    """Opens browsers, and at the end sees whether something went wrong in one of them."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.all: list[Visitor] = []

    def come(
        self,
        friend: Friend | None = None,
        *,
        size: dict[str, int] = DESKTOP,
        flight: int = 0,
        witness: str = "",
        address: str = "",
        **options: Any,
    ) -> Visitor:
        """Somebody new, or a friend who is known by the cookie.

        Args:
            friend: who it is.
            size: of the window.
            flight: how many milliseconds a flight takes, if other than it should.
            witness: a script to run before all others.
            address: where the server's pages begin for this browser, if elsewhere.
            options: of Playwright's context.
        """
        at = address or self.address
        context = self.browser.new_context(viewport=size, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WITNESS + (f"lengthen({flight});" if flight else "") + witness)
        if friend is not None:
            context.add_cookies([{"name": "tertulia", "value": friend.token, "url": at + "/"}])
        visitor = Visitor(context, at)
        self.all.append(visitor)
        return visitor

    def leave(self) -> None:
        """Close all browsers. Raises: AssertionError when a script failed or the policy was breached."""
        faults = [fault for visitor in self.all for fault in visitor.faults]
        breaches = [breach for visitor in self.all for breach in visitor.breaches()]
        for visitor in self.all:
            visitor.context.close()
        assert faults == []
        assert breaches == []


@contextmanager
def visitors(browser: Browser, address: str) -> Iterator[Visitors]:
    """Browsers for as long as they are needed."""
    company = Visitors(browser, address)
    try:
        yield company
    except BaseException:
        for visitor in company.all:
            visitor.context.close()
        raise
    company.leave()
