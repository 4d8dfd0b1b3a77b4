"""Every word in a template can be translated, and no template needs what the security policy forbids."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, nodes

from app.web.assets import TEMPLATES
from app.web.rendering import playable

SPOKEN = ("aria-label", "alt", "placeholder", "title", "content", "data-why", "data-sure", "data-about")
# Names, a sign in a drawing, and what browsers read.
KNOWN = {"CASINO", "TERTULIA_HOST", "width", "device-width", "noindex", "dark", "light"}
VOID = "\x00"
TRANSLATE = {"_": 1, "gettext": 1, "ngettext": 2}
"""What marks words for translation, and how many of its arguments are words."""


def templates() -> list[Path]:
    """All templates of the house, and of the games that have pages."""
    folders = [TEMPLATES, TEMPLATES / "frame", *(TEMPLATES / game for game in playable())]
    return sorted(path for folder in folders for path in folder.glob("*.html"))


class Words(HTMLParser):
    """Collects what a reader would see or hear of HTML with holes in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.forbidden: list[str] = []
        self._quiet = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note spoken attributes, and what the policy forbids."""
        named = dict(attrs)
        for name, value in attrs:
            if name in SPOKEN and value and not (tag in ("meta", "input") and name in ("content", "value")):
                self.found.append(value)
            if name == "style" or (name.startswith("on") and len(name) > 2):
                self.forbidden.append(f"{tag} {name}")
        if tag == "style" or (tag == "script" and "src" not in named):
            self.forbidden.append(tag)
        self._quiet += tag in ("code", "script", "style")

    def handle_endtag(self, tag: str) -> None:
        """Words count again."""
        self._quiet -= tag in ("code", "script", "style")

    def handle_data(self, data: str) -> None:
        """Note words."""
        if not self._quiet:
            self.found.append(data)


def written(node: nodes.Node) -> str:
    """What a part of a template writes of its own, in order, with a hole for each thing that is put in."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Output):
        return "".join(written(each) for each in node.nodes)
    if isinstance(node, nodes.Expr | nodes.Macro | nodes.Block):
        return VOID
    return "".join(written(each) for each in node.iter_child_nodes(exclude=("test", "iter")))


def fragment(text: str) -> bool:
    """Whether this is only part of a tag: attributes, or the names of classes."""
    rest = re.sub(r'[\w-]+="[^"]*"', "", text)
    return "<" not in text and re.fullmatch(r"[\sa-z0-9-]*", rest.replace(VOID, " ")) is not None


def parsed(path: Path) -> nodes.Template:
    """A template as a tree."""
    environment = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"], autoescape=True)
    return environment.parse(path.read_text("utf-8"))


def words(path: Path) -> Words:
    """The words of a template that stand outside of `_()` and `ngettext()`."""
    tree = parsed(path)
    parser = Words()
    parts: list[Any] = [tree, *tree.find_all(nodes.Macro), *tree.find_all(nodes.Block)]
    for part in parts:
        text = "".join(written(each) for each in part.body)
        if not fragment(text):
            parser.feed(text)
    parser.close()
    return parser


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_every_visible_word_can_be_translated(path: Path) -> None:
    bare = [found.strip() for found in words(path).found if re.search(r"[^\W\d_]{2,}", found.replace(VOID, " "))]
    assert [one for one in bare if not set(re.findall(r"[^\W\d]\w+", one)) <= KNOWN] == []


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_nothing_that_people_write_is_taken_for_html(path: Path) -> None:
    """`_()` takes its words for safe HTML, only what is put into them is escaped: so they stand in the template."""
    tree = parsed(path)
    calls = [(call, getattr(call.node, "name", "")) for call in tree.find_all(nodes.Call)]
    words = [one for call, name in calls for one in call.args[: TRANSLATE.get(name, 0)]]
    assert [one.lineno for one in words if not isinstance(one, nodes.Const)] == []
    assert [one.lineno for one in tree.find_all(nodes.Filter) if one.name == "safe"] == []


@pytest.mark.parametrize("path", templates(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_template_has_style_or_script_inside(path: Path) -> None:
    assert words(path).forbidden == []


def test_afternoon_is_the_same_by_system_and_by_switch() -> None:
    tokens = (TEMPLATES.parent / "static" / "tokens.css").read_text("utf-8")
    system = re.search(r'not\(\[data-theme="evening"\]\) \{(.*?)\n  \}', tokens, re.DOTALL)
    switch = re.search(r':root\[data-theme="afternoon"\] \{(.*?)\n\}', tokens, re.DOTALL)
    assert system
    assert switch
    assert system[1].split() == switch[1].split()


def test_no_raw_colour_stands_outside_of_the_tokens_but_in_shades() -> None:
    """Black and white with an opacity are light and shadow; paper under a QR code is the same in every light."""
    frame = "".join(path.read_text("utf-8") for path in (TEMPLATES.parent / "static" / "frame").glob("*.css"))
    colours = set(re.findall(r"#[0-9a-f]{3,8}\b", frame))
    shades = {one for one in colours if re.fullmatch(r"#(000|fff)[0-9a-f]?|#(000000|ffffff)[0-9a-f]{0,2}", one)}
    named = {"#fffaf0", "#22312c", "#fffdf8", "#fff3ec", "#ffd9cc", "#9c2711", "#1c0d08", "#5a1e12", "#ffb9a8"}
    named |= {"#a82f1a", "#3f6b33", "#4d3c22", "#4a2c00", "#2a211a", "#7d541333", "#ffe3bd", "#b07d22", "#2b1a12"}
    assert colours - shades - named == set()
