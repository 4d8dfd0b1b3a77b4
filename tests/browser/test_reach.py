"""What keeps people from reading or touching a page is found, in either light."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.reach import faults

PAGE = """<!doctype html><html lang="en"><head><title>A table</title><style>
  :root {{ color-scheme: dark; color: #eee; background: #111; font: 16px sans-serif }}
  @media (prefers-color-scheme: light) {{ :root {{ color-scheme: light; color: #111; background: #eee }} }}
  button {{ min-width: 48px; min-height: 48px; font: inherit }} {style}
</style></head><body><main><h1>A table</h1>{body}</main></body></html>"""
SOUND = "<p id=text>It is your turn.</p><button>Pass</button>"
SIZES = ((360, 740), (1440, 900))
DIM = "#text { color: #555 }"
BROKEN = {
    "a contrast in the dark": (DIM, SOUND, "dark: color-contrast: #text"),
    "a contrast in the light": ("#text { color: #bbb }", SOUND, "light: color-contrast: #text"),
    "a field without a label": ("input { min-height: 48px }", "<input>", "label: input"),
    "a button without a name": ("", "<button></button>", "button-name: button"),
    "a small target": ("#text + button { min-height: 30px; height: 30px }", SOUND, "hard to touch:  Pass"),
    "small letters": ("#text { font-size: 12px }", SOUND, "small letters: : It is your turn."),
    "a page that is too wide": ("#text { width: 900px }", SOUND, "at 360 x 740: sideways by"),
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    """An empty page."""
    return browser.new_page(reduced_motion="reduce")


def shown(page: Page, style: str, body: str) -> list[str]:
    """What is found on a page made of these, at the ends of the sizes."""
    page.emulate_media(color_scheme="light")
    page.set_content(PAGE.format(style=style, body=body))
    return faults(page, SIZES)


def test_a_sound_page_has_no_faults(page: Page) -> None:
    assert shown(page, "", SOUND) == []


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_page_is_found_out(page: Page, fault: str) -> None:
    style, body, named = BROKEN[fault]
    found = shown(page, style, body)
    assert any(named in one for one in found), found


def test_each_light_is_looked_at_in_each_size(page: Page) -> None:
    both = f"{DIM} @media (prefers-color-scheme: light) {{ #text {{ color: #bbb }} }}"
    found = shown(page, both, SOUND)
    assert [
        sum(f"{size[0]} x {size[1]}, {light}" in one for one in found) for size in SIZES for light in ("dark", "light")
    ] == [1] * 4
