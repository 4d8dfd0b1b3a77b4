"""The house bot of Cubaneo: it tries its whole turn on what it can see, and takes the first step of the best one.

It knows the two views only. A turn is climbed step by step as long as the position gets better in the eyes of
`worth.Judge`; the cards and visits that a turn can start with are all climbed and compared.
"""

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

from app.games.cubaneo import ballots, turns
from app.games.cubaneo.actions import Build, Convert, End, Harvest, Load, Partner, Use, Visit, Work
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import INDEX, LINES
from app.games.cubaneo.sight import imagined
from app.games.cubaneo.worth import Judge
from app.games.session import Action, Choice, View

BUILDINGS_TRIED = 8
SITES_TRIED = 2
USES_AHEAD = 2
TRIES = 400
"""Positions looked at for a decision: 25 on average; the bound keeps the longest within some 25 ms."""
CLOSE = 1e-9


def decide(seat: int, public: View, private: View, rng: Random) -> Action:
    """An action for the seat: of equally good ones the first. Chance has a say in how many votes are bought."""
    choices: tuple[Choice, ...] = private["choices"]
    game = imagined(public)
    kind = choices[0].action
    if kind in ballots.DECIDE:
        return ballots.DECIDE[kind](game, seat, choices, rng)
    return Climb(Judge(game, seat), seat).best(game)


def default(seat: int, public: View, private: View, rng: Random) -> Action:
    """What is played for a seat whose time has run out: what the house bot would do."""
    return decide(seat, public, private, rng)


class Climb:
    """Looks for the best way to end a turn."""

    def __init__(self, judge: Judge, seat: int) -> None:
        self.judge = judge
        self.seat = seat
        self.tries = TRIES

    def best(self, game: Game) -> Action:
        """The first step of the best turn."""
        if game.state.doing.card:
            return self.climb(game)[1]
        found = [(self.climb(self._tried(game, action))[0], action) for action in self._starts(game)]
        return max(found, key=lambda pair: pair[0])[1]

    def climb(self, game: Game, uses: int = USES_AHEAD) -> tuple[float, Action]:
        """Go on as long as it gets better, trying at most so many uses of buildings after another.

        Returns: the worth reached, and the first step towards it.
        """
        worth = self.judge.worth(game)
        first: Action = End()
        while True:
            steps = list(self._steps(game))
            best, step, reached = self._better(game, worth, [each for each in steps if not isinstance(each, Use)], uses)
            if uses and (step is None or not game.state.doing.opened):
                best, use, further = self._better(
                    game, best, [each for each in steps if isinstance(each, Use)], uses - 1
                )
                if use is not None:
                    step, reached = use, further
            if step is None:
                return worth, first
            if isinstance(first, End):
                first = step
            if self._opens(game, step):
                return best, first
            worth, game = best, reached

    def _better(self, game: Game, worth: float, steps: list[Action], uses: int) -> tuple[float, Action | None, Game]:
        """The best of these steps, if it betters this worth, and where it leads."""
        best, step, reached = worth, None, game
        for action in steps:
            if self.tries <= 0:
                break
            trial = self._tried(game, action)
            value = self.climb(trial, uses)[0] if self._opens(game, action) else self.judge.worth(trial)
            if value > best + CLOSE:
                best, step, reached = value, action, trial
        return best, step, reached

    def _tried(self, game: Game, action: Action) -> Game:
        self.tries -= 1
        trial = Game(game.book, copy(game.state))
        turns.CARRY_OUT[type(action)](trial, self.seat, action)
        return trial

    @staticmethod
    def _opens(game: Game, action: Action) -> bool:
        """Whether an action is worth only what follows it."""
        if isinstance(action, Load):
            opened = game.state.doing.opened
            return opened is not None and not opened.berth
        return isinstance(action, Use | Partner | Work | Build)

    def _starts(self, game: Game) -> Iterator[Action]:
        for choice in turns.choices(game, self.seat):
            if choice.action is Visit:
                yield from (Visit(card) for card in choice.fields["card"])
            else:
                yield from choice

    def _steps(self, game: Game) -> Iterator[Action]:
        for choice in turns.choices(game, self.seat):
            if choice.action is Harvest:
                yield from self._harvests(choice)
            elif choice.action is Convert:
                counts = tuple(choice.fields["count"])
                yield from (Convert(count) for count in sorted({counts[0], counts[-1]}))
            elif choice.action is Build:
                yield from self._builds(game, choice)
            elif choice.action is not End:
                yield from choice

    def _harvests(self, choice: Choice) -> Iterator[Action]:
        domain: Any = choice.fields["products"]
        limits = sorted(domain.limits.items(), key=lambda item: -self.judge.wanted(INDEX[item[0]]))
        for most in sorted({min(2, domain.most), domain.most}):
            products, left = {}, most
            for kind, limit in limits:
                if left:
                    products[kind] = min(limit, left)
                    left -= products[kind]
            yield Harvest(products)

    def _builds(self, game: Game, choice: Choice) -> Iterator[Action]:
        numbers = sorted(choice.fields["building"], key=lambda number: -self.judge.buildings[number])[:BUILDINGS_TRIED]
        sites = sorted(choice.fields["space"], key=lambda space: -self._site(game, space))[:SITES_TRIED]
        for extra in choice.fields["extra"]:
            yield from (Build(number, space, extra) for number in numbers for space in sites)

    def _site(self, game: Game, space: int) -> float:
        """How good a space is to build on: near the worker and other buildings, where little is lost."""
        player = game.player(self.seat)
        spaces = game.book.properties[player.estate].spaces
        near = sum(1 for at in LINES[space] if player.tiles[at] or spaces[at] < 0)
        return near + (0.5 if space in LINES[player.worker] else 0.0) + (0.3 if spaces[space] >= 3 else 0.0)
