"""Friends who play by the API: they make tables, fill seats and move on what the pages then show."""

from typing import Any, Self
from uuid import uuid4

import httpx

from app.database.engine import open_connection
from tests.support.postgres import in_thread

Action = dict[str, Any]
PREFERRED = ("pass", "lay", "enlist", "keep", "take", "equip", "decline", "cuckoo", "ready")


class Friend:
    """A person, known by a token, who uses the API of a server.

    Args:
        address: where the server's pages begin.
        name: how the person is called.
        database: the server's database, if the person's tables shall be dealt alike in every run.
    """

    def __init__(self, address: str, name: str, database: str = "") -> None:
        self.name = name
        self.address = address
        self.database = database
        made = httpx.post(f"{address}/api/people", json={"name": name}, timeout=60)
        self.token: str = made.raise_for_status().json()["token"]
        self._client = httpx.Client(headers={"Authorization": f"Bearer {self.token}"}, timeout=60)

    def get(self, path: str) -> Any:
        """What is at a path of the API."""
        return self._client.get(f"{self.address}/api{path}").raise_for_status().json()

    def post(self, path: str, body: Any = None) -> Any:
        """Do something by the API."""
        answer = self._client.post(f"{self.address}/api{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def patch(self, path: str, body: Any) -> Any:
        """Change something by the API."""
        return self._client.patch(f"{self.address}/api{path}", json=body).raise_for_status().json()

    def free(self, table: str, seat: int) -> None:
        """Free a seat of a table, as its host."""
        self._client.delete(f"{self.address}/api/tables/{table}/seats/{seat}").raise_for_status()

    def try_post(self, path: str, body: Any = None) -> httpx.Response:
        """Try to do something by the API."""
        return self._client.post(f"{self.address}/api{path}", json=body)

    def use(self, token: str) -> None:
        """Be somebody else, known by another token."""
        self.token = token
        self._client.headers["Authorization"] = f"Bearer {token}"

    def close(self) -> None:
        """Go home."""
        self._client.close()


class Table:
    """A table of friends, in the order of their seats; the first is the host."""

    def __init__(self, friends: list[Friend], game: str = "cuckooo", bots: int = 0, **options: str) -> None:
        self.friends = friends
        made = friends[0].post("/tables", {"game": game, "options": options})
        self.id: str = made["table"]["id"]
        self.invite: str = made["you"]["invite"]
        for friend in friends[1:]:
            friend.post(f"/tables/{self.id}/seats", {"invite": self.invite})
        for _ in range(bots):
            friends[0].post(f"/tables/{self.id}/bots", {})

    @classmethod
    def known(cls, table: str, friends: list[Friend]) -> Self:
        """A table that was made by others, with friends on its first seats."""
        known = cls.__new__(cls)
        known.friends, known.id = friends, table
        return known

    def start(self, seed: int = 1) -> Self:
        """Begin the game, with a seed of the test's own."""
        if self.friends[0].database:
            in_thread(self._sow(seed))
        self.friends[0].post(f"/tables/{self.id}/start")
        return self

    async def _sow(self, seed: int) -> None:
        connection = await open_connection(self.friends[0].database)
        try:
            await connection.execute("UPDATE tables SET seed = $1 WHERE id = $2", seed.to_bytes(32, "big"), self.id)
        finally:
            await connection.close()

    def seen(self, seat: int = 1) -> Any:
        """The table as a seat sees it."""
        return self.friends[seat - 1].get(f"/tables/{self.id}")

    @property
    def version(self) -> int:
        """The number of the last move."""
        version: int = self.seen()["version"]
        return version

    def choices(self, seat: int) -> list[Any]:
        """What a seat may do now."""
        choices: list[Any] = self.seen(seat)["private"]["choices"]
        return choices

    def send(self, seat: int, action: Action, version: int | None = None) -> httpx.Response:
        """Try a move."""
        body = {"id": uuid4().hex, "version": self.version if version is None else version, "action": action}
        return self.friends[seat - 1].try_post(f"/tables/{self.id}/moves", body)

    def play(self, seat: int, action: Action | None = None) -> Action:
        """Move for a seat: as said, else the first that can be thought of."""
        if action is None:
            action = thought_of(self.choices(seat))
        answer = self.send(seat, action)
        assert answer.is_success, answer.text
        return action

    def waiting(self) -> list[int]:
        """The seats that must choose, lowest first."""
        turn = self.seen()["public"]["turn"]
        return [seat for seat in turn["actors"] if seat not in turn["done"]]

    def play_until(self, phase: str, seat: int | None = None, kind: str | None = None) -> None:
        """Move for everybody until a phase, in which a seat must choose, and can do something of a kind."""
        for _ in range(500):
            here = self.seen()["public"]["turn"]["phase"] == phase
            asked = self.waiting()
            if here and (seat is None or seat in asked) and (kind is None or self._offered(seat or asked[0], kind)):
                return
            self.play(asked[0])
        raise AssertionError(f"The game never came to {phase}.")

    def _offered(self, seat: int, kind: str) -> bool:
        return any(choice["type"] == kind for choice in self.choices(seat))

    def repick(self, seat: int, turn: int = 0) -> list[str]:
        """In the phase of passing: pick three cards, others with each `turn`. It may be replaced and shows no face."""
        cards = self.seen(seat)["private"]["hand"]
        picked = [cards[(turn + place) % len(cards)] for place in range(3)]
        self.play(seat, {"type": "pass", "cards": picked})
        return picked


def thought_of(choices: list[Any]) -> Action:
    """The first action of the best liked kind."""
    best = min(choices, key=lambda choice: PREFERRED.index(choice["type"]) if choice["type"] in PREFERRED else 99)
    return {"type": best["type"], **{name: _first(domain) for name, domain in best["fields"].items()}}


def _first(domain: Any) -> Any:
    match domain["kind"]:
        case "one-of":
            return domain["values"][0]
        case "some-of":
            return domain["values"][: domain["least"]]
        case "whole":
            return domain["low"]
        case "pair":
            return [group[0] for group in domain["groups"][:2]]
    raise AssertionError(f"No value for {domain}.")
