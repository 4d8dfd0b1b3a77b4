"""Cudillero on its page: whole games by clicks, half-made choices that outlive a reload, the keyboard alone."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.friends import Friend, Table
from tests.browser.hands import asked
from tests.browser.villages import bid, do, go_on, mode, play, press, reach, thought_of, touch
from tests.browser.visitors import PHONE, Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]


def settled(page: Page, table: Table) -> None:
    """Wait until the page has come to the round, and asks something, and nothing is on its way."""
    turn = table.seen()["public"]["turn"]
    key = f"{turn['data']['day']}.{turn['round']}"
    wait(lambda: asked(page) and page.get_attribute("#order", "data-round") == key, "the page asks")
    wait(lambda: page.get_attribute("body", "data-busy") is None, "nothing is on its way")
    go_on(page)


def key(private: Any) -> str:
    """What a seat is asked."""
    asked_for: str = private["prompt"]["key"]
    return asked_for


def lots(page: Page) -> list[str]:
    """What lies on the two places to bid and the place to play."""
    return page.locator("[data-lot] [data-full]").all_text_contents()


def test_a_whole_game_on_a_phone_and_a_desktop(company: Visitors, friends: Come) -> None:
    """Two play, each by hand in one round of each day, else by the API; two bots play along, with both variants."""
    table = Table(friends("Inés", "Olmo"), game="cudillero", bots=2, personal="on", stock="on").start()
    phone = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    desktop = company.come(table.friends[1], reduced_motion="reduce").sit(table.id)
    pages, rng = {1: phone, 2: desktop}, Random(4)
    while not phone.is_visible("#ending a"):
        turn = table.seen()["public"]["turn"]
        for seat in set(pages) & set(turn["actors"]) - set(turn["done"]):
            if turn["round"] == 2 * seat or turn["phase"] in ("start", "roofs"):
                settled(pages[seat], table)
                play(pages[seat], table, seat, rng)
            else:
                table.play(seat, thought_of(table.seen(seat)["private"], rng))
    for page in (phone, desktop):
        wait(lambda: page.is_visible("#ending a"), "the game is over")  # noqa: B023
        assert page.locator("#telling tbody tr:visible").count() == 1, "the score is told line by line"
        assert "line by line" in page.inner_text("#prompt"), "who wins is not told before"
        assert page.locator(".cud-scored:visible").count() == 0, "nor does the log say it"
        for _ in range(11):
            page.click('[data-tell="on"]')
        total = page.inner_text("#telling tfoot td >> nth=0")
        assert total == str(table.seen()["public"]["score-1"]["total"])
        assert "win" in page.inner_text("#prompt")
        page.click("#ending a")
        page.wait_for_selector(".cud-score")
        assert page.locator(".cud-score tbody tr").count() == 11
        assert page.locator(".cud-final-village").count() == 4
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_half_made_bid_outlives_a_reload_and_can_be_changed(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero").start()
    page = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    first, second, third, fourth, _ = reach(table, Random(1), lambda own: key(own) == "bid")["private"]["cards"]["hand"]
    settled(page, table)
    for card in (first, second):
        page.click(f'[data-fan] [data-card="{card}"]')
    page.reload()
    assert [str(first) in lots(page)[0], str(second) in lots(page)[1], "empty" in lots(page)[2]] == [True, True, True]
    assert page.locator("[data-bid-button][aria-disabled]").count() == 1
    page.click(f'[data-fan] [data-card="{third}"]')
    press(page, "bid")
    wait(lambda: table.seen(1)["private"]["cards"]["bid"] is not None, "the bid is made")
    assert table.seen(1)["private"]["cards"]["bid"]["play"] == third
    wait(lambda: page.is_visible('[data-lack="same"]'), "the page says that the bid is made")
    assert table.seen(2)["public"]["turn"]["done"] == [1]
    bid(page, [first, second, fourth])
    press(page, "bid")
    wait(lambda: table.seen(1)["private"]["cards"]["bid"]["play"] == fourth, "the bid is another")
    table.play(1, {"type": "bid", "bids": [third, fourth], "play": first})
    wait(lambda: str(first) in lots(page)[2], "a bid made on another device lies on the places")
    page.locator("#market [data-piece]").first.click(force=True)
    assert page.inner_text("#sheet-content").strip(), "a card of the market can be read"


def test_cards_are_dragged_to_the_places_and_swapped(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero").start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    first, second, third, *_ = reach(table, Random(1), lambda own: key(own) == "bid")["private"]["cards"]["hand"]
    settled(page, table)
    for card, lot in ((first, 2), (second, 0), (third, 1)):
        page.drag_and_drop(f'[data-fan] [data-card="{card}"]', f'[data-lot="{lot}"]')
    assert [str(card) in label for card, label in zip((second, third, first), lots(page), strict=True)] == [True] * 3
    page.drag_and_drop('[data-lot="2"]', '[data-lot="0"]')
    assert [str(card) in label for card, label in zip((first, third, second), lots(page), strict=True)] == [True] * 3


def test_a_free_build_outlives_a_reload_and_is_announced(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero", stock="on").start()
    rng = Random(5)
    while key(table.seen(seat := table.waiting()[0])["private"]) != "free":
        table.play(seat, thought_of(table.seen(seat)["private"], rng))
    seen = table.seen(seat)
    page = company.come(table.friends[seat - 1], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    settled(page, table)
    assert "free" in page.inner_text("#prompt").lower()
    spot = seen["private"]["spots"][0]
    touch(page, spot["card"])
    page.reload()
    settled(page, table)
    assert "free" in page.inner_text("#prompt").lower()
    built = len([card for building in seen["public"][f"village-{seat}"]["buildings"] for card in building])
    do(page, {"type": "free", "card": spot["card"], "place": spot["place"]})
    wait(lambda: page.locator("#plot [data-card]").count() == built + 1, "the card stands in the village")


def test_places_glow_a_purchase_warns_and_the_end_of_a_turn_asks(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero").start()
    seen = reach(table, Random(2), lambda own: key(own) == "turn" and len(own["spots"]) > 1)
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    settled(page, table)
    card = seen["private"]["spots"][0]["card"]
    places = {f"at-{spot['place']}" for spot in seen["private"]["spots"] if spot["card"] == card}
    assert page.locator(".cud-place:visible").count() == 0
    touch(page, card)
    glowing = page.eval_on_selector_all(
        ".cud-place", "all => all.filter(one => one.offsetParent).map(one => one.dataset.piece)"
    )
    assert set(glowing) == places
    page.keyboard.press("Escape")
    page.click(".cud-finish")
    assert page.is_visible("#cud-ending"), "there is something useful left to do"
    page.check("#cud-ask-no", force=True)
    version = table.version
    page.click("#cud-ending-go")
    wait(lambda: table.version > version, "the turn is over")
    reach(table, Random(3), lambda own: key(own) == "turn" and len(own["spots"]) > 0)
    settled(page, table)
    wait(lambda: page.locator("[data-resting]").count() == 0, "a second tap would be another one by now")
    version = table.version
    page.click(".cud-finish")
    wait(lambda: table.version > version, "the turn is over, without a question")


def test_a_double_tap_buys_and_does_not_end_the_turn(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero").start()

    def may_buy_once(own: Any) -> bool:
        return key(own) == "turn" and not own["snares"] and own["prompt"]["data"]["buy"] == 1

    seen = reach(table, Random(4), lambda own: may_buy_once(own) and own["prompt"]["data"]["either"] == 1)
    page = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    settled(page, table)
    touch(page, next(card for card in seen["public"]["market"]["floors"] if card))
    box = page.locator("""#actions [data-do*='"buy"'][data-ready]:visible""").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*middle)
    page.touchscreen.tap(*middle)
    wait(lambda: table.version > seen["version"], "the card is bought")
    wait(lambda: page.is_visible(".cud-finish") and page.get_attribute("body", "data-busy") is None, "what now")
    assert (table.version, key(table.seen(1)["private"])) == (seen["version"] + 1, "turn-over")


