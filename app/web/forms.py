"""The forms of the pages: everything that people do to a table beside playing. They work without a script, too.

With `Accept: application/json` (our script) the answer is a small document: `go`, an address to go to; `sheet`, HTML
for the open sheet. Else it is another page. That a form comes from a page of this server is the
doorkeeper's business.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app.tables import problems
from app.tables.people import Person
from app.tables.table import Table
from app.web import options
from app.web.api.tables import check_password
from app.web.identity import welcome
from app.web.pages import FAULTS, again, seats_sheet
from app.web.parts import parts
from app.web.problems import Problem, problem_of
from app.web.rendering import playable
from app.web.visits import known, limit, visit

router = APIRouter(include_in_schema=False)


def scripted(request: Request) -> bool:
    """Whether our script asks, which wants no page."""
    return "application/json" in request.headers.get("accept", "")


def go(request: Request, address: str) -> Response:
    """On to another page."""
    return JSONResponse({"go": address}) if scripted(request) else RedirectResponse(address, 303)


def done(request: Request, table: str) -> Response:
    """Back to the table; its page hears the news by itself."""
    if scripted(request):
        return JSONResponse({})
    return RedirectResponse(at(request, table), 303)


def at(request: Request, table: str) -> str:
    """The address of a table."""
    return parts(request).addresses.path("table", table=table)


def text(form: FormData, name: str) -> str:
    """A field of a form as text."""
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def refuse(request: Request, error: Exception, form: str, **given: str) -> Response:
    """Back to a form, if what is written there is wrong and it is not our script that asks. Raises: else the error."""
    problem = problem_of(error)
    if scripted(request) or problem is None or problem.key not in FAULTS:
        raise error
    return again(form, problem, **given)


async def called(request: Request, name: str) -> Person:
    """The person behind a form, made if it is nobody yet, with this name from now on if one is given."""
    person = await welcome(request, name or None)
    if name and person.name != name:
        return await parts(request).tables.people.rename(person.id, name)
    return person


@router.post("/tables")
async def make(request: Request) -> Response:
    """Make a table; who has no name yet is asked for one first."""
    form = await request.form()
    game = text(form, "game")
    if game not in playable():
        raise Problem(404, "page-unknown")
    house = parts(request)
    person = await house.identity.visitor(request)
    name = text(form, "name")
    locked = house.settings.table_password is not None
    form_address = f"{house.addresses.base}/new/{game}"
    nameless = not name and not (person and person.name)
    if nameless or (locked and "password" not in form):
        return go(request, form_address)
    limit(request, "tables", person)
    try:
        check_password(request, text(form, "password"))
        person = await called(request, name)
        table = await house.tables.gathering.make(person.id, game, name=name or None)
    except (Problem, problems.Problem) as error:
        return refuse(request, error, form_address, name=name)
    return go(request, at(request, table.id))


@router.post("/join/{invite}")
async def join_by_invite(request: Request, invite: str) -> Response:
    """Sit down with an invite."""
    house = parts(request)
    link = await house.tables.seating.find(invite)
    return await join(request, link.table_id, invite, house.addresses.path("join", invite=invite))


@router.post("/tables/{table}/join")
async def join_from_lobby(request: Request, table: str) -> Response:
    """Sit down at a table of the lobby."""
    return await join(request, table, None, f"{at(request, table)}/join")


async def join(request: Request, table: str, invite: str | None, action: str) -> Response:
    """Sit down; what is wrong with the name is told at the form."""
    house = parts(request)
    name = text(await request.form(), "name")
    person = await house.identity.visitor(request)
    limit(request, "join", person)
    room = await house.news.room(table)
    house.tables.viewer(room.table, person.id if person else None, invite=invite)
    try:
        if not name and not (person and person.name):
            raise Problem(422, "name-missing")
        person = await called(request, name)
        await house.tables.gathering.join(person.id, table, invite=invite, name=name or None)
    except (Problem, problems.Problem) as error:
        return refuse(request, error, action, name=name)
    return go(request, at(request, table))


@router.post("/seat/{link}")
async def come_to_seat(request: Request, link: str) -> Response:
    """Play at a seat that somebody shares."""
    person = await welcome(request)
    limit(request, "join", person)
    table = await parts(request).tables.seating.take(person.id, link)
    return go(request, at(request, table.id))


@router.post("/code")
async def enter_code(request: Request) -> Response:
    """Come to a seat by a code."""
    house = parts(request)
    given = text(await request.form(), "code")
    person = await welcome(request)
    limit(request, "guess", person)
    try:
        table = await house.tables.seating.enter_code(person.id, given)
    except problems.NotFound as error:
        return refuse(request, error, house.addresses.path("code"), code=given)
    return go(request, at(request, table.id))


@router.post("/me")
async def rename_me(request: Request) -> Response:
    """Take another name for tables to come."""
    name = text(await request.form(), "name")
    person = await welcome(request)
    try:
        await parts(request).tables.people.rename(person.id, name)
    except problems.Problem as error:
        return refuse(request, error, f"{parts(request).addresses.base}/me", name=name)
    return go(request, parts(request).addresses.path("home"))


# --- at a table ---

Deed = Callable[[Person, FormData], Awaitable[Table]]


async def act(request: Request, deed: Deed) -> Table:
    """Let the person behind a form do something to a table. Raises: Problem 401 when it is nobody that is known."""
    person = await known(request, "act")
    return await deed(person, await request.form())


@router.post("/tables/{table}/options")
async def change_options(request: Request, table: str) -> Response:
    """The host sets one option, or who may see the table."""
    gathering = parts(request).tables.gathering

    async def deed(person: Person, form: FormData) -> Table:
        now = await parts(request).tables.look(table)
        fields = {name: text(form, name) for name in form}
        visibility = fields.pop("visibility", None)
        wishes = options.read(now.rulebook, fields)
        changed = {**now.view.options, **wishes} if wishes else None
        return await gathering.change(person.id, table, options=changed, visibility=visibility)

    await act(request, deed)
    return done(request, table)


@router.post("/tables/{table}/start")
async def start(request: Request, table: str) -> Response:
    """The host begins the game."""
    gathering = parts(request).tables.gathering
    await act(request, lambda person, _: gathering.start(person.id, table))
    return go(request, at(request, table))


@router.post("/tables/{table}/seats/{seat}/bot")
async def add_bot(request: Request, table: str, seat: int) -> Response:
    """The host lets a bot sit down."""
    gathering = parts(request).tables.gathering
    await act(request, lambda person, _: gathering.add_bot(person.id, table, seat=seat))
    return done(request, table)


@router.post("/tables/{table}/seats/{seat}/open")
async def open_seat(request: Request, table: str, seat: int) -> Response:
    """The host frees a seat."""
    gathering = parts(request).tables.gathering
    await act(request, lambda person, _: gathering.open_seat(person.id, table, seat))
    return done(request, table)


@router.post("/tables/{table}/seats/{seat}/move")
async def move_seat(request: Request, table: str, seat: int) -> Response:
    """The host lets a seat change places with the one before or after it."""
    house = parts(request)

    async def deed(person: Person, form: FormData) -> Table:
        order = [one.number for one in (await house.tables.look(table)).seats]
        place, other = seat - 1, seat - 1 + (1 if text(form, "to") == "later" else -1)
        if 0 <= place < len(order) and 0 <= other < len(order):
            order[place], order[other] = order[other], order[place]
        return await house.tables.gathering.change(person.id, table, order=tuple(order))

    await act(request, deed)
    return await sheet(request, table) if scripted(request) else done(request, table)


@router.post("/tables/{table}/seats/{seat}/handover")
async def hand_over(request: Request, table: str, seat: int) -> Response:
    """Let a bot play for a seat."""
    absence = parts(request).tables.absence
    await act(request, lambda person, _: absence.hand_over(person.id, table, seat))
    return done(request, table)


@router.post("/tables/{table}/takeback")
async def take_back(request: Request, table: str) -> Response:
    """Play again oneself."""
    absence = parts(request).tables.absence
    await act(request, lambda person, _: absence.take_back(person.id, table))
    return done(request, table)


@router.post("/tables/{table}/host")
async def become_host(request: Request, table: str) -> Response:
    """Take over from a host who has been away for long."""
    absence = parts(request).tables.absence
    await act(request, lambda person, _: absence.become_host(person.id, table))
    return done(request, table)


@router.post("/tables/{table}/leave")
async def leave(request: Request, table: str) -> Response:
    """Leave one's seat."""
    gathering = parts(request).tables.gathering
    await act(request, lambda person, _: gathering.leave(person.id, table))
    return go(request, parts(request).addresses.path("home"))


