"""A game in which everything that a seat was never shown is drawn anew."""

from random import Random
from typing import TypeVar

from msgspec.structs import replace

from app.games.chance import SEED_BYTES
from app.games.cudillero.actions import Add, Bid, Keep, Roof
from app.games.cudillero.bidding import plus_tokens
from app.games.cudillero.objectives import PERSONAL
from app.games.cudillero.state import Play, Player

T = TypeVar("T")


def resample(play: Play, seat: int, rng: Random) -> Play:
    """A copy in which everything that the seat (0: a watcher) was never shown is drawn anew, the seed included."""
    other = play.copy()
    state = other.state
    state.seed = rng.randbytes(SEED_BYTES)
    state.floor_deck = _shuffled(state.floor_deck, rng)
    if state.phase == "start":
        _offers(other, seat, rng)
    else:
        _roofs(other, seat, rng)
    _aims(other, seat, rng)
    for one in range(1, play.seats + 1):
        _action_cards(other, one, one == seat, rng)
        if one != seat:
            _choice(other, one, rng)
    return other


def _shuffled(items: tuple[T, ...], rng: Random) -> tuple[T, ...]:
    return tuple(rng.sample(items, len(items)))


def _strangers(play: Play, seat: int) -> list[int]:
    return [other for other in range(1, play.seats + 1) if other != seat]


def _offers(play: Play, seat: int, rng: Random) -> None:
    """At the start: the roofs on offer to others, and the deck."""
    state = play.state
    strangers = _strangers(play, seat)
    hidden = list(state.roof_deck)
    for other in strangers:
        hidden += play.player(other).offers
    rng.shuffle(hidden)
    for other in strangers:
        play.change(other, offers=(hidden.pop(), hidden.pop()))
    state.roof_deck = tuple(hidden)


def _roofs(play: Play, seat: int, rng: Random) -> None:
    """The starting roofs of others and the deck. Roofs that came back from the discards have been seen by all; the roof
    that the seat returned lies in the deck if it was not drawn from it."""
    state = play.state
    strangers = _strangers(play, seat)
    if state.phase != "over":
        mine = play.player(seat).returned if seat else ""
        fresh = not state.roof_makes
        hidden = [play.player(other).roof for other in strangers]
        hidden += [card for card in state.roof_deck if fresh and card != mine]
        rng.shuffle(hidden)
        for other in strangers:
            play.change(other, roof=hidden.pop())
        if fresh:
            state.roof_deck = (*hidden, *(card for card in state.roof_deck if card == mine))
    state.roof_deck = _shuffled(state.roof_deck, rng)
    kept = {player.roof for player in state.players} | ({play.player(seat).returned} if seat else set())
    loose = rng.sample(sorted(play.content.faces.roofs - kept), len(strangers))
    for other, returned in zip(strangers, loose, strict=True):
        play.change(other, returned=returned)


def _aims(play: Play, seat: int, rng: Random) -> None:
    """The personal objectives of others; at the end those that were kept are known."""
    state = play.state
    if not state.options.with_personal:
        return
    strangers = _strangers(play, seat)
    known = {aim for player in state.players for aim in _known_aims(player, state.phase)}
    if seat:
        known |= {*play.player(seat).aims, play.player(seat).aim, play.player(seat).unwanted}
    hidden = sorted(set(PERSONAL) - known)
    rng.shuffle(hidden)
    for other in strangers:
        if state.phase == "start":
            play.change(other, aims=(hidden.pop(), hidden.pop()))
        elif state.phase == "over":
            play.change(other, unwanted=hidden.pop())
        else:
            play.change(other, aim=hidden.pop(), unwanted=hidden.pop())


def _known_aims(player: Player, phase: str) -> tuple[str, ...]:
    return (player.aim,) if phase == "over" else ()


def _action_cards(play: Play, seat: int, own: bool, rng: Random) -> None:
    """The order of a deck, and of others the hand but for cards that are shown."""
    player = play.player(seat)
    if own:
        play.change(seat, deck=_shuffled(player.deck, rng))
        return
    shown = {card for rank in play.state.ranks if rank.seat == seat for card in (rank.high, rank.low, rank.play)}
    hidden = [card for card in player.cards + player.deck if card not in shown]
    rng.shuffle(hidden)
    held = len(player.cards) - len(shown)
    play.change(seat, cards=tuple(sorted((*shown, *hidden[:held]))), deck=tuple(hidden[held:]))


def _choice(play: Play, seat: int, rng: Random) -> None:
    """The choice of another that is not shown yet."""
    state, player = play.state, play.player(seat)
    made = state.made[seat - 1]
    if state.bids:
        state.bids = (*state.bids[: seat - 1], _bid(player, rng), *state.bids[seat:])
    if isinstance(made, Keep):
        made = Keep(rng.choice(player.offers), rng.choice(player.aims or ("",)))
    elif isinstance(made, Bid):
        made = _bid(player, rng)
    elif isinstance(made, Add):
        made = Add(tuple(token for token in plus_tokens(play, seat) if rng.random() < 0.5))
    elif isinstance(made, Roof):
        made = replace(made, place=rng.choice((0, *play.villages[seat - 1].roof_places)))
    state.made = (*state.made[: seat - 1], made, *state.made[seat:])


def _bid(player: Player, rng: Random) -> Bid:
    high, low, card = rng.sample(player.cards, 3)
    return Bid((max(high, low), min(high, low)), card)
