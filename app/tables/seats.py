"""Seats of a table inside a transaction that has its row: finding, checking and changing them."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database.models import Holder, Link
from app.database.models import Seat as SeatRow
from app.tables import names
from app.tables.desk import Desk, Seat
from app.tables.problems import Conflict, Forbidden, NotFound

BOT_NAMES = ("Jilguero", "Mirlo", "Vencejo", "Alondra", "Zorzal", "Abubilla", "Golondrina", "Herrerillo")
"""What bots are called: birds of Spanish gardens. There are more than seats at any table, and than people take away."""


def seated(desk: Desk, person_id: int | None) -> int:
    """The number of the seat that this person holds. Raises: Forbidden."""
    number = desk.holders.get(person_id) if person_id is not None else None
    if number is None:
        raise Forbidden("not-seated")
    return number


def welcome(desk: Desk, person_id: int) -> None:
    """Raises: Forbidden for somebody who has left the running game."""
    if person_id in desk.gone:
        raise Forbidden("left-game")


def hosting(desk: Desk, person_id: int | None) -> int:
    """The same for the host. Raises: Forbidden."""
    number = seated(desk, person_id)
    if number != desk.host:
        raise Forbidden("not-host")
    return number


def known(desk: Desk, number: int) -> Seat:
    """The seat of that number. Raises: NotFound."""
    seat = desk.seat(number)
    if seat is None:
        raise NotFound("seat-unknown", seat=number)
    return seat


def with_person(desk: Desk, number: int) -> Seat:
    """The seat of that number, which a person has. Raises: NotFound, Conflict."""
    seat = known(desk, number)
    if seat.kind != "person":
        raise Conflict("seat-not-person", seat=number)
    return seat


def gathering(desk: Desk) -> None:
    """Raises: Conflict when the game has begun or the table was given up."""
    if desk.status != "gathering":
        raise Conflict("not-gathering", status=desk.status)


def free_name(desk: Desk, name: str, seat: Seat | None = None) -> str:
    """The name, if nobody else at the table has it. Raises: Conflict."""
    if names.key(name) in {names.key(other.name) for other in desk.seats if other.kind != "open" and other != seat}:
        raise Conflict("name-taken", name=name)
    return name


def bot_name(desk: Desk) -> str:
    """A name for a bot that nobody at the table has."""
    taken = {names.key(seat.name) for seat in desk.seats}
    numbered = (f"{name} {count}" for count in range(2, 10) for name in BOT_NAMES)
    return next(name for name in (*BOT_NAMES, *numbered) if names.key(name) not in taken)


def next_persons(desk: Desk, number: int) -> tuple[Seat, ...]:
    """The seats that people hold, beginning with the one after that number, the seat of that number left out."""
    order = (*desk.seats[number:], *desk.seats[: max(number - 1, 0)])
    return tuple(seat for seat in order if seat.kind == "person")


async def set_seat(connection: AsyncConnection, seat: Seat, **values: Any) -> None:
    """Write values of a seat."""
    await connection.execute(update(SeatRow).where(SeatRow.id == seat.id).values(values))


async def set_host(connection: AsyncConnection, desk: Desk, seat: Seat | None) -> None:
    """Make that seat the only host, or nobody."""
    await connection.execute(update(SeatRow).where(SeatRow.table_id == desk.id, SeatRow.host).values(host=False))
    if seat is not None:
        await set_seat(connection, seat, host=True)


async def fill(connection: AsyncConnection, seat: Seat, kind: str, name: str) -> None:
    """Give an open seat to a person or a bot."""
    await set_seat(connection, seat, kind=kind, name=name, name_key=names.key(name))


async def clear(connection: AsyncConnection, seat: Seat) -> None:
    """Open a seat."""
    await connection.execute(delete(Holder).where(Holder.seat_id == seat.id))
    await _let_go(connection, seat, kind="open", name="", name_key=None)


async def leave_to_bot(connection: AsyncConnection, seat: Seat, at: datetime) -> None:
    """Make a person's seat a bot's for good. It keeps its name: what was done under it stays the person's."""
    await _let_go(connection, seat, kind="bot", left_at=at)


async def _let_go(connection: AsyncConnection, seat: Seat, **values: Any) -> None:
    """The seat's links open nothing any more, and nobody is there; beside that write some values."""
    await connection.execute(delete(Link).where(Link.seat_id == seat.id))
    await set_seat(connection, seat, host=False, here=False, seen_at=None, open_at=None, taken_over=False, **values)
