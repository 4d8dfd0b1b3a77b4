"""Reading a component file: every part is checked, and every fault becomes a sentence (CD-45)."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from app.games.cudillero.components import (
    ACTION_CARDS,
    BONUSES,
    COLOURS,
    DEEDS,
    DOORWAYS,
    ENDS,
    FLOORS,
    ROOFS,
    SEATS,
    SIDES,
    Card,
    Components,
    Faces,
    Stalls,
)
from app.games.cudillero.objectives import PERSONAL
from app.games.cudillero.state import TOKENS
from app.games.shelf import ComponentError

OTHER_PIECES = frozenset((*ENDS, *TOKENS, *PERSONAL))
"""What else is chosen beside cards (ends of the row, tokens, personal objectives): no card may have such a name."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]{0,19}")


def parse(text: str) -> Components:
    """The components that a text in TOML describes.

    Raises: ComponentError with a sentence for every fault (CD-45).
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError((f"The file is not TOML: {error}.",)) from error
    check = _Check()
    name = check.word(data, "name", "The file")
    limit = check.number(data, "value_limit", "The file", 1, 99)
    line = check.number(data, "stock_market_line", "The file", 1, 99)
    if limit and line > limit:
        check.fault(f"The stock market line {line} is above the value limit {limit}.")
    doorways = check.number(data, "doorways", "The file", 0, 99)
    if doorways < DOORWAYS * SEATS[-1]:
        check.fault(
            f"There are {doorways} doorways; {SEATS[-1]} players need {DOORWAYS} each, {DOORWAYS * SEATS[-1]} in all."
        )
    check.keys(data, _FILE_KEYS, "The file")
    market = check.market(data.get("market"))
    action_cards = check.action_cards(data.get("action_cards"))
    floors = check.cards(data.get("floors"), "floor", FLOORS)
    roofs = check.cards(data.get("roofs"), "roof", ROOFS)
    if check.faults:
        raise ComponentError(tuple(check.faults))
    cards = {card.id: card for card in floors + roofs}
    return Components(name, limit, line, doorways, market, action_cards, cards, Faces(cards))


_FILE_KEYS = ("name", "value_limit", "stock_market_line", "doorways", "market", "action_cards", "floors", "roofs")
_CARD_KEYS = {
    "floor": ("id", "colour", "cables", "clothes_line", "balconies", "neighbours"),
    "roof": ("id", "colour", "cables", "clothes_line", "chimneys", "balconies", "neighbours", "bonus"),
}


class _Check:
    """Reads the parts of a component file and collects a sentence for each fault."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.ids: set[str] = set()

    def fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    def keys(self, data: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
        for key in data:
            if key not in known:
                self.fault(f"{what} has an unknown entry {key!r}; known are {', '.join(known)}.")

    def word(self, data: Mapping[str, Any], key: str, what: str) -> str:
        value = data.get(key)
        if isinstance(value, str) and value.strip():
            return value
        self.fault(f"{what} needs a text {key!r}.")
        return ""

    def number(self, data: Mapping[str, Any], key: str, what: str, least: int, most: int) -> int:
        value = data.get(key, 0 if least == 0 and key not in _FILE_KEYS else None)
        if type(value) is int and least <= value <= most:
            return value
        self.fault(f"{what} needs a whole number {key!r} from {least} to {most}.")
        return 0

    def sides(self, data: Mapping[str, Any], key: str, what: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        value = data.get(key, [])
        if isinstance(value, list) and all(side in allowed for side in value) and len(set(value)) == len(value):
            return tuple(value)
        self.fault(f"{what} needs a list {key!r} of sides, each once, out of {', '.join(allowed)}.")
        return ()

    def market(self, data: Any) -> Mapping[int, Stalls]:
        table = data if isinstance(data, dict) else {}
        found = {}
        for seats in SEATS:
            stalls = table.get(str(seats))
            if not isinstance(stalls, dict):
                self.fault(f"The market for {seats} players is missing.")
                continue
            what = f"The market for {seats} players"
            self.keys(stalls, ("roofs", "floors"), what)
            found[seats] = Stalls(
                self.number(stalls, "roofs", what, 1, ROOFS - 2 * seats), self.number(stalls, "floors", what, 1, FLOORS)
            )
        for seats in table:
            if seats not in [str(known) for known in SEATS]:
                self.fault(f"There is a market for {seats} players; the game is for 2, 3 or 4.")
        return found

    def action_cards(self, data: Any) -> Mapping[int, tuple[str, str]]:
        table = data if isinstance(data, dict) else {}
        found = {}
        for number in range(1, ACTION_CARDS + 1):
            deeds = table.get(str(number))
            if isinstance(deeds, list) and len(deeds) == 2 and all(deed in DEEDS for deed in deeds):
                found[number] = (deeds[0], deeds[1])
            else:
                self.fault(f"Action card {number} needs two actions out of {', '.join(DEEDS)}.")
        for number in table:
            if number not in [str(known) for known in range(1, ACTION_CARDS + 1)]:
                self.fault(f"There is an action card {number}; they are numbered 1 to {ACTION_CARDS}.")
        return found

    def cards(self, data: Any, kind: str, count: int) -> tuple[Card, ...]:
        rows = data if isinstance(data, list) and all(isinstance(row, dict) for row in data) else []
        if len(rows) != count:
            self.fault(f"There are {len(rows)} {kind}s; the game has {count}.")
        return tuple(self.card(row, kind, place) for place, row in enumerate(rows, 1))

    def card(self, row: Mapping[str, Any], kind: str, place: int) -> Card:
        number = row.get("id")
        name = number if isinstance(number, str) and _ID.fullmatch(number) else ""
        what = f"The {kind} {name}" if name else f"The {kind} at place {place}"
        if not name:
            self.fault(f"{what} needs an id of 1 to 20 letters, digits and underscores.")
        elif name in self.ids:
            self.fault(f"The id {name} is used more than once.")
        elif name in OTHER_PIECES:
            self.fault(f"The id {name} is that of another piece of the game; give the card another one.")
        self.ids.add(name)
        self.keys(row, _CARD_KEYS[kind], what)
        if row.get("colour") not in COLOURS:
            self.fault(f"{what} needs a colour out of {', '.join(COLOURS)}.")
        if row.get("bonus", "") not in BONUSES:
            self.fault(f"{what} needs a bonus out of {', '.join(BONUSES[1:])}, or an empty one.")
        return Card(
            id=name,
            kind=kind,
            colour=str(row.get("colour")),
            cables=self.sides(row, "cables", what, SIDES),
            clothes_line=self.sides(row, "clothes_line", what, ENDS),
            balconies=self.number(row, "balconies", what, 0, 9),
            neighbours=self.number(row, "neighbours", what, 0, 9),
            chimneys=self.number(row, "chimneys", what, 0, 9),
            bonus=str(row.get("bonus", "")),
        )
