"""The house player of Cuckooo!: aims at 21 with what it can see.

It knows the two views only. Everything is reckoned in silver: a total is worth its chance to lie above the magpie, and
a gold coin if it is 21. A hand is worth its best plan: which sparrows to enlist, which owl to keep, and how likely the
rest can be laid before nothing fits and a cuckoo spoils (or makes) the flock.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import combinations, islice
from random import Random
from typing import NamedTuple, TypeVar

from app.games.cuckooo.actions import Cuckoo, Decline, Enlist, Equip, Keep, Lay, Pass, Ready, Series, Swap, Take
from app.games.cuckooo.assembling import FLOCK
from app.games.cuckooo.components import VALUE
from app.games.cuckooo.settlement import GOAL
from app.games.domains import SomeOf
from app.games.session import Action, Choice, View

T = TypeVar("T")
Cards = tuple[str, ...]

GOLD = 2.2
"""What a gold coin is worth, in silver: the first is worth one, the others two."""
SHARE = 2.5
"""The silver that a flock gets that shares it."""
FITS = 0.3
"""How likely a sparrow fits the row when its time comes."""
MAGPIES = (17, 17, 18, 18, 19, 19, 20, 20)
TOKENS = {"series": 5, "order": 4, "spying": 3, "big-hand": 2, "swap": 1}
"""The action tokens: the dearer, the better."""
ADDITIONS = range(3, 14)
"""What an owl gets to its own value, more or less as often each."""
CUCKOO = 4
"""A middling cuckoo."""
RUNS = 60
"""How many runs of Series are looked at."""


class Sight(NamedTuple):
    """What a seat reckons with: the worth of each total, its owls, flock and hand, the highest cuckoo left or 0."""

    worth: Mapping[int, float]
    owls: Cards
    flock: Cards
    hand: Cards
    cuckoo: int


def decide(seat: int, public: View, private: View, rng: Random) -> Action:
    """An action for the seat. Where two are as good, chance decides."""
    choices = {choice.action: choice for choice in private["choices"]}
    first = next(iter(choices))
    if first in (Lay, Cuckoo):
        return _turn(_sight(seat, public, private), choices, public["turn"].data["final"], rng)
    if first in _DECIDED:
        return _DECIDED[first](_sight(seat, public, private), choices[first], rng)
    return _swap(seat, _sight(seat, public, private), choices[Swap], public, rng) if first is Swap else Ready()


def default(seat: int, public: View, private: View, rng: Random) -> Action:
    """What is played when a clock runs out: as `decide`, but a swap is declined (CK-34)."""
    if any(choice.action is Decline for choice in private["choices"]):
        return Decline()
    return decide(seat, public, private, rng)


def _sight(seat: int, public: View, private: View) -> Sight:
    me = public[f"player-{seat}"]
    flock = (*private["flock"], me.cuckoo) if me.cuckoo else private["flock"]
    left = next((VALUE[cuckoo.piece] for cuckoo in public["cuckoos"] if not cuckoo.seat), 0)
    return Sight(_worth(public, private), me.owls, flock, private["hand"], left)


def _worth(public: View, private: View) -> dict[int, float]:
    """What each total up to 21 is worth, by the magpie that was seen or those that are left."""
    magpies = list(MAGPIES)
    for magpie in public["decks"].turned:
        if VALUE[magpie] in magpies:
            magpies.remove(VALUE[magpie])
    if private["spied"]:
        magpies = [VALUE[private["spied"][0]]]
    worth = {
        total: SHARE * sum(magpie < total for magpie in magpies) / max(len(magpies), 1) for total in range(17, GOAL + 1)
    }
    worth[GOAL] += GOLD
    return worth


def _reached(sight: Sight, cards: Iterable[str], more: int = 0) -> float:
    """The worth of the flock with these sparrows and so much more, with the better owl."""
    added = more + sum([VALUE[card] for card in cards])
    return max([sight.worth.get(VALUE[owl] + added, 0.0) for owl in sight.owls], default=0.0)


def _best(options: Iterable[T], value: Callable[[T], float], rng: Random) -> T:
    return max(options, key=lambda option: (value(option), rng.random()))


@cache
def _clean(to_lay: int, to_enlist: int) -> float:
    """How likely so many sparrows can all be laid, when one may be enlisted instead so many times."""
    if not to_lay:
        return 1.0
    fits = 1 - (1 - FITS) ** to_lay
    otherwise = _clean(to_lay, to_enlist - 1) if to_enlist else 0.0
    return fits * _clean(to_lay - 1, to_enlist) + (1 - fits) * otherwise


def _prospect(sight: Sight, flock: Cards, hand: Cards) -> float:
    """What a flock and a hand are worth by the best plan."""
    best = 0.0
    for size in range(min(FLOCK - len(flock), len(hand)) + 1):
        clean = _clean(len(hand) - size, size)
        for joining in combinations(hand, size):
            cards = flock + joining
            with_cuckoo = _reached(sight, cards, sight.cuckoo)
            best = max(best, clean * _reached(sight, cards) + (1 - clean) * with_cuckoo)
    return best


def _turn(sight: Sight, choices: Mapping[type[Action], Choice], final: bool, rng: Random) -> Action:
    """A, B or C: whatever leaves the best prospect. After a final action the rest of the hand is gone."""
    flock, hand = sight.flock, sight.hand

    def after(flock: Cards, laid: Cards) -> float:
        return _prospect(sight, flock, () if final else tuple([card for card in hand if card not in laid]))

    rated: list[tuple[float, float, Action]] = []
    if Lay in choices:
        rated += [(after(flock, (card,)), rng.random(), Lay(card)) for card in choices[Lay].fields["card"]]
    if Series in choices:
        runs = islice(choices[Series].fields["cards"], RUNS)
        rated += [(after(flock, run), rng.random(), Series(run)) for run in runs]
    if Enlist in choices:
        rated += [
            (after((*flock, card), (card,)), rng.random(), Enlist(card)) for card in choices[Enlist].fields["card"]
        ]
    if Cuckoo in choices:
        rated.append((_reached(sight, flock, sight.cuckoo), rng.random(), Cuckoo()))
    return max(rated, key=lambda one: one[:2])[2]


def _keep(sight: Sight, choice: Choice, rng: Random) -> Action:
    added = sum(VALUE[card] for card in sight.flock)
    return Keep(_best(choice.fields["owl"], lambda owl: sight.worth.get(VALUE[owl] + added, 0.0), rng))


def _pass(sight: Sight, choice: Choice, rng: Random) -> Action:
    """Keep what promises the best flock, with and without a middling cuckoo."""
    domain = choice.fields["cards"]
    assert isinstance(domain, SomeOf)
    cards: Cards = domain.values
    joinings = [joining for size in range(FLOCK + 1) for joining in combinations(cards, size)]
    plans = [(frozenset(joining), _promised(sight, joining)) for joining in joinings]
    plans.sort(key=lambda plan: -plan[1])

    def value(passed: Cards) -> float:
        return next(worth for joining, worth in plans if joining.isdisjoint(passed))

    return Pass(_best(domain, value, rng))


def _promised(sight: Sight, joining: Cards) -> float:
    return _reached(sight, joining) + 0.6 * _reached(sight, joining, CUCKOO)


def _promise(sight: Sight, owls: Iterable[str]) -> float:
    """What owls are worth before the sparrows are dealt."""
    return sum(max(sight.worth.get(VALUE[owl] + added, 0.0) for owl in owls) for added in ADDITIONS)


def _take(sight: Sight, choice: Choice, rng: Random) -> Action:
    return Take(_owl(sight, choice, rng))


def _equip(sight: Sight, choice: Choice, rng: Random) -> Action:
    return Equip(_owl(sight, choice, rng), _best(choice.fields["token"], lambda token: TOKENS.get(token, 0), rng))


def _owl(sight: Sight, choice: Choice, rng: Random) -> str:
    owls: Iterable[str] = choice.fields["owl"]
    return _best(owls, lambda owl: _promise(sight, (*sight.owls, owl)), rng)


def _swap(seat: int, sight: Sight, choice: Choice, public: View, rng: Random) -> Action:
    """Exchange an own owl for one that promises more, or none."""
    mine = public[f"player-{seat}"].owls

    def gain(owls: Cards) -> float:
        give = next((owl for owl in owls if owl in mine), "")
        got = next((owl for owl in owls if owl != give), "")
        return _promise(sight, [got if owl == give else owl for owl in mine]) - _promise(sight, mine) if give else 0.0

    best = _best(choice.fields["owls"], gain, rng)
    return Swap(best) if gain(best) > 0 else Decline()


_DECIDED: Mapping[type[Action], Callable[[Sight, Choice, Random], Action]] = {
    Keep: _keep,
    Pass: _pass,
    Take: _take,
    Equip: _equip,
}
