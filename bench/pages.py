"""How heavy a table's page is and when it can be played on, on a throttled phone: `python -m bench.pages`."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from app.games.shelf import GAMES
from bench.peers import database, scratch, tertulia
from tests.support import chromium

PHONE = {"width": 390, "height": 844}
SLOWDOWN = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
RUNS = 5
READY = "body[data-link=live] #prompt"


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


def throttled(page: Page, received: list[float]) -> CDPSession:
    """A page on a slow phone; what it receives over the wire is counted."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    return session


def opened(page: Page, address: str) -> float:
    """Open a page. Returns: seconds until it is live and shows whose turn it is."""
    start = time.monotonic()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(READY, timeout=60_000)
    return time.monotonic() - start


def measure(browser: Browser, url: str, game: str) -> None:
    """Print the medians of a game's page: first, and again with what the browser has kept."""
    table, token = begin(url, game)
    found: dict[str, list[float]] = {"first": [], "again": [], "bytes": [], "bytes again": []}
    for _ in range(RUNS):
        options: dict[str, Any] = {"viewport": PHONE, "reduced_motion": "reduce"}
        context = browser.new_context(**options)
        context.add_cookies([{"name": "tertulia", "value": token, "url": url}])
        page = context.new_page()
        received: list[float] = []
        throttled(page, received)
        for when, size in (("first", "bytes"), ("again", "bytes again")):
            received.clear()
            found[when].append(opened(page, f"{url}/tables/{table}"))
            found[size].append(sum(received))
            page.goto("about:blank")
        context.close()
    first, again, heavy, light = (median(values) for values in found.values())
    print(f"{game:<12}{first:>8.2f} s{heavy / 1024:>9.0f} KB{again:>9.2f} s{light / 1024:>9.0f} KB", flush=True)


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
        print(f"{'':<12}{'first':>10}{'':>12}{'from cache':>11}")
        for game in arguments.games:
            measure(browser, url, game)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