def test_a_double_tap_on_the_value_board_shows_the_step_and_does_not_make_it(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero").start()
    reach(table, Random(4), lambda own: key(own) == "turn" and any(one["type"] == "value" for one in own["choices"]))
    page = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    settled(page, table)
    mode(page, "value")
    step = page.locator("#stepper [data-step]:not([aria-disabled]):visible").first
    version, before = table.version, table.seen()["public"]["values"]["values"]
    step.dblclick()
    assert step.get_attribute("aria-pressed") == "true", "what it would be is shown"
    step.click()
    wait(lambda: table.version > version, "the next touch makes it")
    after = table.seen()["public"]["values"]["values"]
    assert sum(abs(after[colour] - before[colour]) for colour in before) == 1


def test_a_purchase_that_leaves_the_hand_stuck_is_warned_of(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero").start()
    rng = Random(8)
    for _ in range(400):
        own = table.seen(1)["private"]
        if key(own) == "turn" and own["snares"]:
            break
        seat = table.waiting()[0]
        private = table.seen(seat)["private"]
        roofs = [c for c in private["choices"] if c["type"] == "buy"]
        cards = [card for choice in roofs for card in choice["fields"]["card"]["values"] if card[1:2] == "R"]
        if seat == 1 and cards and not private["snares"]:
            table.play(1, {"type": "buy", "card": cards[0]})
        elif seat == 1 and private["prompt"]["key"].startswith("turn"):
            table.play(1, {"type": "end"})
        else:
            table.play(seat, thought_of(private, rng))
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    settled(page, table)
    snare = table.seen(1)["private"]["snares"][0]
    hand = table.seen(1)["public"]["player-1"]["hand"]
    touch(page, snare)
    press(page, "buy")
    assert page.is_visible("#cud-stuck")
    assert page.locator("#cud-stuck .trio > *").count() == len(hand) + 1
    page.click("#cud-stuck-back")
    assert table.seen(1)["public"]["player-1"]["hand"] == hand
    touch(page, snare)
    press(page, "buy")
    page.click("#cud-stuck-buy")
    wait(lambda: key(table.seen(1)["private"]) == "stuck", "the hand is stuck")
    wait(lambda: "stuck" in page.inner_text("#prompt"), "the page says so")
    do(page, {"type": "discard", "cards": [snare]})
    wait(lambda: table.seen(1)["public"]["player-1"]["hand"] == hand, "the card is discarded")
    page.click("#do-undo")
    wait(lambda: snare in table.seen(1)["public"]["player-1"]["hand"], "and taken back")


def test_everybodys_village_is_one_touch_away(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo", "Marta"), game="cudillero", personal="on").start()
    seen = reach(table, Random(6), lambda own: key(own) == "bid")
    page = company.come(table.friends[0], size=PHONE, has_touch=True, reduced_motion="reduce").sit(table.id)
    settled(page, table)
    page.click('[data-look="2"]')
    assert page.inner_text("#home-2 h2").startswith("Olmo")
    assert page.locator("#home-2 .cud-lines > div").count() == 10
    assert page.locator("#home-own:visible").count() == 0
    page.click('[data-turn-to="1"]')
    assert page.is_visible("#home-3")
    page.click('[data-turn-to="1"]')
    assert page.is_visible("#home-1"), "the own one is among them"
    kept = seen["private"]["kept"]["roof"]
    assert page.locator(f'#home-own use[href="#cud-c-{kept}"]').count() == 1
    page.keyboard.press("Escape")
    assert not page.is_visible("#cud-visit")


def test_secrets_are_on_no_other_page(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero", personal="on").start()
    own = reach(table, Random(7), lambda private: key(private) == "bid")["private"]
    do_bid = own["cards"]["hand"][:3]
    table.play(1, {"type": "bid", "bids": do_bid[:2], "play": do_bid[2]})
    page = company.come(table.friends[1], reduced_motion="reduce").sit(table.id)
    kept = own["kept"]
    shown = page.evaluate("document.querySelector('.table').outerHTML + document.querySelector('#cud-visit').outerHTML")
    assert f"#cud-c-{kept['roof']}" not in shown
    assert table.seen(2)["private"]["cards"]["bid"] is None
    assert page.locator("#state-1.is-done").count() == 1


def test_relocation_shows_how_it_would_be(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero").start()
    seen = reach(table, Random(9), lambda own: key(own) == "turn" and len(own["swaps"]) > 1)
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    settled(page, table)
    swap = seen["private"]["swaps"][0]
    assert page.locator("#plot [data-card][data-piece]").count() == 0, "cards are touched only to swap them"
    mode(page, "relocate")
    for card in swap["cards"]:
        page.locator(f'#plot [data-card="{card}"]').click()
    assert page.is_visible("#cud-ribbon")
    lit = page.locator("#plot [data-card] > .cud-card.is-lit use[href*='#cud-c-']").count()
    assert lit == swap["lit"][1], "the fibre is lit as it would be"
    press(page, "relocate")
    wait(lambda: "relocate" not in table.seen(1)["public"]["player-1"]["tokens"], "the token is used")
    wait(lambda: not page.is_visible("#cud-ribbon"), "it is so now")
    now = page.locator("#plot [data-card] > .cud-card.is-lit use[href*='#cud-c-']").count()
    assert now == len(table.seen(1)["public"]["village-1"]["lit"])


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(160):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}.")


def key_on(page: Page, selector: str, pressed: str = "Space") -> None:
    """Come to something by Tab and press a key on it."""
    tab_to(page, selector)
    page.keyboard.press(pressed)


def by_keyboard(page: Page, own: Any) -> None:
    """Do something sensible by keyboard, as far as it is offered."""
    kinds = {choice["type"] for choice in own["choices"]}
    if "keep" in kinds:
        key_on(page, "#choosing [data-piece]")
    elif "bid" in kinds:
        for _ in range(3):
            key_on(page, "[data-fan] [data-card]:not(.is-gone)", "Enter")
    elif "build" in kinds:
        key_on(page, "#hand [data-piece][data-can]")
        if page.locator('.cud-place[aria-pressed="true"]').count() == 0:
            key_on(page, ".cud-place")
    elif "buy" in kinds and not own["snares"]:
        key_on(page, "#market [data-piece][data-can]")
    elif "value" in kinds:
        key_on(page, '[data-mode-of="value"]')
        key_on(page, "[data-step]:not([aria-disabled])")
    key_on(page, "#actions [data-do]:not([aria-disabled])", "Enter")
    if page.is_visible("#cud-ending"):
        key_on(page, "#cud-ending-go", "Enter")


def test_a_round_by_keyboard_alone(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés"), game="cudillero", bots=1).start()
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    while table.seen(1)["public"]["turn"]["round"] < 2:
        wait(lambda: asked(page), "the page asks")
        wait(lambda: page.get_attribute("body", "data-busy") is None, "nothing is on its way")
        if page.is_visible("#cud-go-on"):
            key_on(page, "#cud-go-on", "Enter")
        with page.expect_response(lambda answer: "/moves" in answer.url) as answer:
            by_keyboard(page, table.seen(1)["private"])
        assert answer.value.ok, answer.value.text()


def test_who_only_watches_sees_all_villages_and_can_do_nothing(company: Visitors, friends: Come) -> None:
    table = Table(friends("Inés", "Olmo"), game="cudillero")
    table.friends[0].patch(f"/tables/{table.id}", {"visibility": "lobby"})
    table.start()
    reach(table, Random(3), lambda own: key(own) == "turn")
    page = company.come(reduced_motion="reduce").sit(table.id)
    go_on(page)
    assert page.locator(".cud-home:visible").count() == 1
    page.click('[data-turn-to="1"]')
    assert page.locator(".cud-home:visible").count() == 1
    assert page.locator("[data-can]").count() == 0
    assert page.locator("#actions").count() == 0
