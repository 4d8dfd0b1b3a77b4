"""What every rulebook must hold, checked by playing at random: a game's own tests call these with its key.

Each check plays whole games and asserts on the way; `seed` makes a game repeatable. Checks that are dear take `every`:
they look at each so-many-th moment of the game.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from app.games import chance
from app.games.record import Move, Record, read, write
from app.games.session import Action, Event, GameSession, IllegalAction, Turn, plain
from app.games.shelf import Rulebook, rulebook

Options = Mapping[str, Any]
MOVES_AT_MOST = 5_000
"""No game of random moves is longer: one that is has no end."""


class Moment(NamedTuple):
    """A moment of a random game: the live session, and what brought it here (seat 0 and the opening at the start)."""

    session: GameSession
    seat: int
    action: Action | None
    events: tuple[Event, ...]


def book_of(game: str | Rulebook) -> Rulebook:
    """The rulebook of a key; a rulebook is itself."""
    return rulebook(game) if isinstance(game, str) else game


def seed_bytes(seed: int) -> bytes:
    """32 bytes that follow from a number."""
    return hashlib.sha256(f"conformance {seed}".encode()).digest()


def begin(game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0) -> GameSession:
    """A new game with the rulebook's own components and newest rules."""
    book = book_of(game)
    return book.session.begin(
        seats, book.options(options or {}), book.components().content, seed_bytes(seed), book.session.version
    )


def askable(session: GameSession) -> tuple[int, ...]:
    """The seats that have a choice: those that must choose, and those that may replace theirs."""
    return tuple(seat for seat in range(1, session.seats + 1) if session.choices(seat))


def random_move(session: GameSession, rng: Random) -> tuple[int, Action]:
    """A seat that must choose (now and then one that may choose anew) and a legal action of it."""
    actors = session.actors()
    seat = rng.choice(askable(session) if rng.random() < 0.1 else actors)
    return seat, rng.choice(session.choices(seat)).sample(rng)


def random_game(game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0) -> Iterator[Moment]:
    """A whole random game, moment by moment: the first fresh from `begin`, the last when the game is over.

    The session is the live one: clone it before playing on with it.
    """
    rng = Random(f"moves {seed}")
    session = begin(game, seats, options, seed)
    yield Moment(session, 0, None, session.opening)
    moves = 0
    while session.actors():
        seat, action = random_move(session, rng)
        yield Moment(session, seat, action, session.apply(seat, action))
        moves += 1
        assert moves < MOVES_AT_MOST, "the game has no end"


def play_out(session: GameSession, rng: Random) -> None:
    """Play a session to its end at random."""
    moves = 0
    while session.actors():
        session.apply(*random_move(session, rng))
        moves += 1
        assert moves < MOVES_AT_MOST, "the game has no end"


def views(session: GameSession) -> dict[str, Any]:
    """All that anybody sees, as plain JSON."""
    return {
        "public": plain(session.public()),
        **{str(seat): plain(session.private(seat)) for seat in range(1, session.seats + 1)},
    }


def reloaded(game: str | Rulebook, session: GameSession) -> GameSession:
    """The session that comes out of dump and load."""
    return book_of(game).session.load(session.dump(), book_of(game).components().content)


# --- the checks ---


def check_shape(game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0) -> None:
    """There is always a legal choice for those who must choose; nobody else is asked; the result comes at the end."""
    moment: Moment | None = None
    for moment in random_game(game, seats, options, seed):
        session = moment.session
        assert session.seats == seats
        turn = session.public()["turn"]
        assert isinstance(turn, Turn)
        assert turn.actors == session.actors() == tuple(sorted(session.actors()))
        assert not set(turn.actors) & set(turn.done), "who has chosen need not choose"
        for seat in range(1, seats + 1):
            asked = bool(session.choices(seat))
            assert asked == bool(session.question(seat))
            assert asked or seat not in session.actors()
            assert session.private(seat)["prompt"].key
        assert bool(session.result()) == (not session.actors())
        assert set(session.scores()) == set(range(1, seats + 1))
    assert moment is not None
    check_result(moment.session)


def check_result(session: GameSession) -> None:
    """At the end each seat stands once, places are those of a ranking with ties, the points are those of the score."""
    ranking = session.result()
    assert sorted(standing.seat for standing in ranking) == list(range(1, session.seats + 1))
    assert ranking[0].place == 1
    for position, (above, below) in enumerate(pairwise(ranking), start=2):
        assert below.place in (above.place, position)
    scores = session.scores()
    for standing in ranking:
        assert standing.points == sum(line.points for line in scores[standing.seat])


