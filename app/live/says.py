"""What is said of what happened: events as sentences and flights, for each reader's eyes and language."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from app.games.session import Event, plain
from app.live.counts import Counts
from app.live.scene import Renderer, Scene
from app.tables.happenings import Happening

KEPT = 100
TOLD = 4
"""What is said of the last so many happenings is kept; of earlier ones it is made again for whoever comes later."""

Say = dict[str, Any]


class Says:
    """The last happenings at a table, each told once for a seat and language while it is new."""

    __slots__ = ("_counts", "_happenings", "_renderer", "_told", "complete")

    def __init__(self, renderer: Renderer, counts: Counts) -> None:
        self._renderer = renderer
        self._counts = counts
        self._happenings: deque[Happening] = deque(maxlen=KEPT)
        self._told: dict[int, dict[tuple[int | None, str], list[Say]]] = {}
        self.complete = False
        """Whether everything that is kept is known, or only what happened since this process looks on."""

    def hear(self, happenings: Sequence[Happening]) -> None:
        """Take in the last happenings; what is known already is left as it is.

        Whoever was behind by more than these remember does not know everything any more.
        """
        last = self._happenings[-1].number if self._happenings else -1
        if happenings and happenings[0].number > last + 1:
            self.complete = False
        self._happenings.extend(happening for happening in happenings if happening.number > last)
        for number in [number for number in self._told if number < self._recent]:
            del self._told[number]

    @property
    def _recent(self) -> int:
        return self._happenings[-1].number - TOLD if self._happenings else 0

    def remember(self, happenings: Sequence[Happening]) -> None:
        """Take in the whole history of the table, so that what is told begins as early as is kept.

        What was heard since that was read stays.
        """
        last = happenings[-1].number if happenings else -1
        heard = [happening for happening in self._happenings if happening.number > last]
        self._happenings = deque(happenings, maxlen=KEPT)
        self.complete = True
        self.hear(heard)

    def since(self, version: int, scene: Scene, seat: int | None, language: str) -> list[Say]:
        """What is said of everything after a version, oldest first; after -1 all that is known."""
        says: list[Say] = []
        for happening in reversed(self._happenings):
            if happening.number <= version:
                break
            says = self._tell(happening, scene, seat, language) + says
        return says

    def _tell(self, happening: Happening, scene: Scene, seat: int | None, language: str) -> list[Say]:
        told = self._told.get(happening.number, {})
        known = told.get((seat, language))
        if known is None:
            said = [self._say(happening, event, scene, seat, language) for event in seen(happening, seat)]
            known = [say for say in said if say["html"] or say["flights"]]
            known = next((others for others in told.values() if others == known), known)
            if happening.number >= self._recent:
                self._told.setdefault(happening.number, told)[seat, language] = known
        return known

    def _say(self, happening: Happening, event: Event, scene: Scene, seat: int | None, language: str) -> Say:
        self._counts.renders += 1
        return {
            "number": happening.number,
            "at": happening.at.isoformat(timespec="seconds"),
            "key": event.key,
            "seat": event.seat,
            "html": self._renderer.say(event, scene, seat, language),
            "flights": plain(event.flights),
        }


def seen(happening: Happening, seat: int | None) -> tuple[Event, ...]:
    """The events of a happening as a seat learns them; a move that was taken back is the event `undo`."""
    if happening.undone is not None:
        return (Event("undo", happening.seat, {"to": happening.undone}),)
    return happening.seen_by(seat)
