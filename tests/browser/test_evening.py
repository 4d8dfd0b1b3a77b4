"""A whole evening: from the first page to the ranking and the rematch, by hand, on phone and desktop."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.friends import Friend, Table, thought_of
from tests.browser.hands import asked, do
from tests.browser.servers import Server
from tests.browser.visitors import DESKTOP, PHONE, Visitor, Visitors, visitors
from tests.support.postgres import SharedPostgres
from tests.support.waiting import wait

Picture = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def low_server(postgres: SharedPostgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server below a path, as behind a proxy."""
    database = postgres.create()
    server = Server(database, tmp_path_factory.mktemp("low"), TERTULIA_BASE_PATH="/t")
    server.start()
    yield server
    server.close()
    postgres.drop(database)


def friend_of(visitor: Visitor, server: Server) -> Friend:
    """Whoever sits before a browser, known by its cookie, to see what the server tells."""
    cookie = next(one for one in visitor.context.cookies() if one["name"] == "tertulia")
    friend = Friend(server.url, "Nobody")
    friend.use(cookie["value"])
    return friend


def play_by_hand(page: Page, table: Table, seat: int, until: Callable[[], bool]) -> None:
    """Play a seat by touching what is on the page, until something is so."""
    for _ in range(200):
        wait(lambda: until() or asked(page), "it is somebody's turn again")
        if until():
            return
        before = table.version
        do(page, thought_of(table.choices(seat)))
        wait(lambda before=before: until() or table.version > before, "the move has arrived")  # type: ignore[misc]
        wait(lambda: until() or page.get_attribute("body", "data-busy") is None, "and is answered")
    raise AssertionError("The game did not end.")


@pytest.mark.parametrize(
    ("served", "size"), [("server", PHONE), ("low_server", DESKTOP)], ids=["phone", "desktop at /t"]
)
def test_a_whole_game_from_the_front_page_to_the_rematch(
    request: pytest.FixtureRequest, browser: Browser, picture: Picture, served: str, size: dict[str, int]
) -> None:
    server: Server = request.getfixturevalue(served)
    with visitors(browser, server.url) as company:
        evening(company, server, size, picture)


def evening(company: Visitors, server: Server, size: dict[str, int], picture: Picture) -> None:
    host, guest = (company.come(size=size, reduced_motion="reduce") for _ in range(2))
    page = host.go("/")
    picture(page, "lobby")
    page.click(".box form button >> nth=0")
    page.fill("#name", "Inés")
    page.click(".form-sit button")
    page.wait_for_url("**/tables/*")
    link = page.input_value("#invite-link")

    other = guest.page
    other.goto(link)
    picture(other, "invite")
    other.fill("#name", "Olmo")
    other.click(".form-sit button")
    other.wait_for_url("**/tables/*")
    wait(lambda: page.locator(".seat-taken").count() == 2, "the host sees the guest")
    page.click("#bot-3")
    wait(lambda: other.locator(".seat-taken").count() == 3, "the guest sees the bot")
    picture(page, "gathering")
    page.click("#start")
    for one in (page, other):
        one.wait_for_selector("#board, #row", state="attached")

    table = Table.known(page.url.rsplit("/", 1)[1], [friend_of(host, server), friend_of(guest, server)])
    picture(page, "table")

    def over() -> bool:
        return bool(table.seen()["table"]["status"] != "playing")

    def settle_guest() -> bool:
        if not over() and 2 in table.waiting():
            table.play(2)
        return over()

    play_by_hand(page, table, 1, settle_guest)
    finish(page, other, picture)
    for friend in table.friends:
        friend.close()


def finish(page: Page, other: Page, picture: Picture) -> None:
    page.click("#ending a")
    page.wait_for_selector(".final")
    picture(page, "final")
    assert page.locator(".ranking li").count() == 3
    assert page.locator(".seal-good").count() == 1
    ranking = other.context.new_page()
    ranking.goto(other.url)
    ranking.wait_for_selector(".final #rematch form")
    page.click(".final-actions form button")
    page.wait_for_selector(".gathering")
    for one in (ranking, other):
        one.wait_for_selector("#rematch a")
    picture(ranking, "rematch")
    other.click("#rematch a")
    other.wait_for_selector(".gathering")
    wait(lambda: page.locator(".seat-taken").count() == 3, "all three sit there again")
