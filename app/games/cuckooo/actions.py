"""What a player of Cuckooo! can do, and the domains that only this game has."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random
from typing import Any

from app.games.domains import Domain
from app.games.session import Action


class Pass(Action, frozen=True):
    """Pick three sparrows to pass to the right (CK-8)."""

    cards: tuple[str, ...]


class Enlist(Action, frozen=True):
    """Add a sparrow from hand to the flock (CK-10 A)."""

    card: str


class Lay(Action, frozen=True):
    """Lay a sparrow that fits on the row (CK-10 B)."""

    card: str


class Series(Action, frozen=True):
    """Lay two or more sparrows, each fitting the one before, as one action (CK-29)."""

    cards: tuple[str, ...]


class Cuckoo(Action, frozen=True):
    """Show and discard the hand, of which nothing fits, and take the highest cuckoo left (CK-10 C)."""


class Keep(Action, frozen=True):
    """Keep that owl for the flock; the other goes under the owl deck (CK-12)."""

    owl: str


class Take(Action, frozen=True):
    """Take an owl on offer (CK-20)."""

    owl: str


class Equip(Action, frozen=True):
    """Take an owl on offer and an action token, both at once (CK-24)."""

    owl: str
    token: str


class Swap(Action, frozen=True):
    """Exchange an owl of one player with an owl of another (CK-26)."""

    owls: tuple[str, ...]


class Decline(Action, frozen=True):
    """Swap no owls (CK-26)."""


class Ready(Action, frozen=True):
    """Go on after the settlement (CK-19)."""


Actions = Pass | Enlist | Lay | Series | Cuckoo | Keep | Take | Equip | Swap | Decline | Ready


class Run(Domain, frozen=True):
    """A tuple of at least `least` distinct sparrows: the first is one of `starts`, each other follows the one before.

    `follow` has for each card of the hand those of the hand that fit it.
    """

    starts: tuple[str, ...]
    follow: Mapping[str, tuple[str, ...]]
    least: int = 2

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) < self.least:
            return False
        nexts: tuple[str, ...] = self.starts
        for card in value:
            if card not in nexts:
                return False
            nexts = self.follow[card]
        return len(set(value)) == len(value)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return self._runs((), self.starts)

    def _runs(self, so_far: tuple[str, ...], nexts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for card in nexts:
            if card not in so_far:
                run = (*so_far, card)
                if len(run) >= self.least:
                    yield run
                yield from self._runs(run, self.follow[card])

    def sample(self, rng: Random) -> tuple[str, ...]:
        run = [rng.choice([card for card in self.starts if self.follow[card]])]
        while nexts := [card for card in self.follow[run[-1]] if card not in run]:
            if len(run) >= self.least and rng.random() < 0.3:
                break
            run.append(rng.choice(nexts))
        return tuple(run)


class Pair(Domain, frozen=True):
    """Two pieces of different groups, in any order (listed in one order only)."""

    groups: tuple[tuple[str, ...], ...]

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) != 2:
            return False
        found = [at for piece in value for at, group in enumerate(self.groups) if piece in group]
        return len(found) == 2 and found[0] != found[1]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        for one, other in combinations(self.groups, 2):
            yield from product(one, other)

    def sample(self, rng: Random) -> tuple[Any, ...]:
        one, other = rng.sample([group for group in self.groups if group], 2)
        return rng.choice(one), rng.choice(other)
