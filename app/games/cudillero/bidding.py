"""Bids, the tokens added to them, and the order they give (CD-8 to CD-11)."""

from app.games.cudillero import turns
from app.games.cudillero.actions import Add, Bid
from app.games.cudillero.state import PLUS, Play, Rank
from app.games.session import Flight, Half


def bid(play: Play, seat: int, action: Bid) -> None:
    """Choose the bid and the card to play; when all have, those with tokens are asked for them (CD-8)."""
    high, low = sorted(action.bids, reverse=True)
    again = play.choose(seat, Bid((high, low), action.play))
    chosen = Half({"high": high, "low": low, "play": action.play})
    play.tell("bid-changed" if again else "bid-made", seat, {}, (), {seat: chosen})
    if None not in play.state.made:
        play.state.bids = tuple(made for made in play.state.made if isinstance(made, Bid))
        _ask_for_tokens(play)


def plus_tokens(play: Play, seat: int) -> tuple[str, ...]:
    """The tokens that a seat could add to its bid."""
    return tuple(token for token in play.player(seat).tokens if token in PLUS)


def _ask_for_tokens(play: Play) -> None:
    state = play.state
    asked = [seat for seat in range(1, play.seats + 1) if plus_tokens(play, seat)]
    state.made = tuple(None if seat in asked else Add() for seat in range(1, play.seats + 1))
    play.tell("bids-closed", 0, {"asked": asked})
    if asked:
        state.phase = "tokens"
    else:
        _show(play)


def add(play: Play, seat: int, action: Add) -> None:
    """Choose tokens for the higher bid card; when all have, everything is shown (CD-9)."""
    again = play.choose(seat, Add(tuple(sorted(action.tokens))))
    chosen = Half({"tokens": sorted(action.tokens)})
    play.tell("add-changed" if again else "add-made", seat, {}, (), {seat: chosen})
    if None not in play.state.made:
        _show(play)


def order(play: Play) -> tuple[Rank, ...]:
    """The bids of the round from best to last (CD-10, CD-11)."""
    state = play.state
    merits = {}
    for seat, (made, added) in enumerate(zip(state.bids, state.made, strict=True), 1):
        assert isinstance(added, Add)
        high, low = made.bids
        merits[seat] = (high + sum(PLUS[token] for token in added.tokens), low, made.play)
    seats = sorted(merits, key=lambda seat: (seat - state.first) % play.seats)
    seats.sort(key=merits.__getitem__, reverse=True)  # keeps the order among equals
    best = merits[seats[0]]
    ranks = []
    for seat, after in zip(seats, [*seats[1:], 0], strict=True):
        added = state.made[seat - 1]
        assert isinstance(added, Add)
        high, low = state.bids[seat - 1].bids
        total, _, play_card = merits[seat]
        beats = _decided(merits[seat], merits[after]) if after else ""
        ranks.append(Rank(seat, high, low, play_card, added.tokens, total, merits[seat] == best, beats))
    return tuple(ranks)


def _decided(above: tuple[int, int, int], below: tuple[int, int, int]) -> str:
    for name, one, other in zip(("high", "low", "play"), above, below, strict=True):
        if one != other:
            return name
    return "seat"


def _show(play: Play) -> None:
    state = play.state
    state.ranks = ranks = order(play)
    state.bids = ()
    state.made = (None,) * play.seats
    for place, rank in enumerate(ranks, 1):
        if rank.tokens:
            left = tuple(token for token in play.player(rank.seat).tokens if token not in rank.tokens)
            play.change(rank.seat, tokens=left)
        play.tell(
            "bid-shown",
            rank.seat,
            {
                "place": place,
                "high": rank.high,
                "low": rank.low,
                "play": rank.play,
                "tokens": list(rank.tokens),
                "total": rank.total,
                "both": rank.both,
                "beats": rank.beats,
            },
            tuple(Flight(f"tokens-{rank.seat}", "box", f"{token}-{rank.seat}") for token in rank.tokens),
        )
    state.first = ranks[0].seat
    state.phase = "turns"
    turns.begin(play, 0)
