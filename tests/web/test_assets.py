"""The files that browsers load."""

import gzip
import re
from pathlib import Path

import httpx
import pytest

from app.settings import Settings
from app.web.addresses import Addresses
from app.web.assets import Assets

KB = 1024


@pytest.fixture
def assets() -> Assets:
    """The files of this project."""
    return Assets(Addresses(Settings()))


@pytest.fixture
async def client(assets: Assets) -> httpx.AsyncClient:
    """A browser that asks the files directly."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(assets), base_url="http://files")


def under(assets: Assets, name: str) -> str:
    """The path of a file below `/static`."""
    return assets.path(name).removeprefix("/static")


async def test_a_file_of_this_build_is_kept_for_ever(assets: Assets, client: httpx.AsyncClient) -> None:
    answer = await client.get(under(assets, "frame.css"))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.headers["content-encoding"] == "gzip"


async def test_a_page_of_another_build_gets_the_present_file_but_does_not_keep_it(client: httpx.AsyncClient) -> None:
    answer = await client.get("/another/frame.css", headers={"Accept-Encoding": "identity"})
    assert answer.headers["cache-control"] == "no-cache"
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "name", ["nothing.css", "../app/main.py", "..%2f..%2fapp/main.py", "games/cuckooo/regions.html"]
)
async def test_nothing_else_is_sent(assets: Assets, client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/{assets.build}/{name}")).status_code == 404


def test_the_build_changes_with_any_file_or_template(tmp_path: Path) -> None:
    static, templates = tmp_path / "static", tmp_path / "templates"
    for folder in (static, templates / "game"):
        folder.mkdir(parents=True)
    seen = set()
    for path, text in ((static / "a.css", "1"), (static / "a.css", "2"), (templates / "a.html", "1"),
                       (templates / "game" / "game.js", "1")):  # fmt: skip
        path.write_text(text)
        seen.add(Assets(Addresses(Settings()), static, templates).build)
    assert len(seen) == 4


def test_a_vignette_is_a_square_cut_of_the_picture(assets: Assets) -> None:
    drawing = assets.file("games/cuckooo/vignette.svg").content.decode()
    assert 'viewBox="166 70 112 112" width="60" height="60"' in drawing[:300]


def test_scripts_travel_without_comments_and_indentation(assets: Assets) -> None:
    script = assets.file("table.js").content.decode()
    assert "\n  " not in script
    assert "\n//" not in script
    assert "export const table" in script


def test_style_sheets_travel_without_comments_and_space(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "a.css").write_text(
        """/* the frame's */
.a , .b > c:is(d, e) :hover {
  content: "a, b /* c */";
  margin: calc(1px + 2px) 0;  /* it's
  long */
}
@media (max-width: 9px) and (hover) { a { color: red; } }
"""
    )
    style = Assets(Addresses(Settings()), static, tmp_path).file("a.css").content.decode().strip()
    assert style == (
        '.a,.b > c:is(d,e) :hover{content:"a, b /* c */";margin:calc(1px + 2px) 0;}'
        "@media (max-width:9px) and (hover){a{color:red;}}"
    )


def test_the_style_of_the_house_is_one_file_for_browsers(assets: Assets) -> None:
    style = assets.file("frame.css").content.decode()
    assert "@import" not in style
    assert "--felt:" in style
    assert ".rail{" in style


def test_the_own_script_of_a_table_is_small(assets: Assets) -> None:
    """The house's own, as it travels."""
    names = ("page.js", "news.js", "room.js", "choice.js", "flights.js", "table.js")
    assert sum(len(assets.file(name).packed or b"") for name in names) < 12 * KB


def test_the_fonts_of_the_first_view_are_small_and_have_the_whole_alphabet(assets: Assets) -> None:
    """The rest of the Latin letters, in files of their own, is fetched only for names that need it."""
    style = assets.file("frame.css").content.decode()
    faces = dict(re.findall(r'url\("(vendor/[a-z-]+\.woff2)"\).*?unicode-range:([^;}]+)', style))
    first = {name: letters for name, letters in faces.items() if "-more" not in name}
    assert len(faces) == 2 * len(first) == 4
    assert all(letters.startswith("U+20-7E,") for letters in first.values())
    assert sum(len(assets.file(name).content) for name in first) < 40 * KB


def test_what_is_packed_is_the_same(assets: Assets) -> None:
    file = assets.file("frame.css")
    assert file.packed is not None
    assert gzip.decompress(file.packed) == file.content
