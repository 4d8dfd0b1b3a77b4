"""Making tables: new ones, and the one that follows a finished game."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from textwrap import shorten
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.database import models
from app.games.chance import SEED_BYTES
from app.games.shelf import ComponentError, Components, Rulebook, shelf
from app.settings import SettingError, Settings
from app.tables import names
from app.tables.desk import Desk
from app.tables.problems import Conflict, Illegal, NotFound
from app.tables.seats import seated
from app.tables.store import Store, shielded
from app.tables.table import Table
from app.tables.tokens import hashed, new_id, new_token

VISIBILITIES = ("link", "lobby")
FAULTS = 300
"""So many characters are said of what is wrong with a component file."""


class Place(NamedTuple):
    """A seat of a new table, and the people who hold it."""

    kind: str = "open"
    name: str = ""
    host: bool = False
    here: bool = False
    holders: tuple[int, ...] = ()


class Making:
    """Makes tables."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    @shielded
    async def make(
        self,
        person_id: int,
        game: str,
        options: Mapping[str, Any] | None = None,
        visibility: str = "link",
        name: str | None = None,
    ) -> Table:
        """A new table with that person as the host in seat 1.

        Args:
            person_id: who makes it.
            game: the key of a rulebook.
            options: the game's options as plain values; those left out have their defaults.
            visibility: `link` or `lobby`.
            name: what to be called there; the name used last if left out.

        Raises:
            NotFound: no such game.
            Illegal: bad name, options or visibility.
            Unavailable: it is not known whether the table was made; no harm in making another.
        """
        book = shelf().get(game)
        if book is None:
            raise NotFound("game-unknown", game=game)
        checked = options_of(book, options or {})
        if visibility not in VISIBILITIES:
            raise Illegal("visibility-malformed")
        async with self._store.transaction() as connection:
            called = await self.called(connection, person_id, name)
            places = [Place("person", called, host=True, here=True, holders=(person_id,))]
            places += [Place()] * (book.seats[1] - 1)
            components = own_components(book, self._settings)
            table_id = await self._insert(connection, book, checked, components, visibility, places)
        if name is not None:
            self._store.renamed(person_id)
        return await self._store.look(table_id)

    async def called(self, connection: AsyncConnection, person_id: int, name: str | None) -> str:
        """The name for a person at a table. One that is given is kept for the next: tell the store once it is stored.

        Raises: Illegal.
        """
        person = models.Person.id == person_id
        if name is None:
            kept = (await connection.execute(select(models.Person.name).where(person))).scalar_one_or_none()
            if not kept:
                raise Illegal("name-missing")
            return kept
        chosen = names.clean(name)
        await connection.execute(update(models.Person).where(person).values(name=chosen))
        return chosen

    @shielded
    async def rematch(self, person_id: int | None, table_id: str) -> Table:
        """The table that follows a finished game: same game, options, friends and bots; one for all who ask.

        The seats of those who left are open. When everybody has left that table, too, there is another.

        Raises: NotFound, Forbidden, Conflict `not-finished` or `frozen`, Unavailable.
        """
        async with self._store.change(table_id) as change:
            desk = change.desk
            own = seated(desk, person_id)
            if desk.rematch is not None and not await _given_up(change.connection, desk.rematch):
                change.skip = True
                follower = desk.rematch
            else:
                if desk.status != "finished":
                    raise Conflict("not-finished", status=desk.status)
                follower = await self._again(change.connection, desk, own)
                change.values["rematch"] = follower
                await change.note(person_id, own, "rematch")
        return await self._store.look(follower)

    async def _again(self, connection: AsyncConnection, desk: Desk, own: int) -> str:
        book = shelf()[desk.game]
        places = []
        for seat in desk.seats:
            if seat.left:
                places.append(Place())
                continue
            holders = tuple(person for person, number in desk.holders.items() if number == seat.number)
            places.append(Place(seat.kind, seat.name, seat.host, seat.number == own, holders))
        places += [Place()] * (book.seats[1] - len(places))
        components = await self._store.loader.playable(connection, desk)
        return await self._insert(connection, book, book.options(desk.options), components, desk.visibility, places)

    async def _insert(
        self,
        connection: AsyncConnection,
        book: Rulebook,
        options: Any,
        components: Components,
        visibility: str,
        places: Sequence[Place],
    ) -> str:
        table_id, at, invite = new_id(), self._store.clock(), new_token()
        file = {"digest": components.digest, "game": book.key, "text": components.text}
        await connection.execute(upsert(models.ComponentFile).values(file).on_conflict_do_nothing())
        await connection.execute(
            insert(models.GameTable).values(
                id=table_id,
                game=book.key,
                options=msgspec.to_builtins(options),
                components=components.digest,
                seed=secrets.token_bytes(SEED_BYTES),
                status="gathering",
                visibility=visibility,
                revision=1,
                actors=[],
                made_at=at,
                changed_at=at,
            )
        )
        seats = [_seat(table_id, number, place, at) for number, place in enumerate(places, 1)]
        await connection.execute(insert(models.Seat).values(seats))
        ids = select(models.Seat.number, models.Seat.id).where(models.Seat.table_id == table_id)
        seat_ids = {row.number: row.id for row in await connection.execute(ids)}
        holders = [
            {"table_id": table_id, "person_id": person, "seat_id": seat_ids[number]}
            for number, place in enumerate(places, 1)
            for person in place.holders
        ]
        if holders:
            await connection.execute(insert(models.Holder).values(holders))
        link = {"hash": hashed(invite), "table_id": table_id, "kind": "invite", "token": invite}
        await connection.execute(insert(models.Link).values(link))
        return table_id


async def _given_up(connection: AsyncConnection, table_id: str) -> bool:
    status = select(models.GameTable.status).where(models.GameTable.id == table_id)
    return (await connection.execute(status)).scalar_one() == "abandoned"


def options_of(book: Rulebook, values: Mapping[str, Any]) -> Any:
    """Options as the game's struct. Raises: Illegal."""
    try:
        return book.options(values)
    except msgspec.ValidationError as error:
        raise Illegal("options-malformed", detail=str(error)) from error


def own_components(book: Rulebook, settings: Settings) -> Components:
    """The components for new tables: the host's own file where the settings name one.

    Raises: ComponentError, OSError; the server has checked the file when it started.
    """
    file = settings.components_of(book.key)
    return book.components(file.read_text("utf-8") if file is not None else None)


def check_components(settings: Settings) -> None:
    """See whether the host's own files can be used. Raises: SettingError."""
    for book in shelf().values():
        try:
            own_components(book, settings)
        except (ComponentError, OSError, UnicodeDecodeError) as fault:
            named = f"TERTULIA_{book.key.upper()}_COMPONENTS names {settings.components_of(book.key)}"
            faults = shorten(str(fault), FAULTS, placeholder=" ...")
            raise SettingError(f"{named}, which cannot be used: {faults}") from fault


def _seat(table_id: str, number: int, place: Place, at: datetime) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": number,
        "kind": place.kind,
        "name": place.name,
        "name_key": names.key(place.name) if place.kind != "open" else None,
        "host": place.host,
        "taken_over": False,
        "here": place.here,
        "seen_at": at if place.kind == "person" else None,
        "open_at": None,
    }
