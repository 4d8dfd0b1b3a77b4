"""Playing Cuckooo! on its page: what the script of tables in general does not know."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.boards import agrees, choose, chosen
from tests.browser.friends import Friend, Table, thought_of
from tests.browser.hands import asked, do
from tests.browser.visitors import PHONE, Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
Run = list[str]
PATIENCE = """{
  const real = setTimeout;
  window.setTimeout = (deed, ms, ...more) => real(deed, ms === 7000 ? 600000 : ms, ...more);
}"""
"""Makes the page hold a shown hand for as long as a test looks at it."""


def value(piece: str) -> int:
    """The number on a piece."""
    return int(piece.split("-")[1])


def act(table: Table, seat: int, token: str = "") -> None:
    """Move for a seat; where it takes a token, that one if it is there."""
    choices = table.choices(seat)
    action = thought_of(choices)
    if action["type"] == "equip" and token in choices[0]["fields"]["token"]["values"]:
        action["token"] = token
    table.play(seat, action)


def reach(table: Table, wanted: Callable[[], Any], token: str = "") -> Any:
    """Move for everybody, the first seat taking a token, until something is so. Returns what was wanted."""
    for _ in range(600):
        if found := wanted():
            return found
        seats = table.waiting()
        assert seats, "the game ended before it came to that"
        act(table, seats[0], token if seats[0] == 1 else "order")
    raise AssertionError("The game never came to that.")


def offered(table: Table, seat: int, kind: str) -> Any:
    """The choice of a kind that a seat has now, if any."""
    return next((choice for choice in table.choices(seat) if choice["type"] == kind), None)


def longest(run: Any) -> Run:
    """The longest series that can be laid."""
    best: Run = []

    def grow(cards: Run, following: list[str]) -> Iterator[Run]:
        yield cards
        for card in following:
            if card not in cards:
                yield from grow([*cards, card], run["follow"][card])

    for cards in grow([], run["starts"]):
        best = max(best, cards, key=len)
    return best


def totals(page: Page) -> list[str]:
    """What stands under the own owls."""
    found: list[str] = page.eval_on_selector_all(
        "#mine .ck-sum", "all => all.filter(one => one.offsetParent).map(one => one.textContent.trim())"
    )
    return found


def log(page: Page) -> str:
    """What the log tells, whether or not it is open."""
    told: str = page.evaluate(
        "[...document.querySelectorAll('#log > li')].filter((line) => getComputedStyle(line).display !== 'none')"
        ".map((line) => line.querySelector('.log-say').textContent).join(' | ')"
    )
    return told


def faint(page: Page) -> set[str]:
    """The cards whose places in the hand look empty."""
    found: list[str] = page.eval_on_selector_all(
        "#hand [data-piece]",
        "all => all.filter(one => getComputedStyle(one.firstElementChild).opacity < 0.3).map(one => one.dataset.piece)",
    )
    return set(found)


def test_a_whole_game_with_tokens_on_a_phone(company: Visitors, friends: Come) -> None:
    """One plays by hand, two bots play along."""
    table = Table(friends("Inés"), bots=2, tokens="on", flocks="hidden").start()
    page = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    for _ in range(120):
        wait(lambda: asked(page) or page.is_visible("#ending a"), "it is the own turn again, or the game is over")
        if page.is_visible("#ending a"):
            break
        if page.is_visible("[data-put-back]"):
            page.click("[data-put-back]")
        version = table.version
        do(page, thought_of(table.choices(1)))
        wait(lambda: table.version > version, "the move has arrived")  # noqa: B023 - called before the loop goes on
        wait(lambda: page.get_attribute("body", "data-busy") is None, "and is answered")
    page.click("#ending a")
    page.wait_for_selector(".ck-score")
    assert page.locator(".ck-score tbody tr").count() == 3
    assert page.locator(".ck-flock-table tbody td").count() == 3 * 4
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_round_by_keyboard_alone(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés"), bots=2).start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)

    def tab_to(selector: str) -> None:
        for _ in range(120):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}.")

    tab_to("#hand [data-piece]")
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    assert len(chosen(page)) == 3
    page.keyboard.press("ArrowLeft")
    tab_to('#actions [data-do*="pass"]')
    page.keyboard.press("Enter")
    wait(lambda: table.seen()["public"]["turn"]["phase"] == "flock", "all have passed")
    for _ in range(12):
        wait(lambda: asked(page) and table.waiting()[:1] == [1], "it is the own turn")
        version = table.version
        kind = table.choices(1)[0]["type"]
        if kind == "ready":
            break
        if kind == "keep":
            tab_to("#choosing [data-piece]")
        elif kind == "lay":
            tab_to("#hand .is-fitting [data-piece]")
        if kind == "cuckoo":
            tab_to('#actions [data-do*="cuckoo"]')
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Space")
            page.keyboard.press("Enter")  # Enter on what is chosen does the first thing that it is good for
        wait(lambda: table.version > version, f"the {kind} has arrived")  # noqa: B023
        wait(lambda: page.get_attribute("body", "data-busy") is None, "and is answered")
    for _ in range(3):
        tab_to('#actions [data-step="on"]')
        page.keyboard.press("Enter")
    tab_to('#actions [data-do*="ready"]')
    page.keyboard.press("Enter")
    wait(lambda: table.seen()["public"]["round"]["number"] == 2, "the next round begins")


def test_reloading_in_mid_choice_asks_again_and_keeps_what_was_passed(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    hand = table.seen()["private"]["hand"]
    for card in hand[:2]:
        choose(page, card)
    table.repick(2)
    wait(lambda: page.locator("#player-2 .is-done").count() == 1, "the other's choice is told")
    assert chosen(page) == hand[:2], "and takes nothing from the own half of one"
    page.reload()
    assert chosen(page) == []
    for card in hand[:3]:
        page.click(f'#hand [data-piece="{card}"]')
    assert page.locator(".ck-tray .ck-chosen:visible").count() == 3
    assert faint(page) == set(hand[:3]), "their places in the hand are empty"
    page.click(f'#hand [data-piece="{hand[3]}"]')
    assert "Three are chosen" in page.inner_text("#objection"), "a fourth is refused, with what to do,"
    assert chosen(page) == hand[:3], "and takes no other's place"
    page.click(".ck-tray .ck-chosen:visible button >> nth=0")
    assert len(chosen(page)) == 2, "a touch in the tray takes it back"
    page.click(f'#hand [data-piece="{hand[0]}"]')
    page.dblclick('#actions [data-do*="pass"]')
    wait(lambda: page.locator(".ck-tray .ck-picked:visible").count() == 3, "they lie in the tray")
    assert page.is_hidden("#objection"), "and the second click of a double one is no fault"
    page.reload()
    assert page.locator(".ck-tray .ck-picked:visible").count() == 3
    agrees(page, table, 1)
    assert faint(page) == set(hand[:3]), "and nowhere else"
    page.click(f'#hand [data-piece="{hand[1]}"]')
    assert set(chosen(page)) == faint(page) == {hand[0], hand[2]}, "one of them is taken back"
    page.click('#actions [data-take-back=""]')
    assert page.locator(".ck-tray .ck-picked:visible").count() == 3, "or all stay as they were sent"


def test_the_total_with_each_owl_is_reckoned_for_the_chosen_card(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    reach(table, lambda: table.waiting() == [1] and offered(table, 1, "lay") and offered(table, 1, "enlist"))
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    owls = table.seen()["private"]["reckoning"]
    assert [text.split()[0].removesuffix("over") for text in totals(page)] == [str(owl["total"]) for owl in owls]
    for card in table.seen()["private"]["hand"]:
        page.click(f'#hand [data-piece="{card}"]')
        then = [owl["with_card"][card] for owl in owls]
        for text, total in zip(totals(page), then, strict=True):
            assert text.removesuffix("over").strip().endswith(str(total))
        small = page.inner_text(".ck-do-enlist")
        assert "21 with" in small if 21 in then else str(then[0]) in small


def test_what_does_not_fit_says_why(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)

    def stray() -> Any:
        lay, enlist = offered(table, 1, "lay"), offered(table, 1, "enlist")
        if table.waiting() != [1] or not lay or not enlist:
            return None
        useful = enlist["fields"]["card"]["values"]
        return next((card for card in useful if card not in lay["fields"]["card"]["values"]), None)

    card = reach(table, stray)
    wait(lambda: asked(page), "it is the own turn")
    page.click(f'#hand [data-piece="{card}"]')
    page.click("#actions .ck-do-lay", force=True)
    wait(lambda: "does not fit" in page.inner_text("#objection"), "the page says why")
    act(table, 1)
    agrees(page, table, 1)
    assert page.is_hidden("#objection"), "which belongs to the old question,"
    assert chosen(page) == [], "as what was chosen does"


def test_a_series_grows_on_the_row_card_by_card(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo", "Marta"), tokens="on").start()
    page = company.come(table.friends[0], size=PHONE, reduced_motion="reduce").sit(table.id)
    run = longest(reach(table, lambda: offered(table, 1, "series"), "series")["fields"]["cards"])
    wait(lambda: asked(page), "it is the own turn")
    for card in run:
        page.click(f'#hand [data-piece="{card}"]')
    wait(lambda: page.locator(".ck-run-card:visible").count() == len(run), "the run lies on the row")
    numbers = {page.get_attribute(f".ck-run-card:visible >> nth={at}", "data-run"): at for at in range(len(run))}
    for at, card in enumerate(run, start=1):
        assert page.inner_text(f'[data-run="{card}"] .ck-run-no') == str(at), numbers
    page.click('#actions [data-take-back="last"]')
    assert len(chosen(page)) == len(run) - 1
    page.click(f'#hand [data-piece="{run[-1]}"]')
    page.click("#actions .ck-do-series")
    wait(lambda: [one["piece"] for one in table.seen()["public"]["row"]][-len(run) :] == run, "the run is laid")


def test_two_owls_of_different_players_are_swapped(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo"), tokens="on").start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    mine, others, *_ = reach(table, lambda: offered(table, 1, "swap"), "swap")["fields"]["owls"]["groups"]
    wait(lambda: page.is_visible("#nests"), "all owls lie before the page")
    for owl in (*mine[:2], others[0]):
        page.click(f'#nests [data-piece="{owl}"]')
    assert len(chosen(page)) == 2, "never two of the same player"
    assert page.locator(".ck-swap:visible").count() == 2
    page.click('#actions [data-do*="swap"]')
    wait(lambda: others[0] in table.seen()["public"]["player-1"]["owls"], "the owl has changed places")


def test_only_the_spy_sees_the_magpies_and_puts_them_back_once(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo"), tokens="on").start()
    page, other = (company.come(friend, reduced_motion="reduce").sit(table.id) for friend in table.friends[:2])
    spied = reach(table, lambda: table.seen()["private"]["spied"], "spying")
    wait(lambda: page.is_visible("#spied"), "the spy sees them")
    seen = page.eval_on_selector_all("#spied use", "all => all.map(one => one.getAttribute('href'))")
    assert [f"#ck-magpie-{value(one)}" for one in spied] == [one for one in seen if "magpie" in one]
    page.click("[data-put-back]")
    assert page.is_hidden("#spied")
    page.reload()
    assert page.is_hidden("#spied")
    elsewhere = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    assert elsewhere.is_visible("#spied"), "on another device they are still to be seen"
    reach(table, lambda: table.seen()["public"]["turn"]["phase"] == "flock")
    wait(lambda: elsewhere.is_hidden("#spied"), "until the round goes on")
    wait(lambda: page.is_visible("#peek"), "they lie small beside their deck")
    agrees(other, table, 2)
    assert other.is_hidden("#spied")
    assert other.locator("#peek li, #spied li").count() == 0


def test_hidden_sparrows_are_seen_by_their_owner_alone(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo"), flocks="hidden").start()
    page, other = (company.come(friend, reduced_motion="reduce").sit(table.id) for friend in table.friends[:2])
    reach(table, lambda: table.waiting() == [1] and offered(table, 1, "enlist"))
    own = table.seen()["private"]
    card = next(card for card in own["hand"] if card not in own["passed"]["received"])
    table.play(1, {"type": "enlist", "card": card})
    wait(lambda: page.locator(f'#mine .is-secret[data-face="{card}"]').count() == 1, "the owner sees it")
    wait(lambda: other.locator("#strip-1 [href='#ck-back-sparrow']").count() == 1, "the other sees that there is one")
    assert f'data-face="{card}"' not in other.content()
    assert f"ck-chip-{card}" not in other.inner_html("#log")


def test_the_settlement_is_told_in_steps(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    page = company.come(table.friends[0], size=PHONE, reduced_motion="reduce").sit(table.id)
    reach(table, lambda: table.seen()["public"]["settlement"])
    wait(lambda: page.is_visible("#settlement"), "the settlement is there")
    settled = table.seen()["public"]["settlement"]
    assert str(settled["flocks"][0]["total"]) in page.inner_text("#prompt")
    assert page.locator(".ck-perched-magpie:visible").count() == 0, "nobody knows the magpie yet"
    wait(lambda: "is worth" in log(page), "the log tells the totals")
    assert "magpie" not in log(page), "and no more"
    page.reload()
    assert "magpie" not in log(page), "after a reload neither"
    page.dblclick('#actions [data-step="on"]')
    assert page.get_attribute('.ck-step[data-step="2"]', "aria-current") == "step", "a double tap is one step"
    page.press('#actions [data-step="on"]', "Enter")
    assert page.get_attribute('.ck-step[data-step="3"]', "aria-current") == "step"
    assert str(value(settled["magpie"])) in page.inner_text("#prompt")
    assert f"{value(settled['magpie'])}, with" in log(page)
    assert log(page).count("silver") == 1, "who gets it is not told yet"
    page.reload()
    assert page.get_attribute("#settlement", "data-at") == "3", "what was told is not told again"
    assert page.locator("#actions [data-do*=ready]:visible").count() == 0
    page.click('#actions [data-step="on"]')
    page.click('#actions [data-step="back"]')
    page.click('.ck-step[data-step="4"]')
    assert log(page).count("silver") == 1 + max(1, len(settled["sharers"]))
    dealt = page.locator(".ck-dealt:visible").count()
    assert dealt == (settled["wealth"] if settled["sharers"] else 0)
    page.click('#actions [data-do*="ready"]')
    wait(lambda: 1 not in table.waiting(), "pressed on")


def test_a_hand_that_was_shown_stays_in_view_for_a_moment(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    page = company.come(table.friends[2], reduced_motion="reduce", witness=PATIENCE).sit(table.id)
    seat = reach(
        table, lambda: next((seat for seat in table.waiting() if seat < 3 and offered(table, seat, "cuckoo")), 0)
    )
    cards = table.seen(seat)["private"]["hand"]
    table.play(seat, {"type": "cuckoo"})
    wait(lambda: page.is_visible("#shown"), "all see the hand")
    assert page.locator("#shown li:not(.ck-cuckoo)").count() == len(cards)
    act(table, seat)
    wait(lambda: page.is_hidden("#shown") and page.is_visible("#ck-held"), "also after an owl was kept")
    page.click("#ck-held")
    assert page.is_hidden("#ck-held")
    page.click("#discards button")
    assert page.locator("#out .ck-out-pile li:visible").count() >= len(cards)


def test_a_watcher_sees_the_board_and_no_hand_and_is_told_the_settlement(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Teo")).start()
    watch = table.friends[0].post(f"/tables/{table.id}/watchers")["token"]
    visitor = company.come(reduced_motion="reduce")
    page = visitor.go(f"/watch/{watch}")
    visitor.live()
    assert page.is_visible("#passes")
    reach(table, lambda: table.seen()["public"]["turn"]["phase"] == "flock")
    agrees(page, table)
    assert page.locator("#hand, #mine, #actions").count() == 0
    assert page.inner_text("#prompt").strip()
    reach(table, lambda: table.seen()["public"]["settlement"])
    for step in (2, 3):
        page.press('.rack [data-step="on"]:visible', "Enter")
        assert page.is_visible(".ck-perched-magpie") == (step == 3), "the settlement is told to watchers, too"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_drag_a_card_to_the_row_or_among_those_to_pass(company: Visitors, friends: Come, seats: int) -> None:
    table = Table(friends("Inés", "Olmo", "Teo", "Marta", "Blas")[:seats]).start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    first = table.seen()["private"]["hand"][0]
    page.drag_and_drop(f'#hand [data-piece="{first}"]', ".ck-tray")
    assert chosen(page) == [first], "it is one of the three to pass"
    lay = reach(table, lambda: table.waiting() == [1] and offered(table, 1, "lay"))
    wait(lambda: asked(page), "it is the own turn")
    card = lay["fields"]["card"]["values"][0]
    page.drag_and_drop(f'#hand [data-piece="{card}"]', "#landing .ck-here")
    wait(lambda: table.seen()["public"]["row"][-1]["piece"] == card, "it lies on the row")
