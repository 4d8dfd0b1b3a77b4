"""Names of people: what they type, made plain."""

import unicodedata

from app.tables.problems import Illegal

LONGEST = 24
"""The most characters that a reader sees in a name; an accent put on a letter does not count."""

_UNSEEN = {"\u200c", "\u200d", "\ufe0f"}
"""What joins letters, and chooses between their forms: some scripts and pictures need it."""
_BLANK = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800"}
"""Letters that draw nothing."""
_MARKS_IN_A_ROW = 3


def clean(text: str) -> str:
    """A name in Unicode's form NFC, with single spaces.

    Raises: Illegal `name-missing` when nothing of it can be seen, `name-long`, or `name-hidden` when it has control
        characters, changes the direction of writing, or piles up marks.
    """
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(_hidden(letter) for letter in name) or _piled(name):
        raise Illegal("name-hidden")
    seen = sum(_visible(letter) for letter in name)
    if not any(_visible(letter) and not letter.isspace() for letter in name):
        raise Illegal("name-missing")
    if seen > LONGEST or len(name) > 4 * LONGEST:
        raise Illegal("name-long", most=LONGEST)
    return name


def key(name: str) -> str:
    """Equal for two names that look the same: case, width and invisible joiners make no other name."""
    seen = "".join(letter for letter in name if letter not in _UNSEEN)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())


def _hidden(letter: str) -> bool:
    return letter not in _UNSEEN and unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _visible(letter: str) -> bool:
    return unicodedata.category(letter)[0] != "M" and letter not in _UNSEEN and letter not in _BLANK


def _piled(name: str) -> bool:
    row = 0
    for letter in name:
        row = row + 1 if unicodedata.category(letter)[0] == "M" else 0
        if row > _MARKS_IN_A_ROW:
            return True
    return False
