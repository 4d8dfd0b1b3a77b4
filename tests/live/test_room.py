"""What a room keeps of a table: as much as those who look on need, and once for all that see the same."""

from collections.abc import Iterator
from random import Random

import pytest

from app.games.shelf import rulebook
from app.live.audience import Audience
from app.live.counts import Counts
from app.live.room import Room
from app.live.says import TOLD
from app.live.snapshots import KEPT
from app.settings import Settings
from app.tables.table import Table
from app.web import rendering
from app.web.addresses import Addresses
from bench.renders import course, sitting

PAGE, PROGRAM = Audience(None, False, True, "en"), Audience(None, False, True)


@pytest.fixture(scope="module")
def renderer() -> rendering.Rendering:
    """The templates of this project."""
    settings = Settings()
    return rendering.create(settings, Addresses(settings))


def moments() -> Iterator[Table]:
    """A table from the first moment of a game on."""
    table = sitting(rulebook("cubaneo"), 3, 1)
    yield table
    yield from course(table, Random(1))


def test_views_are_kept_only_for_who_follows_by_patch(renderer: rendering.Rendering) -> None:
    tables = moments()
    room = Room(next(tables), renderer, "build", Counts())
    for _, table in zip(range(5), tables, strict=False):
        room.show(table)
        room.news(PAGE, None)
    assert len(room._snapshots._kept) == 1
    since = room.number
    room.news(PROGRAM, since)
    for _, table in zip(range(5), tables, strict=False):
        room.show(table)
    assert f'"from":[{since.version},{since.revision}]' in room.news(PROGRAM, since).decode()
    for _, table in zip(range(KEPT), tables, strict=False):
        room.show(table)
    assert len(room._snapshots._kept) == 1


def test_what_was_said_is_told_once_for_all_and_again_for_who_comes_late(renderer: rendering.Rendering) -> None:
    tables = moments()
    room = Room(next(tables), renderer, "build", Counts())
    early: dict[int, str] = {}
    for _, table in zip(range(TOLD + 20), tables, strict=False):
        since = room.number
        room.show(table)
        told = {seat: room.told(Audience(seat, False, True, "en"), "en", since.version) for seat in (None, 1, 2, 3)}
        early[room.number.version] = "".join(say["html"] for say in told[None])
        alike = [says for says in told.values() if says == told[None]]
        assert len(alike) >= 2
        assert all(one is other for says in alike for one, other in zip(says, told[None], strict=True))
    assert min(room.says._told) >= room.number.version - TOLD
    late: dict[int, str] = {}
    for say in room.told(PAGE, "en"):
        late[say["number"]] = late.get(say["number"], "") + say["html"]
    assert {number: html for number, html in early.items() if html} == {n: html for n, html in late.items() if n}
    assert min(room.says._told) >= room.number.version - TOLD


def test_what_all_tables_of_a_game_have_in_common_is_there_once(renderer: rendering.Rendering) -> None:
    rooms = [Room(sitting(rulebook("cudillero"), 3, n), renderer, "build", Counts()) for n in (1, 2)]
    first, second = (room.view(PROGRAM)["public"] for room in rooms)
    assert first["catalogue"] is second["catalogue"]
    assert first["market"] is not second["market"]
