"""D) Parliament (CB-23, CB-24, CB-35)."""

from typing import Any

import pytest

from app.games.cubaneo.actions import Pass, Vote
from tests.games.cubaneo.scene import Scene, house


def vote(scene: Scene, *bought: int) -> Scene:
    events: list[Any] = []
    for seat, votes in enumerate(bought, 1):
        if scene.session.choices(seat):
            events.extend(scene.act(Vote(votes), seat=seat))
    return scene


@pytest.mark.rule("CB-23")
def test_all_show_the_kept_card_then_buy_votes_at_the_same_time() -> None:
    scene = Scene().keeps(s1="mayor", s2="foreman", s3="worker").enter("votes")
    assert [(event.seat, event.data["votes"]) for event in scene.told("kept")] == [(1, 5), (2, 4), (3, 1)]
    assert scene.session.actors() == (1, 2, 3)
    assert scene.offers(Vote, "votes", seat=2) == list(range(11))


@pytest.mark.rule("CB-23")
@pytest.mark.parametrize(
    ("card", "votes"), [("worker", 1), ("tradeswoman", 2), ("architect", 3), ("foreman", 4), ("mayor", 5)]
)
def test_each_character_has_its_votes(card: str, votes: int) -> None:
    scene = Scene().keeps(s1=card, s2=card, s3=card).enter("votes")
    vote(scene, 0, 0, 0)
    assert [ballot.total for ballot in scene.state.ballots] == [votes] * 3


@pytest.mark.rule("CB-23")
def test_most_votes_decide() -> None:
    scene = vote(Scene().keeps(s1="mayor", s2="foreman", s3="worker").enter("votes"), 0, 2, 1)
    assert scene.told("winner")[0].seat == 2
    assert scene.told("winner")[0].data == {"total": 6, "why": "votes", "tied": []}


@pytest.mark.rule("CB-23")
def test_a_tie_goes_to_the_one_who_bought_more() -> None:
    scene = vote(Scene().keeps(s1="mayor", s2="foreman", s3="worker").enter("votes"), 0, 1, 4)
    assert scene.told("winner")[0].seat == 3
    assert scene.told("winner")[0].data == {"total": 5, "why": "bought", "tied": [1, 2, 3]}


@pytest.mark.rule("CB-23")
def test_a_tie_among_equals_goes_to_the_one_earlier_in_the_next_round() -> None:
    scene = vote(Scene().set(token=3).keeps(s1="mayor", s2="mayor", s3="worker").enter("votes"), 1, 1, 5)
    assert scene.state.winner == 3
    scene = vote(Scene().set(token=2).keeps(s1="mayor", s2="worker", s3="mayor").enter("votes"), 1, 0, 1)
    assert scene.state.winner == 3, "3 comes before 1 when 2 has the token"
    assert scene.told("winner")[0].data["why"] == "order"


@pytest.mark.rule("CB-23")
def test_all_pay_for_their_votes() -> None:
    scene = vote(Scene().enter("votes"), 3, 0, 7)
    assert [scene.pesos(seat) for seat in (1, 2, 3)] == [7, 10, 3]


@pytest.mark.rule("CB-23")
def test_only_who_has_decided_is_seen_and_nothing_is_booked_before_all_have() -> None:
    scene = Scene().enter("votes")
    before = scene.session.public()
    told = scene.act(Vote(9), seat=2)
    after = scene.session.public()
    assert [(event.key, event.seat, event.data) for event in told] == [("decided", 2, {"ask": "votes"})]
    assert {name for name in after if after[name] is not before[name]} == {"turn"}
    assert (after["turn"].actors, after["turn"].done) == ((1, 3), (2,))
    assert scene.session.reveals
    assert scene.session.private(2)["decision"] == Vote(9)
    assert scene.session.private(1)["decision"] is None


