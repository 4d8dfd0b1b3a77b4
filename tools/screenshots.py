"""Make the pictures of the README anew, from a real server with real games.

python -m tools.screenshots [--out docs/screenshots]
"""

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from app.database.engine import open_connection
from app.games.shelf import rulebook
from tests.browser.friends import Friend, Table
from tests.browser.servers import Server
from tests.browser.visitors import DESKTOP, PHONE
from tests.support.chromium import FLAGS, ensure
from tests.support.postgres import SharedPostgres

NAMES = ("Inés", "Olmo", "Marta", "Teo")
MOMENTS = {"cuckooo": ("flock", 3, 12), "cudillero": ("turns", 5, 26), "cubaneo": ("actions", 4, 6)}
"""Of each game the phase and the round to show, and how many moves later."""
ONWARD = '.actions :is([data-step="on"], [data-tell="on"], #cud-go-on):visible'
"""What leads on from what is told before one's turn."""


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """The address of a server, and that of its fresh database."""
    postgres = SharedPostgres()
    database = postgres.create()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(database, Path(folder))
        server.start()
        try:
            yield server.url, database
        finally:
            server.close()
            postgres.drop(database)
            postgres.release()


async def seed_of(database: str, table: str) -> bytes:
    """The secret seed of a table, which players see when the game is over."""
    connection = await open_connection(database)
    try:
        seed: bytes = await connection.fetchval("SELECT seed FROM tables WHERE id = $1::uuid", table)
    finally:
        await connection.close()
    return seed


class Evening:
    """A game in which friends move as house players would: it is played here, too, so that these can be asked."""

    def __init__(self, database: str, table: Table, game: str) -> None:
        self.table, self.book, self.rng = table, rulebook(game), Random(1)  # noqa: S311
        with ThreadPoolExecutor(1) as elsewhere:  # the browser's driver has the event loop of this thread
            seed = elsewhere.submit(asyncio.run, seed_of(database, table.id)).result()
        kind, seats = self.book.session, len(table.friends)
        self.game = kind.begin(seats, self.book.options({}), self.book.components().content, seed, kind.version)

    def play_to(self, phase: str, round_: int, later: int = 0) -> None:
        """Move until a phase of a round, or later, in which the first seat is asked; or to the end."""
        while True:
            turn = self.game.public()["turn"]
            asked = [seat for seat in self.game.actors() if seat not in turn.done]
            reached = turn.round >= round_ and turn.phase == phase
            later -= reached
            if not asked or (reached and later < 0 and 1 in asked):
                return
            seat = asked[0]
            action = self.book.decide(seat, self.game.public(), self.game.private(seat), self.rng)
            self.game.apply(seat, action)
            self.table.play(seat, msgspec.to_builtins(action))


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
    onward = page.locator(ONWARD)
    while onward.count():
        onward.first.click()
        page.wait_for_timeout(1_000)
    page.screenshot(path=out / f"{name}.png")
    print(out / f"{name}.png")


def shoot(browser: Browser, address: str, database: str, out: Path) -> None:
    """All pictures: of every game on a desktop and a phone, and of the pages around."""
    friends = [Friend(address, name) for name in NAMES]
    ines, teo = friends[0], friends[-1]
    gathering = Table(friends[:2], bots=1)
    tables = {game: Table(friends).start() if game == "cuckooo" else Table(friends, game).start() for game in MOMENTS}
    evenings = {game: Evening(database, table, game) for game, table in tables.items()}
    for game, moment in MOMENTS.items():
        evenings[game].play_to(*moment)
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
    evenings["cuckooo"].play_to("over", 9)
    take(opened(browser, address, ines), cuckooo, out, "ranking-desktop")
    for friend in friends:
        friend.close()


def main() -> None:
    """Serve, play, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("docs/screenshots"))
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with served() as (address, database), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure(), args=list(FLAGS))
        shoot(browser, address, database, out)
        browser.close()


if __name__ == "__main__":
    main()
