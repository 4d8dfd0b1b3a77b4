"""The pages around the game: making a table, coming to it, who sits where, and what becomes of mistakes."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.boards import chosen, pieces
from tests.browser.friends import Friend, Table
from tests.browser.visitors import PHONE, Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]


def cookies(page: Page) -> list[str]:
    return [one["name"] for one in page.context.cookies()]


def test_a_friend_with_a_name_makes_a_table_in_two_clicks(company: Visitors, friends: Come) -> None:
    page = company.come(*friends("Inés")).go("/")
    page.click(".box form button >> nth=0")
    page.wait_for_selector(".gathering")
    assert page.locator(".seat-you strong").inner_text().strip() == "Inés"
    page.click("#bot-2")
    page.wait_for_selector("#more-2")
    page.click("#bot-3")
    page.wait_for_selector("#start")
    page.click("#start")
    page.wait_for_selector("#row", state="attached")


def test_opening_an_invite_makes_nobody_and_takes_no_seat(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés"))
    page = company.come(size=PHONE).go(f"/join/{table.invite}")
    assert "Inés invites you" in page.inner_text("h1")
    page.reload()
    assert cookies(page) == []
    assert [seat["kind"] for seat in table.seen()["table"]["seats"]].count("person") == 1


def test_a_guest_plays_a_few_touches_after_opening_the_link(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"))
    page = company.come(size=PHONE).go(f"/join/{table.invite}")
    page.fill("#name", "Teo")
    page.press("#name", "Enter")
    page.wait_for_selector(".gathering")
    table.start()
    page.wait_for_selector("#hand [data-can]")
    page.click("#hand [data-piece] >> nth=0")
    assert len(chosen(page)) == 1


def test_a_name_that_is_taken_is_said_at_the_form(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés"))
    page = company.come().go(f"/join/{table.invite}")
    page.fill("#name", "inés")
    page.click(".form-sit button")
    page.wait_for_selector("#name-error")
    assert "called" in page.inner_text("#name-error")
    assert page.input_value("#name") == "inés"
    page.reload()
    assert page.input_value("#name") == "inés", "nothing is sent again"
    page.fill("#name", "Olmo")
    page.click(".form-sit button")
    page.wait_for_selector(".gathering")


def test_markup_in_a_name_is_only_letters(company: Visitors, friends: Come) -> None:
    table = Table(friends("<b>x</b><script>", "Olmo", "Teo")).start()
    page = company.come(table.friends[1]).sit(table.id)
    assert "<b>x</b><script>" in page.inner_text(".players")
    assert page.locator(".players b script, .players script").count() == 0


def test_reload_and_a_second_tab_show_the_same_seat(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    visitor = company.come(table.friends[0])
    page = visitor.sit(table.id)
    hand = pieces(page, "hand")
    page.click("#hand [data-piece] >> nth=1")
    page.reload()
    visitor.live()
    assert pieces(page, "hand") == hand
    second = visitor.context.new_page()
    second.goto(page.url)
    wait(lambda: second.get_attribute("body", "data-link") == "live", "the second tab is live")
    for place in range(3):
        second.click(f"#hand [data-piece] >> nth={place}")
    second.click("#actions [data-do]")
    wait(lambda: page.locator("#prompt[data-asked]").count() == 0, "the first tab follows")
    assert [seat["name"] for seat in table.seen()["table"]["seats"]] == ["Inés", "Olmo", "Teo"]
    second.goto(f"{visitor.address}/join/{table.seen()['you']['invite']}")
    assert second.url.endswith(f"/tables/{table.id}"), "who sits there is led back to the seat"


def test_the_host_orders_seats_and_options_and_all_see_it(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo"))
    host, guest = (company.come(friend).sit(table.id) for friend in table.friends[:2])
    host.click("#option-flocks-hidden")
    wait(lambda: "idden" in guest.inner_text("#table-rules"), "the guest sees the option")
    assert guest.locator("#table-rules button").count() == 0
    host.click("#more-2")
    host.click("#sheet #seat-of-2 [value=later] + button")
    wait(lambda: table.seen()["table"]["seats"][2]["name"] == "Olmo", "the seats change places")
    host.click("#sheet .dialog-close button")
    host.click("#more-2")
    host.click("#sheet #seat-of-2 >> text=Remove")
    host.click("#sure button[value=yes]")
    wait(lambda: table.seen()["table"]["seats"][1]["kind"] == "open", "a seat is free again")


def test_whose_seat_is_freed_is_told_so_at_once(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo"))
    one, other = (company.come(friend, size=PHONE).sit(table.id) for friend in table.friends[1:])
    table.friends[0].free(table.id, 2)
    one.wait_for_selector("h1 >> text=You no longer sit at this table")
    assert one.locator("main a").first.inner_text().strip() == "To the lobby"
    table.friends[0].patch(f"/tables/{table.id}", {"visibility": "lobby"})
    table.friends[0].free(table.id, 3)
    other.wait_for_selector(".connection >> text=You no longer sit at this table")
    other.click("#gathering-rack >> text=Sit down")
    other.wait_for_selector(".form-sit")


def test_an_idle_table_comes_to_rest(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    page = company.come(table.friends[0]).sit(table.id)
    assert page.locator(".thinking").count() == 3
    moving = "document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length"
    assert page.evaluate(moving) == 0


def test_a_seat_link_and_a_code_bring_another_device_to_the_seat(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    page = company.come(table.friends[0]).sit(table.id)
    page.click("[popovertarget=menu]")
    page.click("#menu a[data-sheet]")
    page.click("#sheet #seat-of-1 >> text=Seat link")
    page.wait_for_selector("#seat-link")
    link = page.input_value("#seat-link")
    page.click("#sheet #seat-of-1 >> text=Seat code")
    page.wait_for_selector("#sheet .code")
    code = page.inner_text("#sheet .code")

    other = company.come(size=PHONE).page
    other.goto(link)
    assert cookies(other) == [], "looking at the link takes nothing"
    other.click("main form button")
    other.wait_for_selector("#hand [data-piece]")
    assert pieces(other, "hand") == pieces(page, "hand")

    third = company.come(size=PHONE).go("/code")
    third.fill("#code", "AAAAAAAA")
    third.click(".form-sit button")
    third.wait_for_selector("#code-error")
    third.fill("#code", code)
    third.click(".form-sit button")
    third.wait_for_selector("#hand [data-piece]")


def test_a_bot_plays_for_somebody_until_they_act(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    host = company.come(table.friends[0]).sit(table.id)
    host.click("[popovertarget=menu]")
    host.click("#menu a[data-sheet]")
    host.click("#sheet #seat-of-2 >> text=Let a bot play")
    host.click("#sure button[value=yes]")
    wait(lambda: 2 in table.seen()["public"]["turn"]["done"], "the bot has chosen for Olmo")
    page = company.come(table.friends[1], size=PHONE).sit(table.id)
    assert "A bot plays for you" in page.inner_text("#prompt")
    page.click(".actions >> text=Play again myself")
    wait(lambda: not table.seen()["table"]["seats"][1]["taken_over"], "Olmo plays again")


def test_friends_talk_beside_the_board(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    one = company.come(table.friends[0]).sit(table.id)
    two = company.come(table.friends[1], size=PHONE).sit(table.id)
    one.fill(".chat-form .input", "<i>who</i> took my owl?")
    one.press(".chat-form .input", "Enter")
    wait(lambda: two.locator("#badge").is_visible(), "the phone counts what is unread")
    two.click("#drawer-button")
    two.click(".tab:has(#tab-chat)")
    assert "<i>who</i> took my owl?" in two.inner_text("#chat")
    assert two.locator("#badge").is_hidden()
    wait(lambda: "took my owl" in one.inner_text("#chat"), "one sees one's own words")
    assert one.input_value(".chat-form .input") == ""


def test_back_closes_what_lies_over_the_table(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    page = company.come(table.friends[0], size=PHONE).sit(table.id)
    over = page.locator("#side:popover-open, #sheet[open]")
    for opener in ("#drawer-button", ".prompt-help"):
        page.click(opener)
        wait(lambda: over.count() == 1, "it is open")
        page.evaluate("history.back()")
        wait(lambda: over.count() == 0, "Back closes it")
        assert page.url.endswith(f"/tables/{table.id}")
    page.click("#drawer-button")
    page.click(".tabs-bar .icon-button")
    wait(lambda: over.count() == 0, "it is closed by its button")
    wait(lambda: page.evaluate("history.state") is None, "and leaves no step behind")


def test_a_piece_that_a_finger_holds_is_read_until_it_is_closed(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    visitor = company.come(table.friends[0], size=PHONE, has_touch=True)
    page = visitor.sit(table.id)
    box = page.locator("#hand [data-piece]").first.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = visitor.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_selector("#sheet[open]")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.is_visible("#sheet[open]"), "the finger is gone, the words stay"
    assert chosen(page) == []
    page.mouse.click(5, 5)
    wait(lambda: page.locator("#sheet[open]").count() == 0, "a touch beside it closes it")


def test_an_open_table_stands_in_the_lobby_and_can_be_watched(company: Visitors, friends: Come) -> None:
    table = Table(friends("Nuria", "Olmo", "Teo"))
    table.friends[0].patch(f"/tables/{table.id}", {"visibility": "lobby"})
    page = company.come().go("/")
    row = page.locator(".open .row", has_text="Nuria").first
    row.locator("a").click()
    page.fill("#name", "Ana")
    page.click(".form-sit button")
    page.wait_for_selector(".gathering")
    table.start()
    watcher = company.come().go(f"/tables/{table.id}")
    watcher.wait_for_selector("#row", state="attached")
    assert watcher.locator("#hand, .chat-form").count() == 0


def test_the_light_is_switched_and_kept(company: Visitors) -> None:
    page = company.come(color_scheme="dark").go("/")
    page.click("[data-theme-switch]")
    assert page.get_attribute("html", "data-theme") == "afternoon"
    page.reload()
    assert page.get_attribute("html", "data-theme") == "afternoon"


def test_pages_work_without_a_script(company: Visitors, friends: Come) -> None:
    page = company.come(java_script_enabled=False).go("/new/cuckooo")
    page.fill("#name", "Inés")
    page.click(".form-sit button")
    page.wait_for_selector(".gathering")
    page.click("#bot-2")
    page.click("#bot-3")
    page.click("#option-flocks-hidden")
    assert page.get_attribute("#option-flocks-hidden", "aria-pressed") == "true"
    page.click("#start")
    page.wait_for_selector("#row", state="attached")
    assert pieces_without_script(page) == 7


def pieces_without_script(page: Page) -> int:
    return page.locator("#hand [data-piece]").count()


def test_what_is_not_there_is_told_in_a_sentence(company: Visitors) -> None:
    page = company.come().page
    for path, word in (
        ("/nothing", "no such page"),
        ("/tables/" + "0" * 32, "no such table"),
        ("/join/xyz", "not valid"),
    ):
        page.goto(company.address + path)
        assert word in page.inner_text("main")
        assert page.locator("main a").count() == 1


def test_no_page_asks_another_host(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    visitor = company.come(table.friends[0])
    for path in ("/", "/rules", "/rules/cuckooo", "/code", "/me", "/new/cuckooo", "/docs", f"/tables/{table.id}/seats"):
        visitor.go(path)
    visitor.sit(table.id)
    assert visitor.hosts == {company.address.split("/")[2]}


def test_a_first_view_of_a_table_is_light(company: Visitors, friends: Come) -> None:
    """Under 150 KB in all on the wire, fonts included."""
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    visitor = company.come(table.friends[0])
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    sizes: dict[str, int] = {}
    names: dict[str, str] = {}
    session.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({names.get(event["requestId"], "?"): int(event["encodedDataLength"])}),
    )
    visitor.sit(table.id)
    wait(lambda: any("fraunces" in name for name in sizes), "the fonts have come")
    assert sum(sizes.values()) < 150 * 1024, sizes