@pytest.mark.rule("CB-23")
def test_a_decision_may_be_replaced_until_all_have_decided() -> None:
    scene = Scene().enter("votes")
    scene.act(Vote(9), seat=2)
    question = scene.session.question(2)
    scene.act(Vote(1), seat=2)
    assert scene.session.question(2) == question
    scene.act(Vote(0), seat=1)
    scene.act(Vote(0), seat=3)
    assert scene.pesos(2) == 9
    assert scene.session.question(2) != question


@pytest.mark.rule("CB-23")
def test_who_cannot_buy_a_vote_is_not_asked() -> None:
    scene = Scene().has(2, pesos=0).enter("votes")
    assert scene.session.actors() == (1, 3)
    assert not scene.session.choices(2)


@pytest.mark.rule("CB-23")
def test_when_nobody_can_buy_the_printed_votes_decide_at_once() -> None:
    scene = Scene().keeps(s1="worker", s2="foreman", s3="architect")
    for seat in (1, 2, 3):
        scene.has(seat, pesos=0)
    scene.enter("votes")
    assert scene.session.public()["turn"].phase == "passing"
    assert scene.state.winner == 2


@pytest.mark.rule("CB-24")
def test_the_winner_passes_two_acts_which_replace_those_in_force_and_the_others_leave() -> None:
    scene = Scene().propose(tax=6, duty=2, subsidy=4, restriction=1).force(subsidy=0, restriction=7)
    scene.enter("passing").set(winner=2)
    assert scene.session.actors() == (2,)
    assert len(scene.offers(Pass, seat=2)) == 6
    scene.act(Pass(("subsidy", "duty")), seat=2)
    assert scene.state.active == (-1, 2, 4, 7)
    assert [event.data["group"] for event in scene.told("passed")] == ["duty", "subsidy"]
    assert scene.told("passed")[1].data["replaced"]["name"] == "Waterworks subsidy"
    dropped = scene.told("dropped")[0].data["acts"]
    assert dropped == {"tax": house().face("tax", 6), "restriction": house().face("restriction", 1)}


@pytest.mark.rule("CB-24")
def test_exactly_two_different_acts_are_passed() -> None:
    scene = Scene().enter("passing").set(winner=1)
    for acts in ((), ("tax",), ("tax", "tax"), ("tax", "duty", "subsidy")):
        assert scene.refused(Pass(acts), seat=1).key == "not-offered"


@pytest.mark.rule("CB-24")
def test_a_tax_passed_now_is_due_now() -> None:
    scene = Scene().propose(tax=7).enter("passing").set(winner=1)
    scene.act(Pass(("tax", "restriction")), seat=1)
    assert scene.session.private(2)["prompt"].data["tax"] == 6


@pytest.mark.rule("CB-24")
def test_with_immediate_acts_the_kept_cards_are_still_shown_for_the_civic_subsidy() -> None:
    scene = Scene().keeps(s1="mayor", s2="foreman", s3="worker").propose(subsidy=1, tax=7, duty=3)
    for seat in (1, 2, 3):
        scene.has(seat, pesos=0)
    scene.enter("event", "immediate_acts")
    assert [event.data["votes"] for event in scene.told("kept")] == [5, 4, 1]
    assert [event.data["points"] for event in scene.told("subsidy")] == [5, 4, 1]


@pytest.mark.rule("CB-35")
def test_hedda_ties_at_six_bought_two_and_decides_and_the_old_duty_lapses() -> None:
    scene = Scene().keeps(s1="mayor", s2="mayor", s3="tradeswoman").take(votes=3).propose(duty=5, subsidy=2)
    vote(scene.enter("votes"), 0, 1, 2)
    assert [ballot.total for ballot in scene.state.ballots] == [5, 6, 6]
    assert scene.state.winner == 3
    assert [scene.pesos(seat) for seat in (1, 2, 3)] == [10, 9, 8]
    scene.act(Pass(("duty", "subsidy")), seat=3)
    assert scene.state.active == (-1, 5, 2, -1), "the tax stays"
