"""Languages: which one a reader gets, and its translations. English is the language of the templates themselves."""

import gettext
from functools import cache
from pathlib import Path

from app.settings import LANGUAGES

TRANSLATIONS = Path(__file__).resolve().parents[2] / "translations"
DOMAIN = "tertulia"


def choose(accept: str, default: str) -> str:
    """The language for a reader from the header Accept-Language, such as `es-ES,es;q=0.9,en;q=0.7`."""
    wishes = []
    for place, part in enumerate(accept.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            liking = float(weight) if weight else 1.0
        except ValueError:
            continue
        wishes.append((-liking, place, tag.split("-")[0].lower()))
    for unliking, _, language in sorted(wishes):
        if unliking and language in LANGUAGES:
            return language
    return default


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The sentences of a language; those of the templates where there is no translation."""
    return gettext.translation(DOMAIN, TRANSLATIONS, [language], fallback=True)
