"""What a position is worth to a seat, in points: how the house bot judges where a turn leads."""

from functools import lru_cache

import msgspec

from app.games.cubaneo import abilities, specials, tradeswoman
from app.games.cubaneo.abilities import Ability
from app.games.cubaneo.acts import duty, fillings, tax
from app.games.cubaneo.architect import affordable
from app.games.cubaneo.components import Book
from app.games.cubaneo.foreman import line
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import COLUMNS, FIRST_PRODUCT, ROUNDS, VOTES
from app.games.cubaneo.rewards import available
from app.games.cubaneo.state import Player

GOODS = (0.62, 0.42, 0.62, 1.15, 1.15, 1.15, 1.95, 1.95)
"""A good that stays until the next round."""
LAST_GOODS = (0.0,) * 8
"""The same when there is no next round."""


class Weights(msgspec.Struct, frozen=True):
    """What the judgement turns on, in points: of a peso, a good that may spoil, a card still to be played and so on."""

    peso: float = 0.36
    later_peso: float = 0.22
    spoiling: float = 0.35
    loading: float = 0.8
    building: float = 0.75
    using: float = 0.7
    trading: float = 0.75
    working: float = 2.3
    last_working: float = 1.0
    visit: float = 1.0
    vote: float = 0.22
    due: float = 0.75
    start: float = 0.35
    again: float = 0.42
    land: float = 0.16
    aligned: float = 0.12


WEIGHTS = Weights()


def peso_worth(pesos: int, left: int, weights: Weights = WEIGHTS) -> float:
    """What so many pesos are worth with so many rounds left after this one."""
    if not left:
        return pesos * 0.03
    near = min(pesos, 8)
    return near * weights.peso + min(pesos - near, 12) * weights.later_peso


@lru_cache(maxsize=64)
def typical_uses(book: Book, left: int) -> tuple[float, ...]:
    """What one use of each building brings on average, by number."""
    goods = GOODS if left else LAST_GOODS
    return tuple(_typical(building.ability, goods) for building in book.buildings)


def _typical(ability: Ability, goods: tuple[float, ...]) -> float:
    match ability:
        case abilities.Gain(gained, pesos):
            return sum(count * goods[good] for good, count in enumerate(gained)) + 0.3 * pesos
        case abilities.Convert(source, most, target):
            return max(goods[target] - goods[source], 0.0) * min(most or 3, 2)
        case abilities.Score(source, most, points):
            return max(points - goods[source], 0.0) * min(most or 3, 2)
        case abilities.SellToSupply(most, _, price):
            return 0.2 * price * min(most, 1)
        case abilities.Points(points) | abilities.SwapShips(points):
            return float(points)
        case abilities.PointsPerBuildings(each):
            return 5 / each
        case abilities.LoadShip(most):
            return 1.1 * min(most, 2)
        case specials.LayTile(tile):
            return 1.0 if tile == "newspaper" else 0.3
        case specials.UsePartner():
            return 1.2
        case abilities.Store():
            return 1.0
        case _:
            return 0.6


def use_worth(game: Game, seat: int, number: int, goods: tuple[float, ...], peso: float) -> float:
    """What a use of that building would bring now."""
    ability = game.book.buildings[number].ability
    if not ability.usable(game, seat):
        return 0.0
    if isinstance(ability, abilities.Store):
        yard = game.player(seat).yard
        return 0.6 * (yard[3] * goods[3] + yard[4] * goods[4] + yard[5] * goods[5])
    brings = ability.brings(game, seat)
    if not brings:
        return typical_uses(game.book, ROUNDS - game.state.round)[number]
    if isinstance(ability, abilities.Gain):
        return sum(count * goods[good] for good, count in enumerate(ability.goods)) + peso * ability.pesos
    if isinstance(ability, abilities.Convert):
        count = ability.limit(game, seat)
        return count * max(goods[ability.target] - goods[ability.source] * 0.8, 0.0)
    if isinstance(ability, abilities.Score):
        count = ability.limit(game, seat)
        return count * max(ability.points - goods[ability.source] * 0.8, 0.0)
    worth: float = brings.get("points", 0) + peso * brings.get("pesos", 0) * 0.5 + 0.1 * brings.get("exchanged", 0)
    return worth


def cargo_worth(game: Game, player: Player, goods: tuple[float, ...], weights: Weights) -> float:
    """What the best ship would bring beyond what its goods are worth otherwise."""
    best = 0.0
    yard, store = player.yard, player.store
    for at, ship in enumerate(game.state.berths, 1):
        if ship is None:
            continue
        have = list(yard)
        safe = list(store)
        gain = 0.0
        for space, good in enumerate(game.book.ships[ship.ship]):
            if space in ship.loaded:
                continue
            if have[good]:
                have[good] -= 1
                cost = goods[good] * (weights.spoiling if good < 6 else 1.0)
            elif good < 6 and safe[good - FIRST_PRODUCT]:
                safe[good - FIRST_PRODUCT] -= 1
                cost = goods[good]
            else:
                continue
            gain += max(at * weights.loading - cost, 0.0)
        best = max(best, gain)
    return best


