"""Names: what people type, made plain."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tables.names import LONGEST, clean, key
from app.tables.problems import Illegal


@pytest.mark.parametrize(
    "name", ["Ana", "José María", "李小龍", "Ø", "👩‍👧", "<b>", "O'Neil & Co", "नमस्ते", "a" * LONGEST]
)
def test_a_name_may_have_any_script_and_is_kept(name: str) -> None:
    assert clean(name) == name


def test_spaces_are_single_and_not_at_the_ends() -> None:
    assert clean("  Ana \t\n Luz ") == "Ana Luz"


def test_the_same_letters_are_written_in_the_same_way() -> None:
    assert clean("Jose\u0301") == "José"


@pytest.mark.parametrize("name", ["", "   ", "\u00a0", "\u3164", "\u2800 \u2800", "\u0301"])
def test_a_name_of_which_nothing_is_seen_is_refused(name: str) -> None:
    with pytest.raises(Illegal, match="name-missing"):
        clean(name)


def test_a_name_has_at_most_24_characters_that_are_seen() -> None:
    with pytest.raises(Illegal, match="name-long") as refused:
        clean("a" * (LONGEST + 1))
    assert refused.value.data == {"most": 24}


@pytest.mark.parametrize(
    "name",
    ["a\x00", "a\x1b[31m", "\u202eana", "a\u2066b", "a\u200bb", "\ufeffa", "a\ud800", "\ue000", "a" + "\u0302" * 6],
)
def test_control_characters_changed_directions_and_piles_of_marks_are_refused(name: str) -> None:
    with pytest.raises(Illegal, match="name-hidden"):
        clean(name)


def test_neither_case_nor_width_nor_what_is_not_seen_makes_another_name() -> None:
    assert key("A\u200dna") == key("Ana\ufe0f") == key("ana")
    assert key("ANA") == key("ana") == key("\uff21na")
    assert key("Ana") != key("Anna")


@given(st.text())
def test_whatever_is_typed_is_a_name_or_refused_and_a_name_stays_what_it_is(text: str) -> None:
    try:
        name = clean(text)
    except Illegal:
        return
    assert clean(name) == name
    assert name == name.strip()
    assert not any(unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp"} for letter in name)
