"""`tertulia simulate`."""

from pathlib import Path

import pytest

from app.cli import main
from app.commands.simulate import Tally, bots, options
from app.games.record import read, verify
from app.games.session import GameSession
from app.games.shelf import rulebook


def test_games_are_played_and_told_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "cuckooo", "--seats", "3", "--games", "4", "--option", "tokens=on"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    first, second, *rest = told.out.splitlines()
    assert first == "Cuckooo!, 3 seats, flocks=open, tokens=on"
    assert second.startswith("4 games in ")
    assert "moves/s" in second
    assert "games/s" in second
    assert rest[0].split() == ["seat", "bot", "won", "share", "points", "worst", "best"]
    assert [line.split()[:2] for line in rest[1:]] == [["1", "random"], ["2", "random"], ["3", "random"]]


def test_a_record_of_each_game_is_written_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "records"
    assert main(["simulate", "cuckooo", "--games", "3", "--seed", "7", "--bots", "house", "--out", str(out)]) == 0
    assert f"The records are in {out}." in capsys.readouterr().out
    records = sorted(out.iterdir())
    assert [path.name for path in records] == [f"cuckooo-7-0000{number}.jsonl" for number in (1, 2, 3)]
    for path in records:
        record = read(path.read_text("utf-8"))
        assert record.names == ("house 1", "house 2", "house 3", "house 4", "house 5")
        assert verify(record).ranking


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        main(["simulate", "cuckooo", "--seats", "3", "--games", "2", "--out", str(tmp_path / folder)])
    names = ["cuckooo-1-00001.jsonl", "cuckooo-1-00002.jsonl"]
    texts = [[(tmp_path / folder / name).read_text() for name in names] for folder in ("one", "two")]
    assert texts[0] == texts[1]
    assert texts[0][0] != texts[0][1]


def test_each_seat_may_have_a_bot_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "cuckooo", "--seats", "3", "--games", "1", "--bots", "house,random,random"]) == 0
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()[3:]] == ["house", "random", "random"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess'; the shelf has cuckooo"),
        (["cuckooo", "--seats", "6"], "Cuckooo! is for 3 to 5 players, not 6"),
        (["cuckooo", "--option", "tokens"], "An option is written as key=value, not 'tokens'."),
        (["cuckooo", "--option", "x=1"], "has no option 'x'; its options: flocks=open|hidden, tokens=off|on."),
        (["cuckooo", "--option", "tokens=yes"], "Cuckooo! has no tokens=yes; choose tokens=off|on."),
        (["cuckooo", "--bots", "clever"], "There are no bots called 'clever'; choose random or house"),
        (["cuckooo", "--bots", "house,random"], "names 2 bots for 5 seats"),
        (["cuckooo", "--out", "/dev/null/x"], "The folder /dev/null/x cannot be made"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence_and_status_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("tertulia: ")
    assert sentence in told.err
    assert told.out == ""


@pytest.mark.parametrize("argument", ["--games=0", "--games=x", "--seed=-1", "--seats=1.5", "--no"])
def test_a_bad_argument_has_status_2(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        main(["simulate", "cuckooo", argument])
    assert exited.value.code == 2
    assert "error" in capsys.readouterr().err


def test_help_names_the_games_and_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        main(["simulate", "--help"])
    assert exited.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "cuckooo: flocks=open|hidden, tokens=off|on" in told


def test_options_and_bots_are_read_as_the_game_has_them() -> None:
    book = rulebook("cuckooo")
    assert options(book, ["flocks=hidden"]) == book.options({"flocks": "hidden"})
    assert bots("house", 3) == ("house", "house", "house")


def finished(seed: int) -> GameSession:
    """A whole game."""
    book = rulebook("cuckooo")
    session = book.session.begin(3, book.options({}), book.components().content, bytes([seed] * 32), 1)
    while actors := session.actors():
        session.apply(actors[0], next(iter(session.legal_actions(actors[0]))))
    return session


def test_wins_and_points_are_counted_by_seat() -> None:
    tally = Tally(3)
    sessions = [finished(seed) for seed in range(3)]
    for session in sessions:
        tally.add(session, 10, 0.5)
    assert (tally.games, tally.moves, tally.seconds) == (3, 30, 1.5)
    assert sum(tally.wins) == 3
    winners = [session.result()[0].seat for session in sessions]
    assert tally.wins == [winners.count(seat) for seat in (1, 2, 3)]
