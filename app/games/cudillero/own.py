"""What one seat alone sees: its prompt, its action cards, what it keeps, and what its moves would bring."""

import msgspec

from app.games.cudillero import previews
from app.games.cudillero.actions import Add, Bid, Keep, Roof
from app.games.cudillero.asking import actors, asked
from app.games.cudillero.bidding import plus_tokens
from app.games.cudillero.scoring import common_line, personal_line, ranking, village_lines
from app.games.cudillero.state import RELOCATE, Play, Player
from app.games.cudillero.turns import is_stuck, left
from app.games.cudillero.views import tally
from app.games.session import Prompt, Regions, View


class Cards(msgspec.Struct, frozen=True):
    """The own action cards: in hand, and what was chosen of them while it is not shown."""

    hand: tuple[int, ...]
    bid: Bid | None
    tokens: tuple[str, ...] | None
    """The tokens chosen to add; None while nothing is chosen."""


class Kept(msgspec.Struct, frozen=True):
    """The own roofs and personal objectives: on offer, kept, not kept. What is chosen is kept when all have chosen."""

    offers: tuple[str, ...]
    aims: tuple[str, ...]
    choice: Keep | None
    roof: str
    returned: str
    objective: str
    unwanted: str
    place: int | None
    """At the end the place that was chosen for the roof; None while nothing is chosen."""


def private(play: Play, seat: int, regions: Regions) -> View:
    """What that seat alone may see, in named regions."""
    state, player = play.state, play.player(seat)
    made = state.made[seat - 1]
    bid = state.bids[seat - 1] if state.bids else made if isinstance(made, Bid) else None
    added = made.tokens if state.phase == "tokens" and isinstance(made, Add) and asked(play, seat) else None
    keep = made if isinstance(made, Keep) else None
    place = _place(play, player, seat)
    view: View = {"prompt": _prompt(play, seat)}
    view["cards"] = regions.region(f"cards-{seat}", Cards, player.cards, bid, added)
    kept = (player.roof, player.returned, player.aim, player.unwanted)
    view["kept"] = regions.region(f"kept-{seat}", Kept, player.offers, player.aims, keep, *kept, place)
    view["spots"] = previews.spots(play, seat)
    village = play.villages[seat - 1]
    if play.seat == seat and RELOCATE in player.tokens and not state.pool.free:
        view["swaps"] = regions.region(f"swaps-{seat}", previews.swaps, village)
    else:
        view["swaps"] = ()
    view["snares"] = previews.snares(play, seat)
    if player.roof and state.phase != "over":
        roof = (state.values, player.roof, player.aim)
        view["roofs"] = regions.region(f"roofs-{seat}", previews.roof_spots, village, *roof)
    else:
        view["roofs"] = ()
    lines = (*regions.region(f"lines-{seat}", village_lines, village, state.values), common_line(play, seat))
    if player.aim:
        lines = (*lines, personal_line(play, seat))
    view["score"] = regions.region(f"own-score-{seat}", tally, lines)
    return view


def _place(play: Play, player: Player, seat: int) -> int | None:
    if play.state.placed:
        return play.state.placed[seat - 1]
    made = play.state.made[seat - 1]
    return made.place if player.roof and isinstance(made, Roof) and asked(play, seat) else None


def _prompt(play: Play, seat: int) -> Prompt:
    state = play.state
    if state.phase == "over":
        return Prompt("over", {"winners": [standing.seat for standing in ranking(play) if standing.place == 1]})
    if state.phase == "turns":
        return _turn_prompt(play, seat)
    waiting = {"waiting": list(actors(play))}
    if not asked(play, seat):
        return Prompt(f"await-{state.phase}", waiting)
    word = {"start": "keep", "bids": "bid", "tokens": "add", "roofs": "roof"}[state.phase]
    if state.made[seat - 1] is not None:
        return Prompt(f"{word}-made", waiting)
    if word == "keep":
        return Prompt(word, {"personal": state.options.with_personal})
    if word == "bid":
        return Prompt(word, {"day": state.day, "round": state.round})
    if word == "add":
        high, low = state.bids[seat - 1].bids
        return Prompt(word, {"high": high, "low": low, "tokens": list(plus_tokens(play, seat))})
    return Prompt(word, {"roof": play.player(seat).roof})


def _turn_prompt(play: Play, seat: int) -> Prompt:
    state = play.state
    if play.seat != seat:
        later = [rank.seat for rank in state.ranks[state.turn + 1 :]]
        return Prompt("await-turn", {"seat": play.seat, "next": later[:1] == [seat]})
    if state.pool.free:
        return Prompt("free", {"count": state.pool.free})
    if is_stuck(play.villages[seat - 1], play.player(seat).hand):
        return Prompt("stuck")
    counts = {deed: left(play, deed) for deed in ("buy", "build", "value")}
    if not any(counts.values()):
        return Prompt("turn-over")
    return Prompt("turn", {**counts, "either": state.pool.either})
