"""From round to round and from day to day (CD-1, CD-23 to CD-25)."""

from app.games.cudillero import finale, market
from app.games.cudillero.components import ACTION_CARDS
from app.games.cudillero.state import DAYS, DRAWN, HAND, ROUNDS, TOKENS, Play, Pool
from app.games.session import Flight, Half


def deal(play: Play) -> None:
    """Shuffle everybody's 18 action cards and draw 5 (CD-1, CD-24)."""
    for seat in range(1, play.seats + 1):
        deck = play.chance.shuffle("action-cards", range(1, ACTION_CARDS + 1), day=play.state.day, seat=seat)
        play.change(seat, cards=tuple(sorted(deck[:HAND])), deck=deck[HAND:], played=())
    play.tell(
        "cards-dealt",
        0,
        {"day": play.state.day, "count": HAND},
        secret={seat: Half({"cards": list(play.player(seat).cards)}) for seat in range(1, play.seats + 1)},
    )


def call(play: Play) -> None:
    """Ask everybody for a bid (CD-8)."""
    state = play.state
    state.phase = "bids"
    state.made = (None,) * play.seats
    state.bids = ()
    state.ranks = ()
    state.turn = 0
    state.pool = Pool()
    play.tell("round-began", 0, {"day": state.day, "round": state.round})


def end(play: Play) -> None:
    """End a round: played cards are discarded, new ones drawn; after the sixth the day ends (CD-23 to CD-25)."""
    state = play.state
    drawn = {}
    for rank in state.ranks:
        used = (rank.high, rank.low, rank.play)
        player = play.player(rank.seat)
        drawn[rank.seat] = player.deck[:DRAWN]
        left = (card for card in player.cards if card not in used)
        play.change(
            rank.seat,
            cards=tuple(sorted((*left, *drawn[rank.seat]))),
            deck=player.deck[DRAWN:],
            played=(*player.played, *used),
        )
    play.tell("round-ended", 0, {"day": state.day, "round": state.round})
    if state.round == ROUNDS:
        _end_day(play)
        return
    play.drew = True
    play.tell(
        "cards-drawn",
        0,
        {"count": len(drawn[1])},
        secret={seat: Half({"cards": sorted(cards)}) for seat, cards in drawn.items()},
    )
    state.round += 1
    market.refill(play)
    call(play)


def _end_day(play: Play) -> None:
    state = play.state
    play.tell("day-ended", 0, {"day": state.day})
    if state.day == DAYS:
        finale.ask(play)
        return
    market.clear(play)
    state.day += 1
    state.round = 1
    market.lay(play)
    token = state.piles[state.day - 2]
    for seat in range(1, play.seats + 1):
        tokens = play.player(seat).tokens
        play.change(seat, tokens=tuple(other for other in TOKENS if other in tokens or other == token))
    play.tell(
        "day-token",
        0,
        {"day": state.day, "token": token},
        tuple(Flight("days", f"tokens-{seat}", f"{token}-{seat}") for seat in range(1, play.seats + 1)),
    )
    deal(play)
    call(play)
