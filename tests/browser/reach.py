"""What keeps a page from being read or reached by somebody."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
COMPLAINTS = """axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.flatMap(
  ({id, nodes}) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`)))"""
SEEN = "one.checkVisibility({visibilityProperty: true, opacityProperty: true})"
SMALL = f"""[...document.querySelectorAll("body *")].filter((one) => {SEEN} && !one.closest("svg, .visually-hidden")
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && parseFloat(getComputedStyle(one).fontSize) < 14).map((one) => `${{one.className}}: ${{one.textContent.trim()}}`)"""
LITTLE = f"""[...document.querySelectorAll("button, a, input:not([type=hidden]), summary")]
  .filter((one) => {SEEN} && !one.closest("p, dd, .rules, [aria-hidden=true]"))
  .filter((one) => !one.matches("[type=radio], [readonly]"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, {{width, height}}]) => width && (height < 43.5 || width < 43.5))
  .map(([one, {{width, height}}]) => `${{one.className}} ${{one.textContent.trim()}}: ${{width}} x ${{height}}`)"""
SIZES = ((360, 740), (390, 844), (768, 1024), (1024, 768), (1440, 900))


def complaints(page: Page) -> list[str]:
    """What axe finds on the page."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(COMPLAINTS)
    return found


def faults(page: Page, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """What is too wide, too small to read or to touch at some size, and what axe finds at the first and last size."""
    found: list[str] = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        where = f"{page.url} at {width} x {height}"
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [f"{where}: sideways by {wide} px"] if wide > 0 else []
        found += [f"{where}: small letters: {one}" for one in page.evaluate(SMALL)]
        found += [f"{where}: hard to touch: {one}" for one in page.evaluate(LITTLE)]
        if (width, height) in (sizes[0], sizes[-1]):
            found += [f"{where}: {one}" for one in complaints(page)]
    return found
