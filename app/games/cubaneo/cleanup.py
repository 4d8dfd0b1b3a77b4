"""F) Clean-up (CB-27, CB-28): products spoil, the Warehouse is looked through, ships leave, everything goes back."""

from msgspec.structs import replace

from app.games.cubaneo import harbour
from app.games.cubaneo.actions import Store
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import FIRST_PRODUCT, PRODUCTS, amounts
from app.games.cubaneo.stage import Decisions, Stage
from app.games.cubaneo.state import Specials
from app.games.cubaneo.turns import cars_each
from app.games.domains import Amounts
from app.games.session import Choice, Prompt

KEPT = 3
"""Products that a Warehouse keeps under the Storage Act (CB-26)."""


class Storage(Decisions):
    """F, products: forecourts lose theirs; under the Storage Act, all with more than three stored choose three."""

    name = "storage"
    following = "departures"

    def enter(self, game: Game) -> bool:
        for seat in game.order(game.state.start):
            player = game.player(seat)
            lost = amounts(player.yard[FIRST_PRODUCT:6], FIRST_PRODUCT)
            if lost:
                game.put(seat, replace(player, yard=(*player.yard[:FIRST_PRODUCT], 0, 0, 0, *player.yard[6:])))
                game.tell("spoiled", seat, goods=lost)
        full: tuple[int, ...] = ()
        if game.rule() == "warehouse_keeps_3_products":
            full = tuple(seat for seat, player in enumerate(game.state.players, 1) if sum(player.store) > KEPT)
        return self.ask(game, full)

    def options(self, game: Game, seat: int) -> tuple[Choice, ...]:
        limits = amounts(game.player(seat).store, FIRST_PRODUCT)
        return (Choice(Store, {"keep": Amounts(limits, KEPT, KEPT)}),)

    def resolve(self, game: Game) -> None:
        for seat in game.order(game.state.start):
            decision = game.state.decisions[seat - 1]
            if isinstance(decision, Store):
                player = game.player(seat)
                store = tuple(decision.keep.get(product, 0) for product in PRODUCTS)
                lost = tuple(before - after for before, after in zip(player.store, store, strict=True))
                game.put(seat, replace(player, store=store))
                game.tell("discarded", seat, goods=amounts(lost, FIRST_PRODUCT), kept=amounts(store, FIRST_PRODUCT))

    def prompt(self, game: Game, seat: int) -> Prompt:
        products = amounts(game.player(seat).store, FIRST_PRODUCT)
        decided = game.state.decisions[seat - 1] is not None
        return Prompt("storage", {"keep": KEPT, "products": products, "decided": decided})


class Departures(Stage):
    """F, the rest: ships leave and arrive, rewards and special tiles, promenade, cars and characters go back."""

    name = "departures"
    following = "preparation"

    def enter(self, game: Game) -> bool:
        state = game.state
        full = [at for at, ship in enumerate(state.berths, 1) if ship is not None and len(ship.loaded) == harbour.FULL]
        harbour.depart(game, sorted({*full, 3}), "departures")
        harbour.advance(game)
        harbour.arrive(game)
        specials = state.specials
        tiles = [
            tile
            for tile, seat in (
                ("newspaper", specials.newspaper),
                ("decree", specials.decree),
                ("votes", specials.votes),
                ("partner", specials.partner),
            )
            if seat
        ]
        game.tell("tidied", rewards=list(state.covered), tiles=tiles)
        state.covered = ()
        state.specials = Specials()
        state.promenade = ()
        cars = cars_each(game.seats)
        state.players = tuple(replace(player, cars=cars, played=()) for player in state.players)
        state.ballots = ()
        state.winner = 0
        state.passed = ()
        state.start = state.token
        return False
