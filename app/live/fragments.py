"""The HTML of regions, each with the step at which it changed."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from app.live.counts import Counts
from app.live.scene import Fragment
from app.tables.number import Number

STEPS = 64
RECENT = 4
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
    missing otherwise. The text of what has not changed in the last steps is let go, and made again for whoever comes.

    Args:
        language: of the texts.
        counts: where to count what is made.
        alone: whether one reader alone is told; then the whole, once told, is let go, too.
    """

    __slots__ = ("_alone", "_counts", "_fragments", "_language", "_regions", "_step", "_steps")

    def __init__(self, language: str, counts: Counts, *, alone: bool = False) -> None:
        self._language = language
        self._counts = counts
        self._alone = alone
        self._fragments: Mapping[str, Fragment] = {}
        self._regions: dict[str, _Region] = {}
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
        self._fragments = fragments
        for name in self._regions.keys() - fragments.keys():
            del self._regions[name]
        for name, fragment in fragments.items():
            region = self._regions.get(name)
            if region is None:
                region = self._regions[name] = _Region()
            elif region.stands(fragment):
                if region.html is not None and region.changed < self._step - RECENT and len(region.html) < LONG:
                    region.html = None
                continue
            html = self._made(region, fragment)
            mark = hash(html)
            if region.mark != mark:
                region.mark, region.changed = mark, self._step

    def _made(self, region: "_Region", fragment: Fragment) -> str:
        self._counts.renders += 1
        html = region.html = shared(str(fragment.html(self._language)))
        region.seen = fragment.parts if fragment.looks is None else fragment.looks.seen
        return html

    @property
    def number(self) -> Number | None:
        """The number of the last step; None before the first."""
        return next(reversed(self._steps), None)

    def knows(self, number: Number) -> bool:
        """Whether it can be said what has changed since that number."""
        return number in self._steps

    def since(self, number: Number | None) -> dict[str, str]:
        """The regions that have changed since a number that is known; all of them since None."""
        step = 0 if number is None else self._steps[number]
        texts = {name: self._text(name, region) for name, region in self._regions.items() if region.changed > step}
        if number is None and self._alone:
            for region in self._regions.values():
                region.html = None
        return texts

    def _text(self, name: str, region: "_Region") -> str:
        return self._made(region, self._fragments[name]) if region.html is None else region.html


class _Region:
    """A region as it stands: of what it was made, the step at which it changed, a mark of its text, the text itself."""

    __slots__ = ("changed", "html", "mark", "seen")

    def __init__(self) -> None:
        self.seen: tuple[Any, ...] = ()
        self.changed = 0
        self.mark: int | None = None
        self.html: str | None = None

    def stands(self, fragment: Fragment) -> bool:
        """Whether the region would come out as it did."""
        if fragment.looks is None:
            return self.seen == fragment.parts
        return fragment.looks.agree(self.seen)
