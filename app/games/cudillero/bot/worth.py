"""What a village is worth to the bot: its score, and what may still become of it."""

from msgspec import Struct

from app.games.cudillero.bot.outlook import Outlook
from app.games.cudillero.components import COLOURS, LEFT, RIGHT, UP
from app.games.cudillero.objectives import PERSONAL, POINTS, RACES
from app.games.cudillero.scoring import COUNTED, FIBRE_POINTS, HEIGHT_POINTS
from app.games.cudillero.village import MOST_FLOORS, Village


class Weights(Struct, frozen=True):
    """How much the bot thinks of things that are not points yet. Found by play against itself."""

    rise: float = 2.2
    """Expected rise of a colour's value during a whole game."""
    cap: float = 0.6
    """Share of the height points of a building that has no roof yet."""
    cable: float = 0.3
    """An open end of the fibre, as a share of what one card more on it would bring."""
    line: float = 2.5
    """An open end of a clothes line."""
    room: float = 4.0
    """A building that can still grow, up to some."""
    rooms: float = 3.0
    """How many such buildings are of use."""
    hand: float = 0.55
    """Share of what a card in hand would bring if it were built."""
    free: float = 6.0
    """A free build."""
    token: float = 6.0
    """A token for a turn that is still unused, at the beginning."""
    price: float = 0.25
    """A point on an action card that is bid."""
    plus: float = 5.0
    """A plus token that is still unused, at the beginning."""


class Judge:
    """Judges villages for one decision."""

    def __init__(self, outlook: Outlook, weights: Weights) -> None:
        self.outlook = outlook
        self.weights = weights
        self.faces = outlook.faces
        self.prize = outlook.prize
        self.race = RACES.get(outlook.objective.key)
        self.roof = outlook.kept.roof
        self.roof_bonus = self.faces.bonus.get(self.roof, "")
        self.aim = PERSONAL.get(outlook.kept.objective)
        total = outlook.catalogue.days * outlook.catalogue.rounds
        self.time: float = (outlook.rounds_left - 1) / total
        """The share of the game that comes after this round."""
        self._worth: dict[tuple[tuple[tuple[str, ...], ...], tuple[int, ...]], float] = {}

    @property
    def judged(self) -> int:
        """How many villages have been judged."""
        return len(self._worth)

    def worth(self, village: Village, values: tuple[int, ...]) -> float:
        """Points that a village will bring, more or less."""
        key = (village.buildings, values)
        known = self._worth.get(key)
        if known is None:
            known = self._worth[key] = self._judge(village, values)
        return known

    def _judge(self, village: Village, values: tuple[int, ...]) -> float:
        weights, time = self.weights, self.time
        bonuses = list(village.bonuses)
        total: float = sum(HEIGHT_POINTS[height] for height in village.heights)
        growing = [len(village.buildings[place - 1]) for place in village.roof_places]
        if growing and self.roof:
            growing.sort()
            height = growing.pop() + (self.roof_bonus == "height_plus_1")
            total += HEIGHT_POINTS[height]
            bonuses.append(self.roof_bonus)
        share = weights.cap * min(1.0, 3 * time)
        total += share * sum(HEIGHT_POINTS[floors] for floors in growing)
        connected = min(len(village.lit) + bonuses.count("connection_plus_1"), len(FIBRE_POINTS) - 1)
        total += FIBRE_POINTS[connected]
        if connected < len(FIBRE_POINTS) - 1 and time:
            step = FIBRE_POINTS[connected + 1] - FIBRE_POINTS[connected]
            total += weights.cable * step * time * min(4, self._open_cables(village))
        rise = weights.rise * time
        for colour, value in zip(COLOURS, values, strict=True):
            total += len(village.groups[colour]) * (value + rise)
        for kind in COUNTED:
            total += village.count(kind) * (2 * bonuses.count(f"{kind}_x2") or 1)
        if time:
            total += weights.line * time * self._open_lines(village)
            total += weights.room * time * min(weights.rooms, len(village.floor_places))
        if self.prize and self.race and self.race.reached(village):
            total += self.prize
        if self.aim and self.aim(village):
            total += POINTS
        return total

    def _open_cables(self, village: Village) -> int:
        """Ends of the fibre at which one more card could be joined."""
        cables, lit, roofs = self.faces.cables, village.lit, self.faces.roofs
        buildings = village.buildings
        found = 0
        for number, building in enumerate(buildings):
            top = building[-1]
            if len(building) == 1 or (top in lit and top not in roofs and cables[top] & UP):
                found += 1
            for side, beside in ((LEFT, number - 1), (RIGHT, number + 1)):
                if 0 <= beside < len(buildings) and buildings[beside][-1] not in roofs:
                    level = len(buildings[beside])
                    if 0 < level < len(building) and building[level] in lit and cables[building[level]] & side:
                        found += 1
        return found

    def _open_lines(self, village: Village) -> int:
        """Ends of clothes lines that face a place where a floor could be put, at once or later."""
        lines, roofs, buildings = self.faces.lines, self.faces.roofs, village.buildings
        found = 0
        for number, building in enumerate(buildings):
            for side, beside in ((LEFT, number - 1), (RIGHT, number + 1)):
                if 0 <= beside < len(buildings) and buildings[beside][-1] not in roofs:
                    height = len(buildings[beside])
                    found += sum(
                        1
                        for level in range(height, min(len(building), MOST_FLOORS + 1))
                        if lines[building[level]] & side
                    )
        return found
