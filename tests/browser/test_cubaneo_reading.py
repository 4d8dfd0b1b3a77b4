"""Whether Cubaneo's page can be read and reached by everybody, in each state, at every size, in both lights."""

from collections.abc import Callable
from random import Random

from app.games.cubaneo.words import PROMPTS
from tests.browser.friends import Friend, Table
from tests.browser.havana import TALE, curious_thought, part, shows, thought_of
from tests.browser.reach import SIZES, faults
from tests.browser.visitors import Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
ENDS = (SIZES[0], SIZES[-1])
STATES = set(PROMPTS) - {"waiting", "over"}
SEED = 0
"""Of a game in which the first seat, if it is curious, is asked everything. After a change of the rules try others."""


def test_every_state_can_be_read_and_touched(company: Visitors, friends: Come) -> None:
    table = Table(friends("Maximiliane-Theodora", "Olmo", "Teo"), game="cubaneo").start(SEED)
    page = company.come(table.friends[0], reduced_motion="reduce").sit(table.id)
    rng, found, unseen = Random(SEED), [], set(STATES)
    while unseen and (waiting := table.waiting()):
        seat = waiting[0]
        own = table.seen(seat)["private"]
        key = own["prompt"]["key"]
        if seat == 1 and key in unseen:
            unseen.discard(key)
            wait(lambda: shows(page, key), f"the page asks {key}")  # noqa: B023
            sizes = SIZES if key == "turn" else ENDS
            if page.is_visible("#cb-tale"):
                found += [f"{key}, told: {one}" for one in faults(page, sizes, within="#cb-tale")]
                page.locator(TALE).first.click()
            found += [f"{key}: {one}" for one in faults(page, sizes)]
        table.play(seat, curious_thought(own, unseen, rng) if seat == 1 else thought_of(own["choices"], rng))
    for name in ("houses", "others"):
        part(page, name)
        found += [f"{name}: {one}" for one in faults(page, ENDS)]
    assert unseen == set(), "all states were seen"
    assert "\n".join(found) == ""
