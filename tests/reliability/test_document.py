"""The page on reliability names tests that are there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS.parent / "docs" / "reliability.md"
ROW = re.compile(r"^\| (?P<line>[^|]+) \| (?P<shown>`[^|]+) \|$", re.MULTILINE)


def named() -> Iterator[tuple[str, str, str]]:
    """Each line of what must never happen, with a file of tests and the beginning of a test's name, or nothing."""
    for row in ROW.finditer(PAGE.read_text("utf-8")):
        for part in row["shown"].split(" · "):
            files = re.findall(r"`([\w/]+\.py)`", part)
            names = re.findall(r"\b[a-z]+(?:_[a-z0-9]+){2,}", re.sub(r"`[^`]+`|\([^)]*\)", "", part))
            for file in files:
                yield from ((row["line"], file, name) for name in names or [""])


def test_every_line_of_what_must_never_happen_has_tests() -> None:
    assert len({line for line, _, _ in named()}) >= 36


@pytest.mark.parametrize(("file", "name"), sorted({(file, name) for _, file, name in named()}))
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    assert f"def test_{name}" in (TESTS / file).read_text("utf-8") or not name
    assert (TESTS / file).exists()
