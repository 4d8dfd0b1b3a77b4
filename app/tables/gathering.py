"""Gathering: people and bots take seats, the host sets things up, the game begins."""

import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import case, delete, insert, update

from app.database import models
from app.games.shelf import rulebook
from app.tables import names
from app.tables.making import VISIBILITIES, Making, options_of
from app.tables.problems import Conflict, Illegal, NotFound
from app.tables.seats import (
    bot_name,
    clear,
    fill,
    free_name,
    gathering,
    hosting,
    known,
    leave_to_bot,
    next_persons,
    seated,
    set_host,
    set_seat,
    welcome,
)
from app.tables.store import Change, Store, shielded
from app.tables.table import Table
from app.tables.tokens import hashed, new_token


class Gathering:
    """Everything about a table before its game begins, and leaving it."""

    def __init__(self, store: Store, making: Making) -> None:
        self._store = store
        self._making = making
        self.make = making.make
        self.rematch = making.rematch

    @shielded
    async def join(self, person_id: int, table_id: str, invite: str | None = None, name: str | None = None) -> Table:
        """Take the first open seat. Whoever sits at the table already keeps the seat, and nothing changes.

        Raises: NotFound when neither the invite is right nor the table in the lobby; Forbidden `left-game`; Conflict
            `full`, `name-taken` or `not-gathering`; Illegal for a bad or missing name.
        """
        async with self._store.change(table_id) as change:
            desk = change.desk
            if person_id in desk.holders:
                change.skip = True
            else:
                if desk.visibility != "lobby" and not opens(invite, desk.links.get("invite")):
                    raise NotFound("table-unknown")
                welcome(desk, person_id)
                gathering(desk)
                seat = next((seat for seat in desk.seats if seat.kind == "open"), None)
                if seat is None:
                    raise Conflict("full", seats=len(desk.seats))
                called = free_name(desk, await self._making.called(change.connection, person_id, name))
                await fill(change.connection, seat, "person", called)
                await set_seat(change.connection, seat, here=True, seen_at=change.at)
                holder = {"table_id": table_id, "person_id": person_id, "seat_id": seat.id}
                await change.connection.execute(insert(models.Holder).values(holder))
                await change.note(person_id, seat.number, "joined", by=called, name=called)
        if name is not None and not change.skip:
            self._store.renamed(person_id)
        return change.table

    @shielded
    async def change(
        self,
        person_id: int | None,
        table_id: str,
        options: Mapping[str, Any] | None = None,
        visibility: str | None = None,
        order: Sequence[int] | None = None,
    ) -> Table:
        """Change options (those that are named), visibility, or the order of the seats. The host may.

        Args:
            person_id: who asks.
            table_id: where.
            options: plain values by name.
            visibility: `link` or `lobby`, also once the game runs.
            order: the present numbers of all seats in their new order.

        Raises: NotFound, Forbidden, Conflict `not-gathering`, Illegal.
        """
        async with self._store.change(table_id) as change:
            hosting(change.desk, person_id)
            if options is not None:
                gathering(change.desk)
                book = rulebook(change.desk.game)
                checked = options_of(book, {**change.desk.options, **options})
                change.values["options"] = msgspec.to_builtins(checked)
            if visibility is not None:
                if visibility not in VISIBILITIES:
                    raise Illegal("visibility-malformed")
                change.values["visibility"] = visibility
            if order is not None:
                gathering(change.desk)
                await _reorder(change, order)
        return change.table

    @shielded
    async def add_bot(self, person_id: int | None, table_id: str, seat: int | None = None) -> Table:
        """Seat a bot, in the first open seat or a certain one. The host may.

        Raises: NotFound, Forbidden, Conflict `full`, `seat-not-open` or `not-gathering`.
        """
        async with self._store.change(table_id) as change:
            desk = change.desk
            host = hosting(desk, person_id)
            gathering(desk)
            if seat is None:
                place = next((place for place in desk.seats if place.kind == "open"), None)
                if place is None:
                    raise Conflict("full", seats=len(desk.seats))
            else:
                place = known(desk, seat)
                if place.kind != "open":
                    raise Conflict("seat-not-open", seat=seat)
            name = bot_name(desk)
            await fill(change.connection, place, "bot", name)
            await change.note(person_id, host, "bot-added", name=name, seat=place.number)
        return change.table

    @shielded
    async def open_seat(self, person_id: int | None, table_id: str, seat: int) -> Table:
        """Remove a person or a bot from a seat, one's own included (`leave`). The host may.

        Raises: NotFound, Forbidden, Conflict `not-gathering`.
        """
        async with self._store.change(table_id) as change:
            desk = change.desk
            own = seated(desk, person_id)
            place = known(desk, seat)
            if place.number == own:
                await self._leave(change, person_id, own)
            else:
                hosting(desk, person_id)
                gathering(desk)
                if place.kind == "open":
                    change.skip = True
                else:
                    await clear(change.connection, place)
                    await change.note(person_id, own, "removed", name=place.name, seat=seat)
        return change.table

    @shielded
    async def leave(self, person_id: int | None, table_id: str) -> Table:
        """Leave one's seat, with all who hold it. In a running game that is final: a bot has it from then on.

        A host is followed by the next person. When no person is left the table is abandoned. Of a table that is over
        nothing changes.

        Raises: NotFound, Forbidden.
        """
        async with self._store.change(table_id) as change:
            await self._leave(change, person_id, seated(change.desk, person_id))
        return change.table

    async def _leave(self, change: Change, person_id: int | None, own: int) -> None:
        desk = change.desk
        seat = desk.seats[own - 1]
        others = next_persons(desk, own)
        if desk.status == "gathering":
            await clear(change.connection, seat)
        elif desk.status == "playing":
            await leave_to_bot(change.connection, seat, change.at)
        else:
            change.skip = True
            return
        await change.note(person_id, own, "left", name=seat.name)
        if not others:
            change.values["status"] = "abandoned"
        elif seat.host:
            heir = min(others, key=lambda other: other.taken_over)
            await set_host(change.connection, desk, heir)
            await change.note(person_id, own, "host-changed", name=heir.name, seat=heir.number)

    @shielded
    async def rename(self, person_id: int, table_id: str, name: str) -> Table:
        """Change the name of one's own seat, and the one for the next tables.

        Raises: NotFound, Forbidden, Conflict `name-taken`, Illegal for a bad name.
        """
        async with self._store.change(table_id) as change:
            seat = change.desk.seats[seated(change.desk, person_id) - 1]
            chosen = free_name(change.desk, names.clean(name), seat)
            await self._making.called(change.connection, person_id, chosen)
            if chosen == seat.name:
                change.skip = True
            else:
                await fill(change.connection, seat, "person", chosen)
                await change.note(person_id, seat.number, "renamed", before=seat.name, name=chosen)
        self._store.renamed(person_id)
        return change.table

    @shielded
    async def renew_invite(self, person_id: int | None, table_id: str) -> Table:
        """Make a new invite link; the old one opens nothing any more. The host may. Raises: NotFound, Forbidden."""
        async with self._store.change(table_id) as change:
            host = hosting(change.desk, person_id)
            await replace_link(change, "invite")
            await change.note(person_id, host, "invite-renewed")
        return change.table

    @shielded
    async def start(self, person_id: int | None, table_id: str) -> Table:
        """Begin the game with the seats that are taken, numbered anew in their order. The host may.

        Raises: NotFound, Forbidden, Conflict `not-gathering`, `too-few`, or `frozen`.
        """
        async with self._store.change(table_id) as change:
            desk = change.desk
            host = hosting(desk, person_id)
            gathering(desk)
            book = rulebook(desk.game)
            taken = [seat for seat in desk.seats if seat.kind != "open"]
            if len(taken) < book.seats[0]:
                raise Conflict("too-few", least=book.seats[0], seats=len(taken))
            components = await self._store.loader.playable(change.connection, desk)
            options = options_of(book, desk.options)
            rules = book.session.version
            session = book.session.begin(len(taken), options, components.content, desk.seed, rules)
            mine = models.Seat.table_id == table_id
            await change.connection.execute(delete(models.Seat).where(mine, models.Seat.kind == "open"))
            new = {seat.id: number for number, seat in enumerate(taken, 1)}
            await change.connection.execute(
                update(models.Seat).where(mine).values(number=case(new, value=models.Seat.id))
            )
            change.values |= {
                "status": "playing",
                "rules": rules,
                "actors": list(session.actors()),
                "started_at": change.at,
            }
            await change.note(person_id, host, "started")
        return change.table


async def _reorder(change: Change, order: Sequence[int]) -> None:
    seats = change.desk.seats
    if sorted(order) != [seat.number for seat in seats]:
        raise Illegal("order-malformed", seats=len(seats))
    new = {seats[old - 1].id: number for number, old in enumerate(order, 1)}
    await _renumber(change, new)


async def _renumber(change: Change, numbers: Mapping[int, int]) -> None:
    statement = update(models.Seat).where(models.Seat.table_id == change.desk.id)
    await change.connection.execute(statement.values(number=case(numbers, value=models.Seat.id)))


def opens(given: str | None, right: str | None) -> bool:
    """Whether a secret is the right one, in a time that tells nothing about it."""
    if given is None or right is None:
        return False
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), right.encode())


async def replace_link(change: Change, kind: str) -> str:
    """Make a new readable link of a kind in place of the old one; its text."""
    token = new_token()
    link = models.Link
    await change.connection.execute(delete(link).where(link.table_id == change.desk.id, link.kind == kind))
    values = {"hash": hashed(token), "table_id": change.desk.id, "kind": kind, "token": token}
    await change.connection.execute(insert(link).values(values))
    return token