def check_question_stands(game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0) -> None:
    """A question stays while others act as long as its answers mean the same, and never comes again for another."""
    seen: dict[tuple[int, str], set[Action]] = {}
    gone: set[tuple[int, str]] = set()
    before: dict[int, str] = {}
    for session, *_ in random_game(game, seats, options, seed):
        for seat in range(1, seats + 1):
            question = session.question(seat)
            if question != before.get(seat, ""):
                gone.add((seat, before.get(seat, "")))
            before[seat] = question
            if question:
                assert (seat, question) not in gone, f"{question} comes again"
                listed = {act for _, act in zip(range(200), session.legal_actions(seat), strict=False)}
                assert seen.setdefault((seat, question), listed) == listed, f"{question} means something else now"


def check_clone_and_load(
    game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0, every: int = 1
) -> None:
    """A clone and a loaded dump are equal to the session, play on alike, and leave it alone."""
    rng = Random(f"clones {seed}")
    for number, (session, *_) in enumerate(random_game(game, seats, options, seed)):
        if (number + seed) % every:
            continue
        digest = session.digest()
        others = session.clone(), reloaded(game, session)
        for other in others:
            assert other.digest() == digest
            assert views(other) == views(session)
        if session.actors():
            seat, action = random_move(session, rng)
            told = [plain(other.apply(seat, action)) for other in others]
            assert told[0] == told[1]
            assert others[0].digest() == others[1].digest()
            assert others[0].reveals == others[1].reveals
            assert session.digest() == digest, "playing on a clone changed the session"


def check_resample(
    game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0, every: int = 15
) -> None:
    """What a seat (0: a watcher) sees is the same after everything it was never shown is drawn anew, and the game that
    comes out of it can be played to its end."""
    rng = Random(f"worlds {seed}")
    for number, (session, *_) in enumerate(random_game(game, seats, options, seed)):
        if (number + seed) % every:
            continue
        digest = session.digest()
        for seat in range(seats + 1):
            other = session.resample(seat, rng)
            assert plain(other.public()) == plain(session.public())
            if seat:
                assert plain(other.private(seat)) == plain(session.private(seat))
            play_out(other, rng)
            check_result(other)
        assert session.digest() == digest, "resampling changed the session"


ODD_VALUES: tuple[Any, ...] = (None, True, -1, 0, 2**63, "", "nothing-1", "é" * 99, (), ("green-5",) * 9, {"x": 1}, {})


def illegal_actions(session: GameSession, seat: int, rng: Random, memory: list[Action]) -> Iterator[Action]:
    """Actions that the seat may not carry out now: of other moments, with odd values, with doubled values."""
    candidates = [rng.choice(memory) for _ in range(3)] if memory else []
    for action in [*candidates, *(choice.sample(rng) for choice in session.choices(seat))]:
        names = action.__struct_fields__
        values = {name: getattr(action, name) for name in names}
        candidates.append(action)
        if names:
            name = rng.choice(names)
            value = values[name]
            candidates.append(type(action)(**{**values, name: rng.choice(ODD_VALUES)}))
            if isinstance(value, tuple) and value:
                candidates += [type(action)(**{**values, name: value * 2}), type(action)(**{**values, name: ()})]
    yield from (action for action in candidates if not session.admits(seat, action))


def check_illegal_actions_change_nothing(
    game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0, every: int = 2
) -> None:
    """An action that is not admitted raises IllegalAction with a reason, and not a bit has changed."""
    rng = Random(f"faults {seed}")
    memory: list[Action] = []
    for number, (session, _, played, _) in enumerate(random_game(game, seats, options, seed)):
        memory += [played] if played is not None else []
        if (number + seed) % every:
            continue
        digest, seen, reveals, opening = session.digest(), views(session), session.reveals, session.opening
        for seat in (*range(1, seats + 1), 0, seats + 1):
            for action in illegal_actions(session, seat, rng, memory):
                with pytest.raises(IllegalAction) as refused:
                    session.apply(seat, action)
                assert refused.value.reason.key
                plain(refused.value.reason)
        assert (session.digest(), session.reveals, session.opening) == (digest, reveals, opening)
        assert views(session) == seen


def check_admits_agrees(
    game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0, at_most: int = 300
) -> None:
    """`admits`, `legal_actions` and `sample` speak of the same actions, and a legal action survives JSON."""
    rng = Random(f"choices {seed}")
    book = book_of(game)
    for session, *_ in random_game(game, seats, options, seed):
        for seat in range(1, seats + 1):
            listed: list[Action] = []
            for action in session.legal_actions(seat):
                listed.append(action)
                assert session.admits(seat, action)
                if len(listed) == at_most:
                    break
            assert bool(listed) == bool(session.choices(seat))
            assert len({msgspec.json.encode(action) for action in listed}) == len(listed), "an action is listed twice"
            for choice in session.choices(seat):
                action = choice.sample(rng)
                assert choice.admits(action)
                assert session.admits(seat, action)
                assert book.decode(msgspec.json.encode(action)) == action
            for other in range(1, seats + 1):
                if not session.choices(other):
                    assert not any(session.admits(other, action) for action in listed)


