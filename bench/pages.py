"""How heavy a table's page is and when it can be played on, on a throttled phone: `python -m bench.pages`.

The page itself notes two moments: it can be *touched* when its scripts have marked what can be done and that picture is
drawn (moves are requests of their own), and it is *live* when its socket has answered. Nothing else runs in the page: a
driver that looks into it while it loads costs a tenth of a second on such a phone.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

from app.games.shelf import GAMES
from bench.peers import database, scratch, tertulia
from tests.support import chromium

PHONE = {"width": 390, "height": 844}
SLOWDOWN = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
RUNS = 5
SECONDS = 60
NOTED = "noted"
WITNESS = f"""
  const note = (moment) => requestAnimationFrame(() => setTimeout(() => {NOTED}(`${{moment}} ${{performance.now()}}`)));
  const asked = () => document.querySelector("[data-can], [data-ready]");
  addEventListener("DOMContentLoaded", () => asked() && note("touched"));
  new MutationObserver((_, observer) => {{
    if (document.body?.dataset.link !== "live") return;
    observer.disconnect();
    note("live");
  }}).observe(document, {{ subtree: true, attributeFilter: ["data-link"] }});
"""
MOMENTS = ("touched", "live")


def begin(url: str, game: str) -> tuple[str, str]:
    """A running game of three. Returns: the table, and the token of somebody who must choose."""
    with httpx.Client(base_url=f"{url}/api", timeout=30) as client:
        tokens = [client.post("/people", json={"name": name}).json()["token"] for name in ("Ana", "Bo", "Cleo")]
        headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
        made = client.post("/tables", json={"game": game}, headers=headers[0]).json()
        table: str = made["table"]["id"]
        for one in headers[1:]:
            client.post(f"/tables/{table}/seats", json={"invite": made["you"]["invite"]}, headers=one)
        client.post(f"/tables/{table}/start", json={}, headers=headers[0])
        actors = client.get(f"/tables/{table}", headers=headers[0]).json()["public"]["turn"]["actors"]
    return table, tokens[actors[0] - 1]


class Phone:
    """A browser of its own on a slow phone that has kept nothing yet; it tells how a page arrives."""

    def __init__(self, browser: Browser) -> None:
        options: dict[str, Any] = {"viewport": PHONE, "reduced_motion": "reduce"}
        self.context = browser.new_context(**options)
        self._page = self.context.new_page()
        self._bytes = 0.0
        self._moments: dict[str, float] = {}
        session = self.context.new_cdp_session(self._page)
        for domain in ("Network", "Page", "Runtime"):
            session.send(f"{domain}.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        session.send("Runtime.addBinding", {"name": NOTED})
        session.send("Page.addScriptToEvaluateOnNewDocument", {"source": WITNESS})
        session.on("Runtime.bindingCalled", self._note)
        session.on("Network.loadingFinished", self._received)

    def _note(self, event: dict[str, Any]) -> None:
        moment, milliseconds = event["payload"].split()
        self._moments[moment] = float(milliseconds) / 1000

    def _received(self, event: dict[str, Any]) -> None:
        self._bytes += event["encodedDataLength"]

    def open(self, address: str) -> tuple[float, ...]:
        """Open a page, and leave it. Returns: seconds until each of the moments, and the bytes.

        Raises:
            RuntimeError: the page does not come to them.
        """
        self._bytes = 0.0
        self._moments.clear()
        self._page.goto(address, wait_until="commit")
        until = time.monotonic() + SECONDS
        while len(self._moments) < len(MOMENTS):
            if time.monotonic() > until:
                raise RuntimeError(f"{address} is not {' and '.join(set(MOMENTS) - set(self._moments))}.")
            self._page.wait_for_timeout(50)
        found = (*(self._moments[moment] for moment in MOMENTS), self._bytes)
        self._page.goto("about:blank")
        return found


def measure(browser: Browser, url: str, game: str) -> None:
    """Print the medians of a game's page: first, and again with what the browser has kept."""
    table, token = begin(url, game)
    first: list[tuple[float, ...]] = []
    again: list[tuple[float, ...]] = []
    for _ in range(RUNS):
        phone = Phone(browser)
        phone.context.add_cookies([{"name": "tertulia", "value": token, "url": url}])
        for found in (first, again):
            found.append(phone.open(f"{url}/tables/{table}"))
        phone.context.close()
    line = f"{game:<12}"
    for found in (first, again):
        touched, live, size = (median(values) for values in zip(*found, strict=True))
        line += f"{touched:>8.2f} s{live:>8.2f} s{size / 1024:>8.0f} KB"
    print(line, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the games that are named, or all."""
    parser = ArgumentParser(prog="python -m bench.pages", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games (all)")
    arguments = parser.parse_args(argv)
    program = chromium.ensure()
    with scratch() as folder, ExitStack() as stack:
        url, _ = stack.enter_context(tertulia(stack.enter_context(database(folder)), folder))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=program, args=list(chromium.FLAGS))
        print(f"{SLOWDOWN}x slower processor, 1.6 Mbit/s, 150 ms; {browser.version}; median of {RUNS}")
        print(f"{'':<12}" + "".join(f"{when:<31}" for when in ("  first", "  from cache")))
        print(f"{'':<12}" + f"{'touched':>10}{'live':>10}{'':>11}" * 2)
        for game in arguments.games:
            measure(browser, url, game)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
