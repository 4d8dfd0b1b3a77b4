"""Every key that the engine of Cubaneo says, with the data that comes with it: the templates have a sentence for each.

In the data, goods are named as in `pieces.GOODS` and `goods` maps them to amounts; buildings are numbers, 0 being the
Warehouse; ships are numbers from 0 in the file's order; spaces count from 0 (property 0 to 11, promenade 0 to 5, ship 0
to 4, market row from the left); berth 0 is the Waiting Area; acts are as in the component file. `points` are those that
were booked for the event's seat by this event, `pesos` what it got by it; both may be negative. So the log adds up.
"""

from collections.abc import Mapping
from typing import Final

Keys = Mapping[str, Mapping[str, str]]

PHASES: Final[Keys] = {
    "actions": {"turn": "the number of this turn of the seat", "of": "turns of each", "card": "being done, or empty"},
    "event": {"event": "the open event: demolition, all owners of tiles decide"},
    "votes": {"price": "pesos for a vote: all who can buy one decide"},
    "passing": {"winner": "the seat that passes two acts"},
    "dues": {},
    "storage": {},
    "over": {"winners": "seats"},
}
"""The phases in which somebody chooses, with the data of `Turn`: actions (B), event (C), votes and passing (D), dues
(E: tax and duty), storage (F), and the end."""

EVENTS: Final[Keys] = {
    "dealt": {"property": "colour", "goods": "of the starting card", "pesos": ""},
    "round": {"round": "", "first": "seat"},
    "promenade": {"cards": "six from left to right, donkeys among them"},
    "proposed": {"tax": "act", "duty": "act", "subsidy": "act", "restriction": "act"},
    "played": {"card": "character"},
    "visited": {"card": "Cuban", "space": "", "event": "now covered", "perform": "false: without the card's action"},
    "token": {},
    "earned": {"card": "musician or revolutionary", "pesos": "", "points": ""},
    "worked": {"space": "", "moved": "false: the worker stayed", "goods": "resources taken"},
    "harvested": {"goods": "products", "water": "paid"},
    "sold": {"good": "", "pesos": "", "space": "of the row"},
    "bought": {"good": "", "pesos": "", "supply": "true: from the supply"},
    "rewarded": {
        "reward": "",
        "goods": "",
        "pesos": "",
        "points": "",
        "covered": "true: it was covered already (Beach Café)",
    },
    "built": {"building": "", "space": "", "cost": "resources", "extra": "resource by the Permit Act, or empty"},
    "fee": {"pesos": "to the Lawyer"},
    "used": {"building": "", "spent": "goods", "gained": "goods", "pesos": "", "points": ""},
    "stored": {"goods": "moved to the Warehouse", "building": "0, or -1 for the Day Laborer"},
    "loaded": {
        "good": "",
        "ship": "",
        "berth": "",
        "space": "of the ship",
        "points": "",
        "building": "0 for the Mayor",
    },
    "swapped": {
        "berth": "the lower one",
        "ships": "what lay at the lower and at the upper berth before",
        "points": "",
        "building": "0 for the Harbor Master",
    },
    "special": {
        "tile": "newspaper, decree, votes or partner",
        "building": "that takes it",
        "act": "newspaper and decree: the group it lies on",
        "partner": "partner: the seat whose building is used",
        "uses": "partner: that building",
    },
    "event": {"event": "the open one", "space": ""},
    "market-filled": {"goods": "added"},
    "market-emptied": {"goods": "removed"},
    "wealth-tax": {"points": "0 to -2; an event for each seat with the most points"},
    "ships-left": {"ships": "list of {ship, berth, loaded: spaces, full}"},
    "ships-moved": {"moves": "list of {ship, from, to}, in this order"},
    "ships-arrived": {"ships": "list of {ship, to}"},
    "demolished": {"building": "", "space": "", "goods": "resources got", "points": ""},
    "decided": {"ask": "the phase; what was decided is not known yet"},
    "kept": {"card": "character", "votes": "printed"},
    "ballot": {"card": "", "base": "printed votes", "extra": "special votes", "bought": "", "total": "", "pesos": ""},
    "winner": {"total": "votes", "why": "votes, bought or order: what decided", "tied": "seats with as many votes"},
    "passed": {"group": "", "act": "", "replaced": "the act it replaces, or null"},
    "barred": {"group": "the Decree's, with Immediate acts; the seat is the Decree's"},
    "dropped": {"acts": "the proposed acts that leave the game, by group"},
    "newspaper": {"group": "of the act that became active", "points": ""},
    "tax": {"pesos": "", "points": ""},
    "duty": {"goods": "returned", "points": ""},
    "both": {"points": ""},
    "subsidy": {"act": "", "count": "of what it counts", "points": "may be 0"},
    "spoiled": {"goods": "products lost from the forecourt"},
    "discarded": {"goods": "products lost by the Storage Act", "kept": "goods"},
    "tidied": {"rewards": "uncovered again", "tiles": "special tiles that went back"},
    "buildings": {"count": "the Warehouse included", "points": ""},
    "over": {"winners": "seats"},
}

