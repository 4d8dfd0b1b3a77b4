"""A visit: somebody comes to a table, and may see of it what that person may see."""

import re
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from app.live.audience import Audience
from app.live.room import Room
from app.tables.number import Number
from app.tables.people import Person
from app.tables.problems import NotFound
from app.tables.seating import Viewer
from app.tables.table import Table
from app.web.identity import address
from app.web.parts import parts

TABLE = re.compile("[0-9a-f]{32}")
"""The id of a table."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Who looks at which room, by which right."""

    room: Room
    person: Person | None
    viewer: Viewer

    def audience(self, language: str | None = None) -> Audience:
        """With whom the visitor shares the news."""
        return Audience.of(self.viewer, language)

    def seen(self) -> dict[str, Any]:
        """The table as the visitor sees it, as in `schemas.TableSeen`."""
        table = self.room.table
        seated = self.viewer.seat is not None
        return {
            **self.room.view(self.audience()),
            "version": table.version,
            "revision": table.revision,
            "here": self.room.here,
            "you": {
                "seat": self.viewer.seat,
                "host": self.viewer.host,
                "watcher": self.viewer.watcher,
                "invite": table.invite if seated else None,
                "watch": table.watch if seated else None,
            },
        }


async def visit(request: HTTPConnection, table_id: str, at_least: Number | None = None) -> Visit:
    """A visit to a table by its id, by right of a seat, an invite, a watcher link (in the query), or the lobby.

    Raises: NotFound when there is no such table, or the visitor may not know of it.
    """
    house = parts(request)
    person = await house.identity.visitor(request)
    if not TABLE.fullmatch(table_id):
        raise NotFound("table-unknown")
    room = await house.news.room(table_id, at_least)
    query = request.query_params
    viewer = see(request, room.table, person, query.get("invite"), query.get("watch"))
    return Visit(room, person, viewer)


def see(request: HTTPConnection, table: Table, person: Person | None, invite: str | None, watch: str | None) -> Viewer:
    """What somebody may see of a table. Raises: NotFound."""
    return parts(request).tables.viewer(table, person.id if person else None, invite=invite, watch=watch)


async def revisit(request: HTTPConnection, table: Table, person: Person) -> Visit:
    """The visit of somebody who has just changed a table."""
    room = parts(request).news.meet(table)
    return Visit(room, person, see(request, room.table, person, None, None))


def limit(request: HTTPConnection, kind: str, person: Person | None) -> None:
    """Count something that is limited. Raises: Problem 429."""
    parts(request).limits.take(kind, str(person.id) if person else None, address(request))
