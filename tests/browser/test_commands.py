"""A move is made exactly once, and what is half made survives what others do."""

import json
import re
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.browser.boards import agrees, choose, chosen, number, pieces, truth
from tests.browser.friends import Friend, Table
from tests.browser.servers import Server, Wire
from tests.browser.visitors import Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
UNCOUNTED = """piece => {
  const {x, y} = piece.getBoundingClientRect();
  const tap = () => piece.dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1, clientX: x, clientY: y}));
  tap(), tap();
}"""
"""A double tap as browsers of phones tell it: two clicks, and each says that it is the first."""
DEAF = "window.WebSocket = class { constructor() {} send() {} close() {} };"


@pytest.fixture
def table(friends: Come) -> Table:
    """A table of three at the beginning: all choose three cards."""
    return Table(friends("Inés", "Olmo", "Teo")).start()


def turn_of_first(table: Table) -> str:
    """Play on until the first seat may lay a card; that card."""
    table.play_until("flock", 1, "lay")
    choice = next(choice for choice in table.choices(1) if choice["type"] == "lay")
    card: str = choice["fields"]["card"]["values"][0]
    return card


def pick_three(page: Page) -> list[str]:
    for place in range(3):
        page.click(f"#hand [data-piece] >> nth={place}")
    return chosen(page)


def test_typed_text_and_focus_survive_the_moves_of_others(company: Visitors, table: Table) -> None:
    page = company.come(table.friends[0]).sit(table.id)
    page.click(".chat-form .input")
    page.keyboard.type("good mo")
    page.keyboard.press("ArrowLeft")
    before = number(page)
    for turn in range(3):
        table.repick(2, turn)
    wait(lambda: number(page) >= before + 3, "the news have come")
    page.keyboard.type("X")
    assert page.input_value(".chat-form .input") == "good mXo"


def test_choice_and_focus_survive_the_moves_of_others(company: Visitors, table: Table) -> None:
    page = company.come(table.friends[0]).sit(table.id)
    picked = pieces(page, "hand")[:2]
    for card in picked:
        choose(page, card)
    page.focus(f'#hand [data-piece="{picked[1]}"]')
    before = number(page)
    for turn in range(4):
        table.repick(2, turn)
    wait(lambda: number(page) >= before + 4, "the news have come")
    assert chosen(page) == picked
    assert page.evaluate("document.activeElement.dataset.piece") == picked[1]


def test_enter_on_a_chosen_card_plays_it_and_the_focus_goes_to_its_neighbour(company: Visitors, table: Table) -> None:
    card = turn_of_first(table)
    page = company.come(table.friends[0]).sit(table.id)
    hand = pieces(page, "hand")
    page.focus(f'#hand [data-piece="{card}"]')
    page.keyboard.press("Space")
    assert chosen(page) == [card]
    page.keyboard.press("Enter")
    wait(lambda: truth(table, 1)["row"][-1] == card, "Enter plays what is chosen")
    agrees(page, table, 1)
    left = [one for one in hand if one != card]
    assert page.evaluate("document.activeElement.dataset.piece") == left[min(hand.index(card), len(left) - 1)]


def test_a_double_click_makes_one_move(company: Visitors, table: Table) -> None:
    card = turn_of_first(table)
    before = table.version
    page = company.come(table.friends[0]).sit(table.id)
    choose(page, card)
    page.dblclick("#actions .ck-do-lay")
    wait(lambda: table.version > before, "the move is made")
    agrees(page, table, 1)
    assert table.version == before + 1
    assert page.is_hidden("#objection"), "nothing was wrong"


def test_a_double_click_on_a_card_chooses_it_once(company: Visitors, table: Table) -> None:
    page = company.come(table.friends[0]).sit(table.id)
    card, other = pieces(page, "hand")[:2]
    page.dblclick(f'#hand [data-piece="{card}"]')
    assert chosen(page) == [card]
    page.eval_on_selector(f'#hand [data-piece="{other}"]', UNCOUNTED)
    assert chosen(page) == [card, other], "also on a phone"


