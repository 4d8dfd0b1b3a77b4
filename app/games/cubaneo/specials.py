"""Buildings that take one of the four special tiles, each of which is there once a round (CB-21)."""

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from app.games.cubaneo.abilities import Ability, use
from app.games.cubaneo.actions import Lay, Partner
from app.games.cubaneo.choosing import one_of
from app.games.cubaneo.pieces import GROUPS
from app.games.cubaneo.state import Opened
from app.games.session import Action, Choice, Flight

if TYPE_CHECKING:
    from app.games.cubaneo.game import Game


class SpecialTile(Ability, frozen=True):
    """Takes a special tile, unless somebody has it this round (CB-21)."""

    lendable: ClassVar[bool] = False

    tile: str

    def usable(self, game: "Game", seat: int) -> bool:
        return not getattr(game.state.specials, self.tile)


class TakeVotes(SpecialTile, frozen=True):
    """The Votes tile: more votes this round."""

    def at_once(self, game: "Game", seat: int, building: int) -> None:
        game.state.specials = replace(game.state.specials, votes=seat)
        game.tell("special", seat, _tile(self.tile, building, f"property-{seat}"), tile=self.tile, building=building)


class LayTile(SpecialTile, frozen=True):
    """The Newspaper and the Decree: laid on a proposed act."""

    @property
    def steps(self) -> int:
        return 1

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        return (one_of(Lay, "act", GROUPS),)

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> None:
        assert isinstance(action, Lay)
        game.state.specials = replace(game.state.specials, **{self.tile: seat, f"{self.tile}_on": action.act})
        flights = _tile(self.tile, opened.building, f"proposed-{action.act}")
        game.tell("special", seat, flights, tile=self.tile, building=opened.building, act=action.act)


class UsePartner(SpecialTile, frozen=True):
    """The Partner tile: at once use one building tile of another player, with one's own goods, points, buildings."""

    @property
    def steps(self) -> int:
        return 1

    def _lent(self, game: "Game", seat: int) -> tuple[int, ...]:
        buildings = game.book.buildings
        return tuple(
            number
            for other, player in enumerate(game.state.players, 1)
            if other != seat
            for number in player.buildings
            if (ability := buildings[number].ability).lendable and ability.usable(game, seat)
        )

    def usable(self, game: "Game", seat: int) -> bool:
        return not game.state.specials.partner and bool(self._lent(game, seat))

    def choices(self, game: "Game", seat: int, opened: Opened) -> tuple[Choice, ...]:
        return (one_of(Partner, "building", self._lent(game, seat)),)

    def step(self, game: "Game", seat: int, opened: Opened, action: Action) -> Opened | None:
        assert isinstance(action, Partner)
        number = action.building
        game.state.specials = replace(game.state.specials, partner=seat)
        owner = next(other for other in range(1, game.seats + 1) if number in game.player(other).buildings)
        flights = _tile(self.tile, opened.building, f"property-{owner}")
        game.tell("special", seat, flights, tile=self.tile, building=opened.building, partner=owner, uses=number)
        return use(game, seat, number)


def _tile(tile: str, building: int, target: str) -> tuple[Flight, ...]:
    return (Flight(f"building-{building}", target, tile),)
