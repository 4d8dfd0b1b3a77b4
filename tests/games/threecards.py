"""The toy game of docs/adding-a-game.md, taken out of the page and put on the shelf."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import app.games
from app.games import shelf

KEY = "threecards"
PAGE = Path(__file__).parent.parent.parent / "docs" / "adding-a-game.md"


def files() -> dict[str, str]:
    """The files in the page by name: a name in backticks on a line of its own, then the text as a block of code."""
    return dict(re.findall(r"^`([\w.]+)`\n\n```\w+\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL))


@contextmanager
def on_the_shelf(folder: Path) -> Iterator[shelf.Rulebook]:
    """The game as a folder beside the others and a key on the shelf, for as long as the context lasts."""
    package = folder / KEY
    package.mkdir()
    for name, text in files().items():
        (package / name).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.games, "__path__", [*app.games.__path__, str(folder)])
        patch.setattr(shelf, "GAMES", (*shelf.GAMES, KEY))
        yield shelf.rulebook(KEY)
    for name in [name for name in sys.modules if name.startswith(f"app.games.{KEY}")]:
        del sys.modules[name]
    shelf.rulebook.cache_clear()
