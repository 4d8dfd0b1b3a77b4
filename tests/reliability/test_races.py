"""Races over real sockets: several tabs of every seat at two servers, in any order, with broken lines and resends."""

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack
from random import Random
from typing import Any, TypeVar

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from tests.reliability.evidence import Command, Evidence, judge
from tests.reliability.players import Listener, World
from tests.support.together import together
from tests.web.houses import SECONDS, decide, house, well

T = TypeVar("T")
SEATS = (1, 2, 3)
TABS = st.tuples(st.sampled_from(SEATS), st.integers(0, 1))
SEEDS = st.integers(0, 1000)
FORMS = ("", "as=html")
Sent = tuple[int, str, Any, dict[str, Any]]


class Evening(RuleBasedStateMachine):
    """A table of three. Each seat has two tabs that go by JSON, and one that shows HTML."""

    url = ""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.houses = ExitStack()
        urls = [self.houses.enter_context(house(self.url)).address for _ in range(2)]
        self.world = World(urls, httpx.AsyncClient(timeout=SECONDS), Random(1), Evidence(), think=0)
        self.sent: list[Sent] = []
        self.lines: dict[Listener, asyncio.Task[None]] = {}
        self.tabs: dict[tuple[int, int], Listener] = {}
        self.run(self.begin())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run(work)

    async def begin(self) -> None:
        ask = self.world.ask
        self.tokens = [well(await ask("POST", "/people", "", {"name": f"Friend {seat}"}))["token"] for seat in SEATS]
        host = self.tokens[0]
        made = well(await ask("POST", "/tables", host, {"game": "cuckooo"}))
        self.table: str = made["table"]["id"]
        for token in self.tokens[1:]:
            well(await ask("POST", f"/tables/{self.table}/seats", token, {"invite": made["you"]["invite"]}))
        well(await ask("POST", f"/tables/{self.table}/start", host))
        for seat, token in zip(SEATS, self.tokens, strict=True):
            for tab, form in enumerate(("", *FORMS)):
                self.tabs[seat, tab] = Listener(self.world, self.table, token, form)
                self.open(self.tabs[seat, tab])

    def open(self, tab: Listener) -> None:
        self.lines[tab] = asyncio.get_running_loop().create_task(tab.listen())

    async def cut(self, tab: Listener) -> None:
        self.lines[tab].cancel()
        await asyncio.gather(self.lines[tab], return_exceptions=True)

    def teardown(self) -> None:
        async def end() -> None:
            for tab in self.lines:
                await self.cut(tab)
            await self.world.client.aclose()
            verdict = await judge(self.url, self.world.evidence)
            assert verdict.good, str(verdict)

        try:
            self.run(end())
        finally:
            self.loop.close()
            self.houses.close()

    def wish(self, tab: tuple[int, int], seed: int, *, undo: bool = False) -> Sent | None:
        """What somebody wants who sees what this tab shows."""
        view = self.tabs[tab].view
        if not undo and not view["private"]["choices"]:
            return None
        action = None if undo else decide(view, Random(seed))
        name = f"c{len(self.sent)}"
        body = {"id": name, "version": self.tabs[tab].number[0]} | ({"action": action} if action else {})
        self.sent.append((tab[0], "undo" if undo else "moves", action, body))
        return self.sent[-1]

    async def send(self, *wishes: Sent | None) -> None:
        """Send commands at the same moment, each to any server."""
        await together(*(self.deliver(wish) for wish in wishes if wish is not None))

    async def deliver(self, wish: Sent) -> None:
        seat, path, action, body = wish
        command: Command = (self.table, seat, body["id"])
        self.world.evidence.sent[command] = action
        answer = await self.world.ask("POST", f"/tables/{self.table}/{path}", self.tokens[seat - 1], body)
        if answer.status_code == 200:
            self.world.evidence.acknowledge(command, answer.json()["number"])
        else:
            assert answer.status_code in (409, 422), answer.text
            assert command not in self.world.evidence.acknowledged, "what was acknowledged is refused"

    @rule(one=TABS, other=TABS, seed=SEEDS)
    def act_at_once(self, one: tuple[int, int], other: tuple[int, int], seed: int) -> None:
        self.run(self.send(self.wish(one, seed), self.wish(other, seed + 1)))

    @rule(one=TABS, other=TABS, seed=SEEDS)
    def undo_while_somebody_acts(self, one: tuple[int, int], other: tuple[int, int], seed: int) -> None:
        self.run(self.send(self.wish(one, seed, undo=True), self.wish(other, seed)))

    @rule(which=st.integers(0, 30), again=st.integers(0, 30))
    @precondition(lambda self: self.sent)
    def resend(self, which: int, again: int) -> None:
        self.run(self.send(self.sent[which % len(self.sent)], self.sent[again % len(self.sent)]))

    @rule(tab=TABS, seed=SEEDS, acting=TABS)
    def act_while_a_line_is_broken(self, tab: tuple[int, int], seed: int, acting: tuple[int, int]) -> None:
        async def work() -> None:
            await self.cut(self.tabs[tab])
            await self.send(self.wish(acting, seed))
            self.open(self.tabs[tab])

        self.run(work())

    @invariant()
    def all_tabs_come_to_agree(self) -> None:
        async def agree() -> None:
            agreed = await together(*(tab.agrees() for tab in self.tabs.values()))
            assert all(agreed)
            assert self.world.evidence.faults == []

        self.run(agree())


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
def test_whatever_all_do_at_once_every_command_counts_once_and_every_tab_agrees(database: str) -> None:
    class Here(Evening):
        url = database

    run_state_machine_as_test(
        Here,
        settings=settings(
            max_examples=max(4, settings().max_examples // 20),
            stateful_step_count=12,
            suppress_health_check=list(HealthCheck),
        ),
    )
