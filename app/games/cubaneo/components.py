"""The components of Cubaneo, as a component file describes them."""

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.cubaneo.abilities import Ability, Store
from app.games.cubaneo.pieces import Rule


class Property(msgspec.Struct, frozen=True):
    """A property: its colour, and for each space the good it bears (as in `pieces.GOODS`), -1 for the Warehouse."""

    colour: str
    spaces: tuple[int, ...]


class Building(msgspec.Struct, frozen=True):
    """A building tile: its number, name, cost in wood, water and stone, and ability."""

    number: int
    name: str
    cost: tuple[int, ...]
    ability: Ability


class Duty(msgspec.Struct, frozen=True):
    """A duty: the goods to return, and how many resources of one kind of the player's choice besides."""

    goods: tuple[int, ...]
    resource: int


class Subsidy(msgspec.Struct, frozen=True):
    """A subsidy: a point for each full `each` of `counts` (`subsidies.COUNTS`), at most `most` (0: no bound)."""

    name: str
    counts: str
    each: int
    most: int


class Restriction(msgspec.Struct, frozen=True):
    """A restriction: its name, and what it says."""

    name: str
    rule: Rule


class Book(msgspec.Struct, frozen=True, eq=False):
    """Everything in a component file, and the file itself as plain data for those who draw the pieces.

    `buildings` is indexed by number, the Warehouse being 0. Prices are in pesos from left to right.
    """

    name: str
    pesos: int
    cards: tuple[tuple[int, ...], ...]
    product_prices: tuple[int, ...]
    commodity_prices: tuple[int, ...]
    supply_price: int
    properties: tuple[Property, ...]
    buildings: tuple[Building, ...]
    ships: tuple[tuple[int, ...], ...]
    printed_tax: int
    printed_duty: Duty
    taxes: tuple[int, ...]
    duties: tuple[Duty, ...]
    subsidies: tuple[Subsidy, ...]
    restrictions: tuple[Restriction, ...]
    faces: dict[str, Any]

    def tax(self, act: int) -> int:
        """The pesos of a tax, -1 for the printed one."""
        return self.taxes[act] if act >= 0 else self.printed_tax

    def duty(self, act: int) -> Duty:
        """The goods of a duty, -1 for the printed one."""
        return self.duties[act] if act >= 0 else self.printed_duty

    def prices(self, good: int) -> tuple[int, ...]:
        """The market spaces of a trading good, counted from 0 in the order of `pieces.TRADING_GOODS`."""
        return self.product_prices if good < 3 else self.commodity_prices

    def face(self, group: str, act: int) -> Any:
        """An act as the file describes it, for drawing it; None where none is in force."""
        acts = self.faces["acts"]
        return acts.get(f"printed_{group}") if act < 0 else acts[group][act]


THE_WAREHOUSE = Building(0, "Warehouse", (0, 0, 0), Store())


def parse(text: str) -> Book:
    """Read a component file.

    Raises: app.games.shelf.ComponentError with a sentence for every fault.
    """
    from app.games.shelf import ComponentError

    try:
        faces = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError((f"The component file is not valid TOML: {error}.",)) from error
    return parse_faces(faces)


def parse_faces(faces: Mapping[str, Any]) -> Book:
    """Read a component file that has been parsed to plain data.

    Raises: app.games.shelf.ComponentError with a sentence for every fault.
    """
    from app.games.cubaneo.reading import read
    from app.games.shelf import ComponentError

    faults: list[str] = []
    book = read(faces, faults)
    if book is None:
        raise ComponentError(tuple(faults))
    return book
