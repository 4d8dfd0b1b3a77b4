"""The pages. A GET changes nothing: it makes no person, takes no seat; what does is in `forms`."""

import hashlib
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.tables import names
from app.tables.absence import become_host_refused, hand_over_refused
from app.tables.people import Person
from app.tables.problems import Conflict, Forbidden, NotFound
from app.tables.views import TableView
from app.web.assets import TEMPLATES
from app.web.packing import Page
from app.web.parts import language, parts
from app.web.problems import Problem
from app.web.qr import code
from app.web.rendering import playable
from app.web.visits import Visit, limit, rematch_address, visit, watch_cookie, watching

THEMES = ("evening", "afternoon")
FAULTS = ("name-missing", "name-long", "name-hidden", "name-taken", "password-wrong", "code-unknown")
"""What can be wrong with what is written in a form, by the keys of problems."""
GIVEN = 99
"""So many characters of it are written into the form again."""
GATHERING, PLAYING, FINISHED = "gathering", "playing", "finished"
router = APIRouter(include_in_schema=False)


def page(request: Request, name: str, person: Person | None, status: int = 200, **context: Any) -> Response:
    """A page from a template, with what every page needs."""
    tongue = language(request)
    html = parts(request).renderer.page(name, tongue, theme=theme(request), person=person, **context)
    return Page(html, status)


def theme(request: Request) -> str:
    """The light that the reader has chosen; empty if it follows the system."""
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in THEMES else ""


async def problem_page(request: Request, problem: Problem) -> Response:
    """What went wrong, as a page; as a problem document for a script of ours."""
    if "application/json" in request.headers.get("accept", ""):
        return problem.response()
    return page(request, "problem.html", None, problem.status, problem=problem)


def again(form: str, problem: Problem, **given: str) -> Response:
    """Back to the page of a form, with what was wrong and what was given: no page in the history sends it once more."""
    query = {"fault": problem.key, **{name: text[:GIVEN] for name, text in given.items()}}
    return RedirectResponse(f"{form}?{urlencode(query)}", 303)


def fault(request: Request) -> Problem | None:
    """What was wrong with a form, on the page to which `again` has led."""
    key = request.query_params.get("fault", "")
    return Problem(422, key, {"name": given(request), "most": names.LONGEST}) if key in FAULTS else None


def given(request: Request, field: str = "name") -> str:
    """What was given there."""
    return request.query_params.get(field, "")[:GIVEN]


@router.get("/")
async def home(request: Request) -> Response:
    """The lobby: the shelf, one's own tables, the open ones."""
    house = parts(request)
    person = await house.identity.visitor(request)
    limit(request, "read", person)
    mine = await house.tables.lobby.own(person.id) if person else ()
    known = {card.id for card in mine}
    open_ = [card for card in await house.tables.lobby.open() if card.id not in known]
    return page(request, "lobby.html", person, mine=mine, open=open_)


@router.get("/new/{game}")
async def new_table(request: Request, game: str) -> Response:
    """What must be known before a table is made: a name, and the server's password if it has one."""
    if game not in playable():
        raise Problem(404, "page-unknown")
    person = await parts(request).identity.visitor(request)
    locked = parts(request).settings.table_password is not None
    return page(
        request, "new.html", person, game=game, locked=locked, fault=fault(request), name_given=given(request)
    )  # fmt: skip


@router.get("/tables/{table}")
async def table_page(request: Request, table: str) -> Response:
    """A table as it stands: who gathers, the game, or the ranking (with `?board` the board at the end).

    With `?freed` somebody comes from a page of that table whose seat is gone.
    """
    freed = "freed" in request.query_params
    try:
        here = await visit(request, table)
    except NotFound as error:
        raise Problem(404, "seat-freed") if freed else error from None
    limit(request, "read", here.person)
    if freed and here.viewer.seat is not None:
        return RedirectResponse(parts(request).addresses.path("table", table=table), 303)
    if not here.viewer.sees_game and here.room.table.status != GATHERING:
        raise NotFound("table-unknown")
    ranking = here.room.table.status == FINISHED and "board" not in request.query_params
    return await room_page(request, here, ranking=ranking, freed=freed)


