"""The score of a village, reckoned once more in another way: cell by cell, straight from the rules (CD-31 to CD-34)."""

from collections.abc import Mapping

from app.games.cudillero.components import COLOURS, Card

Cell = tuple[int, int]
HEIGHT = {0: 0, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}
FIBRE = [0, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91]
BACK = {"left": "right", "right": "left", "up": "down", "down": "up"}


def _beside(cell: Cell, side: str) -> Cell:
    x, y = cell
    return {"left": (x - 1, y), "right": (x + 1, y), "up": (x, y + 1), "down": (x, y - 1)}[side]


def _reach(start: set[Cell], joined: Mapping[Cell, set[Cell]]) -> set[Cell]:
    reached: set[Cell] = set()
    todo = set(start)
    while todo:
        reached |= todo
        todo = {other for cell in todo for other in joined[cell]} - reached
    return reached


def reckon(
    buildings: tuple[tuple[str, ...], ...], cards: Mapping[str, Card], values: Mapping[str, int]
) -> dict[str, int]:
    """Points by line of the score."""
    at = {(x, y): cards[card] for x, building in enumerate(buildings) for y, card in enumerate(building) if y}
    cables = {cell: set(card.cables) for cell, card in at.items()}
    cables |= {(x, 0): {"left", "right", "up"} for x in range(len(buildings))}
    wired = {
        cell: {_beside(cell, side) for side in sides if BACK[side] in cables.get(_beside(cell, side), set())}
        for cell, sides in cables.items()
    }
    lit = {cell for cell in _reach({(x, 0) for x in range(len(buildings))}, wired) if cell[1]}
    touching = {
        cell: {
            _beside(cell, side)
            for side in BACK
            if _beside(cell, side) in at and at[_beside(cell, side)].colour == card.colour
        }
        for cell, card in at.items()
    }
    roofs = [card for card in at.values() if card.kind == "roof"]
    bonuses = [card.bonus for card in roofs]
    score = {"height": 0}
    for building in buildings:
        if building[-1] in cards and cards[building[-1]].kind == "roof":
            score["height"] += HEIGHT[len(building) - 1 + (cards[building[-1]].bonus == "height_plus_1")]
    for colour in COLOURS:
        sizes = [len(_reach({cell}, touching)) for cell, card in at.items() if card.colour == colour]
        score[colour] = max(sizes, default=0) * values[colour]
    score["fibre"] = FIBRE[min(12, len(lit) + bonuses.count("connection_plus_1"))]
    for kind in ("balconies", "neighbours", "chimneys"):
        count = sum(getattr(card, kind) for card in at.values())
        doubled = bonuses.count(f"{kind}_x2")
        score[kind] = count * 2 * doubled if doubled else count
    return score
