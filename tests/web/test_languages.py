"""Which language a reader gets, and how another one is made."""

import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.web import languages
from app.web.languages import choose, translations
from app.web.sentences import SENTENCES

PROJECT = Path(languages.__file__).parents[2]


@pytest.mark.parametrize("accept", ["", "es-ES,es;q=0.9,en;q=0.7", "en-GB", "fr;q=0,en;q=0.1", "rubbish;q=x", "*"])
def test_english_is_what_there_is(accept: str) -> None:
    assert choose(accept, "en") == "en"


def test_without_a_translation_the_sentence_itself_is_told() -> None:
    assert translations("en").gettext("Your turn") == "Your turn"


def test_all_words_can_be_collected_and_told_in_another_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pot = tmp_path / "tertulia.pot"
    pybabel = Path(sys.executable).parent / "pybabel"
    subprocess.run([pybabel, "-q", "extract", "-F", "pyproject.toml", "-o", pot, "."], cwd=PROJECT, check=True)
    with pot.open("rb") as file:
        catalog = read_po(file)
    places = {place.split("/")[1] for message in catalog for place, _ in message.locations if "/" in place}
    assert places == {path.parent.name for path in (PROJECT / "templates").glob("*/sentences.html")} | {"web"} | {
        path.name for path in (PROJECT / "templates").glob("*.html") if "_(" in path.read_text("utf-8")
    }
    for sentence in SENTENCES.values():
        assert sentence.title in catalog
        assert sentence.detail in catalog
    catalog["Your turn"].string = "Te toca"
    compiled = tmp_path / "es" / "LC_MESSAGES" / "tertulia.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(languages, "TRANSLATIONS", tmp_path)
    spanish = translations.__wrapped__("es")
    assert spanish.gettext("Your turn") == "Te toca"
    assert spanish.gettext("My tables") == "My tables"
