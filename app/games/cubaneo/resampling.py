"""A state in which everything that a seat was never shown is drawn anew."""

from collections.abc import Callable
from copy import copy
from random import Random

from app.games.chance import SEED_BYTES
from app.games.cubaneo.actions import Decision
from app.games.cubaneo.game import Game
from app.games.cubaneo.state import State
from app.games.session import Choice


def resampled(game: Game, seat: int, rng: Random, choices: Callable[[int], tuple[Choice, ...]]) -> State:
    """The state with new orders of the decks, new decisions of the others, and a new seed.

    Hidden are the orders within each batch of the ship deck, the acts still to come with the two of each group that
    were put away, and what others have decided while not all have. `choices` tells what each seat may decide.
    """
    state = copy(game.state)
    state.seed = rng.randbytes(SEED_BYTES)
    state.sea = tuple(_shuffled(batch, rng) for batch in state.sea)
    state.decks = tuple((*deck[: state.round], *_shuffled(deck[state.round :], rng)) for deck in state.decks)
    state.decisions = tuple(
        decision if decision is None or other == seat else _drawn(choices(other), rng)
        for other, decision in enumerate(state.decisions, 1)
    )
    return state


def _shuffled(items: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    return tuple(rng.sample(items, len(items)))


def _drawn(choices: tuple[Choice, ...], rng: Random) -> Decision:
    action = rng.choice(choices).sample(rng)
    assert isinstance(action, Decision)
    return action
