"""The HTML of regions, each with the step at which it changed."""

from collections.abc import Hashable, Set

from app.live.counts import Counts
from app.live.scene import Regions
from app.live.shared import Shared
from app.tables.number import Number

STEPS = 64
"""To so many numbers told before it can be said what has changed since."""
RECENT = 4
"""The text of a region is kept for so many steps after it changed."""
LONG = 8_000
"""Characters from which a text is kept longer, and once for all tables."""
SHARED = 64
"""So many long texts are remembered for other tables that show the same."""

_shared = Shared[str, str](least=LONG, most=SHARED)


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

    __slots__ = ("_alone", "_counts", "_language", "_page", "_regions", "_step", "_steps", "_touch", "_touched")

    def __init__(self, language: str, counts: Counts, *, alone: bool = False) -> None:
        self._language = language
        self._counts = counts
        self._alone = alone
        self._page: Regions | None = None
        self._regions: dict[str, _Region] = {}
        self._steps: dict[Number, int] = {}
        self._step = 0
        self._touch: object = None
        self._touched = 0

    def show(self, number: Number, page: Regions, touch: object = ()) -> None:
        """Bring the regions to what they are at a number.

        Args:
            touch: what goes with the regions without being shown in any.
        """
        if self._steps.get(number) == self._step > 0:
            return
        step = self._step + 1
        # If a template fails, everything is made anew the next time.
        before, self._page = self._page, None
        changed = None if before is None else page.differing(before)
        for name in self._regions.keys() - page.names:
            del self._regions[name]
        for name in page.names:
            region = self._regions.get(name)
            if region is None:
                region = self._regions[name] = _Region()
            elif changed is not None and region.asked.isdisjoint(changed):
                if region.html is not None and region.changed < step - RECENT and len(region.html) < LONG:
                    region.html = None
                continue
            mark = hash(self._made(page, name, region))
            if region.mark != mark:
                region.mark, region.changed = mark, step
        if touch != self._touch:
            self._touch, self._touched = touch, step
        self._page, self._step = page, step
        self._steps.pop(number, None)
        self._steps[number] = step
        if len(self._steps) > STEPS:
            del self._steps[next(iter(self._steps))]

    def _made(self, page: Regions, name: str, region: "_Region") -> str:
        self._counts.renders += 1
        html, region.asked = page.make(name, self._language)
        region.html = _shared.one(html, html)
        return region.html

    @property
    def number(self) -> Number | None:
        """The number of the last step; None before the first."""
        return next(reversed(self._steps), None)

    def knows(self, number: Number) -> bool:
        """Whether it can be said what has changed since that number."""
        return number in self._steps

    def touched(self, number: Number | None) -> bool:
        """Whether what goes with the regions has changed since a number that is known, or since ever."""
        return number is None or self._touched > self._steps[number]

    def since(self, number: Number | None) -> dict[str, str]:
        """The regions that have changed since a number that is known; all of them since None."""
        step = 0 if number is None else self._steps[number]
        texts = {name: self._text(name, region) for name, region in self._regions.items() if region.changed > step}
        if number is None and self._alone:
            for region in self._regions.values():
                region.html = None
        return texts

    def _text(self, name: str, region: "_Region") -> str:
        if region.html is None and self._page is not None:
            return self._made(self._page, name, region)
        return region.html or ""


class _Region:
    """A region as it stands: what was asked for it, the step at which it changed, a mark of its text, the text."""

    __slots__ = ("asked", "changed", "html", "mark")

    def __init__(self) -> None:
        self.asked: Set[Hashable] = frozenset()
        self.changed = 0
        self.mark: int | None = None
        self.html: str | None = None
