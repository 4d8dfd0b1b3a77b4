"""Seats: taken, left, renamed, shared, handed to a bot."""

from starlette.requests import Request
from starlette.responses import Response

from app.tables.people import Person
from app.tables.problems import Forbidden, NotFound
from app.tables.table import Table
from app.web.api.operation import SeatNumber, TableKey, operation, router
from app.web.identity import address
from app.web.parts import parts
from app.web.schemas import CodeMade, LinkBody, LinkMade, RenameBody, SeatBody, answer, read
from app.web.visits import known, limit, revisit


@router.post("/tables/{table}/seats", **operation({200: "TableSeen"}, body="SeatBody"))
async def take_seat(request: Request, table: TableKey) -> Response:
    """Sit down: with the invite, with a seat link or code for a seat that is already somebody's, or in the lobby."""
    person = await known(request, "join")
    body = await read(request, SeatBody)
    taken = await guess(request, person, table, body)
    return answer((await revisit(request, taken, person)).seen())


async def guess(request: Request, person: Person, table: str, body: SeatBody) -> Table:
    """Join by what was given; wrong guesses are limited more narrowly."""
    house = parts(request)
    house.limits.check("guess", str(person.id), address(request))
    try:
        if body.code is not None:
            return await house.tables.seating.enter_code(person.id, body.code, table_id=table)
        if body.link is not None:
            if (await house.tables.seating.find(body.link)).table_id != table:
                raise NotFound("link-unknown")
            return await house.tables.seating.take(person.id, body.link)
        return await house.tables.gathering.join(person.id, table, invite=body.invite, name=body.name)
    except NotFound:
        limit(request, "guess", person)
        raise


@router.delete("/tables/{table}/seats/{seat}", **operation({200: "TableSeen", 204: ""}))
async def leave_seat(request: Request, table: TableKey, seat: SeatNumber) -> Response:
    """Leave one's own seat (in a running game to a bot, for good), or as the host free another's before the game.

    Without any right to the table left, the answer is empty.
    """
    house = parts(request)
    person = await known(request, "act")
    mine = (await house.tables.look(table)).seat_of(person.id) == seat
    service = house.tables.gathering
    changed = await (service.leave(person.id, table) if mine else service.open_seat(person.id, table, seat))
    try:
        return answer((await revisit(request, changed, person)).seen())
    except (NotFound, Forbidden):
        return Response(status_code=204)


@router.patch("/tables/{table}/seats/{seat}", **operation({200: "TableSeen"}, body="RenameBody"))
async def rename_seat(request: Request, table: TableKey, seat: SeatNumber) -> Response:
    """Change the name at one's own seat."""
    person = await known(request, "act")
    body = await read(request, RenameBody)
    await own(request, person, table, seat)
    changed = await parts(request).tables.gathering.rename(person.id, table, body.name)
    return answer((await revisit(request, changed, person)).seen())


@router.post("/tables/{table}/seats/{seat}/bot", **operation({200: "TableSeen"}))
async def hand_over(request: Request, table: TableKey, seat: SeatNumber) -> Response:
    """Let a bot play for a seat until its owner acts again."""
    person = await known(request, "act")
    changed = await parts(request).tables.absence.hand_over(person.id, table, seat)
    return answer((await revisit(request, changed, person)).seen())


@router.delete("/tables/{table}/seats/{seat}/bot", **operation({200: "TableSeen"}))
async def take_back(request: Request, table: TableKey, seat: SeatNumber) -> Response:
    """Play again oneself. Acting does so, too."""
    person = await known(request, "act")
    await own(request, person, table, seat)
    changed = await parts(request).tables.absence.take_back(person.id, table)
    return answer((await revisit(request, changed, person)).seen())


@router.post("/tables/{table}/seats/{seat}/links", **operation({200: "LinkOrCode"}, body="LinkBody"))
async def share_seat(request: Request, table: TableKey, seat: SeatNumber) -> Response:
    """A link, or a code to read out, by which another device or person shares the seat."""
    house = parts(request)
    person = await known(request, "act")
    body = await read(request, LinkBody)
    if body.kind == "code":
        code, expires = await house.tables.seating.code(person.id, table, seat)
        return answer(CodeMade(code, expires.isoformat(timespec="seconds")))
    token = await house.tables.seating.seat_link(person.id, table, seat)
    return answer(LinkMade(token, house.addresses.url(request, "seat", link=token)))


async def own(request: Request, person: Person, table: str, seat: int) -> None:
    """Make sure that a seat is the person's own. Raises: Forbidden."""
    found = await parts(request).tables.look(table)
    if found.seat_of(person.id) != seat:
        raise Forbidden("not-yours", seat=seat)
