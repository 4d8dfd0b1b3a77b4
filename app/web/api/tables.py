"""Tables: made, listed, looked at, changed, started."""

import hmac

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from app.web.api.operation import INVITE, WATCH, TableKey, operation, router
from app.web.parts import parts
from app.web.problems import Problem
from app.web.schemas import BotBody, ChangeBody, LinkMade, Lobby, TableBody, TableMade, answer, read
from app.web.visits import known, limit, revisit, visit, way_back


@router.post("/tables", **operation({201: "TableSeen"}, body="TableBody"))
async def make_table(request: Request) -> Response:
    """Make a table and sit down at it."""
    person = await known(request, "tables")
    body = await read(request, TableBody)
    check_password(request, body.password)
    table = await parts(request).tables.gathering.make(
        person.id, body.game, options=body.options, visibility=body.visibility, name=body.name
    )
    seen = await revisit(request, table, person)
    return answer(seen.seen(), 201)


def check_password(request: Request, given: str | None) -> None:
    """Hold a password against the one that this server asks of whoever makes a table. Raises: Problem 403."""
    asked = parts(request).settings.table_password
    if asked is not None and not hmac.compare_digest((given or "").encode(), asked.encode()):
        limit(request, "guess", None)
        raise Problem(403, "password-wrong")


@router.get("/tables", **operation({200: "Lobby"}))
async def list_tables(request: Request) -> Response:
    """One's own tables, and those in the lobby."""
    house = parts(request)
    person = await house.identity.visitor(request)
    limit(request, "read", person)
    own = await house.tables.lobby.own(person.id) if person else ()
    return answer(Lobby(tuple(own), tuple(await house.tables.lobby.open())))


@router.get("/tables/{table}", **operation({200: "TableSeen"}, INVITE, WATCH))
async def look_at_table(request: Request, table: TableKey) -> Response:
    """A table as one may see it now."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    return answer(here.seen())


@router.patch("/tables/{table}", **operation({200: "TableSeen"}, body="ChangeBody"))
async def change_table(request: Request, table: TableKey) -> Response:
    """Change options, visibility or the order of the seats, before the game begins."""
    person = await known(request, "act")
    body = await read(request, ChangeBody)
    changed = await parts(request).tables.gathering.change(
        person.id,
        table,
        options=None if body.options is UNSET else body.options,
        visibility=None if body.visibility is UNSET else body.visibility,
        order=None if body.order is UNSET else body.order,
    )
    return answer((await revisit(request, changed, person)).seen())


@router.post("/tables/{table}/bots", **operation({200: "TableSeen"}, body="BotBody"))
async def add_bot(request: Request, table: TableKey) -> Response:
    """Let a house bot sit down."""
    person = await known(request, "act")
    body = await read(request, BotBody)
    changed = await parts(request).tables.gathering.add_bot(person.id, table, seat=body.seat)
    return answer((await revisit(request, changed, person)).seen())


@router.post("/tables/{table}/start", **operation({200: "TableSeen"}))
async def start_game(request: Request, table: TableKey) -> Response:
    """Begin the game with those who sit at the table."""
    person = await known(request, "act")
    changed = await parts(request).tables.gathering.start(person.id, table)
    return answer((await revisit(request, changed, person)).seen())


@router.post("/tables/{table}/rematch", **operation({200: "TableMade"}))
async def rematch(request: Request, table: TableKey) -> Response:
    """A new table for the same people with the same options; the same one for all who ask.

    Who has lost the seat there gets the invite with it.
    """
    person = await known(request, "tables")
    again = await parts(request).tables.gathering.rematch(person.id, table)
    return answer(TableMade(again.id, await way_back(request, again) if again.seat_of(person.id) is None else None))


@router.post("/tables/{table}/invite", **operation({200: "LinkMade"}))
async def renew_invite(request: Request, table: TableKey) -> Response:
    """A new invite; the one before is no longer valid."""
    house = parts(request)
    person = await known(request, "act")
    changed = await house.tables.gathering.renew_invite(person.id, table)
    token = changed.invite
    return answer(LinkMade(token, house.addresses.url(request, "join", invite=token)))


@router.post("/tables/{table}/watchers", **operation({200: "LinkMade"}))
async def make_watcher_link(request: Request, table: TableKey) -> Response:
    """The link for those who only look on."""
    house = parts(request)
    person = await known(request, "act")
    token = await house.tables.seating.watch_link(person.id, table)
    return answer(LinkMade(token, house.addresses.url(request, "watch", watch=token)))


@router.post("/tables/{table}/host", **operation({200: "TableSeen"}))
async def become_host(request: Request, table: TableKey) -> Response:
    """Take over from a host who has been away for ten minutes."""
    person = await known(request, "act")
    changed = await parts(request).tables.absence.become_host(person.id, table)
    return answer((await revisit(request, changed, person)).seen())
