"""The HTML of regions, each with the step at which it changed."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from app.live.counts import Counts
from app.live.scene import Fragment
from app.tables.number import Number

STEPS = 64
LONG = 8_000
SHARED = 64

_shared: OrderedDict[str, str] = OrderedDict()


def shared(html: str) -> str:
    """A long text as one object, whatever table shows it: drawings are large, and many tables have the same ones."""
    if len(html) < LONG:
        return html
    known = _shared.setdefault(html, html)
    _shared.move_to_end(html)
    if len(_shared) > SHARED:
        _shared.popitem(last=False)
    return known


class Fragments:
    """Some regions of one table in one language, rendered again only when what they are made from has changed.

    It knows the steps that it was shown. To a number among these it can say what has changed since; to any other, such
    as one that another process told, only the whole is an answer: what changed and changed back in between would be
    missing otherwise.
    """

    __slots__ = ("_changed", "_counts", "_html", "_language", "_seen", "_step", "_steps")

    def __init__(self, language: str, counts: Counts) -> None:
        self._language = language
        self._counts = counts
        self._html: dict[str, str] = {}
        self._seen: dict[str, tuple[Any, ...]] = {}
        self._changed: dict[str, int] = {}
        self._steps: dict[Number, int] = {}
        self._step = 0

    def show(self, number: Number, fragments: Mapping[str, Fragment]) -> None:
        """Bring the regions to what they are at a number."""
        if self._steps.get(number) == self._step > 0:
            return
        self._step += 1
        self._steps.pop(number, None)
        self._steps[number] = self._step
        if len(self._steps) > STEPS:
            del self._steps[next(iter(self._steps))]
        for name in self._html.keys() - fragments.keys():
            del self._html[name], self._seen[name], self._changed[name]
        for name, fragment in fragments.items():
            looks = fragment.looks
            if looks is None:
                if name in self._html and self._seen[name] == fragment.parts:
                    continue
            elif name in self._html and looks.agree(self._seen[name]):
                continue
            self._counts.renders += 1
            html = shared(str(fragment.html(self._language)))
            self._seen[name] = fragment.parts if looks is None else looks.seen
            if self._html.get(name) != html:
                self._html[name], self._changed[name] = html, self._step

    @property
    def number(self) -> Number | None:
        """The number of the last step; None before the first."""
        return next(reversed(self._steps), None)

    def knows(self, number: Number) -> bool:
        """Whether it can be said what has changed since that number."""
        return number in self._steps

    def since(self, number: Number | None) -> dict[str, str]:
        """The regions that have changed since a number that is known; all of them since None."""
        if number is None:
            return dict(self._html)
        step = self._steps[number]
        return {name: html for name, html in self._html.items() if self._changed[name] > step}
