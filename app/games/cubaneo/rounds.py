"""The course of a round: its stages in order, each entered as soon as the one before is over."""

from app.games.cubaneo.action_phase import Actions
from app.games.cubaneo.acts import Dues, Subsidies
from app.games.cubaneo.cleanup import Departures, Storage
from app.games.cubaneo.ending import Over
from app.games.cubaneo.event import EventStage
from app.games.cubaneo.game import Game
from app.games.cubaneo.parliament import Passing, Votes
from app.games.cubaneo.preparation import Preparation
from app.games.cubaneo.stage import Stage

STAGES: dict[str, Stage] = {
    stage.name: stage
    for stage in (
        Preparation(),
        Actions(),
        EventStage(),
        Votes(),
        Passing(),
        Dues(),
        Subsidies(),
        Storage(),
        Departures(),
        Over(),
    )
}


def enter(game: Game, name: str) -> None:
    """Enter the stage of that name, and those that follow until somebody must choose or the game is over."""
    game.state.phase = name
    while not STAGES[name].enter(game):
        name = STAGES[name].next(game)
        game.state.phase = name


def carry_out(game: Game, seat: int, action: object) -> None:
    """Carry out an admitted action and whatever follows by itself."""
    stage = STAGES[game.state.phase]
    game.state.moves += 1
    if stage.carry_out(game, seat, action):
        enter(game, stage.next(game))
