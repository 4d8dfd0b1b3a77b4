"""The end: four gold, collections, the lowest last owl (CK-21 to CK-23)."""

from app.games.cuckooo.components import ROUNDS, VALUE
from app.games.cuckooo.state import State
from app.games.session import Event, Score, Standing

GOLD = (0, 1, 3, 5, 7)
"""What so many gold coins are worth in silver (CK-22)."""


def scores(state: State) -> dict[int, tuple[Score, ...]]:
    """The collection of each seat: gold by its worth, silver by its number."""
    return {
        seat: (Score("gold", GOLD[gold], {"coins": gold}), Score("silver", silver, {"coins": silver}))
        for seat, (gold, silver) in enumerate(zip(state.gold, state.silver, strict=True), start=1)
    }


def result(state: State) -> tuple[Standing, ...]:
    """All with four gold first, then by collection, then by the lowest owl in the last flock: no ties (CK-23)."""
    if state.phase != "over":
        return ()
    points = [GOLD[gold] + silver for gold, silver in zip(state.gold, state.silver, strict=True)]
    last = [VALUE[flock.owl] for flock in state.results[-1].flocks]
    ranking = sorted(range(state.seats), key=lambda at: (state.gold[at] < ROUNDS, -points[at], last[at]))
    return tuple(Standing(place, at + 1, points[at]) for place, at in enumerate(ranking, start=1))


def told(state: State) -> Event:
    """The game is over, and who stands where."""
    ranking = result(state)
    return Event("game-over", ranking[0].seat, {"ranking": [standing.seat for standing in ranking]})
