"""Action tokens: who has which, and how one goes back (CK-24)."""

from app.games.cuckooo.state import Cards, Game, State, put
from app.games.session import Event, Flight


def tokens_left(game: Game) -> Cards:
    """The action tokens that nobody has; none where the game is played without."""
    if game.state.options.tokens == "off":
        return ()
    return tuple(token for token in game.pieces.tokens if token not in game.state.tokens)


def give_back(state: State, seat: int) -> Event:
    """The action token of a seat goes back to the others."""
    token = state.tokens[seat - 1]
    state.tokens = put(state.tokens, seat, "")
    return Event("token-returned", seat, {"token": token}, (Flight(f"token-{seat}", "tokens", token),))