@router.post("/tables/{table}/rename")
async def rename(request: Request, table: str) -> Response:
    """Take another name at one's seat."""
    gathering = parts(request).tables.gathering
    await act(request, lambda person, form: gathering.rename(person.id, table, text(form, "name")))
    return done(request, table)


@router.post("/tables/{table}/invite")
async def renew_invite(request: Request, table: str) -> Response:
    """A new invite link; the old one stops working."""
    gathering = parts(request).tables.gathering
    await act(request, lambda person, _: gathering.renew_invite(person.id, table))
    return go(request, at(request, table))


@router.post("/tables/{table}/rematch")
async def rematch(request: Request, table: str) -> Response:
    """Gather the same friends once more."""
    gathering = parts(request).tables.gathering
    await act(request, lambda person, _: gathering.rematch(person.id, table))
    return go(request, f"{at(request, table)}/rematch")


@router.post("/tables/{table}/messages")
async def say(request: Request, table: str) -> Response:
    """Say something to those at the table."""
    person = await known(request, "say")
    await parts(request).tables.messages.say(person.id, table, text(await request.form(), "text"))
    return done(request, table)


@router.post("/tables/{table}/seats/{seat}/link")
async def make_link(request: Request, table: str, seat: int) -> Response:
    """A link or a code by which another device or person shares a seat."""
    house = parts(request)
    person = await known(request, "act")
    if text(await request.form(), "kind") == "code":
        code, _ = await house.tables.seating.code(person.id, table, seat)
        return await sheet(request, table, code=code, of=seat)
    token = await house.tables.seating.seat_link(person.id, table, seat)
    return await sheet(request, table, link=house.addresses.url(request, "seat", link=token), of=seat)


@router.post("/tables/{table}/watch")
async def make_watch_link(request: Request, table: str) -> Response:
    """The link for those who only look on."""
    house = parts(request)
    person = await known(request, "act")
    token = await house.tables.seating.watch_link(person.id, table)
    return await sheet(request, table, watch=house.addresses.url(request, "watch", watch=token))


async def sheet(request: Request, table: str, **made: Any) -> Response:
    """The page of the seats anew, as a sheet for our script."""
    response = seats_sheet(request, await visit(request, table), **made)
    return JSONResponse({"sheet": bytes(response.body).decode()}) if scripted(request) else response
