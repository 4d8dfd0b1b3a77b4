"""The HTML of regions, each with the step at which it changed."""

from collections.abc import Hashable, Set

import msgspec

from app.live.counts import Counts
from app.live.scene import Regions
from app.live.shared import Shared
from app.tables.number import Number

STEPS = 64
"""To so many numbers told before it can be said what has changed since."""
RECENT = 4
"""The text of a region is kept for so many steps after it changed."""
LONG = 16_384
"""Bytes from which a text for everybody is kept longer, and once for all tables."""
SHARED = 32
"""So many long texts are remembered for other tables that show the same."""

_shared = Shared[bytes, bytes](least=LONG, most=SHARED)


class Fragments:
    """Some regions of one table in one language, rendered again only when what they are made from has changed.

    It knows the steps that it was shown. To a number among these it can say what has changed since; to any other, such
    as one that another process told, only the whole is an answer: what changed and changed back in between would be
    missing otherwise. The text of what has not changed in the last steps is let go, and made again for whoever comes.
    Texts are kept as JSON, in which they go out: that is done once, and takes half the room.

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
                if region.text is not None and region.changed < step - RECENT:
                    self._let_go(region)
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

    def _made(self, page: Regions, name: str, region: "_Region") -> bytes:
        self._counts.renders += 1
        html, region.asked = page.make(name, self._language)
        text = msgspec.json.encode(html)
        region.text = text if self._alone else _shared.one(text, text)
        return region.text

    def _let_go(self, region: "_Region") -> None:
        if self._alone or (region.text is not None and len(region.text) < LONG):
            region.text = None

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

    def since(self, number: Number | None) -> dict[str, msgspec.Raw]:
        """The regions that have changed since a number that is known; all of them since None."""
        step = 0 if number is None else self._steps[number]
        changed = ((name, region) for name, region in self._regions.items() if region.changed > step)
        texts = {name: msgspec.Raw(self._text(name, region)) for name, region in changed}
        if number is None and self._alone:
            for region in self._regions.values():
                self._let_go(region)
        return texts

    def whole(self) -> dict[str, str]:
        """All regions as HTML."""
        return {name: msgspec.json.decode(text, type=str) for name, text in self.since(None).items()}

    def _text(self, name: str, region: "_Region") -> bytes:
        if region.text is None and self._page is not None:
            return self._made(self._page, name, region)
        return region.text or b""


class _Region:
    """A region as it stands: what was asked for it, the step at which it changed, a mark of its text, the text."""

    __slots__ = ("asked", "changed", "mark", "text")

    def __init__(self) -> None:
        self.asked: Set[Hashable] = frozenset()
        self.changed = 0
        self.mark: int | None = None
        self.text: bytes | None = None
