"""Set-up, and keeping a roof and a personal objective (CD-1 to CD-7, CD-38)."""

from app.games.chance import Chance
from app.games.cudillero import market, rounds
from app.games.cudillero.actions import Keep
from app.games.cudillero.components import DOORWAYS, SEATS, Components
from app.games.cudillero.objectives import COMMON, PERSONAL
from app.games.cudillero.state import EXTRA_ACTION, RELOCATE, Options, Play, Player, State
from app.games.session import Flight, Half


def begin(seats: int, options: Options, content: Components, seed: bytes) -> Play:
    """A game up to the first choice: which roof, and which personal objective, to keep.

    Raises: ValueError for a number of players other than 2, 3 or 4.
    """
    if seats not in content.market:
        raise ValueError(f"Cudillero is for {SEATS[0]} to {SEATS[-1]} players, not {seats}.")
    chance = Chance(seed)
    roofs = chance.shuffle("roofs", (card for card in content.cards if card in content.faces.roofs))
    floors = chance.shuffle("floors", (card for card in content.cards if card not in content.faces.roofs))
    aims = chance.shuffle("personal-objectives", PERSONAL) if options.with_personal else ()
    tokens = chance.shuffle("day-tokens", (EXTRA_ACTION, RELOCATE))
    players = tuple(
        Player(((f"door-{seat + 1}",),), roofs[2 * seat : 2 * seat + 2], aims[2 * seat : 2 * seat + 2])
        for seat in range(seats)
    )
    state = State(
        seed=seed,
        options=options,
        phase="start",
        players=players,
        first=chance.pick("first", range(1, seats + 1)),
        piles=(tokens[0], tokens[1]),
        roof_deck=roofs[2 * seats :],
        floor_deck=floors,
        doorways=(DOORWAYS - 1) * seats,
        doors=seats,
        made=(None,) * seats,
    )
    play = Play(content, state)
    play.tell("began", 0, {"first": state.first, "day_2": tokens[0], "day_3": tokens[1]})
    for seat in range(1, seats + 1):
        play.tell("first-doorway", seat, {}, (Flight("deck-doorways", f"village-{seat}", f"door-{seat}"),))
    return play


def keep(play: Play, seat: int, action: Keep) -> None:
    """Keep a roof and perhaps an objective; when all have, the market is laid (CD-3, CD-38)."""
    again = play.choose(seat, action)
    chosen = Half({"roof": action.roof, "objective": action.objective})
    play.tell("keep-changed" if again else "kept", seat, {}, (), {seat: chosen})
    if None not in play.state.made:
        _set_out(play)


def _set_out(play: Play) -> None:
    state = play.state
    for seat, made in enumerate(state.made, 1):
        assert isinstance(made, Keep)
        player = play.player(seat)
        play.change(
            seat,
            offers=(),
            aims=(),
            roof=made.roof,
            returned=next(roof for roof in player.offers if roof != made.roof),
            aim=made.objective,
            unwanted=next((aim for aim in player.aims if aim != made.objective), ""),
        )
    returned = tuple(sorted(player.returned for player in state.players))
    state.roof_deck = play.chance.shuffle("roofs-returned", (*state.roof_deck, *returned))
    play.tell("all-kept", 0, {"returned": len(returned)})
    market.lay(play)
    state.objective = play.chance.pick("objective", COMMON)
    play.tell("objective-shown", 0, {"objective": state.objective})
    rounds.deal(play)
    rounds.call(play)
