"""Random moves of card games that others wrote, timed as `bench.engines` times ours; prints JSON.

Runs in the environment of `bench/rivals.lock`, which has RLCard and OpenSpiel and not this project's packages.
"""

import json
import sys
from collections.abc import Callable
from random import Random
from time import process_time

import pyspiel
import rlcard
from open_spiel.python.games import block_dominoes, kuhn_poker, liars_poker


def rlcard_game(name: str) -> Callable[[int], int]:
    """A game of RLCard: its state is made for each player who is asked, with the moves in it."""

    def play(number: int) -> int:
        rng, moves = Random(number), 0
        environment = rlcard.make(name, config={"seed": number})
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return play


def openspiel_game(name: str) -> Callable[[int], int]:
    """A game of OpenSpiel that is written in Python; what chance draws counts as no move."""
    game = pyspiel.load_game(name)

    def play(number: int) -> int:
        rng, moves = Random(number), 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return play


def measured(game: Callable[[int], int], seconds: float) -> float:
    """Moves by second of processor time."""
    moves, games, spent, start = 0, 0, 0.0, process_time()
    while spent < seconds:
        moves += game(games)
        games += 1
        spent = process_time() - start
    return moves / spent


PLAYED: dict[str, Callable[[], Callable[[int], int]]] = {
    "RLCard, uno": lambda: rlcard_game("uno"),
    "RLCard, gin rummy": lambda: rlcard_game("gin-rummy"),
    "OpenSpiel in Python, Kuhn poker": lambda: openspiel_game("python_kuhn_poker"),
    "OpenSpiel in Python, liar's poker": lambda: openspiel_game("python_liars_poker"),
    "OpenSpiel in Python, block dominoes": lambda: openspiel_game("python_block_dominoes"),
}
REGISTERED = (block_dominoes, kuhn_poker, liars_poker)

if __name__ == "__main__":
    print(json.dumps({name: measured(game(), float(sys.argv[1])) for name, game in PLAYED.items()}))
