"""Scenes become HTML, region by region."""

from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from app.games.session import Event, GameSession, plain
from app.games.shelf import rulebook
from app.live.scene import Plain, Scene
from app.settings import Settings
from app.tables.number import Number
from app.web.addresses import Addresses
from app.web.environment import HouseEnvironment
from app.web.options import options, read
from app.web.rendering import Rendering, create, playable

VOID_TAGS = {"img", "input", "path", "use", "circle", "rect", "ellipse", "br", "hr", "stop", "line", "polygon"}


@pytest.fixture(scope="module")
def rendering() -> Rendering:
    """The templates of this project."""
    settings = Settings()
    return create(settings, Addresses(settings))


def table_of(game: str, names: list[str], status: str = "playing", **extra: Any) -> dict[str, Any]:
    """A table as everybody sees it."""
    seats = [{"number": n, "kind": "person", "name": name, "taken_over": False} for n, name in enumerate(names, 1)]
    return {
        "id": "0" * 32, "game": game, "options": plain(rulebook(game).options({})), "status": status, "host": 1,
        "visibility": "link", "seats": seats, "least": 3, "rematch": None, "frozen": False, "result": [], "scores": {},
        "undo": {"seat": 0, "allowed": False, "reason": "nothing"}, "commitment": "", "seed": None, **extra,
    }  # fmt: skip


def begun(seats: int = 3) -> GameSession:
    """A game of Cuckooo! at its first moment."""
    book = rulebook("cuckooo")
    return book.session.begin(seats, book.options({}), book.components().content, bytes(32), 1)


def scene(session: GameSession, names: list[str], kept: Plain | None = None, **extra: Any) -> Scene:
    """That game as a scene."""
    public = (kept or Plain()).view(session.public())
    return Scene("0" * 32, "cuckooo", Number(0, 0), table_of("cuckooo", names, **extra), public)


