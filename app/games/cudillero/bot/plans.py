"""Turns: the bot looks for the best way to use what is left of its turn, and makes the first step of it."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from app.games.cudillero.actions import Build, Buy, Decline, Discard, End, Free, Relocate, Use, Value
from app.games.cudillero.bot.outlook import Outlook, Position
from app.games.cudillero.bot.worth import Judge, Weights
from app.games.cudillero.components import COLOURS
from app.games.cudillero.state import EXTRA_ACTION, EXTRA_TURN, RELOCATE, Pool
from app.games.cudillero.turns import granted, is_stuck
from app.games.session import Action

WIDTH = 4
"""Positions that are thought on at each step of a turn."""
TRIES = 4
"""Ways to do an action that are thought of at a position."""
SWAPS = 2
"""Swaps of the Relocate token that are thought of at a position."""
STEPS = 9
"""Steps of a turn that are thought ahead."""
MOST = 400
"""Villages that are judged before a plan stops looking further ahead."""

SHARES = (1, 0.8, 0.6, 0.4, 0.2)
"""How much of the best card in hand counts, of the next one, and so on: not all will be built."""
TOKENS = {EXTRA_TURN: 1.0, EXTRA_ACTION: 1.0, RELOCATE: 0.3}
"""How dear the tokens for a turn are, as shares of the weight for them."""

WEIGHTS = Weights()


class Line(Struct, frozen=True):
    """A line of thought: the first step, the position it has led to, what that is worth."""

    first: Action | None
    position: Position
    worth: float


class Planner:
    """Looks for the best line of one turn."""

    def __init__(self, outlook: Outlook, width: int = WIDTH, weights: Weights = WEIGHTS) -> None:
        self.outlook = outlook
        self.width = width
        self.weights = weights
        self.judge = Judge(outlook, weights)
        self._gains: dict[tuple[object, ...], float] = {}

    def best(self, position: Position, deeds: tuple[str, ...]) -> Line:
        """The line that ends the turn with the greatest worth."""
        start = Line(None, position, self._worth(position))
        best = Line(End(), position, start.worth) if not position.pool.free else start
        beam = [start]
        seen: set[tuple[object, ...]] = set()
        for _ in range(STEPS):
            found = []
            for line in beam:
                for action, after in self._steps(line.position, deeds):
                    key = (after.village.buildings, frozenset(after.hand), after.pool, after.tokens, after.values)
                    if key in seen:
                        continue
                    seen.add(key)
                    found.append(Line(line.first or action, after, self._worth(after)))
            if not found or self.judge.judged > MOST:
                break
            found.sort(key=lambda line: line.worth, reverse=True)
            beam = found[: self.width]
            for line in beam:
                if not line.position.pool.free and line.worth > best.worth + 1e-9:
                    best = line
        return best

    def _worth(self, position: Position) -> float:
        """The village, the hand, free builds and tokens."""
        weights, judge = self.weights, self.judge
        worth = judge.worth(position.village, position.values)
        time = judge.time
        if time:
            gains = sorted((self._gain(position, card) for card in position.hand), reverse=True)
            worth += weights.hand * sum(gain * share for gain, share in zip(gains, SHARES, strict=False))
            worth += weights.token * min(1.0, 3 * time) * sum(TOKENS.get(token, 0.0) for token in position.tokens)
        return worth + weights.free * position.pool.free

    def _gain(self, position: Position, card: str) -> float:
        """What a card would bring on its best place."""
        village, values = position.village, position.values
        key = (village.buildings, values, card)
        gain = self._gains.get(key)
        if gain is None:
            before = self.judge.worth(village, values)
            gains = [self._place(position, card, place) - before for place in village.places(card)]
            gain = self._gains[key] = max(0.0, max(gains, default=0.0))
        return gain

    def _place(self, position: Position, card: str, place: int) -> float:
        village = position.village
        lines = len(village.lines_made(card, place)) if village.level(place) else 0
        return self.judge.worth(village.built(card, place), position.values) + self.weights.free * lines

    # --- steps ---

    def _steps(self, position: Position, deeds: tuple[str, ...]) -> Iterator[tuple[Action, Position]]:
        pool = position.pool
        if pool.free:
            yield from self._free_builds(position)
            return
        for at, deed in enumerate(dict.fromkeys(deeds)):
            if not ((pool.first, pool.second)[at] or pool.either):
                continue
            after = replace(position, pool=_spent(pool, at))
            if deed == "buy":
                yield from self._purchases(after)
            elif deed == "build":
                for card, place in self._placements(after, after.hand):
                    yield Build(card, place), self._built(after, card, place)
            else:
                yield from self._value_changes(after)
        yield from self._tokens(position, deeds)
        if is_stuck(position.village, position.hand):
            for card in position.hand:
                yield Discard((card,)), replace(position, hand=tuple(one for one in position.hand if one != card))

    def _free_builds(self, position: Position) -> Iterator[tuple[Action, Position]]:
        pool = position.pool
        after = replace(position, pool=replace(pool, free=pool.free - 1))
        yield Decline(), after
        cards = (*position.hand, *position.stalls, *self._top_doorway(position))
        for card, place in self._placements(after, cards):
            yield Free(card, place), self._built(after, card, place)

    def _top_doorway(self, position: Position) -> tuple[str, ...]:
        return (_next_doorway(self.outlook, position),) if position.doorways else ()

    def _placements(self, position: Position, cards: tuple[str, ...]) -> list[tuple[str, int]]:
        """The most promising ways to build one of the cards."""
        village = position.village
        ways = [(self._place(position, card, place), card, place) for card in cards for place in village.places(card)]
        ways.sort(key=lambda way: way[0], reverse=True)
        return [(card, place) for _, card, place in ways[:TRIES]]

    def _built(self, position: Position, card: str, place: int) -> Position:
        """The position after building a card of the hand or the market, with what follows."""
        village = position.village
        lines = len(village.lines_made(card, place)) if village.level(place) else 0
        after = village.built(card, place)
        tokens = position.tokens
        if len(after.colours) >= 3 > len(village.colours) and not self._had_extra_turn(position):
            tokens = (*tokens, EXTRA_TURN)
        held = card in position.hand
        return replace(
            position,
            village=after,
            hand=tuple(other for other in position.hand if other != card),
            stalls=tuple(other for other in position.stalls if other != card),
            doorways=position.doorways - (not held and card not in village.faces.colour),
            tokens=tokens,
            pool=replace(position.pool, free=position.pool.free + lines),
        )

    def _had_extra_turn(self, position: Position) -> bool:
        return EXTRA_TURN in position.tokens or len(self.outlook.village.colours) >= 3

    def _purchases(self, position: Position) -> Iterator[tuple[Action, Position]]:
        if len(position.hand) >= position.village.limit:
            return
        cards = [*position.stalls, *self._top_doorway(position)]
        cards.sort(key=lambda card: self._gain(position, card), reverse=True)
        for card in cards[:TRIES]:
            yield (
                Buy(card),
                replace(
                    position,
                    hand=(*position.hand, card),
                    stalls=tuple(other for other in position.stalls if other != card),
                    doorways=position.doorways - (card not in position.village.faces.colour),
                ),
            )

    def _value_changes(self, position: Position) -> Iterator[tuple[Action, Position]]:
        catalogue = self.outlook.catalogue
        for at, colour in enumerate(COLOURS):
            value = position.values[at] + 1
            if value > catalogue.value_limit or not position.village.groups[colour]:
                continue
            free = value == catalogue.stock_market_line and colour not in position.stocked
            yield (
                Value(colour, 1),
                replace(
                    position,
                    values=(*position.values[:at], value, *position.values[at + 1 :]),
                    pool=replace(position.pool, free=position.pool.free + free),
                    stocked=(*position.stocked, colour) if free else position.stocked,
                ),
            )

    def _tokens(self, position: Position, deeds: tuple[str, ...]) -> Iterator[tuple[Action, Position]]:
        first, second = deeds[0], deeds[-1]
        for token, actions in ((EXTRA_TURN, 2), (EXTRA_ACTION, 1)):
            if token in position.tokens:
                left = tuple(other for other in position.tokens if other != token)
                yield Use(token), replace(position, tokens=left, pool=granted(position.pool, (first, second), actions))
        if RELOCATE in position.tokens:
            left = tuple(other for other in position.tokens if other != RELOCATE)
            village = position.village
            swaps = []
            for cards in village.swaps:
                after = village.swapped(cards)
                lines = len(after.new_lines(village))
                swaps.append(
                    (self.judge.worth(after, position.values) + self.weights.free * lines, cards, after, lines)
                )
            swaps.sort(key=lambda swap: swap[0], reverse=True)
            for _, cards, after, lines in swaps[:SWAPS]:
                pool = replace(position.pool, free=position.pool.free + lines)
                yield Relocate(cards), replace(position, village=after, tokens=left, pool=pool)


def _next_doorway(outlook: Outlook, position: Position) -> str:
    """The id of the top doorway after those that the plan has taken."""
    number = int(outlook.market.doorway.removeprefix("door-"))
    return f"door-{number + outlook.market.doorways - position.doorways}"


def _spent(pool: Pool, at: int) -> Pool:
    """The pool after one of the actions: the first or the second of the card."""
    if at == 0 and pool.first:
        return replace(pool, first=pool.first - 1)
    if at == 1 and pool.second:
        return replace(pool, second=pool.second - 1)
    return replace(pool, either=pool.either - 1)


def present_pool(outlook: Outlook) -> Pool:
    """What is left of the present turn."""
    left = outlook.left
    counts = [left.left[deed] - left.either for deed in left.deeds]
    if left.deeds[0] == left.deeds[1]:
        return Pool(first=left.left[left.deeds[0]], free=left.free)
    return Pool(counts[0], counts[1], left.either, left.free)


def plan(outlook: Outlook) -> Action:
    """The first step of the best line of the turn."""
    line = Planner(outlook).best(outlook.position(present_pool(outlook)), outlook.deeds)
    if line.first is None:
        return Decline() if outlook.left.free else End()
    return line.first
