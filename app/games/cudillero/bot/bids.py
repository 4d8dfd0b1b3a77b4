"""Bids: the bot weighs what winning the round would bring against the cards that it costs."""

from itertools import combinations, permutations

from app.games.cudillero.actions import Add, Bid
from app.games.cudillero.bot.outlook import Outlook
from app.games.cudillero.bot.plans import WEIGHTS, Planner
from app.games.cudillero.components import ACTION_CARDS
from app.games.cudillero.objectives import TOKEN_OBJECTIVES
from app.games.cudillero.state import PLUS, Pool
from app.games.cudillero.turns import granted
from app.games.session import Action

COSTS = {"plus_10": 0.7, "plus_20": 1.0}
"""How dear the tokens are, as shares of the weight for them."""
WIDTH = 2
"""Positions that are thought on at each step of a turn to come."""


class Prospects:
    """What the action cards would bring if the turn were now: as starting player, and else."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.planner = Planner(outlook, WIDTH)
        self.nothing = self.planner.best(outlook.position(Pool()), ("buy", "build")).worth
        self._known: dict[tuple[tuple[str, str], int], float] = {}

    def worth(self, card: int, actions: int) -> float:
        """What so many actions of a card would bring."""
        first, second = sorted(self.outlook.catalogue.action_cards[card])
        key = ((first, second), actions)
        if key not in self._known:
            position = self.outlook.position(granted(Pool(), key[0], actions))
            self._known[key] = self.planner.best(position, key[0]).worth - self.nothing
        return self._known[key]


def chance_to_win(outlook: Outlook, total: float) -> float:
    """The chance that a higher bid card, with its tokens, beats those of all others."""
    chance = 1.0
    for other in outlook.others.values():
        unseen = [card for card in range(1, ACTION_CARDS + 1) if card not in other.played]
        lower = sum(1.0 if card < total else 0.5 if card == total else 0.0 for card in unseen)
        chance *= (lower / len(unseen)) ** 2
    return chance


def bid(outlook: Outlook) -> Action:
    """The two cards to bid and the one to play that promise most."""
    prospects = Prospects(outlook)
    hand = outlook.cards.hand
    last = len(hand) == 3

    def price(card: int) -> float:
        """What a card would be worth in later rounds of the day."""
        return 0.0 if last else WEIGHTS.price * card

    best = None
    for play, high, low in permutations(hand, 3):
        if high < low:
            continue
        chance = chance_to_win(outlook, high + low / 100)
        worth = chance * prospects.worth(play, 2) + (1 - chance) * prospects.worth(play, 1)
        worth -= price(play) + price(high) + price(low)
        if best is None or worth > best[0]:
            best = (worth, high, low, play)
    assert best is not None
    return Bid((best[1], best[2]), best[3])


def add(outlook: Outlook) -> Action:
    """The tokens that raise the chance to win by enough, none that an objective rewards."""
    mine = outlook.cards.bid
    assert mine is not None
    prospects = Prospects(outlook)
    stake = prospects.worth(mine.play, 2) - prospects.worth(mine.play, 1)
    high, low = mine.bids
    kept = TOKEN_OBJECTIVES.get(outlook.objective.key)
    free = [token for token in outlook.mine.tokens if token in PLUS and token != kept]
    ways = [tokens for size in range(len(free) + 1) for tokens in combinations(free, size)]
    time = prospects.planner.judge.time

    def worth(tokens: tuple[str, ...]) -> float:
        total = high + low / 100 + sum(PLUS[token] for token in tokens)
        cost = sum(COSTS[token] * WEIGHTS.plus for token in tokens)
        return stake * chance_to_win(outlook, total) - cost * min(1.0, 2 * time)

    return Add(max(ways, key=worth))
