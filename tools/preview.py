"""Look at a game's table at any moment without a server: plays from a seed, renders the page, takes pictures.

python -m tools.preview cuckooo --seats 5 --seed 7 --at 40 --as 2 --out /tmp/preview
python -m tools.preview cuckooo --until phase=settlement --size all --theme both --choose green-5 --serve 8010
"""

import argparse
import itertools
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from app.games.session import Event, GameSession, plain
from app.games.shelf import Rulebook, rulebook
from app.live.scene import Scene
from app.settings import Settings
from app.tables.number import Number
from app.web.addresses import Addresses
from app.web.rendering import Rendering, create
from tests.support.chromium import FLAGS, ensure

NAMES = ("Inés", "Olmo", "Marta", "Teo", "Calisto")
SIZES = {"phone": (390, 844), "tablet": (820, 1100), "desktop": (1440, 900)}
THEMES = {"evening": "dark", "afternoon": "light"}
LOG_LINES = 60
# There is nobody who could tell news.
DEAF = b"export const follow = () => ({ send() {}, ask() {}, retry() {} });"


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, help="number of players (default: the most)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=int, help="after so many moves (default: before the first)")
    parser.add_argument("--until", metavar="KEY=VALUE", help="the first moment when the turn says so: phase=…, round=…")
    parser.add_argument("--turn", action="store_true", help="go on until the seat of --as must choose")
    parser.add_argument("--as", dest="seat", type=int, default=1, help="whose page; 0 is a watcher")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--bots", choices=["random", "house"], default="random")
    parser.add_argument("--names", help="names with commas")
    parser.add_argument("--choose", default="", help="pieces to touch, with commas")
    parser.add_argument("--size", choices=[*SIZES, "all"], default="all")
    parser.add_argument("--theme", choices=[*THEMES, "both"], default="evening")
    parser.add_argument("--full", action="store_true", help="the whole page, not only the window")
    parser.add_argument("--out", type=Path, default=Path("artifacts/preview"))
    parser.add_argument("--serve", type=int, metavar="PORT", help="serve the page until interrupted")
    return parser.parse_args()


def options(book: Rulebook, pairs: list[str]) -> Any:
    """The game's options from `key=value` texts: true, false, numbers, else text."""
    words: dict[str, Any] = {"true": True, "false": False, "on": True, "off": False}
    values = dict(pair.split("=", 1) for pair in pairs)
    read = {key: int(text) if text.isdigit() else text for key, text in values.items()}
    try:
        return book.options(read)
    except ValueError:
        return book.options({key: words.get(str(value), value) for key, value in read.items()})


def moments(book: Rulebook, args: argparse.Namespace) -> Iterator[tuple[GameSession, tuple[Event, ...]]]:
    """The game move by move, with what happened."""
    rng = Random(args.seed)  # noqa: S311
    seed = args.seed.to_bytes(32, "big")
    seats = args.seats or book.seats[1]
    kind = book.session
    session = kind.begin(seats, options(book, args.option), book.components().content, seed, kind.version)
    yield session, session.opening
    while actors := session.actors():
        seat = actors[0]
        if args.bots == "house":
            action = book.decide(seat, session.public(), session.private(seat), rng)
        else:
            action = rng.choice(session.choices(seat)).sample(rng)
        yield session, session.apply(seat, action)


def wanted(session: GameSession, count: int, args: argparse.Namespace) -> bool:
    """Whether this is the moment to show."""
    turn = session.public()["turn"]
    if args.at is not None and count < args.at:
        return False
    seat: int = args.seat
    if args.turn and (seat not in turn.actors or seat in turn.done):
        return False
    if args.until:
        key, _, value = args.until.partition("=")
        reached: bool = str(getattr(turn, key)) == value
        return reached
    return True