def check_regions_are_kept(game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0) -> None:
    """A public region that has not changed is the same object as in the last view, also on a clone."""
    last: dict[str, Any] = {}
    for session, *_ in random_game(game, seats, options, seed):
        view = session.public()
        for name, region in session.clone().public().items():
            assert region is view[name]
        for name, region in view.items():
            if name in last and last[name] == region:
                assert last[name] is region, f"{name} was made anew"
        last = view


def check_chance_names_unique(game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0) -> None:
    """No draw of a whole game has the name of another draw."""
    names: list[str] = []

    def noted(words: Callable[..., Iterator[int]]) -> Callable[..., Iterator[int]]:
        def listening(self: chance.Chance, name: str) -> Iterator[int]:
            names.append(name)
            return words(self, name)

        return listening

    with pytest.MonkeyPatch.context() as watch:
        watch.setattr(chance.Chance, "words", noted(chance.Chance.words))
        for _ in random_game(game, seats, options, seed):
            pass
    assert names, "the game draws nothing"
    assert len(set(names)) == len(names)


def check_words(game: str | Rulebook, seats: int, options: Options | None = None, seed: int = 0) -> None:
    """Events, prompts, reasons, score lines and phases use the keys and data that the game's `words` module lists."""
    book = book_of(game)
    words = pytest.importorskip(f"{book.session.__module__.rpartition('.')[0]}.words")
    for session, _, _, events in random_game(game, seats, options, seed):
        for event in events:
            _check_event(event, words.EVENTS, seats)
        turn = session.public()["turn"]
        assert set(turn.data) == set(words.PHASES[turn.phase]), turn.phase
        for seat in range(1, seats + 1):
            private = session.private(seat)
            prompt = private["prompt"]
            assert set(prompt.data) == set(words.PROMPTS[prompt.key]), prompt.key
            for refusal in private["refusals"]:
                assert set(refusal.reason.data) == set(words.REASONS[refusal.reason.key]), refusal.reason.key
            for line in session.scores()[seat]:
                assert set(line.data) == set(words.SCORES[line.key]), line.key


def _check_event(event: Event, known: Mapping[str, Any], seats: int) -> None:
    assert event.key in known, event.key
    plain(event)
    for seat in range(1, seats + 1):
        assert set(event.seen_by(seat).data) <= set(known[event.key]), event.key


CHECKS = (
    check_shape,
    check_question_stands,
    check_clone_and_load,
    check_resample,
    check_illegal_actions_change_nothing,
    check_admits_agrees,
    check_regions_are_kept,
    check_chance_names_unique,
    check_words,
)
"""All of them."""


# --- golden records ---


def make_golden(game: str | Rulebook, seats: int, options: Options, seed: int, path: Path) -> None:
    """Write the record of a random game, and beside it (`.events`) what happened at each move."""
    book = book_of(game)
    moves = [Move(seat, action) for _, seat, action, _ in random_game(game, seats, options, seed) if action is not None]
    names = ("",) * seats
    record = Record(
        book, book.session.version, book.options(options), book.components(), names, seed_bytes(seed), tuple(moves)
    )
    path.write_text(write(record), "utf-8")
    path.with_suffix(".events").write_text("".join(f"{line}\n" for line in _told(record)), "utf-8")


def check_golden(path: Path) -> None:
    """Replay a golden record with dump and load between every two moves, and compare what happens move by move."""
    record = read(path.read_text("utf-8"))
    expected = path.with_suffix(".events").read_text("utf-8").splitlines()
    for number, (now, then) in enumerate(zip(_told(record), expected, strict=True)):
        assert now == then, f"{path.name}, move {number}"


def _told(record: Record) -> Iterator[str]:
    """A line a move: the keys of its events and a hash of all they say; then the scores and the ranking."""
    session = record.begin()
    yield _line(session.opening)
    for move in record.moves:
        session = reloaded(record.rulebook, session)
        yield _line(session.apply(move.seat, move.action))
    yield json.dumps({"scores": plain(session.scores()), "result": plain(session.result())}, sort_keys=True)


def _line(events: tuple[Event, ...]) -> str:
    whole = json.dumps(plain(events), sort_keys=True).encode()
    return json.dumps([hashlib.sha256(whole).hexdigest()[:16], *(event.key for event in events)])
