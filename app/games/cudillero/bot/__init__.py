"""The house bot: it plays from the two views that a person in its seat has, and from nothing else."""

from random import Random

from app.games.cudillero.actions import Decline, End
from app.games.cudillero.bot.bids import add, bid
from app.games.cudillero.bot.outlook import Outlook
from app.games.cudillero.bot.plans import plan
from app.games.cudillero.bot.roofs import keep, roof
from app.games.session import Action, Turn, View


def decide(seat: int, public: View, private: View, rng: Random) -> Action:
    """An action for the seat, from what it sees; nothing is left to chance."""
    turn: Turn = public["turn"]
    outlook = Outlook(seat, public, private)
    if turn.phase == "start":
        return keep(outlook)
    if turn.phase == "bids":
        return bid(outlook)
    if turn.phase == "tokens":
        return add(outlook)
    if turn.phase == "roofs":
        return roof(outlook)
    return plan(outlook)


def default(seat: int, public: View, private: View, rng: Random) -> Action:
    """What is played when a clock runs out: a turn ends, a free build is declined, a choice that all make is made."""
    for choice in private["choices"]:
        if choice.action is Decline:
            return Decline()
    if public["turn"].phase == "turns":
        return End()
    return decide(seat, public, private, rng)
