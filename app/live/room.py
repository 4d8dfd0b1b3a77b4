"""One table that somebody looks at: what it shows now, and what has changed since any number that was told before."""

from collections.abc import Mapping
from typing import Any

import msgspec

from app.live.audience import Audience
from app.live.counts import Counts
from app.live.fragments import Fragments
from app.live.says import Say, Says
from app.live.scene import Renderer, Scene
from app.live.snapshots import Snapshots
from app.tables.number import Number
from app.tables.table import Table

TEXTS = 64
# A longer text, such as a whole page, is made again: few ask for it, and it takes more room than it saves time.
KEPT_BYTES = 4 * 1024
# What pages learn in other ways, or not at all; it changes all the time.
PRESENCE = ("here", "seen_at", "asked_at")


class Room:
    """A table with everything that is made of it once for all who look on.

    Args:
        table: the table as it stands.
        build: names the program and its pages; a browser that was served by another one loads its page again.
    """

    def __init__(self, table: Table, renderer: Renderer, build: str, counts: Counts) -> None:
        self._renderer = renderer
        self._build = build
        self._counts = counts
        self._snapshots = Snapshots(counts)
        self.says = Says(renderer, counts)
        self._public: dict[str, Fragments] = {}
        self._private: dict[tuple[int | None, str], Fragments] = {}
        self._texts: dict[tuple[Audience, Number | None], bytes] = {}
        self._scene: Scene | None = None
        self._seats: list[dict[str, Any]] = []
        self.show(table)

    def show(self, table: Table) -> None:
        """Take a newer state of the table as the present one."""
        self.table = table
        self._snapshot = self._snapshots.show(table.number, table.view, table.public)
        self.says.hear(table.recent)
        self._scene = None
        self._texts.clear()

    @property
    def number(self) -> Number:
        """Where the table stands as far as is known here."""
        return self.table.number

    @property
    def here(self) -> list[int]:
        """The seats whose people are active now."""
        return [seat.number for seat in self.table.view.seats if seat.here]

    @property
    def scene(self) -> Scene:
        """What there is to see now."""
        if self._scene is None:
            table = dict(self._snapshot.table)
            seats = [{name: seat[name] for name in seat if name not in PRESENCE} for seat in table["seats"]]
            if seats != self._seats:
                self._seats = seats
            table["seats"] = self._seats
            self._scene = Scene(self.table.id, self.table.game, self.number, table, self._snapshot.public)
        return self._scene

    def view(self, audience: Audience) -> dict[str, Any]:
        """The whole view for JSON clients."""
        self._snapshots.asked()
        self._look(audience)
        return self._snapshot.view(audience.seat, game=audience.game)

    def public(self, language: str) -> Fragments:
        """The regions that are the same for everybody, as they are now."""
        fragments = self._public.get(language)
        if fragments is None:
            fragments = self._public[language] = Fragments(language, self._counts)
        if fragments.number != self.number:
            fragments.show(self.number, self._renderer.public(self.scene))
        return fragments

    def private(self, audience: Audience, language: str) -> Fragments:
        """The regions of one seat, or of who has none, as they are now, and what may be touched."""
        fragments = self._private.get((audience.seat, language))
        if fragments is None:
            fragments = self._private[audience.seat, language] = Fragments(
                language, self._counts, alone=audience.seat is not None
            )
        if fragments.number != self.number:
            private = self._look(audience)
            touch = (private["choices"], private["refusals"]) if private else ()
            fragments.show(self.number, self._renderer.private(self.scene, audience.seat, private), touch)
        return fragments

    def told(self, audience: Audience, language: str, version: int = -1) -> list[Say]:
        """What is said of everything after a version."""
        return self.says.since(version, self.scene, audience.seat, language) if audience.game else []

    def news(self, audience: Audience, since: Number | None) -> bytes:
        """What has changed since a number for everybody of an audience, as JSON; since None the whole.

        A number that this process never told is answered with the whole, too.
        """
        text = self._texts.get((audience, since))
        if text is None:
            self._counts.messages += 1
            made = self._patch(audience, since) if audience.language is None else self._fragments(audience, since)
            text = msgspec.json.encode(
                {
                    "build": self._build,
                    **made,
                    "to": self.number,
                    "here": self.here,
                    "you": {"seat": audience.seat, "host": audience.host},
                }
            )
            if len(text) <= KEPT_BYTES:
                if len(self._texts) >= TEXTS:
                    self._texts.clear()
                self._texts[audience, since] = text
        return text

    def _look(self, audience: Audience) -> dict[str, Any] | None:
        if audience.seat is None or not audience.game:
            return None
        private = self.table.private(audience.seat)
        return None if private is None else self._snapshots.look_from(self._snapshot, audience.seat, private)

    def _patch(self, audience: Audience, since: Number | None) -> dict[str, Any]:
        view = self.view(audience)
        patch = self._snapshots.patch(since, self._snapshot, audience.seat, game=audience.game)
        if patch is None:
            return {"from": -1, "patch": [{"op": "replace", "path": "", "value": view}]}
        return {"from": since, "patch": patch}

    def _fragments(self, audience: Audience, since: Number | None) -> dict[str, Any]:
        language = audience.language or ""
        if not audience.game and self.table.status != "gathering":
            return {"from": -1, "status": self.table.status, "fragments": {}, "private": None, "say": []}
        public, private = self.public(language), self.private(audience, language)
        known = since if since is not None and public.knows(since) and private.knows(since) else None
        mine = private.since(known)
        return {
            "from": -1 if known is None else known,
            "status": self.table.status,
            "fragments": public.since(known),
            "private": self.touch(audience, mine) if mine or private.touched(known) else None,
            "say": self.told(audience, language, -1 if known is None else known.version),
        }

    def touch(self, audience: Audience, fragments: Mapping[str, Any]) -> dict[str, Any]:
        """The private part of the news: fragments, and with them what may be touched."""
        private = self._look(audience) or {"choices": [], "refusals": []}
        return {"fragments": fragments, "choices": private["choices"], "refusals": private["refusals"]}
