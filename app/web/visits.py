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
    """A visit to a table by its id, by right of a seat, an invite, a watcher link, or the lobby.

    Raises: NotFound when there is no such table, or the visitor may not know of it; Forbidden as `see`.
    """
    house = parts(request)
    person = await house.identity.visitor(request)
    if not TABLE.fullmatch(table_id):
        raise NotFound("table-unknown")
    room = await house.news.room(table_id, at_least)
    return Visit(room, person, see(request, room.table, person))


def see(request: HTTPConnection, table: Table, person: Person | None) -> Viewer:
    """What somebody may see of a table, with the links that were brought along.

    Raises: NotFound, Forbidden `left-game`.
    """
    invite = request.query_params.get("invite")
    watch = watching(request, table.id)
    return parts(request).tables.viewer(table, person.id if person else None, invite=invite, watch=watch)


def watching(request: HTTPConnection, table_id: str) -> str | None:
    """The watcher link with which somebody came to a table: in the query, or kept since it was opened."""
    return request.query_params.get("watch") or request.cookies.get(watch_cookie(table_id))


def watch_cookie(table_id: str) -> str:
    """The cookie in which a browser keeps the watcher link of a table, so that every page of it opens."""
    return f"watch-{table_id}"


async def rematch_address(request: HTTPConnection, here: Visit) -> str | None:
    """The way from a finished game to its rematch for a visitor: to the table, or to its invite for who has lost the
    seat there; None when there is no rematch, nobody is left at it, or it is not for the visitor.
    """
    house = parts(request)
    if here.room.table.desk.rematch is None:
        return None
    again = await house.tables.look(here.room.table.desk.rematch)
    if again.status == "abandoned":
        return None
    seat = again.seat_of(here.person.id if here.person else None)
    if seat is None and here.viewer.seat is not None and (invite := await way_back(request, again)):
        return house.addresses.path("join", invite=invite)
    if seat is None and again.visibility != "lobby":
        return None
    return house.addresses.path("table", table=again.id)


async def way_back(request: HTTPConnection, again: Table) -> str | None:
    """The invite to a rematch for who has lost the seat there; None once its host has made a new one, which is how
    somebody is kept out.
    """
    renewed = await parts(request).tables.messages.noted(again.id, "invite-renewed")
    return None if renewed else again.invite


async def revisit(request: HTTPConnection, table: Table, person: Person) -> Visit:
    """The visit of somebody who has just changed a table."""
    room = parts(request).news.meet(table)
    return Visit(room, person, see(request, room.table, person))


async def known(request: HTTPConnection, kind: str) -> Person:
    """The person who does something that is limited. Raises: Problem 401 when it is nobody that is known, 429."""
    person = await parts(request).identity.known(request)
    limit(request, kind, person)
    return person


def limit(request: HTTPConnection, kind: str, person: Person | None) -> None:
    """Count something that is limited. Raises: Problem 429."""
    parts(request).limits.take(kind, str(person.id) if person else None, address(request))
