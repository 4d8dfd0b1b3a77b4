"""The score (CD-31 to CD-36) and the ranking (CD-35)."""

from collections.abc import Sequence

from app.games.cudillero.components import COLOURS
from app.games.cudillero.objectives import PERSONAL, POINTS, TOKEN_OBJECTIVES, prizes
from app.games.cudillero.state import Play
from app.games.cudillero.village import Village
from app.games.session import Score, Standing

HEIGHT_POINTS = (0, 0, 3, 6, 10, 15, 21, 28, 36)
FIBRE_POINTS = (0, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91)
COUNTED = ("balconies", "neighbours", "chimneys")


def village_lines(village: Village, values: Sequence[int]) -> tuple[Score, ...]:
    """The lines of the score that follow from a village and the values of the colours (CD-31 to CD-34)."""
    heights = village.heights
    points = [HEIGHT_POINTS[height] for height in heights]
    lines = [Score("height", sum(points), {"heights": list(heights), "points": points})]
    for colour, value in zip(COLOURS, values, strict=True):
        group = len(village.groups[colour])
        lines.append(Score(colour, group * value, {"group": group, "value": value}))
    bonus = village.bonuses.count("connection_plus_1")
    connected = len(village.lit)
    fibre = FIBRE_POINTS[min(connected + bonus, len(FIBRE_POINTS) - 1)]
    lines.append(Score("fibre", fibre, {"connected": connected, "bonus": bonus}))
    for kind in COUNTED:
        count = village.count(kind)
        times = 2 * village.bonuses.count(f"{kind}_x2") or 1
        lines.append(Score(kind, count * times, {"count": count, "times": times}))
    return tuple(lines)


def common_line(play: Play, seat: int) -> Score:
    """The points for the common objective, as far as it is shown (CD-37)."""
    state = play.state
    if state.objective in TOKEN_OBJECTIVES:
        kept = TOKEN_OBJECTIVES[state.objective] in play.player(seat).tokens
        return Score("objective", POINTS if kept else 0, {"objective": state.objective})
    points = dict(zip(state.claims, prizes(state.objective, play.seats), strict=False)).get(seat, 0)
    return Score("objective", points, {"objective": state.objective})


def personal_line(play: Play, seat: int) -> Score:
    """The points for the personal objective as the village is now: secret until the end (CD-39)."""
    aim = play.player(seat).aim
    met = bool(aim) and PERSONAL[aim](play.villages[seat - 1])
    return Score("personal", POINTS if met else 0, {"objective": aim})


def open_lines(play: Play, seat: int) -> tuple[Score, ...]:
    """Every line that follows from what all can see; with the personal objective once the game is over."""
    lines = (*village_lines(play.villages[seat - 1], play.state.values), common_line(play, seat))
    if play.state.options.with_personal and play.state.phase == "over":
        return (*lines, personal_line(play, seat))
    return lines


def ranking(play: Play) -> tuple[Standing, ...]:
    """The final ranking: points, then cards in the village, then points for colours, else shared (CD-35)."""
    merits = {}
    for seat in range(1, play.seats + 1):
        lines = open_lines(play, seat)
        colours = sum(line.points for line in lines if line.key in COLOURS)
        merits[seat] = (sum(line.points for line in lines), play.villages[seat - 1].size, colours)
    return tuple(
        Standing(1 + sum(other > merit for other in merits.values()), seat, merit[0])
        for seat, merit in sorted(merits.items(), key=lambda item: (item[1], -item[0]), reverse=True)
    )
