"""Dumps: what a session writes is read by the same program, and by no other."""

import pytest

from app.games.shelf import GAMES, rulebook
from tests.games.conformance import begin


@pytest.mark.parametrize("game", GAMES)
def test_a_session_is_read_as_it_was_written(game: str) -> None:
    session = begin(game, 3)
    read = rulebook(game).session.load(session.dump(), rulebook(game).components().content)
    assert (read.rules, read.reveals, read.digest()) == (session.rules, session.reveals, session.digest())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_dump_is_refused(game: str) -> None:
    dump = begin(game, 3).dump()
    for data in (b"", b"{}", b"\xff", dump[:-1], dump.replace(b'"rules":1', b'"rules":"x"')):
        with pytest.raises(ValueError, match=f"not a dump of the game {game}"):
            rulebook(game).session.load(data, rulebook(game).components().content)


@pytest.mark.parametrize("game", GAMES)
def test_a_dump_of_another_game_shape_or_version_is_refused(game: str) -> None:
    dump, book = begin(game, 3).dump(), rulebook(game)
    for now, then in (
        (f'"game":"{game}"', '"game":"chess"'),
        (book.session.fingerprint(), "0" * 64),
        ('"rules":1', '"rules":0'),
        ('"rules":1', f'"rules":{book.session.version + 1}'),
    ):
        assert now.encode() in dump
        with pytest.raises(ValueError, match="another version"):
            book.session.load(dump.replace(now.encode(), then.encode()), book.components().content)