def test_an_answer_that_is_lost_is_asked_for_again(company: Visitors, table: Table) -> None:
    card = turn_of_first(table)
    before = table.version
    page = company.come(table.friends[0]).sit(table.id)
    tries: list[str] = []

    def lose(route: Route) -> None:
        tries.append(json.loads(route.request.post_data or "{}")["id"])
        if len(tries) == 1:
            route.fetch()  # the server does it, the answer never arrives
            route.abort()
        elif len(tries) == 2:
            route.fulfill(status=503, body="")
        else:
            route.continue_()

    page.route(re.compile("/moves"), lose)
    choose(page, card)
    page.click("#actions .ck-do-lay")
    wait(lambda: bool(page.inner_text("#say") is not None and len(tries) == 3), "it is sent three times")
    agrees(page, table, 1)
    assert len(set(tries)) == 1
    assert table.version == before + 1


def test_a_stale_tab_gets_the_present_view_and_a_sentence(company: Visitors, table: Table) -> None:
    """A second tab of the same seat, deaf: neither socket nor polling."""
    card = turn_of_first(table)
    page = company.come(table.friends[0], witness=DEAF).go(f"/tables/{table.id}")
    table.play(1)
    choose(page, card)
    with page.expect_response(re.compile("/moves")) as answer:
        page.click("#actions .ck-do-lay")
    assert answer.value.status in (409, 422)
    wait(lambda: page.is_visible("#objection"), "the page says why")
    page.dispatch_event("#prompt", "click", {"detail": 2})
    assert page.is_visible("#objection"), "also after the second tap of a double one"
    agrees(page, table, 1)


def test_a_command_in_a_restart_is_done_once(company: Visitors, friends: Come, own_server: Server, wire: Wire) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    card = turn_of_first(table)
    before = table.version
    page = company.come(table.friends[0]).sit(table.id)
    choose(page, card)
    own_server.freeze()
    page.click("#actions .ck-do-lay")
    wait(lambda: page.get_attribute("#actions .ck-do-lay", "aria-disabled") == "true", "the command is on its way")
    own_server.stop(signal.SIGKILL)
    own_server.start()
    wait(lambda: truth(table, 1)["row"][-1] == card, "the command is done")
    agrees(page, table, 1)
    assert table.version == before + 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_restart_in_mid_choice_leads_back_to_the_same_board(
    company: Visitors, friends: Come, own_server: Server, wire: Wire, how: int
) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    first, second = company.come(table.friends[0]), company.come(table.friends[1])
    one, two = first.sit(table.id), second.sit(table.id)
    card = turn_of_first(table)
    agrees(one, table, 1)
    agrees(two, table, 2)
    choose(one, card)
    before = truth(table, 1)
    own_server.stop(how)
    wait(lambda: first.linked("away"), "the page says that the line is lost")
    own_server.start()
    first.live()
    second.live()
    assert truth(table, 1) == before
    agrees(one, table, 1)
    agrees(two, table, 2)
    assert chosen(one) == [card]
    one.click("#actions .ck-do-lay")
    wait(lambda: pieces(two, "row")[-1] == card, "the game goes on")


def test_who_looks_on_cannot_act(company: Visitors, table: Table) -> None:
    watch = table.friends[0].post(f"/tables/{table.id}/watchers")["token"]
    visitor = company.come()
    page = visitor.go(f"/watch/{watch}")
    visitor.live()
    assert page.locator("[data-can], #hand, .chat-form").count() == 0
    status = page.evaluate(
        "async (at) => (await fetch(at, {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({id: 'abcdefgh', version: 0, action: {type: 'ready'}})})).status",
        page.get_attribute("body", "data-moves"),
    )
    assert status in (401, 403, 404)
