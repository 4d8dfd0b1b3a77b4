"""What there is to see at a table at one moment, and what turns it into words and pictures."""

from collections.abc import Collection, Hashable, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import msgspec

from app.games.session import Event, Reason, View, plain
from app.live.shared import Shared
from app.tables.number import Number

COMMON = 16
"""So many regions are remembered that tables may have in common."""
LARGE = 2_000
"""Bytes from which a region, as JSON, is worth that."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment, as plain JSON values, without anybody's secret and without presence.

    A region of `public` that has not changed is the same object as in the scene before. `public` is empty until the
    game begins. `kept` is where a renderer keeps, as long as this moment lasts, what may come out the same again.
    """

    id: str
    game: str
    number: Number
    table: dict[str, Any]
    public: dict[str, Any]
    kept: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)


class Made(NamedTuple):
    """A region as it came out: one element whose id is the region's name, and every question that was asked for it."""

    html: str
    asked: Set[Hashable]


class Regions(Protocol):
    """The regions of a page at one moment, for everybody or for one reader."""

    @property
    def names(self) -> Collection[str]:
        """Which there are, by the ids of their elements."""

    def make(self, name: str, language: str) -> Made:
        """A region as it is at this moment."""

    def differing(self, before: Any) -> Set[Hashable] | None:
        """The questions that had another answer in the same page at an earlier moment; None if it was another page."""


class Renderer(Protocol):
    """Makes words and pictures of a scene. Which regions there are depends on the game and the table's status."""

    def public(self, scene: Scene) -> Regions:
        """The regions that are the same for everybody."""

    def private(self, scene: Scene, seat: int | None, private: dict[str, Any] | None) -> Regions:
        """The regions for a seat with its private view (None until the game begins), or for those without one."""

    def say(self, event: Event, scene: Scene, seat: int | None, language: str) -> str:
        """An event as that seat learns it, in one sentence of safe HTML; empty if there is nothing to tell."""

    def reason(self, game: str, reason: Reason, scene: Scene, language: str) -> str:
        """Why something cannot be done, in one sentence of plain text."""


class Plain:
    """Keeps what was made of each region of a view: a region that has not changed gives the same plain object.

    What all tables of a game have in common, such as its components, is the same plain object for all of them.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, Any]] = {}

    def view(self, view: View) -> dict[str, Any]:
        """The regions of a view as plain JSON values."""
        kept, self._kept, made = self._kept, {}, {}
        for name, region in view.items():
            known = kept.get(name)
            if known is None:
                known = region, _common(region)
            elif known[0] is not region and known[0] != region:
                known = region, plain(region)
            self._kept[name] = known
            made[name] = known[1]
        return made


_shared = Shared[bytes, Any](least=LARGE, most=COMMON)


def _common(region: Any) -> Any:
    """The plain value of a region that a table shows for the first time; that of another table if it is the same."""
    made = plain(region)
    return _shared.one(msgspec.json.encode(made), made)
