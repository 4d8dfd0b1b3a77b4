"""D) Parliament (CB-23, CB-24): votes are bought in secret, and the winner passes two acts."""

from typing import Any

from app.games.cubaneo.actions import Pass, Vote
from app.games.cubaneo.game import Game
from app.games.cubaneo.pieces import GROUPS, VOTES, Group
from app.games.cubaneo.promenade import open_event
from app.games.cubaneo.stage import Decisions, Stage
from app.games.cubaneo.state import Ballot
from app.games.domains import SomeOf, Whole
from app.games.session import Choice, Prompt, Reason, Refusal

SPECIAL_VOTES = 2
"""What the Votes tile is worth (CB-21)."""
NEWSPAPER_POINTS = 2
"""For the Newspaper when its act is passed (CB-21)."""
PASSED = 2
"""Acts that the winner passes (CB-24)."""


def immediate(game: Game) -> bool:
    """Whether all proposed acts become active without a vote (CB-22)."""
    return open_event(game.state)[1] == "immediate_acts"


def price(game: Game) -> int:
    """What a vote costs: 1 peso, 2 under the Corruption Act (CB-26)."""
    return 2 if game.rule() == "votes_cost_double" else 1


def kept(game: Game, seat: int) -> str:
    """The character that the seat kept."""
    (card,) = game.player(seat).hand
    return card


def extra(game: Game, seat: int) -> int:
    """The votes of the special tile."""
    return SPECIAL_VOTES if game.state.specials.votes == seat else 0


def passable(game: Game) -> tuple[Group, ...]:
    """The groups whose proposed act may be passed: not the one that the Decree forbids."""
    return tuple(group for group in GROUPS if group != game.state.specials.decree_on)


class Votes(Decisions):
    """D, step 1: all show the kept character and buy votes."""

    name = "votes"
    following = "passing"

    def enter(self, game: Game) -> bool:
        state = game.state
        for seat in game.order(state.token):
            game.tell("kept", seat, card=kept(game, seat), votes=VOTES[kept(game, seat)])
        if immediate(game):
            return False
        cost = price(game)
        rich = tuple(seat for seat in range(1, game.seats + 1) if game.player(seat).pesos >= cost)
        return self.ask(game, rich)

    def options(self, game: Game, seat: int) -> tuple[Choice, ...]:
        return (Choice(Vote, {"votes": Whole(0, game.player(seat).pesos // price(game))}),)

    def resolve(self, game: Game) -> None:
        state = game.state
        cost = price(game)
        ballots = []
        for seat in game.order(state.token):
            decision = state.decisions[seat - 1]
            bought = decision.votes if isinstance(decision, Vote) else 0
            card = kept(game, seat)
            ballot = Ballot(seat, card, VOTES[card], extra(game, seat), bought)
            ballots.append(ballot)
            game.pay(seat, bought * cost)
            game.tell(
                "ballot",
                seat,
                card=card,
                base=ballot.base,
                extra=ballot.extra,
                bought=bought,
                total=ballot.total,
                pesos=-bought * cost,
            )
        state.ballots = tuple(ballots)
        winner = max(ballots, key=lambda ballot: (ballot.total, ballot.bought))  # of equals the first: the next order
        state.winner = winner.seat
        rivals = [ballot for ballot in ballots if ballot.total == winner.total]
        alike = [ballot for ballot in rivals if ballot.bought == winner.bought]
        why = "votes" if len(rivals) == 1 else "bought" if len(alike) == 1 else "order"
        tied = [ballot.seat for ballot in rivals] if len(rivals) > 1 else []
        game.tell("winner", winner.seat, total=winner.total, why=why, tied=tied)

    def prompt(self, game: Game, seat: int) -> Prompt:
        cost = price(game)
        data = {
            "price": cost,
            "most": game.player(seat).pesos // cost,
            "base": VOTES[kept(game, seat)],
            "extra": extra(game, seat),
            "decided": game.state.decisions[seat - 1] is not None,
        }
        return Prompt("votes", data)

    def data(self, game: Game) -> dict[str, Any]:
        return {"price": price(game)}


class Passing(Stage):
    """D, step 2: the winner passes two of the proposed acts; with Immediate acts all become active."""

    name = "passing"
    following = "dues"

    def enter(self, game: Game) -> bool:
        if not immediate(game):
            return True
        if game.state.specials.decree:
            game.tell("barred", game.state.specials.decree, group=game.state.specials.decree_on)
        self._make_active(game, 0, passable(game))
        return False

    def actors(self, game: Game) -> tuple[int, ...]:
        return (game.state.winner,)

    def choices(self, game: Game, seat: int) -> tuple[Choice, ...]:
        if seat != game.state.winner:
            return ()
        return (Choice(Pass, {"acts": SomeOf(passable(game), PASSED, PASSED)}),)

    def carry_out(self, game: Game, seat: int, action: Pass) -> bool:
        self._make_active(game, seat, tuple(group for group in GROUPS if group in action.acts))
        return True

    def _make_active(self, game: Game, seat: int, groups: tuple[str, ...]) -> None:
        state, book, specials = game.state, game.book, game.state.specials
        active = list(state.active)
        for index, group in enumerate(GROUPS):
            if group in groups:
                replaced = book.face(group, active[index])
                active[index] = state.proposed[index]
                game.tell("passed", seat, group=group, act=book.face(group, active[index]), replaced=replaced)
        state.active = tuple(active)
        state.passed = groups
        if specials.newspaper and specials.newspaper_on in groups:
            points = game.score(specials.newspaper, "abilities", NEWSPAPER_POINTS)
            game.tell("newspaper", specials.newspaper, group=specials.newspaper_on, points=points)
        dropped = {
            group: book.face(group, state.proposed[at]) for at, group in enumerate(GROUPS) if group not in groups
        }
        if dropped:
            game.tell("dropped", acts=dropped)

    def prompt(self, game: Game, seat: int) -> Prompt:
        return Prompt("passing", {"acts": list(passable(game))})

    def refusals(self, game: Game, seat: int) -> tuple[Refusal, ...]:
        specials = game.state.specials
        if seat != game.state.winner or not specials.decree:
            return ()
        return (Refusal("pass", Reason("barred", {"by": specials.decree}), specials.decree_on),)

    def data(self, game: Game) -> dict[str, Any]:
        return {"winner": game.state.winner}
