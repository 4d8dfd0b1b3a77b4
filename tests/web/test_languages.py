"""Which language a reader gets."""

import pytest

from app.web.languages import choose, translations


@pytest.mark.parametrize("accept", ["", "es-ES,es;q=0.9,en;q=0.7", "en-GB", "fr;q=0,en;q=0.1", "rubbish;q=x", "*"])
def test_english_is_what_there_is(accept: str) -> None:
    assert choose(accept, "en") == "en"


def test_without_a_translation_the_sentence_itself_is_told() -> None:
    assert translations("en").gettext("Your turn") == "Your turn"