async def room_page(request: Request, here: Visit, *, ranking: bool = False, freed: bool = False) -> Response:
    """The page of a table for a visitor."""
    house = parts(request)
    tongue = language(request)
    shown = await house.news.look(here.room.table.id, here.audience(tongue))
    table = here.room.table
    seat = here.viewer.seat
    seats = len(table.seats)
    context: dict[str, Any] = {
        "theme": theme(request),
        "person": here.person,
        "seat": seat,
        "host": here.viewer.host,
        "freed": freed,
        "order": [(number + (seat or 1) - 1) % seats + 1 for number in range(seats)],
        "number": shown.number,
        "choices": shown.choices,
        "watch": watching(request, table.id),
        "said": [house.renderer.line(entry) for entry in shown.said],
        "messages": await house.tables.messages.last(table.id) if seat else (),
    }
    if table.status == GATHERING and seat:
        invite = house.addresses.url(request, "join", invite=table.invite)
        context |= {"invite": invite, "qr": code(invite), "local": house.addresses.only_local(request)}
    if ranking:
        context |= {
            "view": {**shown.scene.public, "private": {}},
            "sealed": sealed(table.view),
            "minutes": minutes(table.view),
            "rematch": await rematch_address(request, here) is not None,
        }
    fragments = {**shown.public, **shown.private}
    return Page(house.renderer.room(shown.scene, fragments, tongue, ranking=ranking, **context))


def sealed(table: TableView) -> bool:
    """Whether the seed that is shown at the end is the one whose hash was shown from the start."""
    return table.seed is not None and hashlib.sha256(bytes.fromhex(table.seed)).hexdigest() == table.commitment


def minutes(table: TableView) -> int:
    """How long the game took; 0 if that is not known."""
    if not table.started_at or not table.finished_at:
        return 0
    took = datetime.fromisoformat(table.finished_at) - datetime.fromisoformat(table.started_at)
    return max(1, round(took.total_seconds() / 60))


@router.get("/tables/{table}/messages")
async def messages_since(request: Request, table: str, since: int = 0) -> Response:
    """What was said at a table since a message, as list items for its page."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    if here.viewer.seat is None:
        raise NotFound("table-unknown")
    said = await parts(request).tables.messages.last(table, since=since)
    view = msgspec.to_builtins(here.room.table.view, str_keys=True)
    return page(request, "frame/messages.html", here.person, messages=said, table=view, seat=here.viewer.seat)


@router.get("/tables/{table}/seats")
async def seats_page(request: Request, table: str) -> Response:
    """Everything that can be done about the seats of a table; the pages of the table show it over themselves."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    return seats_sheet(request, here)


def seats_sheet(request: Request, here: Visit, **made: Any) -> Response:
    """That page, perhaps with a link or code that was just made."""
    table, own = here.room.table, here.viewer.seat
    view = msgspec.to_builtins(table.view, str_keys=True)
    now = parts(request).tables.now()
    late: dict[int, Forbidden | None] = {}
    if own is not None and table.status == PLAYING:
        people = (seat for seat in table.seats if seat.kind == "person")
        late = {seat.number: hand_over_refused(table, table.desk, own, seat, now) for seat in people}
    hostless = become_host_refused(table.desk, own, now) if own is not None else None
    return page(
        request, "seats.html", here.person, table=view, seat=own, host=here.viewer.host, made=made, late=late,
        hostless=hostless,
    )  # fmt: skip


@router.get("/tables")
async def tables(request: Request) -> Response:
    """The address to which forms of the lobby go; whoever comes back to it is in the lobby."""
    return RedirectResponse(parts(request).addresses.path("home"), 303)


