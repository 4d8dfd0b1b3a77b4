"""Rendering: what turns a scene into HTML, by the templates, in a reader's language. Pure: it asks nobody.

A region is one element of the page with an id of its own. Templates name them (`public_regions` and `private_regions`
of `<game>/regions.html`, and of `frame/*.html`); a macro of the same name makes each. What a macro looked at is noted:
so news know what to render again.
"""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from markupsafe import Markup

from app.games.session import Event, Reason, plain
from app.games.shelf import Rulebook, rulebook, shelf
from app.live.scene import Fragment, Scene
from app.settings import Settings
from app.web.addresses import Addresses
from app.web.assets import TEMPLATES, Assets
from app.web.environment import HouseEnvironment
from app.web.glances import Glances, Homes, Look, Looking, You
from app.web.options import options

FRAME = "frame"
PUBLIC, PRIVATE = "public_regions", "private_regions"
GATHERING, PLAYING = "gathering", "playing"


class Region(NamedTuple):
    """A declared region: its DOM id, the macro that makes it, its seat if it is one of many."""

    id: str
    macro: str
    seat: int | None


class Variant(NamedTuple):
    """A region as it came out, what was looked at for it, and for which seats it may come out in another way."""

    html: str
    seen: tuple[Look, ...]
    apart: set[int]


class Making(Glances):
    """How a region is made at one moment for a seat, or for all.

    What was made for one seat without learning its number is taken for each other one that would see the same.
    """

    __slots__ = ("_folder", "_region", "_rendering", "_scene", "_seat")

    def __init__(
        self, rendering: "Rendering", scene: Scene, folder: str, region: Region, seat: int | None, homes: Homes
    ) -> None:
        super().__init__(homes)
        self._rendering = rendering
        self._scene = scene
        self._folder = folder
        self._region = region
        self._seat = seat

    def fragment(self) -> Fragment:
        """The region for those who show it."""
        return Fragment((), self.html, self)

    def html(self, language: str) -> str:
        """The region in a language."""
        variants: list[Variant] = self._scene.kept.setdefault((self._region.id, language), [])
        for variant in variants if self._seat else ():
            if self._seat not in variant.apart and self.agree(variant.seen):
                self.seen = variant.seen
                return variant.html
        look, you = Looking(self._homes), You(self._seat) if self._seat else None
        html = self._rendering.make(self._folder, self._region, look, you, language)
        self.seen = look.seen()
        if you is not None and you.shares:
            variants.append(Variant(html, self.seen, you.apart))
        return html


