"""The last views of a table, as JSON clients hold them, and what leads from one to another."""

from collections import OrderedDict
from typing import Any

from app.games.session import View
from app.live.counts import Counts
from app.live.patches import Operation, diff
from app.live.scene import Plain
from app.tables.number import Number
from app.tables.views import TableView

KEPT = 32
"""So many views are kept while somebody follows by JSON Patch; else only the present one."""


class Snapshot:
    """A table at one number, as plain JSON values. Private views are there for the seats that somebody looked from."""

    __slots__ = ("number", "privates", "public", "table")

    def __init__(self, number: Number, table: dict[str, Any], public: dict[str, Any]) -> None:
        self.number = number
        self.table = table
        self.public = public
        self.privates: dict[int, dict[str, Any]] = {}

    def view(self, seat: int | None, *, game: bool) -> dict[str, Any]:
        """The whole view of a seat, or of somebody without one; `game`: whether more than the table may be seen."""
        private = self.privates.get(seat) if game and seat is not None else None
        return {"table": self.table, "public": self.public if game else {}, "private": private}


class Snapshots:
    """Keeps the last views, and compares two of them once however many clients ask."""

    __slots__ = ("_asked", "_counts", "_kept", "_plain_privates", "_plain_public", "_plain_table", "_shared")

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self._asked = 0
        self._kept: OrderedDict[Number, Snapshot] = OrderedDict()
        self._plain_table = Plain()
        self._plain_public = Plain()
        self._plain_privates: dict[int, Plain] = {}
        self._shared: dict[tuple[Number, bool], list[Operation]] = {}

    def show(self, number: Number, table: TableView, public: View | None) -> Snapshot:
        """Take a new view as the present one."""
        fields = {name: getattr(table, name) for name in table.__struct_fields__}
        snapshot = Snapshot(number, self._plain_table.view(fields), self._plain_public.view(public or {}))
        self._kept.pop(number, None)
        self._kept[number] = snapshot
        self._shared.clear()
        self._asked -= 1
        while len(self._kept) > (KEPT if self._asked > 0 else 1):
            self._kept.popitem(last=False)
        return snapshot

    def asked(self) -> None:
        """Somebody has a view, or comes with one: for some time it is worth keeping views."""
        self._asked = KEPT

    def look_from(self, snapshot: Snapshot, seat: int, private: View) -> dict[str, Any]:
        """The private view of a seat in the present snapshot, made plain once."""
        if seat not in snapshot.privates:
            self._counts.views += 1
            snapshot.privates[seat] = self._plain_privates.setdefault(seat, Plain()).view(private)
        return snapshot.privates[seat]

    def patch(self, since: Number | None, now: Snapshot, seat: int | None, *, game: bool) -> list[Operation] | None:
        """What leads from the view at a number to that of the present snapshot; None if that view is not kept."""
        self.asked()
        old = None if since is None else self._kept.get(since)
        if old is None or since is None:
            return None
        shared = self._shared.get((since, game))
        if shared is None:
            self._counts.diffs += 1
            shared = diff(old.table, now.table, "/table")
            if game:
                shared += diff(old.public, now.public, "/public")
            self._shared[since, game] = shared
        mine = now.privates.get(seat) if game and seat is not None else None
        was = old.privates.get(seat) if game and seat is not None else None
        if mine is was:
            return shared
        if mine is None or was is None:
            return [*shared, {"op": "replace", "path": "/private", "value": mine}]
        self._counts.diffs += 1
        return [*shared, *diff(was, mine, "/private")]
