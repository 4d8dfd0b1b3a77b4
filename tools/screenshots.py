"""Make the pictures of the README anew, from a real server with real games.

python -m tools.screenshots [--out docs/screenshots]
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.friends import Friend, Table
from tests.browser.servers import Server
from tests.browser.visitors import DESKTOP, PHONE
from tests.support.chromium import FLAGS, ensure
from tests.support.postgres import SharedPostgres

NAMES = ("Inés", "Olmo", "Marta", "Teo")


@contextmanager
def served() -> Iterator[str]:
    """The address of a server on a fresh database."""
    postgres = SharedPostgres()
    database = postgres.create()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(database, Path(folder))
        server.start()
        try:
            yield server.url
        finally:
            server.close()
            postgres.drop(database)
            postgres.release()


def opened(browser: Browser, address: str, friend: Friend, *, phone: bool = False, light: str = "dark") -> Page:
    """A browser of a friend's."""
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        color_scheme=light,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "tertulia", "value": friend.token, "url": f"{address}/"}])
    return context.new_page()


def take(page: Page, address: str, out: Path, name: str) -> None:
    """Open an address and take a picture of it when everything has come."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=out / f"{name}.png")
    print(out / f"{name}.png")


def shoot(browser: Browser, address: str, out: Path) -> None:
    """All pictures."""
    friends = [Friend(address, name) for name in NAMES]
    gathering = Table(friends[:2], bots=1)
    table = Table(friends).start()
    table.play_until("flock", 1, "lay")
    for _ in range(4):
        table.play(table.waiting()[0])
    table.play_until("flock", 1, "lay")
    ines = friends[0]
    at = f"{address}/tables/{table.id}"
    take(opened(browser, address, ines), at, out, "cuckooo-desktop")
    take(opened(browser, address, ines, phone=True), at, out, "cuckooo-phone")
    take(opened(browser, address, ines, light="light"), at, out, "cuckooo-afternoon")
    take(opened(browser, address, ines), f"{address}/", out, "lobby-desktop")
    take(opened(browser, address, ines), f"{address}/tables/{gathering.id}", out, "gathering-desktop")
    take(opened(browser, address, friends[3], phone=True), f"{address}/join/{gathering.invite}", out, "invite-phone")
    while table.waiting():
        table.play(table.waiting()[0])
    take(opened(browser, address, ines), at, out, "ranking-desktop")
    for friend in friends:
        friend.close()


def main() -> None:
    """Serve, play, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("docs/screenshots"))
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure(), args=list(FLAGS))
        shoot(browser, address, out)
        browser.close()


if __name__ == "__main__":
    main()
