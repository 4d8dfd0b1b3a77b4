"""Friends who play on through crashes: they listen on one line, send until somebody answers, and note everything."""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
import websockets

from app.web.assets import TEMPLATES
from tests.reliability.evidence import Command, Evidence
from tests.web.houses import Follower, decide, shown, well

PATIENCE = 60
"""Seconds after which somebody who gets no answer gives up: then something is broken."""
FIRST_PAUSE, LAST_PAUSE = 0.1, 2.0


@dataclass
class World:
    """Where everybody is: the servers, the connections to them, chance, what is known, and how it goes."""

    urls: list[str]
    client: httpx.AsyncClient
    rng: Random
    evidence: Evidence
    think: float
    """Seconds that somebody thinks, on average."""
    closing: bool = False
    answered: int = 0
    troubled: set[object] = field(default_factory=set)
    """Lines that are broken, and commands that failed and were not answered yet."""
    lines: list[float] = field(default_factory=list)
    """Seconds for which each broken line was broken."""
    answers: list[float] = field(default_factory=list)
    """Seconds from sending to the answer of each command that failed at first."""

    async def pause(self, tries: int) -> None:
        """Wait as browsers do before they try again."""
        await asyncio.sleep(min(FIRST_PAUSE * 2**tries, LAST_PAUSE) * self.rng.uniform(0.5, 1))

    async def ask(self, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
        """Ask any server until one answers.

        Raises:
            TimeoutError: nobody answers.
        """
        begun, trouble = time.monotonic(), object()
        async with asyncio.timeout(PATIENCE):
            for tries in range(1000):
                url = self.rng.choice(self.urls)
                with contextlib.suppress(httpx.TransportError):
                    headers = {"Authorization": f"Bearer {token}"} if token else {}
                    answer = await self.client.request(method, f"{url}/api{path}", headers=headers, json=body)
                    if answer.status_code < 500:
                        break
                    if answer.status_code != 503:
                        self.evidence.faults.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
                self.troubled.add(trouble)
                await self.pause(tries)
        self.answered += 1
        if trouble in self.troubled:
            self.troubled.discard(trouble)
            self.answers.append(time.monotonic() - begun)
        return answer


class Listener(Follower):
    """Somebody who looks at a table over a WebSocket, and comes back with the last number when the line breaks."""

    def __init__(self, world: World, table: str, token: str, form: str = "") -> None:
        super().__init__()
        self._world = world
        self._table = table
        self._token = token
        self.form = form

    async def listen(self) -> None:
        """Keep the line open until cancelled."""
        broken, tries = time.monotonic(), 0
        lost = False
        while True:
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException):
                async with self._line() as line:
                    async for text in line:
                        if self in self._world.troubled:
                            self._world.troubled.discard(self)
                            self._world.lines.append(time.monotonic() - broken)
                        tries, lost = 0, False
                        self._note(str(text))
            if not lost:
                broken, lost = time.monotonic(), True
                self._world.troubled.add(self)
            await self._world.pause(tries)
            tries += 1

    def _line(self) -> websockets.connect:
        query = self.form
        if self.number != (-1, -1):
            query += f"&version={self.number[0]}&revision={self.number[1]}"
        url = self._world.rng.choice(self._world.urls).replace("http", "ws")
        headers = {"Authorization": f"Bearer {self._token}"}
        return websockets.connect(
            f"{url}/api/tables/{self._table}/news?{query}", additional_headers=headers, open_timeout=10
        )

    def _note(self, text: str) -> None:
        before = self.number
        try:
            self.hear(text)
        except AssertionError as error:
            self._world.evidence.faults.append(f"table {self._table}: {error}")
        self.told.clear()
        if any(now < then for now, then in zip(self.number, before, strict=True)):
            self._world.evidence.faults.append(f"table {self._table} went back from {before} to {self.number}")
        if not self.form and self.view["public"]:
            self._world.evidence.show(self._table, self.number[0], self.view["public"])

    async def agrees(self) -> bool:
        """Whether, without being told again, it comes to show what is told to somebody who has just come."""
        path = f"/tables/{self._table}"
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.form:
                fresh = shown(well(await self._world.ask("GET", f"{path}/news?{self.form}", self._token)), {})
            else:
                seen = well(await self._world.ask("GET", path, self._token))
                fresh = {part: seen[part] for part in ("table", "public", "private")}
            if fresh == self.view:
                return True
            await asyncio.sleep(0.1)
        return False

    async def news(self) -> None:
        """Wait for the next news, or for a moment."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                await self._news.wait()


class Player(Listener):
    """Somebody with a seat, who decides on what the own line shows alone."""

    def __init__(self, world: World, table: str, token: str, seat: int) -> None:
        super().__init__(world, table, token)
        self._seat = seat
        self._count = 0

    @property
    def over(self) -> bool:
        """Whether the game is over as far as this player knows."""
        return self.view is not None and self.view["table"]["status"] not in ("gathering", "playing")

    async def play(self) -> None:
        """Act whenever it is time to, until the game is over or the evening ends."""
        while not self.over and not self._world.closing:
            if self._wishes() is None:
                await self.news()
                continue
            await asyncio.sleep(self._world.rng.expovariate(1 / self._world.think))
            wish = self._wishes()
            if wish is not None and not self._world.closing:
                await self._send(*wish)

    def _wishes(self) -> tuple[str, Any] | None:
        """A path and an action; None while others are asked."""
        if self.view is None or not self.view["public"]:
            return None
        undo, turn = self.view["table"]["undo"], self.view["public"]["turn"]
        if undo["allowed"] and undo["seat"] == self._seat and self._world.rng.random() < 0.05:
            return "undo", None
        asked = self._seat in turn["actors"] and self._seat not in turn.get("done", ())
        if not asked or not self.view["private"]["choices"]:
            return None
        return "moves", decide(self.view, self._world.rng)

    async def _send(self, path: str, action: Any) -> None:
        evidence = self._world.evidence
        self._count += 1
        command: Command = (self._table, self._seat, f"{self._seat}-{self._count}")
        evidence.sent[command] = action
        body = {"id": command[2], "version": self.number[0]} | ({"action": action} if action else {})
        answer = await self._world.ask("POST", f"/tables/{self._table}/{path}", self._token, body)
        if answer.status_code == 200:
            done = answer.json()
            evidence.acknowledge(command, done["number"])
            await self.reach(done["version"], done["revision"])
        elif answer.status_code in (409, 422):
            evidence.refused.add(command)
            await self.news()
        else:
            evidence.faults.append(f"{command}: {answer.status_code} {answer.text[:200]}")


class Party:
    """Friends who play one game after the other until the evening ends."""

    def __init__(self, world: World, game: str, seats: int = 4) -> None:
        self._world = world
        self._game = game
        self._seats = seats
        self._tokens: list[str] = []
        self.games = 0

    async def come(self) -> None:
        """Everybody comes in."""
        for seat in range(1, self._seats + 1):
            made = await self._world.ask("POST", "/people", "", {"name": f"Friend {seat}"})
            self._tokens.append(well(made)["token"])

    async def spend_the_evening(self) -> None:
        """Play, and see after each game that all agree."""
        while not self._world.closing:
            await self._play(await self._sit())
            self.games += 1

    async def _sit(self) -> str:
        host, *others = self._tokens
        made = well(await self._world.ask("POST", "/tables", host, {"game": self._game}))
        table: str = made["table"]["id"]
        for token in others:
            well(await self._world.ask("POST", f"/tables/{table}/seats", token, {"invite": made["you"]["invite"]}))
        started = await self._world.ask("POST", f"/tables/{table}/start", host)
        if started.status_code not in (200, 409):  # 409: it was done, and the answer lost
            self._world.evidence.faults.append(f"table {table} did not start: {started.text[:200]}")
        return table

    async def _play(self, table: str) -> None:
        players = [Player(self._world, table, token, seat) for seat, token in enumerate(self._tokens, 1)]
        pages = (TEMPLATES / self._game / "regions.html").exists()
        browser = Listener(self._world, table, self._tokens[-1], "as=html" if pages else "")
        listeners = [*players, browser]
        listening = [asyncio.create_task(listener.listen()) for listener in listeners]
        try:
            await asyncio.gather(*(player.play() for player in players))
            agreed = await asyncio.gather(*(listener.agrees() for listener in listeners))
        finally:
            for task in listening:
                task.cancel()
            ends = await asyncio.gather(*listening, return_exceptions=True)
            self._world.evidence.faults += [repr(end) for end in ends if not isinstance(end, asyncio.CancelledError)]
            self._world.troubled.difference_update(listeners)
        if not all(agreed):
            self._world.evidence.faults.append(f"somebody at table {table} does not see it as it is")
