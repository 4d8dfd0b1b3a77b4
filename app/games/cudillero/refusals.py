"""What a seat might expect to do but may not, and why."""

from typing import Any

from app.games.cudillero.actions import Build, Free
from app.games.cudillero.components import COLOURS, DEEDS
from app.games.cudillero.state import RELOCATE, Play
from app.games.cudillero.turns import deeds, is_stuck, left
from app.games.session import Action, Reason, Refusal


def refusals(play: Play, seat: int) -> tuple[Refusal, ...]:
    """What the seat might expect to do in its turn but may not; empty when it is not its turn."""
    if seat != play.seat or not seat:
        return ()
    pool = play.state.pool
    if pool.free:
        wait = Reason("free-build-waits", {"count": pool.free})
        cards = (*play.player(seat).hand, *play.stalls)
        blocked = tuple(Refusal(kind, wait) for kind in ("buy", "build", "value", "use", "relocate", "discard", "end"))
        return (*blocked, *_unplaceable(play, seat, "free", cards))
    found = [*_deeds(play), *_buying(play, seat), *_building(play, seat), *_valuing(play)]
    player, village = play.player(seat), play.villages[seat - 1]
    if RELOCATE in player.tokens and not village.swaps:
        found.append(Refusal("relocate", Reason("nothing-to-swap")))
    if len(player.hand) >= village.limit and not is_stuck(village, player.hand):
        found.append(Refusal("discard", Reason("not-stuck")))
    return tuple(found)


def _deeds(play: Play) -> list[Refusal]:
    """Actions that the played card does not show, or that are done."""
    found = []
    card = play.state.ranks[play.state.turn].play
    for deed in DEEDS:
        if deed not in deeds(play):
            found.append(Refusal(deed, Reason("not-on-card", {"deed": deed, "play": card})))
        elif not left(play, deed):
            found.append(Refusal(deed, Reason("no-action-left", {"deed": deed})))
    return found


def _buying(play: Play, seat: int) -> list[Refusal]:
    if not left(play, "buy"):
        return []
    limit = play.villages[seat - 1].limit
    if len(play.player(seat).hand) >= limit:
        return [Refusal("buy", Reason("hand-full", {"limit": limit}))]
    return [] if play.stalls else [Refusal("buy", Reason("market-empty"))]


def _building(play: Play, seat: int) -> list[Refusal]:
    if not left(play, "build"):
        return []
    hand = play.player(seat).hand
    return _unplaceable(play, seat, "build", hand) if hand else [Refusal("build", Reason("hand-empty"))]


def _unplaceable(play: Play, seat: int, kind: str, cards: tuple[str, ...]) -> list[Refusal]:
    village = play.villages[seat - 1]
    return [
        Refusal(
            kind, Reason("no-roof-place" if card in village.faces.roofs else "no-floor-place", {"card": card}), card
        )
        for card in cards
        if not village.places(card)
    ]


def _valuing(play: Play) -> list[Refusal]:
    if not left(play, "value"):
        return []
    limit = play.content.value_limit
    found = []
    for colour, value in zip(COLOURS, play.state.values, strict=True):
        if value >= limit:
            found.append(Refusal("value", Reason("value-highest", {"colour": colour, "value": value}), colour))
        elif value <= 0:
            found.append(Refusal("value", Reason("value-lowest", {"colour": colour, "value": value}), colour))
    return found


def objection(play: Play, seat: int, action: Action) -> Reason | None:
    """Why an action of a seat whose turn it is cannot be carried out, if a refusal says so."""
    kind = type(action).__struct_config__.tag
    pieces: tuple[Any, ...] = ("", getattr(action, "card", ""), getattr(action, "colour", ""))
    for refusal in refusals(play, seat):
        if refusal.type == kind and refusal.piece in pieces:
            return refusal.reason
    if isinstance(action, Build | Free) and action.card in (*play.player(seat).hand, *play.stalls):
        return Reason("not-there", {"card": action.card})
    return None
