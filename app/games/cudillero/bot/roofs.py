"""Starting roofs and personal objectives: which the bot keeps, and where it builds the roof."""

from app.games.cudillero.actions import Keep, Roof
from app.games.cudillero.bot.outlook import Outlook
from app.games.cudillero.bot.plans import Planner
from app.games.session import Action

ROOFS = {"height_plus_1": 5, "connection_plus_1": 6, "chimneys_x2": 5, "balconies_x2": 4, "neighbours_x2": 4}
"""What the bonus of a starting roof is thought to bring."""
AIMS = (
    "height_4_twice",
    "level_3_line",
    "level_3_balcony",
    "level_3_neighbour",
    "complete_3",
    "level_3_white",
    "level_3_yellow",
    "level_3_red",
    "level_3_blue",
    "row_different",
    "chimneys_9",
    "row_same",
)
"""Personal objectives, those first that the bot meets most often without trying."""


def keep(outlook: Outlook) -> Action:
    """The roof and the personal objective that are thought to bring most."""
    cards = outlook.catalogue.cards

    def merit(roof: str) -> int:
        card = cards[roof]
        return ROOFS.get(card.bonus, 0) + card.chimneys + card.balconies + card.neighbours

    return Keep(max(outlook.kept.offers, key=merit), min(outlook.kept.aims, key=AIMS.index, default=""))


def roof(outlook: Outlook) -> Action:
    """The place on which the starting roof brings most."""
    planner = Planner(outlook)
    judge = planner.judge
    judge.roof = judge.roof_bonus = ""
    village, values = outlook.village, outlook.values
    ways = {place: judge.worth(village.built(outlook.kept.roof, place), values) for place in village.roof_places}
    ways[0] = judge.worth(village, values)
    return Roof(max(ways, key=lambda place: (ways[place], place)))
