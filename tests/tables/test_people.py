"""People: known by a token alone."""

import re
from collections.abc import Callable

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.database.models import Person as Row
from app.tables.people import Person
from app.tables.problems import Illegal
from app.tables.tables import Tables


async def test_a_person_is_found_again_by_the_token_in_any_process(
    tables: Tables, another: Callable[..., Tables]
) -> None:
    person, token = await tables.people.make("Ana")
    assert person.name == "Ana"
    assert await tables.people.find(token) == person
    assert await another().people.find(token) == person


async def test_no_other_token_finds_anybody(tables: Tables) -> None:
    _, token = await tables.people.make()
    for wrong in ("", token[:-1], token + "a", token.lower(), "\ud800"):
        assert await tables.people.find(wrong) is None


async def test_a_token_has_256_random_bits_and_is_stored_by_its_hash(tables: Tables, engine: AsyncEngine) -> None:
    person, token = await tables.people.make()
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    async with engine.connect() as connection:
        stored = (await connection.execute(select(Row.token).where(Row.id == person.id))).scalar_one()
    assert len(stored) == 32
    assert token.encode() not in stored


async def test_a_person_keeps_the_last_name(tables: Tables, another: Callable[..., Tables]) -> None:
    person, token = await tables.people.make()
    assert person.name == ""
    assert await tables.people.rename(person.id, " Ana  Luz ") == Person(person.id, "Ana Luz")
    for process in (tables, another()):
        assert await process.people.find(token) == Person(person.id, "Ana Luz")


async def test_a_bad_name_is_refused(tables: Tables) -> None:
    person, _ = await tables.people.make("Ana")
    with pytest.raises(Illegal, match="name-hidden"):
        await tables.people.make("A\u202e")
    with pytest.raises(Illegal, match="name-missing"):
        await tables.people.rename(person.id, " ")


async def test_the_last_name_given_anywhere_is_the_one_to_be_found(
    tables: Tables, another: Callable[..., Tables]
) -> None:
    person, token = await tables.people.make("Ana")
    table = await tables.gathering.make(person.id, "cuckooo", name="Lola")
    assert await tables.people.find(token) == Person(person.id, "Lola")
    beside = another()
    beside.subscribe_to_names(tables.people.forget)
    await beside.gathering.rename(person.id, table.id, "Luz")
    assert await tables.people.find(token) == Person(person.id, "Luz")
    guest, key = await beside.people.make()
    await beside.gathering.join(guest.id, table.id, table.invite, "Bruno")
    assert await beside.people.find(key) == Person(guest.id, "Bruno")
    assert len(beside.people._known) == 1


async def test_whoever_may_have_missed_a_change_of_name_reads_everybody_anew(
    tables: Tables, another: Callable[..., Tables]
) -> None:
    person, token = await tables.people.make("Ana")
    await another().people.rename(person.id, "Luz")
    tables.people.forget_all()
    assert await tables.people.find(token) == Person(person.id, "Luz")
