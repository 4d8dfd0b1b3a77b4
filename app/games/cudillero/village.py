"""A village: one player's tableau and what follows from it (CD-15 to CD-18, CD-20, CD-29, CD-32, CD-33).

A building is a tuple of card ids from the ground: the doorway at index 0, the card on level 1 at index 1, and so on.
Places count the buildings from 1; 0 is the left end and the number of buildings + 1 the right end.
"""

from functools import cached_property
from itertools import pairwise

from app.games.cudillero.components import COLOURS, DOWN, ENDS, LEFT, RIGHT, UP, Faces

Building = tuple[str, ...]
MOST_FLOORS = 6
_COLUMN = 16
"""Distance of horizontal neighbours in a grid: a card on a level of building number n is at n * 16 + level."""


def is_doorway(card: str) -> bool:
    """Whether an id is that of a doorway: `door-7`."""
    return card.startswith("door-")


class Village:
    """The buildings of one player, side by side. It never changes; what follows is worked out when first asked for."""

    def __init__(self, faces: Faces, buildings: tuple[Building, ...]) -> None:
        self.faces = faces
        self.buildings = buildings

    # --- building ---

    @property
    def limit(self) -> int:
        """How many cards the hand may hold (CD-13)."""
        return len(self.buildings) + 1

    @cached_property
    def floor_places(self) -> tuple[int, ...]:
        """The buildings on which a floor may be put (CD-15)."""
        roofs = self.faces.roofs
        return tuple(
            place
            for place, building in enumerate(self.buildings, 1)
            if len(building) <= MOST_FLOORS and building[-1] not in roofs
        )

    @cached_property
    def roof_places(self) -> tuple[int, ...]:
        """The buildings on which a roof may be put (CD-15)."""
        roofs = self.faces.roofs
        return tuple(
            place for place, building in enumerate(self.buildings, 1) if len(building) > 1 and building[-1] not in roofs
        )

    @property
    def end_places(self) -> tuple[int, int]:
        """The two ends, where a doorway may be put (CD-16)."""
        return (0, len(self.buildings) + 1)

    def places(self, card: str) -> tuple[int, ...]:
        """Where a card may be put (CD-15, CD-16)."""
        if card in self.faces.colour:
            return self.roof_places if card in self.faces.roofs else self.floor_places
        return self.end_places

    @cached_property
    def movable(self) -> tuple[str, ...]:
        """The ends, `left` or `right`, whose doorway may move to the other end (CD-17)."""
        left, right = len(self.buildings[0]) == 1, len(self.buildings[-1]) == 1
        if not (left or right) or all(len(building) == 1 for building in self.buildings):
            return ()
        return tuple(end for end, bare in zip(ENDS, (left, right), strict=True) if bare)

    def level(self, place: int) -> int:
        """The level on which the next card of that place would be: 0 at the ends, for a doorway."""
        return len(self.buildings[place - 1]) if 0 < place <= len(self.buildings) else 0

    def built(self, card: str, place: int) -> "Village":
        """The village with one card more, on a place where it may be put."""
        buildings = self.buildings
        if place == 0:
            return Village(self.faces, ((card,), *buildings))
        if place > len(buildings):
            return Village(self.faces, (*buildings, (card,)))
        grown = (*buildings[place - 1], card)
        return Village(self.faces, (*buildings[: place - 1], grown, *buildings[place:]))

    def moved(self, end: str) -> "Village":
        """The village with the doorway of one end at the other (CD-17)."""
        first, *rest = self.buildings
        if end == "left":
            return Village(self.faces, (*rest, first))
        return Village(self.faces, (self.buildings[-1], *self.buildings[:-1]))

    # --- clothes lines ---

    def lines_made(self, card: str, place: int) -> tuple[tuple[str, str], ...]:
        """The clothes lines that a card would complete on a place, each as (left card, right card) (CD-20)."""
        sides = self.faces.lines.get(card, 0)
        if not sides:
            return ()
        buildings, lines = self.buildings, self.faces.lines
        level = len(buildings[place - 1])
        made: tuple[tuple[str, str], ...] = ()
        if sides & LEFT and place > 1:
            beside = buildings[place - 2]
            if len(beside) > level and lines[beside[level]] & RIGHT:
                made = ((beside[level], card),)
        if sides & RIGHT and place < len(buildings):
            beside = buildings[place]
            if len(beside) > level and lines[beside[level]] & LEFT:
                made = (*made, (card, beside[level]))
        return made

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Every clothes line as (left card, right card), from left to right and upward."""
        lines = self.faces.lines
        return tuple(
            (left, right)
            for one, other in pairwise(self.buildings)
            for left, right in zip(one[1:], other[1:], strict=False)
            if lines[left] & RIGHT and lines[right] & LEFT
        )

    # --- relocation ---

    @cached_property
    def swaps(self) -> tuple[tuple[str, str], ...]:
        """Every pair of neighbouring cards that may be swapped, lower or left card first (CD-29)."""
        roofs = self.faces.roofs
        pairs: list[tuple[str, str]] = []
        for building in self.buildings:
            pairs += [pair for pair in pairwise(building[1:]) if pair[1] not in roofs]
        for one, other in pairwise(self.buildings):
            for left, right in zip(one[1:], other[1:], strict=False):
                if (left in roofs) == (right in roofs) or (left == one[-1] and right == other[-1]):
                    pairs.append((left, right))
        return tuple(pairs)

    def swapped(self, cards: tuple[str, str]) -> "Village":
        """The village with two cards in each other's place."""
        other = {cards[0]: cards[1], cards[1]: cards[0]}
        return Village(
            self.faces,
            tuple(
                tuple(other.get(card, card) for card in building)
                if cards[0] in building or cards[1] in building
                else building
                for building in self.buildings
            ),
        )

    def new_lines(self, before: "Village") -> tuple[tuple[str, str], ...]:
        """The clothes lines of which at least one card was in none before a relocation (CD-29)."""
        lined = {card for line in before.lines for card in line}
        return tuple(line for line in self.lines if line[0] not in lined or line[1] not in lined)

    # --- what is counted ---

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Floors and roofs, building by building."""
        return tuple(card for building in self.buildings for card in building[1:])

    @cached_property
    def size(self) -> int:
        """All cards, doorways too."""
        return sum(map(len, self.buildings))

    @cached_property
    def colours(self) -> frozenset[str]:
        """The colours of floors and roofs (CD-21)."""
        return frozenset(map(self.faces.colour.__getitem__, self.cards))

    @cached_property
    def _grid(self) -> dict[int, str]:
        return {
            number * _COLUMN + level: card
            for number, building in enumerate(self.buildings)
            for level, card in enumerate(building)
            if level
        }

    @cached_property
    def lit(self) -> frozenset[str]:
        """The floors and roofs joined to the doorways by cables (CD-33)."""
        cables, grid = self.faces.cables, self._grid
        todo = [
            number * _COLUMN + 1
            for number, building in enumerate(self.buildings)
            if len(building) > 1 and cables[building[1]] & DOWN
        ]
        seen = set(todo)
        while todo:
            at = todo.pop()
            bits = cables[grid[at]]
            for side, step, back in _STEPS:
                if bits & side:
                    beside = at + step
                    card = grid.get(beside)
                    if card is not None and beside not in seen and cables[card] & back:
                        seen.add(beside)
                        todo.append(beside)
        return frozenset(map(grid.__getitem__, seen))

    def lights(self, card: str, place: int) -> bool:
        """Whether a card would be joined to the doorways on a place: beside a card that is, or on a doorway (CD-33)."""
        cables, grid, level = self.faces.cables, self._grid, self.level(place)
        bits = cables[card]
        if level == 1 and bits & DOWN:
            return True
        at = (place - 1) * _COLUMN + level
        return any(
            bits & side and (beside := grid.get(at + step, "")) in self.lit and cables[beside] & back
            for side, step, back in _STEPS
        )

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """For each colour its largest orthogonally connected group of floors and roofs (CD-32)."""
        colour, grid = self.faces.colour, self._grid
        kind = {at: colour[card] for at, card in grid.items()}
        best: dict[str, tuple[str, ...]] = dict.fromkeys(COLOURS, ())
        while kind:
            start, mine = kind.popitem()
            group = [start]
            for at in group:
                for step in _NEIGHBOURS:
                    if kind.get(at + step) == mine:
                        del kind[at + step]
                        group.append(at + step)
            if len(group) > len(best[mine]):
                best[mine] = tuple(grid[at] for at in sorted(group))
        return best

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """The height of each building with its bonus; 0 for one without a roof (CD-31)."""
        roofs, bonus = self.faces.roofs, self.faces.bonus
        return tuple(
            len(building) - 1 + (bonus.get(building[-1]) == "height_plus_1") if building[-1] in roofs else 0
            for building in self.buildings
        )

    def count(self, kind: str) -> int:
        """How many `balconies`, `neighbours` or `chimneys` the village has, before multiplying."""
        faces = self.faces
        numbers = (
            faces.balconies if kind == "balconies" else faces.neighbours if kind == "neighbours" else faces.chimneys
        )
        return sum(map(numbers.__getitem__, self.cards))

    @cached_property
    def bonuses(self) -> tuple[str, ...]:
        """The bonuses of its roofs."""
        bonus = self.faces.bonus
        return tuple(bonus[building[-1]] for building in self.buildings if building[-1] in bonus)


_STEPS = ((UP, 1, DOWN), (DOWN, -1, UP), (LEFT, -_COLUMN, RIGHT), (RIGHT, _COLUMN, LEFT))
_NEIGHBOURS = (1, -1, _COLUMN, -_COLUMN)
