"""What keeps a page from being read or reached by somebody."""

from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

AXE = (Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
COMPLAINTS = """async ([within, rules]) => {
  const some = rules ? {runOnly: rules, preload: false} : {};
  const {violations} = await axe.run(within ?? document, {resultTypes: ["violations"], ...some});
  return violations.flatMap(({id, nodes}) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
}"""
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe whose answer depends on the light."""
NIGHT = "matchMedia('(prefers-color-scheme: dark)').matches"
SEEN = "one.checkVisibility({visibilityProperty: true, opacityProperty: true})"
SMALL = f"""[...document.querySelectorAll("body *")].filter((one) => {SEEN} && !one.closest("svg, .visually-hidden"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => [parseFloat(getComputedStyle(one).fontSize), `${{one.className}}: ${{one.textContent.trim()}}`])
  .filter(([size]) => size > 0 && size < 14).map(([, text]) => text)"""
LITTLE = f"""[...document.querySelectorAll("button, a, input:not([type=hidden]), summary")]
  .filter((one) => {SEEN} && !one.closest("p, dd, .rules, [aria-hidden=true]"))
  .filter((one) => !one.matches("[type=radio], [readonly]"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, {{width, height}}]) => width && (height < 43.5 || width < 43.5))
  .map(([one, {{width, height}}]) => `${{one.className}} ${{one.textContent.trim()}}: ${{width}} x ${{height}}`)"""
Light = Literal["dark", "light"]
Sizes = tuple[tuple[int, int], ...]
SIZES: Sizes = ((360, 740), (390, 844), (768, 1024), (1024, 768), (1440, 900))


def complaints(page: Page, within: str | None = None) -> list[str]:
    """What axe finds on the page: by all its rules, then by those about colours in the other light, which stays on."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    lights: tuple[Light, Light] = ("dark", "light") if page.evaluate(NIGHT) else ("light", "dark")
    found = [f"{lights[0]}: {one}" for one in page.evaluate(COMPLAINTS, [within, None])]
    page.emulate_media(color_scheme=lights[1])
    return found + [f"{lights[1]}: {one}" for one in page.evaluate(COMPLAINTS, [within, COLOURS])]


def faults(
    page: Page, sizes: Sizes = SIZES, *, ends: Sizes | None = None, within: str | None = None, little: str = LITTLE
) -> list[str]:
    """What is too wide, too small to read or to touch at some size, and what axe finds in both lights.

    Args:
        page: what to look at; it ends at the last size.
        sizes: widths and heights in pixels.
        ends: the sizes at which axe looks, else the first and the last.
        within: the only part at which axe looks, where all else has been looked at or will be.
        little: a script that lists what is too small to touch.
    """
    found: list[str] = []
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        where = f"{page.url} at {size[0]} x {size[1]}"
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [f"{where}: sideways by {wide} px"] if wide > 0 else []
        found += [f"{where}: small letters: {one}" for one in page.evaluate(SMALL)]
        found += [f"{where}: hard to touch: {one}" for one in page.evaluate(little)]
        if size in (ends or (sizes[0], sizes[-1])):
            found += [f"{where}, {one}" for one in complaints(page, within)]
    return found