class Judge:
    """Judges positions for one seat."""

    def __init__(self, game: Game, seat: int, weights: Weights = WEIGHTS) -> None:
        self.seat = seat
        self.weights = weights
        self.left = ROUNDS - game.state.round
        self.goods = GOODS if self.left else LAST_GOODS
        self.peso = weights.peso if self.left else 0.03
        uses = typical_uses(game.book, self.left)
        self.buildings = tuple(2.0 + use * weights.again * self.left for use in uses)
        self._wanted = self._demand(game)

    def _demand(self, game: Game) -> tuple[float, ...]:
        wanted = list(self.goods)
        for at, ship in enumerate(game.state.berths, 1):
            if ship is not None:
                for space, good in enumerate(game.book.ships[ship.ship]):
                    if space not in ship.loaded:
                        wanted[good] = max(wanted[good], at * self.weights.loading)
        return tuple(wanted)

    def wanted(self, good: int) -> float:
        """What one more of a good is worth, if a ship at a berth takes it or else later."""
        return self._wanted[good]

    def kept(self, good: int) -> float:
        """What a good is worth that stays after the round."""
        return self.goods[good]

    def worth(self, game: Game) -> float:
        """The worth of the position once the seat's turn has ended."""
        player = game.player(self.seat)
        total = player.points + self._belongings(player) + self._estate(game, player)
        total += self._dues(game, player) + self._cards(game, player)
        if game.state.token == self.seat:
            total += self.weights.start * (1 if self.left else 0.2)
        return total

    def _belongings(self, player: Player) -> float:
        goods, yard, store = self.goods, player.yard, player.store
        total = peso_worth(player.pesos, self.left, self.weights)
        if not self.left:
            return total
        total += yard[0] * goods[0] + yard[1] * goods[1] + yard[2] * goods[2] + yard[6] * goods[6] + yard[7] * goods[7]
        products = yard[3] * goods[3] + yard[4] * goods[4] + yard[5] * goods[5]
        total += products * (self.weights.spoiling if len(player.played) < 4 else 0.0)
        return total + store[0] * goods[3] + store[1] * goods[4] + store[2] * goods[5]

    def _estate(self, game: Game, player: Player) -> float:
        spaces = game.book.properties[player.estate].spaces
        land, aligned, total = 0, 0, 0.0
        rows, columns = [0, 0, 0], [0, 0, 0, 0]
        for at, number in enumerate(player.tiles):
            if number:
                total += self.buildings[number]
            elif spaces[at] >= 0:
                land += 1
                continue
            aligned += rows[at // COLUMNS] + columns[at % COLUMNS]
            rows[at // COLUMNS] += 1
            columns[at % COLUMNS] += 1
        scale = self.left / (ROUNDS - 1)
        return total + scale * (land * self.weights.land + aligned * self.weights.aligned)

    def _dues(self, game: Game, player: Player) -> float:
        cost = tax(game)
        gain = 0.0
        can = player.pesos >= cost
        if can:
            gain += max(2.0 - cost * self.peso, 0.0)
        due = duty(game)
        if fillings(player, due):
            price = sum(count * self.goods[good] for good, count in enumerate(due.goods))
            gain += max(2.0 - price, 0.0) + (1.0 if can else 0.0)
        return gain * self.weights.due

    def _cards(self, game: Game, player: Player) -> float:
        hand = player.hand
        total = player.cars * self.weights.visit
        if len(hand) == 1:
            return total + self.weights.vote * VOTES[hand[0]]
        worths = [(self._card(game, player, card), VOTES[card] * self.weights.vote) for card in hand]
        return total + sum(worth for worth, _ in worths) - min(worth - vote for worth, vote in worths)

    def _card(self, game: Game, player: Player, card: str) -> float:
        weights = self.weights
        if card == "worker":
            return weights.working if self.left else weights.last_working
        instead = self._instead(game, card)
        if card == "mayor":
            return max(cargo_worth(game, player, self.goods, weights), instead)
        if card == "architect":
            return max(self._site(game, player), instead)
        if card == "foreman":
            uses = [use_worth(game, self.seat, number, self.goods, self.peso) for number in line(game, player)]
            return weights.using * sum(uses)
        return max(self._trade(game, player), instead)

    def _instead(self, game: Game, card: str) -> float:
        values = {"resource": 0.62, "product": 0.8, "points-2": 2.0, "points-1": 1.0}
        pesos = {"pesos-4": 4, "pesos-2": 2}
        free = available(game, self.seat, card)
        return 0.8 * max((values.get(reward, pesos.get(reward, 0) * self.peso) for reward in free), default=0.0)

    def _site(self, game: Game, player: Player) -> float:
        best = 0.0
        for number in affordable(game, player.yard):
            cost = game.book.buildings[number].cost
            price = sum(count * self.goods[good] for good, count in enumerate(cost) if count)
            best = max(best, self.buildings[number] - price)
        return best * self.weights.building

    def _trade(self, game: Game, player: Player) -> float:
        total = 0.0
        for index in range(5):
            good = index + FIRST_PRODUCT
            if player.stock(good):
                price = tradeswoman.sale(game, index)
                if price:
                    kept = self.goods[good] * (self.weights.spoiling if player.yard[good] and good < 6 else 1.0)
                    total += max(price * self.peso - kept, 0.0)
        return total * self.weights.trading