class Outline(HTMLParser):
    """How many elements stand at the top, and the ids of all."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.tops: list[str | None] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go in."""
        found = dict(attrs).get("id")
        if not self.depth:
            self.tops.append(found)
        if found:
            self.ids.append(found)
        self.depth += tag not in VOID_TAGS

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Stay."""
        if found := dict(attrs).get("id"):
            self.ids.append(found)

    def handle_endtag(self, tag: str) -> None:
        """Come out."""
        self.depth -= tag not in VOID_TAGS


@pytest.mark.parametrize("game", playable())
def test_every_region_is_one_element_with_its_name_through_a_whole_game(rendering: Rendering, game: str) -> None:
    book = rulebook(game)
    rng = Random(5)
    seats = book.seats[1]
    session = book.session.begin(seats, book.options({}), book.components().content, bytes(32), book.session.version)
    names = [f"N{number}" for number in range(1, seats + 1)]
    known: set[str] = set()
    for _ in range(120):
        now = Scene("0" * 32, game, Number(0, 0), table_of(game, names), plain(session.public()))
        for seat in (None, *range(1, seats + 1)):
            private = plain(session.private(seat)) if seat else None
            made = rendering.public(now) if seat is None else rendering.private(now, seat, private)
            ids: list[str] = []
            for name, html in made.all("en").items():
                outline = Outline()
                outline.feed(html)
                assert outline.tops == [name]
                assert outline.depth == 0, name
                ids += outline.ids
            assert len(ids) == len(set(ids)), sorted(one for one in ids if ids.count(one) > 1)
            known.update(made.names)
        asked = [seat for seat in session.actors() if seat not in session.public()["turn"].done]
        if not asked:
            break
        session.apply(asked[0], rng.choice(session.choices(asked[0])).sample(rng))
    assert {"prompt", "undo", "seat-1", "state-1"} <= known


def test_a_region_is_made_again_when_an_answer_has_changed_that_was_given_for_it(rendering: Rendering) -> None:
    session, kept = begun(), Plain()
    names = ["Ana", "Bea", "Cai"]
    before = rendering.public(scene(session, names, kept))
    asked = {name: before.make(name, "en").asked for name in before.names}
    seat = session.actors()[0]
    session.apply(seat, next(iter(session.choices(seat)[0])))
    after = rendering.public(scene(session, names, kept))
    different = after.differing(before) or set()
    changed = {name for name in after.names if not asked[name].isdisjoint(different)}
    assert f"state-{seat}" in changed
    assert not {"row", "seat-1"} & changed
    renamed = rendering.public(scene(session, ["Ana", "Bea", "Carla"], kept))
    different = renamed.differing(before) or set()
    changed = {name for name in after.names if not asked[name].isdisjoint(different)}
    assert "seat-3" in changed
    assert "magpies" not in changed


def test_pages_with_other_regions_are_not_compared(rendering: Rendering) -> None:
    gathering = Scene("0" * 32, "cuckooo", Number(0, 1), table_of("cuckooo", ["Ana", "Bea"], "gathering"), {})
    playing = scene(begun(), ["Ana", "Bea", "Cai"])
    assert rendering.public(playing).differing(rendering.public(gathering)) is None
    assert rendering.public(playing).differing(rendering.public(playing)) == set()


def test_the_public_part_knows_no_reader(rendering: Rendering) -> None:
    """What a seat alone may see does not even reach the macros of public regions."""
    now = scene(begun(), ["Ana", "Bea", "Cai"])
    assert rendering.public(now).all("en")
    assert "hand" not in rendering.public(now).names
    assert "hand" not in rendering.private(now, None, None).names


def test_names_are_escaped_everywhere(rendering: Rendering) -> None:
    session = begun()
    now = scene(session, ["<i>A</i>", "\"B'", "&C"])
    private = plain(session.private(1))
    made = rendering.public(now).all("en") | rendering.private(now, 1, private).all("en")
    html = "".join(made.values())
    assert "<i>A" not in html
    assert "&lt;i&gt;A&lt;/i&gt;" in html
    told = rendering.say(Event("undo", 1), now, 2, "en")
    assert "&lt;i&gt;A&lt;/i&gt;" in told


def test_one_s_own_deeds_are_told_as_you(rendering: Rendering) -> None:
    now = scene(begun(), ["Ana", "Bea", "Cai"])
    assert "You" in rendering.say(Event("undo", 2), now, 2, "en")
    assert "Bea" in rendering.say(Event("undo", 2), now, None, "en")


@pytest.mark.parametrize("game", playable())
def test_a_table_that_gathers_is_drawn_for_everybody(rendering: Rendering, game: str) -> None:
    table = table_of(game, ["Ana", "Bea", "", ""], "gathering", least=2)
    table["seats"][1]["kind"] = "bot"
    for place in table["seats"][2:]:
        place["kind"] = "open"
    for host, visibility in ((1, "link"), (0, "lobby")):
        now = Scene("0" * 32, game, Number(0, 1), {**table, "host": host, "visibility": visibility}, {})
        made = {seat: rendering.private(now, seat, None).all("en") for seat in (None, 1, 2)}
        for seat, fragments in made.items():
            alone = rendering.private(replace(now, kept={}), seat, None)
            assert fragments == alone.all("en")
        assert ('id="start"' in made[1]["gathering-rack"]) is (host == 1)
        assert 'class="seat seat-taken on-paper seat-you" id="place-2"' in made[2]["ring"]


def test_unknown_regions_are_an_error_and_those_of_the_seated_are_empty_for_others(rendering: Rendering) -> None:
    now = scene(begun(), ["Ana", "Bea", "Cai"])
    html = rendering.public(now).all("en") | rendering.private(now, None, None).all("en")
    page = rendering.room(
        now, html, "en", theme="", seat=None, host=False, order=[1, 2, 3], number=now.number, here=[], choices=[],
        watch="", freed=False, said=[], messages=[],
    )  # fmt: skip
    assert 'id="prompt"' in page
    assert 'id="hand"' not in page


def test_drawings_are_made_once() -> None:
    environment = HouseEnvironment("en", **dict.fromkeys(
        ("address", "asset", "assets", "base", "book", "books", "build", "game_art", "game_final", "options", "refusal",
         "sentence"), ""))  # fmt: skip
    art: Any = environment.globals["art"]
    assert art.token(2) is art.token(2)
    assert art.token(2) != art.token(3)


def test_options_are_read_from_the_texts_of_a_form() -> None:
    book = rulebook("cuckooo")
    flocks = next(option for option in options(book) if option.name == "flocks")
    assert flocks.values == ("open", "hidden")
    assert read(book, {"flocks": "hidden", "nonsense": "1"}) == {"flocks": "hidden"}
