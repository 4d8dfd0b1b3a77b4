"""Set-up (CB-1 to CB-5) and A) Preparation (CB-6, CB-7)."""

from app.games.chance import Chance
from app.games.cubaneo.components import Book
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import COMMODITIES, CUBANS, DONKEY, DONKEYS, GROUPS, PRODUCTS, amounts
from app.games.cubaneo.stage import Stage
from app.games.cubaneo.state import CART, SOURCES, Bay, Berth, Doing, Player, State
from app.games.cubaneo.turns import cars_each


def set_up(book: Book, seats: int, seed: bytes) -> State:
    """The state before the first round."""
    chance = Chance(seed)
    ships = chance.shuffle("ships", range(len(book.ships)))
    start = chance.pick("first-player", range(1, seats + 1))
    properties = chance.shuffle("properties", range(len(book.properties)))
    cards = chance.shuffle("start-cards", range(len(book.cards)))
    sizes = (len(book.taxes), len(book.duties), len(book.subsidies), len(book.restrictions))
    return State(
        seed=seed,
        round=0,
        phase="preparation",
        start=start,
        token=start,
        turns=0,
        moves=0,
        players=tuple(_player(book, properties[at], book.cards[cards[at]], seats) for at in range(seats)),
        market=(
            *(len(book.product_prices) // 2 for _ in PRODUCTS),
            *(len(book.commodity_prices) // 2 for _ in COMMODITIES),
        ),
        waiting=ships[0],
        berths=(Berth(ships[1]), Berth(ships[2]), None),
        sea=(ships[3:],),
        decks=tuple(chance.shuffle(f"{group}-acts", range(size)) for group, size in zip(GROUPS, sizes, strict=True)),
        proposed=(),
        active=(-1, -1, -1, -1),
        display=tuple(range(1, len(book.buildings))),
    )


def _player(book: Book, colour: int, goods: tuple[int, ...], seats: int) -> Player:
    return Player(
        estate=colour,
        worker=book.properties[colour].spaces.index(-1),
        pesos=book.pesos,
        points=0,
        sources=(0,) * len(SOURCES),
        yard=goods,
        store=(0, 0, 0),
        tiles=(0,) * len(book.properties[colour].spaces),
        played=(),
        cars=cars_each(seats),
    )


def tell_set_up(game: Game) -> None:
    """What each player got at set-up."""
    for seat, player in enumerate(game.state.players, 1):
        colour = game.book.properties[player.estate].colour
        game.tell("dealt", seat, property=colour, goods=amounts(player.yard), pesos=player.pesos)


class Preparation(Stage):
    """A) Preparation: the promenade is laid out, and an act of each group is turned up."""

    name = "preparation"
    following = "actions"

    def enter(self, game: Game) -> bool:
        state = game.state
        state.round += 1
        state.turns = 0
        state.doing = Doing()
        game.tell("round", state.start, round=state.round, first=state.start)
        state.promenade = self._promenade(game)
        game.tell("promenade", cards=[bay.card for bay in state.promenade])
        state.proposed = tuple(deck[state.round - 1] for deck in state.decks)
        faces = {group: game.book.face(group, act) for group, act in zip(GROUPS, state.proposed, strict=True)}
        game.tell("proposed", **faces)
        return False

    def _promenade(self, game: Game) -> tuple[Bay, ...]:
        chance, number = game.chance(), game.state.round
        donkeys = DONKEYS[game.seats]
        others = [card for card in CUBANS if card != "dancer"]
        away = chance.shuffle("donkeys", others, round=number)[:donkeys] if donkeys else ()
        cards = [card for card in CUBANS if card not in away] + [DONKEY] * donkeys
        return tuple(
            Bay(card, CART if card == DONKEY else 0) for card in chance.shuffle("promenade", cards, round=number)
        )
