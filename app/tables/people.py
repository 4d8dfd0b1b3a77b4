"""People: a random token each, and the name they used last. There are no accounts."""

from collections import OrderedDict

import msgspec
from sqlalchemy import insert, select, update

from app.database import models
from app.tables import names
from app.tables.store import Store, shielded
from app.tables.tokens import hashed, new_token

REMEMBERED = 10_000
"""How many people each process remembers, so that not every request asks the database."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who came by. `name` is the one used last, `""` if none."""

    id: int
    name: str


class People:
    """Finds people by their token, the one secret for cookie and bearer.

    Whoever has another name is forgotten here, and read again: after every change of this process, and when told of
    those of others.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[bytes, Person] = OrderedDict()
        self._forgotten = 0
        store.name_hooks.append(self.forget)

    @shielded
    async def make(self, name: str | None = None) -> tuple[Person, str]:
        """A new person, and the token by which to know it again. Raises: Illegal for a bad name, Unavailable."""
        chosen = names.clean(name) if name is not None else ""
        token = new_token()
        values = {"token": hashed(token), "name": chosen, "made_at": self._store.clock()}
        async with self._store.connection() as connection:
            number = await connection.execute(insert(models.Person).values(values).returning(models.Person.id))
            person = Person(number.scalar_one(), chosen)
        self._remember(hashed(token), person)
        return person, token

    async def find(self, token: str) -> Person | None:
        """The person whose token this is, or None. Raises: Unavailable."""
        secret = hashed(token)
        person = self._known.get(secret)
        if person is None:
            forgotten = self._forgotten
            statement = select(models.Person.id, models.Person.name).where(models.Person.token == secret)
            async with self._store.connection() as connection:
                row = (await connection.execute(statement)).one_or_none()
            if row is None:
                return None
            person = Person(row.id, row.name)
            if forgotten != self._forgotten:  # perhaps renamed since it was read
                return person
        self._remember(secret, person)
        return person

    @shielded
    async def rename(self, person_id: int, name: str) -> Person:
        """Change the name for the next tables; seats keep theirs. Raises: Illegal for a bad name, Unavailable."""
        person = Person(person_id, names.clean(name))
        statement = update(models.Person).where(models.Person.id == person_id).values(name=person.name)
        async with self._store.connection() as connection:
            await connection.execute(statement)
        self._store.renamed(person_id)
        return person

    def forget(self, person_id: int) -> None:
        """Read that person anew when it comes again: somebody, in any process, has changed the name."""
        self._forgotten += 1
        for secret, known in self._known.items():
            if known.id == person_id:
                del self._known[secret]
                break

    def forget_all(self) -> None:
        """The same for everybody: it is not known who was renamed."""
        self._forgotten += 1
        self._known.clear()

    def _remember(self, secret: bytes, person: Person) -> None:
        self._known[secret] = person
        self._known.move_to_end(secret)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
