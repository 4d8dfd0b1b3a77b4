"""Regions that are rendered when they change, and told to whoever has not seen them."""

import msgspec
import pytest

from app.live.counts import Counts
from app.live.fragments import LONG, RECENT, STEPS, Fragments
from app.live.scene import Made
from app.tables.number import Number


class Values:
    """A page whose regions show one value each."""

    def __init__(self, **values: object) -> None:
        self._values = values
        self.names = values.keys()

    def make(self, name: str, language: str) -> Made:
        """What a region looks like."""
        return Made(f"{language}:{str(self._values[name]).strip()}", {name})

    def differing(self, before: "Values") -> set[str]:
        """The values that were another one."""
        return {name for name, value in self._values.items() if before._values.get(name) != value}


class Torn(Values):
    """A page that cannot be made."""

    def make(self, name: str, language: str) -> Made:
        """Fail at the second region."""
        if name == list(self.names)[1]:
            raise ZeroDivisionError
        return super().make(name, language)


def told(fragments: Fragments, number: Number | None) -> dict[str, str]:
    """What has changed since a number."""
    return {name: msgspec.json.decode(text) for name, text in fragments.since(number).items()}


def show(fragments: Fragments, version: int, **regions: object) -> None:
    """Show regions that are made from one value each."""
    fragments.show(Number(version, 0), Values(**regions))


def test_a_region_is_rendered_again_only_when_its_parts_change() -> None:
    counts = Counts()
    fragments = Fragments("en", counts)
    show(fragments, 1, row="a", hand="x")
    show(fragments, 2, row="b", hand="x")
    assert counts.renders == 3
    assert told(fragments, Number(1, 0)) == {"row": "en:b"}
    assert told(fragments, None) == {"row": "en:b", "hand": "en:x"}


def test_the_same_number_is_not_rendered_twice() -> None:
    counts = Counts()
    fragments = Fragments("en", counts)
    show(fragments, 1, row="a")
    show(fragments, 1, row="b")
    assert counts.renders == 1


def test_html_that_comes_out_the_same_is_not_told_again() -> None:
    fragments = Fragments("en", Counts())
    show(fragments, 1, row="a")
    show(fragments, 2, row="a ")
    assert told(fragments, Number(1, 0)) == {}


def test_what_goes_with_the_regions_changes_by_itself() -> None:
    fragments = Fragments("en", Counts())
    for version, touch in enumerate(("left", "left", "right"), 1):
        fragments.show(Number(version, 0), Values(row="a"), touch)
    assert fragments.touched(None)
    assert fragments.touched(Number(1, 0))
    assert fragments.touched(Number(2, 0))
    assert not fragments.touched(Number(3, 0))
    assert told(fragments, Number(1, 0)) == {}


def test_after_a_template_has_failed_everything_is_made_anew() -> None:
    fragments = Fragments("en", Counts())
    show(fragments, 1, row="a", hand="x")
    with pytest.raises(ZeroDivisionError):
        fragments.show(Number(2, 0), Torn(row="b", hand="y"))
    assert fragments.number == Number(1, 0)
    show(fragments, 3, row="a", hand="x")
    assert told(fragments, None) == {"row": "en:a", "hand": "en:x"}
    assert "row" in fragments.since(Number(1, 0))


def test_a_region_that_changed_and_changed_back_is_told_to_who_saw_it_in_between() -> None:
    fragments = Fragments("en", Counts())
    for version, card in enumerate("aba", 5):
        show(fragments, version, row=card)
    assert told(fragments, Number(5, 0)) == {"row": "en:a"}
    assert told(fragments, Number(6, 0)) == {"row": "en:a"}


def test_a_number_that_another_process_told_is_not_known() -> None:
    fragments = Fragments("en", Counts())
    show(fragments, 5, row="a")
    show(fragments, 7, row="a")
    assert not fragments.knows(Number(6, 0))
    assert fragments.knows(Number(5, 0))


def test_only_the_last_steps_are_remembered() -> None:
    fragments = Fragments("en", Counts())
    for version in range(STEPS + 10):
        show(fragments, version, row=version)
    assert not fragments.knows(Number(9, 0))
    assert fragments.knows(Number(10, 0))


def test_a_region_that_is_gone_is_forgotten() -> None:
    fragments = Fragments("en", Counts())
    show(fragments, 1, row="a", offer="b")
    show(fragments, 2, row="a")
    assert told(fragments, None) == {"row": "en:a"}
    show(fragments, 3, row="a", offer="b")
    assert told(fragments, Number(2, 0)) == {"offer": "en:b"}


def test_the_text_of_what_has_not_changed_for_long_is_made_again_for_who_comes_late() -> None:
    counts = Counts()
    fragments = Fragments("en", counts)
    for version in range(RECENT + 3):
        show(fragments, version, row="a", hand=version)
    assert counts.renders == 1 + RECENT + 3
    assert told(fragments, Number(RECENT, 0)) == {"hand": f"en:{RECENT + 2}"}
    assert counts.renders == 1 + RECENT + 3
    for _ in range(2):
        assert told(fragments, None) == {"row": "en:a", "hand": f"en:{RECENT + 2}"}
    assert counts.renders == 2 + RECENT + 3
    show(fragments, 90, row="b", hand=RECENT + 2)
    assert told(fragments, Number(RECENT + 2, 0)) == {"row": "en:b"}


def test_what_one_reader_was_told_whole_is_let_go() -> None:
    counts = Counts()
    fragments = Fragments("en", counts, alone=True)
    show(fragments, 1, row="a", hand="x")
    assert told(fragments, None) == fragments.whole() == {"row": "en:a", "hand": "en:x"}
    assert counts.renders == 4
    show(fragments, 2, row="b", hand="x")
    assert told(fragments, Number(1, 0)) == {"row": "en:b"}
    assert counts.renders == 5


def test_tables_that_show_the_same_drawings_keep_them_once() -> None:
    tables = [Fragments("en", Counts()) for _ in range(2)]
    for table in tables:
        show(table, 1, drawings="x" * LONG, card="y")
    first, second = (table._regions["drawings"].text for table in tables)
    assert first is second
