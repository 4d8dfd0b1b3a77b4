"""Races: people with several tabs at two processes, undos, changes of seats, lost lines and restarts, in any order."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from app.games.shelf import GAMES
from tests.tables.evening import SEATS, Evening

PROCESSES = st.integers(0, 1)
SEEDS = st.integers(0, 1000)
KINDS = ("act", "act", "undo", "undo", "undo", "resend", "bot", "look", "seats", "seats", "leave", "elsewhere")
THINGS = st.tuples(st.sampled_from(KINDS), PROCESSES, st.sampled_from(SEATS), SEEDS)


class Races(RuleBasedStateMachine):
    """Any process may lag: after each step only a fresh one is asked."""

    url = ""
    evening: Evening

    @initialize(game=st.sampled_from(GAMES), snapshot_every=st.sampled_from([1, 2, 3, 20]), memory=st.integers(1, 2))
    def sit_down(self, game: str, snapshot_every: int, memory: int) -> None:
        self.evening = Evening(self.url, game, snapshot_every, memory)

    def teardown(self) -> None:
        if hasattr(self, "evening"):
            try:
                self.evening.run(self.evening.agree())
            finally:
                self.evening.end()

    @rule(thing=THINGS)
    def one_after_the_other(self, thing: tuple[str, int, int, int]) -> None:
        kind, *how = thing
        self.evening.run(getattr(self.evening, kind)(*how))

    @rule(things=st.lists(THINGS, min_size=2, max_size=4))
    def at_once(self, things: list[tuple[str, int, int, int]]) -> None:
        self.evening.together([getattr(self.evening, kind)(*how) for kind, *how in things])

    @rule(things=st.lists(THINGS, min_size=0, max_size=3))
    def at_once_while_lines_break(self, things: list[tuple[str, int, int, int]]) -> None:
        works = [getattr(self.evening, kind)(*how) for kind, *how in things]
        self.evening.together([*works[:1], self.evening.break_lines(0, 1, 0), *works[1:]])

    @rule(thing=THINGS, seen=SEEDS, ahead=st.integers(1, 5))
    def fall_behind(self, thing: tuple[str, int, int, int], seen: int, ahead: int) -> None:
        """A process sees the table, the other one goes on, and then the first does something on what it knows."""
        kind, process, seat, seed = thing
        self.evening.run(self.evening.play_on(process, seen % 4, seen))
        self.evening.run(self.evening.play_on(1 - process, ahead, seed))
        self.evening.run(getattr(self.evening, kind)(process, seat, seed))

    @rule(process=PROCESSES, ahead=st.integers(0, 4), seed=SEEDS, things=st.lists(THINGS, max_size=2))
    def regret(self, process: int, ahead: int, seed: int, things: list[tuple[str, int, int, int]]) -> None:
        """Somebody takes back an action at a process that may lag, while something else happens."""
        self.evening.run(self.evening.play_until_undo(process, seed))
        self.evening.run(self.evening.play_on(1 - process, ahead, seed))
        works = [getattr(self.evening, kind)(*how) for kind, *how in things]
        self.evening.together([self.evening.undo(process, 1, 1), *works])

    @rule(process=PROCESSES, moves=st.integers(1, 12), seed=SEEDS)
    def play_on(self, process: int, moves: int, seed: int) -> None:
        self.evening.run(self.evening.play_on(process, moves, seed))

    @rule(process=PROCESSES, left=st.integers(0, 4), seed=SEEDS)
    def play_on_almost_to_the_end(self, process: int, left: int, seed: int) -> None:
        if len(self.evening.sent) < 12:
            moves = self.evening.moves_left(process, seed)
            self.evening.run(self.evening.play_on(process, moves - left, seed))

    @rule(seconds=st.sampled_from([5, 70, 400]))
    def time_passes(self, seconds: int) -> None:
        self.evening.clock.passes(seconds)

    @rule(process=PROCESSES)
    def restart(self, process: int) -> None:
        self.evening.run(self.evening.processes[process].stop())
        self.evening.processes[process] = self.evening.process()

    @rule()
    def agree(self) -> None:
        self.evening.run(self.evening.agree())

    @invariant()
    def everything_acknowledged_is_there_once(self) -> None:
        self.evening.run(self.evening.fresh())


def test_whatever_happens_at_once_every_command_counts_once_and_all_agree(database: str) -> None:
    class Here(Races):
        url = database

    run_state_machine_as_test(
        Here, settings=settings(max_examples=settings().max_examples // 5, stateful_step_count=25)
    )
