"""Rendering: what turns a scene into HTML, by the templates, in a reader's language. Pure: it asks nobody.

A region is one element of the page with an id of its own. Templates name them (`public_regions` and `private_regions`
of `<game>/regions.html`, and of `frame/*.html`); a macro of the same name makes each. What a macro looked at is noted:
so news know what to render again.
"""

from collections.abc import Collection, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from markupsafe import Markup

from app.games.session import Event, Reason, plain
from app.games.shelf import Rulebook, rulebook, shelf
from app.live.scene import Made, Scene
from app.settings import Settings
from app.web.addresses import Addresses
from app.web.assets import TEMPLATES, Assets
from app.web.environment import HouseEnvironment
from app.web.glances import NUMBER, Looking, Question, You, differing, kept_once, unlike
from app.web.options import options

FRAME = "frame"
PUBLIC, PRIVATE = "public_regions", "private_regions"
GATHERING, PLAYING = "gathering", "playing"


class Region(NamedTuple):
    """A declared region: its DOM id, where its macro lies and what that is called, its seat if it is one of many."""

    id: str
    folder: str
    macro: str
    seat: int | None


class Page:
    """The regions of a page at one moment, for everybody or for a seat.

    What was made for one seat is taken for each other one that would get the same answers.
    """

    __slots__ = ("_declared", "_private", "_rendering", "_scene", "_seat", "_unlike")

    def __init__(
        self,
        rendering: "Rendering",
        scene: Scene,
        declared: Mapping[str, Region],
        seat: int | None,
        private: dict[str, Any],
    ) -> None:
        self._rendering = rendering
        self._scene = scene
        self._declared = declared
        self._seat = seat
        self._private = private
        self._unlike: dict[int, set[Question]] = {}

    @property
    def names(self) -> Collection[str]:
        """The ids of the regions."""
        return self._declared.keys()

    def all(self, language: str) -> dict[str, str]:
        """The HTML of all regions, by id."""
        return {name: self.make(name, language).html for name in self._declared}

    def make(self, name: str, language: str) -> Made:
        """A region in a language."""
        others: list[tuple[int, dict[str, Any], Made]] = self._scene.kept.setdefault((name, language), [])
        for seat, private, made in others if self._seat else ():
            if made.asked.isdisjoint(self._differing_from(seat, private)):
                return made
        look = Looking(self._scene.public, self._private, self._scene.table, self._seat)
        made = Made(self._rendering.make(self._declared[name], look, language), kept_once(look.asked))
        if self._seat and NUMBER not in made.asked:
            others.append((self._seat, self._private, made))
        return made

    def differing(self, before: "Page") -> set[Question] | None:
        """The questions that had another answer in this page at an earlier moment; None if it was another page."""
        if before._declared is not self._declared:
            return None
        then, now = before._scene, self._scene
        known = now.kept.get(PUBLIC)
        if known is None or known[0] is not then.public or known[1] is not then.table:
            found = differing(("view",), then.public, now.public) | differing(("table",), then.table, now.table)
            known = now.kept[PUBLIC] = then.public, then.table, found
        return known[2] | differing(("private",), before._private, self._private)

    def _differing_from(self, seat: int, private: dict[str, Any]) -> set[Question]:
        if seat not in self._unlike:
            self._unlike[seat] = unlike(seat, self._seat) | differing(("private",), private, self._private)
        return self._unlike[seat]


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
        folders, seats = self._folders(scene), len(scene.table["seats"])
        return frozenset(name for kind in (PUBLIC, PRIVATE) for name in self._declared(folders, kind, seats))

    # --- regions, for live ---

    def public(self, scene: Scene) -> Page:
        """The regions that are the same for everybody: those of the frame, and of the game once it has begun."""
        return Page(self, scene, self._declared(self._folders(scene), PUBLIC, len(scene.table["seats"])), None, {})

    def private(self, scene: Scene, seat: int | None, private: dict[str, Any] | None) -> Page:
        """The regions for a seat, or those of the frame for who has none."""
        folders = self._folders(scene) if private is not None else self._folders(scene)[:1]
        return Page(self, scene, self._declared(folders, PRIVATE, len(scene.table["seats"])), seat, private or {})

    def say(self, event: Event, scene: Scene, seat: int | None, language: str) -> str:
        """A line of the log, as a list item; empty if there is nothing to tell."""
        kept: list[tuple[Event, int | None, set[Question], str]]
        kept = scene.kept.setdefault((event.key, event.seat, language), [])
        for known, other, asked, line in kept:
            if (known is event or known == event) and asked.isdisjoint(unlike(other, seat)):
                return line
        told, asked = plain(event), set[Question]()
        frame = self._sentences(FRAME, language)
        sentences = frame if told["key"] in frame.events else self._sentences(scene.game, language)
        you = You(seat, asked)
        sentence = _trimmed(sentences.event(told, scene.table, you, *_wanted(sentences.event, scene.public)))
        mark = told["key"] in getattr(sentences, "marks", ())
        line = str(_trimmed(frame.line(sentence, told["seat"], mark))) if sentence else ""
        kept.append((event, seat, asked, line))
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

    def _declare(self, folders: tuple[str, ...], kind: str, seats: int) -> dict[str, Region]:
        regions = (
            Region(id_.replace("{seat}", str(seat)), folder, id_.replace("-{seat}", "").replace("-", "_"), seat)
            for folder in folders
            for id_ in getattr(self._module("en", _regions_file(folder)), kind, ())
            for seat in (range(1, seats + 1) if "{seat}" in id_ else (None,))
        )
        return {region.id: region for region in regions}

    def make(self, region: Region, look: Looking, language: str) -> str:
        """The HTML of a region, as a reader gets to see what there is."""
        macro = getattr(self._module(language, _regions_file(region.folder)), region.macro)
        known = {"view": look.view, "table": look.table, "seat": region.seat, "you": look.you}
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
