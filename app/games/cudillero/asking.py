"""Who is asked now (`GameSession.actors`), and who has chosen already."""

from app.games.cudillero.bidding import plus_tokens
from app.games.cudillero.state import Play


def actors(play: Play) -> tuple[int, ...]:
    """The seats that must choose now, ascending."""
    state = play.state
    if state.phase == "turns":
        return (play.seat,)
    if state.phase == "over":
        return ()
    return tuple(seat for seat, made in enumerate(state.made, 1) if made is None)


def done(play: Play) -> tuple[int, ...]:
    """The seats that have chosen while others still choose at the same time."""
    if play.state.phase in ("turns", "over"):
        return ()
    return tuple(seat for seat, made in enumerate(play.state.made, 1) if made is not None and asked(play, seat))


def asked(play: Play, seat: int) -> bool:
    """Whether a seat takes part in the present choice of all at the same time."""
    phase = play.state.phase
    if phase == "tokens":
        return bool(plus_tokens(play, seat))
    if phase == "roofs":
        return bool(play.villages[seat - 1].roof_places)
    return phase in ("start", "bids")