class Rendering:
    """The templates of the house and of all games, for all languages; `app.live` gets it as its renderer."""

    def __init__(self, settings: Settings, addresses: Addresses, assets: Assets | None = None) -> None:
        self.assets = assets or Assets(addresses)
        self.addresses = addresses
        self.settings = settings
        self._environment = cache(self._make_environment)
        self._module = cache(lambda language, name: self._environment(language).get_template(name).module)
        self._declared = cache(self._declare)

    def prepare(self) -> None:
        """Compile all templates now, and not while visitors wait: that takes seconds the first time."""
        environment = self._environment(self.settings.language)
        for name in environment.list_templates(extensions=["html"]):
            environment.get_template(name)

    # --- pages ---

    def page(self, name: str, language: str, **context: object) -> str:
        """A whole page from a template."""
        html: str = self._environment(language).get_template(name).render(language=language, **context)
        return html

    def room(
        self, scene: Scene, fragments: Mapping[str, str], language: str, *, ranking: bool = False, **context: object
    ) -> str:
        """The page of a table as it stands: gathering, game, or what became of it.

        Args:
            scene: the table.
            fragments: the regions that the reader sees, by DOM id.
            language: the reader's.
            ranking: of a finished game the ranking, not the board.
            context: what the templates ask for beside: see `room.html`.
        """

        def region(id_: str) -> Markup:
            if id_ in fragments:
                return Markup(fragments[id_])  # noqa: S704 - made by an autoescaping template
            if id_ in known:
                return Markup()
            raise KeyError(f"No region {id_} is declared.")

        template = f"{scene.game}/table.html"
        if ranking or not scene.public:
            template = "final.html" if ranking else "gathering.html"
        known = self._known(scene)
        own = {"table": scene.table, "region": region, "has": known.__contains__}
        return self.page(template, language, **own, **context)

    def _known(self, scene: Scene) -> frozenset[str]:
        """The ids of all regions, also of those that only the seated see."""
        seats = len(scene.table["seats"])
        kinds = ((folder, kind) for folder in self._folders(scene) for kind in (PUBLIC, PRIVATE))
        return frozenset(region.id for folder, kind in kinds for region in self._declared(folder, kind, seats))

    # --- regions, for live ---

    def public(self, scene: Scene) -> dict[str, Fragment]:
        """The fragments that are the same for everybody: those of the frame, and of the game once it has begun."""
        return self._fragments(scene, PUBLIC, self._folders(scene), None, {})

    def private(self, scene: Scene, seat: int | None, private: dict[str, Any] | None) -> dict[str, Fragment]:
        """The fragments for a seat, or those of the frame for who has none."""
        folders = self._folders(scene)
        return self._fragments(scene, PRIVATE, folders if private is not None else folders[:1], seat, private or {})

    def _fragments(
        self, scene: Scene, kind: str, folders: tuple[str, ...], seat: int | None, private: dict[str, Any]
    ) -> dict[str, Fragment]:
        made, homes = {}, {"view": scene.public, "private": private, "table": scene.table}
        for folder in folders:
            for region in self._declared(folder, kind, len(scene.table["seats"])):
                made[region.id] = Making(self, scene, folder, region, seat, homes).fragment()
        return made

    def say(self, event: Event, scene: Scene, seat: int | None, language: str) -> str:
        """A line of the log, as a list item; empty if there is nothing to tell."""
        kept: list[tuple[Event, set[int], str]] = scene.kept.setdefault((event.key, event.seat, language), [])
        for known, apart, line in kept:
            if seat not in apart and (known is event or known == event):
                return line
        told, you = plain(event), You(seat)
        frame = self._sentences(FRAME, language)
        sentences = frame if told["key"] in frame.events else self._sentences(scene.game, language)
        sentence = _trimmed(sentences.event(told, scene.table, you, *_wanted(sentences.event, scene.public)))
        mark = told["key"] in getattr(sentences, "marks", ())
        line = str(_trimmed(frame.line(sentence, told["seat"], mark))) if sentence else ""
        if you.shares:
            kept.append((event, you.apart, line))
        return line

    def entry(self, event: Event, scene: Scene, seat: int | None, language: str, at: str) -> Markup:
        """A line of the log with the time at which it happened (UTC, ISO 8601)."""
        return self.line({"html": self.say(event, scene, seat, language), "at": at})

    @staticmethod
    def line(say: Mapping[str, Any]) -> Markup:
        """A line of the log as live tells it, with its time, which the browser tells in the reader's zone."""
        time = Markup('<time datetime="{}"></time>').format(say["at"])
        return Markup(say["html"].replace("<time></time>", time))  # noqa: S704 - made by an autoescaping template

    def reason(self, game: str, reason: Reason, scene: Scene, language: str) -> str:
        """Why something cannot be done, as a plain sentence."""
        return self.refusal(language, game, plain(reason), scene.table, scene.public).striptags()

    def refusal(
        self, language: str, game: str, reason: Mapping[str, Any], table: Mapping[str, Any], view: Mapping[str, Any]
    ) -> Markup:
        """Why something cannot be done, as a sentence in HTML."""
        frame = self._sentences(FRAME, language)
        sentences = frame if reason["key"] in frame.reasons else self._sentences(game, language)
        return _trimmed(sentences.reason(reason, table, *_wanted(sentences.reason, view)))

    # --- inside ---

    def _game(self, language: str, file: str, game: str, macro: str, *arguments: object) -> Markup:
        """What a macro of a game's file makes; empty if the game has no such file or macro."""
        if not _exists(game, file):
            return Markup()
        made = getattr(self._module(language, f"{game}/{file}"), macro, None)
        return _trimmed(made(*arguments)) if made else Markup()

    def _folders(self, scene: Scene) -> tuple[str, ...]:
        status = scene.table["status"]
        if status == GATHERING or not scene.public:
            return (f"{FRAME}/{GATHERING}",)
        return (f"{FRAME}/{PLAYING}", scene.game)

    def _sentences(self, folder: str, language: str) -> Any:
        return self._module(language, f"{folder}/sentences.html")

    def _declare(self, folder: str, kind: str, seats: int) -> tuple[Region, ...]:
        module = self._module("en", _regions_file(folder))
        return tuple(
            Region(id_.replace("{seat}", str(seat)), id_.replace("-{seat}", "").replace("-", "_"), seat)
            for id_ in getattr(module, kind, ())
            for seat in (range(1, seats + 1) if "{seat}" in id_ else (None,))
        )

    def make(self, folder: str, region: Region, look: Looking, you: You | None, language: str) -> str:
        """The HTML of a region, by somebody who looks for a reader."""
        macro = getattr(self._module(language, _regions_file(folder)), region.macro)
        known = {"view": look.view, "table": look.table, "seat": region.seat, "you": you}
        return str(macro(*(known[name] for name in macro.arguments))).strip()

    def _make_environment(self, language: str) -> HouseEnvironment:
        return HouseEnvironment(
            language,
            address=self.addresses.path,
            asset=self.assets.path,
            assets=self.assets,
            base=self.addresses.base,
            book=rulebook,
            books=playable,
            build=self.assets.build,
            game_art=partial(self._game, language, "art.html"),
            game_final=partial(self._game, language, "final.html"),
            options=options,
            refusal=partial(self.refusal, language),
            sentence=partial(self._game, language, "sentences.html"),
        )


def create(settings: Settings, addresses: Addresses) -> Rendering:
    """The rendering of a server, with its files and with templates that are ready."""
    rendering = Rendering(settings, addresses)
    rendering.prepare()
    return rendering


def playable() -> dict[str, Rulebook]:
    """The games of the shelf that have pages, by key."""
    return {key: book for key, book in shelf().items() if _exists(key, "table.html")}


@cache
def _exists(game: str, file: str) -> bool:
    return (TEMPLATES / game / file).exists()


def _regions_file(folder: str) -> str:
    return f"{folder}.html" if folder.startswith(f"{FRAME}/") else f"{folder}/regions.html"


def _trimmed(text: Any) -> Markup:
    return Markup(" ".join(str(text).split()))  # noqa: S704 - made by an autoescaping template


def _wanted(macro: Any, view: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The public view for a macro of sentences that asks for it, as its last argument."""
    return (view,) if "view" in macro.arguments else ()
