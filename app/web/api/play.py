"""Playing: moves, undo, news, history, record, messages."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from app.games.session import plain
from app.tables.happenings import Happening
from app.tables.moves import Moved
from app.tables.number import Number
from app.tables.people import Person
from app.tables.problems import Forbidden, Illegal, Late
from app.web.api.operation import AS, INVITE, LANGUAGE, REVISION, VERSION, WATCH, TableKey, operation, query, router
from app.web.parts import language, parts
from app.web.problems import Problem, problem_of
from app.web.schemas import (
    Done,
    Happened,
    History,
    MessageBody,
    MessageSeen,
    MessagesSeen,
    MoveBody,
    UndoBody,
    answer,
    read,
)
from app.web.told import DIGITS, since, tongue
from app.web.visits import Visit, known, limit, revisit, see, visit

SINCE = query("since", "Only what happened after this version.", type="integer", minimum=0)
NAMES = query("names", "`no` leaves the names of the players out.", type="string", enum=["yes", "no"])


@router.post("/tables/{table}/moves", **operation({200: "Done"}, AS, body="MoveBody"))
async def move(request: Request, table: TableKey) -> Response:
    """Carry out an action, exactly once for each id however often it is sent.

    What comes too late (409) or is not allowed (422) changes nothing; the problem has the reason and the present view.
    """
    person = await known(request, "act")
    body = await read(request, MoveBody)
    try:
        moved = await parts(request).tables.moves.play(person.id, table, body.id, body.version, bytes(body.action))
    except (Late, Illegal) as refusal:
        raise await refused(request, table, person, refusal) from refusal
    return await done(request, moved, person, body)


@router.post("/tables/{table}/undo", **operation({200: "Done"}, AS, body="UndoBody"))
async def undo(request: Request, table: TableKey) -> Response:
    """Take one's own last action back, if nothing was revealed by it and nobody has acted since."""
    person = await known(request, "act")
    body = await read(request, UndoBody)
    try:
        moved = await parts(request).tables.moves.undo(person.id, table, body.id, body.version)
    except (Late, Illegal) as refusal:
        raise await refused(request, table, person, refusal) from refusal
    return await done(request, moved, person, body)


async def done(request: Request, moved: Moved, person: Person, body: MoveBody | UndoBody) -> Response:
    """The answer to a command: where the table stands, and for browsers what has changed since they saw it."""
    news: Any = None
    if request.query_params.get("as") == "html":
        here = await revisit(request, moved.table, person)
        seen = None if body.revision is None else Number(body.version, body.revision)
        news = msgspec.Raw(here.room.news(here.audience(language(request)), seen))
    now = moved.table.number
    return answer(Done(True, moved.number, now.version, now.revision, news))


async def refused(request: Request, table: str, person: Person, refusal: Late | Illegal) -> Problem:
    """The problem of a refused command, with the reason and how the table stands now."""
    problem = problem_of(refusal) or Problem(500, "broken")
    room = await parts(request).news.room(table)
    here = Visit(room, person, see(request, room.table, person))
    spoken = language(request)
    reason = refusal.reason
    problem.extra |= {"ok": False, "key": refusal.key, "reason": None if reason is None else plain(reason)}
    if reason is not None and room.table.session is not None:
        sentence = str(parts(request).renderer.reason(room.table.game, reason, room.scene, spoken))
        problem.extra["sentence"] = sentence or problem.detail
    else:
        problem.extra["sentence"] = problem.detail
    if request.query_params.get("as") == "html":
        problem.extra["news"] = msgspec.Raw(room.news(here.audience(spoken), None))
    else:
        problem.extra["view"] = here.seen()
    return problem


@router.get("/tables/{table}/news", **operation({200: "Patch"}, VERSION, REVISION, AS, LANGUAGE, INVITE, WATCH))
async def poll(request: Request, table: TableKey) -> Response:
    """What has changed since a number, for those who cannot keep a WebSocket open at the same address."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    parts(request).tables.absence.looks_on(here.room.table, here.person.id if here.person else None)
    text = here.room.news(here.audience(tongue(request)), since(request.query_params))
    return Response(text, headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/tables/{table}/history", **operation({200: "History"}, SINCE, INVITE, WATCH))
async def history(request: Request, table: TableKey) -> Response:
    """Everything that happened in the game, as whoever asks learned it."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    start = after(request)
    happenings: tuple[Happening, ...] = ()
    if here.viewer.sees_game:
        happenings = await parts(request).tables.history.happenings(here.room.table, since=start)
    return answer(History([happened(happening, here.viewer.seat) for happening in happenings]))


@router.get("/tables/{table}/record", **operation({200: ""}, NAMES, INVITE, WATCH))
async def record(request: Request, table: TableKey) -> Response:
    """The record of a finished game, as JSON Lines: `tertulia verify` plays it again and checks every step."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    text = await parts(request).tables.history.record(table, names=request.query_params.get("names") != "no")
    name = f"{here.room.table.game}-{table[:8]}.jsonl"
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type="application/jsonl")


@router.post("/tables/{table}/messages", **operation({200: "TableSeen"}, body="MessageBody"))
async def say(request: Request, table: TableKey) -> Response:
    """Say something to the table; only those who sit at it can."""
    person = await known(request, "say")
    body = await read(request, MessageBody)
    changed = await parts(request).tables.messages.say(person.id, table, body.text)
    return answer((await revisit(request, changed, person)).seen())


@router.get("/tables/{table}/messages", **operation({200: "MessagesSeen"}, SINCE))
async def messages(request: Request, table: TableKey) -> Response:
    """What was said at the table, and what happened to its seats; only for those who sit at it."""
    here = await visit(request, table)
    limit(request, "read", here.person)
    if here.viewer.seat is None:
        raise Forbidden("not-seated")
    lines = await parts(request).tables.messages.last(table, since=after(request))
    seen = [MessageSeen(*line[:-1], line.at.isoformat(timespec="seconds")) for line in lines]
    return answer(MessagesSeen(seen))


def after(request: Request) -> int:
    """The number after which somebody wants to read. Raises: Problem 422."""
    text = request.query_params.get("since", "0")
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        raise Problem(422, "malformed", {"fault": "since is a whole number"})
    return int(text)


def happened(happening: Happening, seat: int | None) -> Happened:
    """A happening as a seat learned it."""
    events = [
        {"key": event.key, "seat": event.seat, "data": plain(event.data), "flights": plain(event.flights)}
        for event in happening.seen_by(seat)
    ]
    undone = happening.undone is not None
    at = happening.at.isoformat(timespec="seconds")
    return Happened(happening.number, happening.seat, happening.bot, at, undone, events)