@router.get("/tables/{table}/rematch")
async def to_the_rematch(request: Request, table: str) -> Response:
    """On to the rematch of a finished game, or back to the table when there is none to go to."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    way = await rematch_address(request, here)
    return RedirectResponse(way or parts(request).addresses.path("table", table=table), 303)


@router.get("/tables/{table}/join")
async def lobby_join(request: Request, table: str) -> Response:
    """Before one sits down at a table of the lobby."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    return join_page(request, here, f"{parts(request).addresses.path('table', table=table)}/join")


@router.get("/join/{invite}")
async def invited(request: Request, invite: str) -> Response:
    """What an invite link shows: the table, and the form by which one sits down. Sitting down takes a POST."""
    house = parts(request)
    person = await house.identity.visitor(request)
    limit(request, "read", person)
    link = await house.tables.seating.find(invite)
    if link.kind != "invite":
        raise NotFound("link-unknown")
    room = await house.news.room(link.table_id)
    viewer = house.tables.viewer(room.table, person.id if person else None, invite=invite)
    return join_page(request, Visit(room, person, viewer), house.addresses.path("join", invite=invite))


def join_page(request: Request, here: Visit, action: str) -> Response:
    """The invite, perhaps with what was wrong with the name; who sits at the table already is led there."""
    table = here.room.table
    address = parts(request).addresses.path("table", table=table.id)
    if here.viewer.seat is not None:
        return RedirectResponse(address, 303)
    view = msgspec.to_builtins(table.view, str_keys=True)
    name = given(request) or (here.person.name if here.person else "")
    return page(
        request, "invite.html", here.person, table=view, action=action, fault=fault(request), name_given=name,
        may_watch=here.viewer.sees_game,
    )  # fmt: skip


@router.get("/watch/{watch}")
async def watch(request: Request, watch: str) -> Response:
    """A watcher link leads to the table, and is kept for its other pages until the browser is closed."""
    house = parts(request)
    link = await house.tables.seating.find(watch)
    if link.kind != "watcher":
        raise NotFound("link-unknown")
    response = RedirectResponse(f"{house.addresses.path('table', table=link.table_id)}?watch={watch}", 303)
    response.set_cookie(
        watch_cookie(link.table_id), watch, path=house.addresses.cookie_path, httponly=True, samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return response


@router.get("/seat/{link}")
async def seat_link(request: Request, link: str) -> Response:
    """What a seat link shows: whose seat it is, and a button to play there. Coming to it takes a POST."""
    house = parts(request)
    person = await house.identity.visitor(request)
    limit(request, "read", person)
    found = await house.tables.seating.find(link)
    if found.kind != "seat":
        raise NotFound("link-unknown")
    table = (await house.news.room(found.table_id)).table
    who = person.id if person else None
    seat = table.seat_of(who)
    if table.left_by(who):
        raise Forbidden("left-game")
    if seat == found.seat:
        return RedirectResponse(house.addresses.path("table", table=table.id), 303)
    if seat is not None:
        raise Conflict("already-seated", seat=seat, table=table.id)
    action = house.addresses.path("seat", link=link)
    return page(request, "seat.html", person, game=table.game, name_there=found.name, action=action)


@router.get("/code")
async def code_page(request: Request) -> Response:
    """Where a seat code is typed in."""
    person = await parts(request).identity.visitor(request)
    return page(request, "code.html", person, fault=fault(request), given=given(request, "code"))


@router.get("/me")
async def me(request: Request) -> Response:
    """What friends call the reader."""
    person = await parts(request).identity.visitor(request)
    return page(request, "me.html", person, fault=fault(request), name_given=given(request))


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    """The rules of all games."""
    return page(request, "rules.html", await parts(request).identity.visitor(request), game=None)


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """The rules of a game."""
    if game not in playable() or not (TEMPLATES / game / "rules.html").exists():
        raise Problem(404, "page-unknown")
    return page(request, "rules.html", await parts(request).identity.visitor(request), game=game)
