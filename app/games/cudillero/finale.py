"""The end: starting roofs, and the score told line by line (CD-25, CD-30, CD-36)."""

from app.games.cudillero.actions import Roof
from app.games.cudillero.scoring import open_lines, ranking
from app.games.cudillero.state import Play, Pool
from app.games.session import Flight, Half


def ask(play: Play) -> None:
    """Ask everyone who has a place for the starting roof where to build it."""
    state = play.state
    play.drew = True
    state.phase = "roofs"
    state.ranks = ()
    state.turn = 0
    state.pool = Pool()
    asked = [seat for seat in range(1, play.seats + 1) if play.villages[seat - 1].roof_places]
    state.made = tuple(None if seat in asked else Roof(0) for seat in range(1, play.seats + 1))
    play.tell("roofs-asked", 0, {"asked": asked})
    if not asked:
        _finish(play)


def roof(play: Play, seat: int, action: Roof) -> None:
    """Choose a building for the starting roof, or none; when all have, all are built (CD-30)."""
    again = play.choose(seat, action)
    play.tell("roof-changed" if again else "roof-chosen", seat, {}, (), {seat: Half({"place": action.place})})
    if None not in play.state.made:
        _finish(play)


def _finish(play: Play) -> None:
    state = play.state
    placed = []
    for seat, made in enumerate(state.made, 1):
        assert isinstance(made, Roof)
        placed.append(made.place)
        card = play.player(seat).roof
        village = play.villages[seat - 1]
        if made.place:
            play.settle(seat, village.built(card, made.place))
            flight = Flight(f"keep-{seat}", f"village-{seat}", card)
            play.tell(
                "roof-built", seat, {"card": card, "place": made.place, "level": village.level(made.place)}, (flight,)
            )
        else:
            play.tell("roof-left", seat, {"card": card})
    state.placed = tuple(placed)
    state.made = (None,) * play.seats
    state.phase = "over"
    _tell_scores(play)


def _tell_scores(play: Play) -> None:
    for lines in zip(*(open_lines(play, seat) for seat in range(1, play.seats + 1)), strict=True):
        for seat, line in enumerate(lines, 1):
            play.tell("scored", seat, {"line": line.key, "points": line.points, "of": dict(line.data)})
    standings = ranking(play)
    winners = [standing.seat for standing in standings if standing.place == 1]
    play.tell("ended", 0, {"winners": winners, "points": standings[0].points})
