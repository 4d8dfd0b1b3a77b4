"""The page that shows the document of the API, in a real browser."""

import pytest
from playwright.sync_api import Browser

from tests.web.houses import house


@pytest.mark.browser
def test_the_page_works_under_our_policy_and_asks_no_other_host(database: str, browser: Browser) -> None:
    with house(database, base_path="/t") as one:
        page = browser.new_page()
        asked: list[str] = []
        complaints: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{one.address}/docs")
        page.locator(".opblock-summary-path", has_text="/api/games").first.click()
        page.locator(".opblock-description-wrapper").first.wait_for()
        page.close()
    assert complaints == []
    home = asked[0].removesuffix("/docs")
    assert [address for address in asked if not address.startswith((f"{home}/", "data:"))] == []