BRINGS = ("stored", "gained", "spent", "pesos", "points", "exchanged")
"""What `brings` may say of a use to the full: goods stored, gained, spent; pesos; points; how many exchanges."""

PROMPTS: Final[Keys] = {
    "turn": {
        "turn": "",
        "of": "turns of each",
        "characters": "playable",
        "visits": "Cubans that may be visited",
        "idle": "those of both whose action would find nothing to do now",
    },
    "worker-space": {
        "yields": "for each of the 12 spaces the goods that its row and column bear, products included",
        "free": "products without water",
        "water": "in the forecourt",
    },
    "worker-products": {"products": "goods borne", "most": "to bring in", "free": "without water", "water": "had"},
    "tradeswoman": {
        "prices": "{good: {sell, buy}}, null where it cannot be done",
        "sales": "sales left by the Market Act, or null",
    },
    "architect": {"affordable": "buildings", "extra": "resources more by the Permit Act: 0 or 1"},
    "built": {"building": "the new one, to be used at once", "brings": "see BRINGS"},
    "foreman": {
        "line": "list of {building, brings} in the worker's row and column",
        "elsewhere": "list of {building, brings}: only as the first and only one",
    },
    "lawyer": {"uses": "list of {building, brings}", "fee": "pesos"},
    "ability": {"building": "in use", "left": "steps", "brings": "see BRINGS"},
    "mayor": {"berth": "chosen, or 0", "most": "goods in all by the Loading Act, or null"},
    "harbor_master": {"berths": "the lower ones of pairs that may be swapped"},
    "end": {"card": "whose action is done: only the turn's end is left"},
    "demolition": {"buildings": "list of {building, space, goods}", "decided": "and may still change it"},
    "votes": {
        "price": "pesos for one",
        "most": "that can be bought",
        "base": "printed",
        "extra": "special votes",
        "decided": "and may still change it",
    },
    "passing": {"acts": "groups that may be passed"},
    "dues": {
        "tax": "pesos",
        "duty": "as in the file",
        "can_tax": "",
        "can_duty": "",
        "resources": "that may fill the duty's open part",
        "decided": "and may still change it",
    },
    "storage": {"keep": "how many", "products": "goods stored", "decided": "and may still change it"},
    "waiting": {"for": "seats that must choose"},
    "over": {"winners": "seats"},
}

REASONS: Final[Keys] = {
    "over": {},
    "not-asked": {},
    "not-offered": {},
    # play
    "played": {},
    "last-card": {},
    # visit
    "no-car": {},
    "occupied": {"by": "seat"},
    "not-here": {},
    # reward
    "covered": {},
    "propriety": {},
    "begun": {},
    # build
    "gone": {},
    "too-dear": {"missing": "resources"},
    "permit": {},
    # sell and buy; `no-pesos` for the Lawyer, too; `none` for loading, too
    "none": {},
    "row-full": {},
    "bought": {},
    "market-act": {},
    "sold": {},
    "no-pesos": {"price": "pesos"},
    "import-act": {},
    # load
    "loading-act": {},
    "one-ship": {},
    "no-space": {},
    # use
    "nothing": {},
    "used": {},
    "not-in-line": {},
    "tile-taken": {},
    # harvest
    "drought": {},
    # pass
    "barred": {"by": "seat"},
    # pay
    "too-few-pesos": {"pesos": "the tax"},
    "missing": {"missing": "goods; `resource` is the open part of the duty"},
}
"""Why something is refused. The piece of a refusal is a character, a Cuban, a reward, a good, `building-11`, `berth-2`,
a group of acts, or empty."""

SCORES: Final[Keys] = {
    "ships": {},
    "abilities": {},
    "promenade": {},
    "rewards": {},
    "events": {},
    "dues": {},
    "subsidies": {},
    "buildings": {"count": "the Warehouse included; 0 before the end"},
}
"""The lines of the score: goods loaded, buildings used and Newspaper, Revolutionary, alternative rewards, Demolition
and Wealth tax, tax and duty, subsidies, 2 for each building at the end."""
