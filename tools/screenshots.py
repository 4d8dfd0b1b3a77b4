"""Make the pictures of the README anew, from a real server with real games.

python -m tools.screenshots [--out docs/screenshots]
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.friends import Friend, Table
from tests.browser.servers import Server
from tests.browser.visitors import DESKTOP, PHONE
from tests.support.chromium import FLAGS, ensure
from tests.support.postgres import SharedPostgres
from tests.web.houses import decide

NAMES = ("Inés", "Olmo", "Marta", "Teo")
MOMENTS = {"cuckooo": ("flock", 2, 1), "cudillero": ("turns", 4, 2), "cubaneo": ("actions", 3, 3)}
"""Of each game the phase, the round and the seed of the players' moves."""
MOST = 2000


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


def play_to(table: Table, phase: str, round_: int, rng: Random) -> None:
    """Move at random until a phase of a round in which the first seat is asked."""
    for _ in range(MOST):
        turn = table.seen()["public"]["turn"]
        asked = [seat for seat in turn["actors"] if seat not in turn["done"]]
        if not asked or (turn["round"] >= round_ and turn["phase"] == phase and 1 in asked):
            return
        table.play(asked[0], decide(table.seen(asked[0]), rng))
    raise AssertionError(f"The game never came to {phase}.")


def shoot(browser: Browser, address: str, out: Path) -> None:
    """All pictures: of every game on a desktop and a phone, and of the pages around."""
    friends = [Friend(address, name) for name in NAMES]
    ines, teo = friends[0], friends[-1]
    gathering = Table(friends[:2], bots=1)
    tables = {game: Table(friends).start() if game == "cuckooo" else Table(friends, game).start() for game in MOMENTS}
    for game, (phase, round_, seed) in MOMENTS.items():
        play_to(tables[game], phase, round_, Random(seed))  # noqa: S311
        at = f"{address}/tables/{tables[game].id}"
        take(opened(browser, address, ines), at, out, f"{game}-desktop")
        take(opened(browser, address, ines, phone=True), at, out, f"{game}-phone")
    cuckooo = f"{address}/tables/{tables['cuckooo'].id}"
    take(opened(browser, address, ines, light="light"), cuckooo, out, "cuckooo-afternoon")
    take(opened(browser, address, ines), f"{address}/", out, "lobby-desktop")
    take(opened(browser, address, ines, phone=True), f"{address}/", out, "lobby-phone")
    take(opened(browser, address, ines), f"{address}/tables/{gathering.id}", out, "gathering-desktop")
    take(opened(browser, address, ines, phone=True), f"{address}/tables/{gathering.id}", out, "gathering-phone")
    take(opened(browser, address, teo, phone=True), f"{address}/join/{gathering.invite}", out, "invite-phone")
    play_to(tables["cuckooo"], "over", 5, Random(1))  # noqa: S311
    take(opened(browser, address, ines), cuckooo, out, "ranking-desktop")
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