def scene_of(book: Rulebook, session: GameSession, version: int, args: argparse.Namespace) -> Scene:
    """The moment as a scene, with invented people; the last seat is a bot's."""
    names = args.names.split(",") if args.names else NAMES
    seats = [
        {"number": n, "kind": "bot" if n == session.seats else "person", "name": names[n - 1], "taken_over": False}
        for n in range(1, session.seats + 1)
    ]
    over = not session.actors()
    table = {
        "id": "0" * 32,
        "game": book.key,
        "options": plain(options(book, args.option)),
        "status": "finished" if over else "playing",
        "visibility": "link",
        "host": 1,
        "seats": seats,
        "rematch": None,
        "seed": None,
        "commitment": "0" * 64,
        "undo": {"seat": args.seat, "allowed": not session.reveals, "reason": "revealed" if session.reveals else ""},
        "result": plain(session.result()),
        "scores": plain(session.scores()),
        "frozen": False,
    }
    return Scene(str(table["id"]), book.key, Number(version, 1), table, plain(session.public()))


def page(rendering: Rendering, book: Rulebook, args: argparse.Namespace) -> str:
    """The page at the moment that is asked for. Raises: SystemExit when the game never comes there."""
    said: list[tuple[Event, Scene]] = []
    for count, (session, events) in enumerate(moments(book, args)):
        scene = scene_of(book, session, count, args)
        seat = args.seat or None
        said += [(event.seen_by(seat), scene) for event in events]
        if wanted(session, count, args):
            private = plain(session.private(seat)) if seat else None
            shown = rendering.public(scene).all("en") | rendering.private(scene, seat, private).all("en")
            order = [(n + (seat or 1) - 1) % session.seats + 1 for n in range(session.seats)]
            return rendering.room(
                scene,
                shown,
                "en",
                theme="",
                seat=seat,
                host=seat == 1,
                order=order,
                number=scene.number,
                here=order,
                watch="",
                freed=False,
                said=[rendering.entry(e, s, seat, "en", "2026-01-01T20:41:00Z") for e, s in said[-LOG_LINES:]],
                messages=[],
                choices=private["choices"] if private else [],
            )
    sys.exit(f"The game of {book.name} with seed {args.seed} never comes to that moment.")


class Handler(BaseHTTPRequestHandler):
    """Serves the one page and its files."""

    html = ""
    rendering: Rendering

    def do_GET(self) -> None:
        """Answer with the page, a file, or nothing."""
        prefix = f"/static/{self.rendering.assets.build}/"
        if self.path == "/":
            self._send(self.html.encode(), "text/html; charset=utf-8")
        elif self.path.startswith(prefix) and (name := self.path.removeprefix(prefix)) in self.rendering.assets:
            file = self.rendering.assets.file(name)
            self._send(DEAF if name == "news.js" else file.content, file.media_type)
        else:
            self.send_error(404)

    def _send(self, content: bytes, media_type: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def picture(browser: Browser, address: str, size: str, theme: str, args: argparse.Namespace) -> Path:
    """One picture of the page."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=THEMES[theme],  # type: ignore[arg-type]
        has_touch=size == "phone",
        device_scale_factor=1,
        reduced_motion="reduce",
    )
    tab = context.new_page()
    tab.on("pageerror", lambda error: print(f"script: {error}"))
    tab.on("console", lambda message: print(f"console: {message.text}") if message.type == "error" else None)
    tab.goto(address)
    tab.evaluate("document.fonts.ready")
    for piece in filter(None, args.choose.split(",")):
        tab.click(f'[data-piece="{piece}"]')
    path: Path = args.out / f"{args.game}-{size}-{theme}.png"
    tab.screenshot(path=path, full_page=args.full)
    wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
    print(path, f"(sideways by {wide} px!)" if wide > 0 else "")
    context.close()
    return path


def main() -> None:
    """Render, serve, take the pictures."""
    args = arguments()
    settings = Settings()
    rendering = create(settings, Addresses(settings))
    Handler.rendering = rendering
    Handler.html = page(rendering, rulebook(args.game), args)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / f"{args.game}.html").write_text(Handler.html, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", args.serve or 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    sizes = SIZES if args.size == "all" else [args.size]
    themes = THEMES if args.theme == "both" else [args.theme]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure(), args=FLAGS)
        for size, theme in itertools.product(sizes, themes):
            picture(browser, address, size, theme, args)
        browser.close()
    if args.serve:
        print(f"The page stands at {address}; Ctrl-C ends this.")
        threading.Event().wait()


if __name__ == "__main__":
    main()
