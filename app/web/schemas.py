"""What the JSON API takes and gives, as msgspec structs; they are its schemas, too."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from app.tables.lobby import Card
from app.tables.views import TableView

Name = Annotated[str, Meta(min_length=1, max_length=200, description="1 to 24 visible characters.")]
Secret = Annotated[str, Meta(min_length=1, max_length=100)]
MOST_SEATS = 12
"""No game on the shelf has more."""
Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request carries."""


class PersonBody(Body, frozen=True):
    """A new person. The name is the default for seats to come."""

    name: Name | None = None


class TableBody(Body, frozen=True):
    """A new table, at which whoever makes it takes the first seat and is the host.

    `options` are the game's, with defaults for what is missing. `password` is asked for by some servers.
    """

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = {}
    visibility: Literal["link", "lobby"] = "link"
    name: Name | None = None
    password: Secret | None = None


class ChangeBody(Body, frozen=True):
    """What the host changes before the game begins. `order`: the present seat numbers in their new order."""

    options: dict[str, Any] | UnsetType = UNSET
    visibility: Literal["link", "lobby"] | UnsetType = UNSET
    order: Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET


class SeatBody(Body, frozen=True):
    """By what somebody takes a seat: the table's invite (not needed in the lobby), a seat link, or a code."""

    invite: Secret | None = None
    link: Secret | None = None
    code: Secret | None = None
    name: Name | None = None


class BotBody(Body, frozen=True):
    """The open seat for a bot; without one the first."""

    seat: Seat | None = None


class LinkBody(Body, frozen=True):
    """`link`: an address that adds a holder to the seat; `code`: eight characters that do so once, for 10 minutes."""

    kind: Literal["link", "code"] = "link"


class MoveBody(Body, frozen=True):
    """An action. `id` is made by the client, new for each action, the same when it is sent again.

    `version` is that of the view that the action answers; `revision` is only for the news in the answer.
    """

    id: CommandId
    version: Count
    action: msgspec.Raw
    revision: Count | None = None


class UndoBody(Body, frozen=True):
    """Takes the last action back. `id` and `version` as with a move."""

    id: CommandId
    version: Count
    revision: Count | None = None


class MessageBody(Body, frozen=True):
    """Something to say to the table: 1 to 300 characters."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class RenameBody(Body, frozen=True):
    """A new name for one's own seat."""

    name: Name


class PersonMade(msgspec.Struct, frozen=True):
    """A new person. `token` is the only proof of being it: send it as `Authorization: Bearer <token>`."""

    token: str
    name: str


class Option(msgspec.Struct, frozen=True):
    """An option of a game: its default, and the JSON Schema of its values."""

    name: str
    default: Any
    schema: dict[str, Any]


class Game(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    key: str
    name: str
    seats: tuple[int, int]
    minutes: int
    options: tuple[Option, ...]


class You(msgspec.Struct, frozen=True):
    """What a table is to whoever asks. Links are there for those who sit at it."""

    seat: int | None
    host: bool
    watcher: bool
    invite: str | None = None
    watch: str | None = None


class TableSeen(msgspec.Struct, frozen=True):
    """A table as somebody sees it. `public` is empty until the game begins, `private` is null for who has no seat."""

    table: TableView
    public: dict[str, Any]
    private: dict[str, Any] | None
    version: int
    revision: int
    here: list[int]
    you: You


class Lobby(msgspec.Struct, frozen=True):
    """One's own tables, and those that everybody may join or watch."""

    own: tuple[Card, ...]
    open: tuple[Card, ...]


class Done(msgspec.Struct, frozen=True):
    """A command was carried out as move `number`; the table stands at version and revision now.

    `news` is there when asked for: what has changed since the command's version.
    """

    ok: bool
    number: int
    version: int
    revision: int
    news: Any = None


class LinkMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link for friends: `token` is its secret, `url` the address to open."""

    token: str
    url: str


class CodeMade(msgspec.Struct, frozen=True):
    """A code to read out, and until when it can be used."""

    code: str
    expires_at: str


class TableMade(msgspec.Struct, frozen=True):
    """The id of a table, and its invite for who has no seat there."""

    table: str
    invite: str | None = None


class Happened(msgspec.Struct, frozen=True):
    """A move and the events that came of it, as the asker learned them. `undone`: an action was taken back instead."""

    number: int
    seat: int
    bot: bool
    at: str
    undone: bool
    events: list[Any]


class History(msgspec.Struct, frozen=True):
    """What happened at a table, oldest first."""

    happenings: list[Happened]


class MessageSeen(msgspec.Struct, frozen=True):
    """A line: who said or did it, its key and data (`said` has `text`), and when.

    Who sits here no more has seat 0, and the name of then.
    """

    number: int
    seat: int
    name: str
    key: str
    data: dict[str, Any]
    at: str


class MessagesSeen(msgspec.Struct, frozen=True):
    """What was said at a table, oldest first."""

    messages: list[MessageSeen]


class Patch(msgspec.Struct, frozen=True, rename={"since": "from"}):
    """What has changed in `{table, public, private}`: RFC 6902, from one number [version, revision] to another.

    `from` is -1 for the whole. `here` are the seats whose people are active.
    """

    build: str
    since: tuple[int, int] | int
    to: tuple[int, int]
    patch: list[dict[str, Any]]
    here: list[int]
    you: dict[str, Any]


class ProblemDocument(msgspec.Struct, frozen=True):
    """RFC 9457. A refused move has `reason` and the present `view`, too."""

    type: str
    title: str
    status: int
    detail: str


BODIES = (
    PersonBody, TableBody, ChangeBody, SeatBody, BotBody, LinkBody, MoveBody, UndoBody, MessageBody, RenameBody,
)  # fmt: skip
ANSWERS = (
    PersonMade, Game, TableSeen, Lobby, Done, LinkMade, CodeMade, TableMade, History, MessagesSeen, Patch,
    ProblemDocument,
)  # fmt: skip

T = TypeVar("T", bound=Body)


async def read(request: Request, kind: type[T]) -> T:
    """The body of a request; an empty one is `{}`.

    Raises: msgspec.ValidationError, msgspec.DecodeError.
    """
    return msgspec.json.decode(await request.body() or b"{}", type=kind)


def answer(value: Any, status: int = 200) -> Response:
    """A JSON response that nobody keeps."""
    return Response(msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, "application/json")
