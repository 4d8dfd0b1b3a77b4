"""Whether Cubaneo's page can be read and reached by everybody, in each state, at every size."""

from collections.abc import Callable
from random import Random

import pytest

from tests.browser.friends import Friend, Table
from tests.browser.havana import part, shows, thought_of
from tests.browser.reach import SIZES, faults
from tests.browser.visitors import Visitors
from tests.support.waiting import wait

Come = Callable[..., list[Friend]]
ENDS = (SIZES[0], SIZES[-1])
STATES = ("turn", "worker-space", "worker-products", "tradeswoman", "architect", "foreman", "mayor", "votes", "dues")


@pytest.mark.parametrize("light", ["dark", "light"])
def test_every_state_can_be_read_and_touched(company: Visitors, friends: Come, light: str) -> None:
    table = Table(friends("Maximiliane-Theodora", "Olmo", "Teo"), game="cubaneo").start()
    page = company.come(table.friends[0], reduced_motion="reduce", color_scheme=light).sit(table.id)
    rng, found, open_ = Random(2), [], set(STATES)
    while open_ and (waiting := table.waiting()):
        seat = waiting[0]
        key = table.seen(1)["private"]["prompt"]["key"]
        if seat == 1 and key in open_:
            open_.discard(key)
            wait(lambda: shows(page, key), f"the page asks {key}")  # noqa: B023
            found += [f"{key}: {one}" for one in faults(page, SIZES if key == "turn" else ENDS)]
            if page.is_visible("#cb-tale"):
                page.locator('[data-cb-tale="skip"], [data-cb-tale="next"]').first.click()
                found += [f"{key}: {one}" for one in faults(page, ENDS)]
        table.play(seat, thought_of(table.choices(seat), rng))
    for name in ("houses", "others"):
        part(page, name)
        found += [f"{name}: {one}" for one in faults(page, ENDS)]
    assert open_ <= {"votes", "dues"}, "all states were seen; who has nothing to pay with is not asked"
    assert "\n".join(found) == ""
