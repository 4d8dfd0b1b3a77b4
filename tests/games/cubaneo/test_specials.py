"""The four special tiles (CB-21)."""

import pytest

from app.games.cubaneo.actions import Build, Convert, End, Lay, Partner, Pass, Play, Use
from tests.games.cubaneo.scene import Scene, using

PRINTING_HOUSE, CHURCH, TOWN_HALL, TRADING_HOUSE = 26, 27, 28, 29
BANK, RUM_BAR, STATUE, CAFE, DISTILLERY = 11, 16, 30, 25, 8
GROUPS = ["tax", "duty", "subsidy", "restriction"]


@pytest.mark.rule("CB-21")
def test_the_newspaper_is_laid_on_a_proposed_act_and_brings_two_points_when_it_is_passed() -> None:
    scene = using(PRINTING_HOUSE)
    scene.act(Use(PRINTING_HOUSE))
    assert scene.offers(Lay, "act") == GROUPS
    scene.act(Lay("duty"))
    specials = scene.session.public()["specials"]
    assert (specials.newspaper, specials.newspaper_on) == (1, "duty")
    scene.enter("passing").set(winner=2)
    scene.act(Pass(("tax", "duty")), seat=2)
    assert scene.points(1) == 2
    assert [event.data for event in scene.told("newspaper")] == [{"group": "duty", "points": 2}]


@pytest.mark.rule("CB-21")
def test_the_newspaper_brings_nothing_when_its_act_is_dropped() -> None:
    scene = Scene().take(newspaper=1, newspaper_on="duty").enter("passing").set(winner=1)
    scene.act(Pass(("tax", "subsidy")), seat=1)
    assert not scene.told("newspaper")


@pytest.mark.rule("CB-21")
def test_the_newspaper_pays_also_by_immediate_acts() -> None:
    scene = Scene().take(newspaper=3, newspaper_on="restriction").enter("passing", "immediate_acts")
    assert [(event.seat, event.data["points"]) for event in scene.told("newspaper")] == [(3, 2)]


@pytest.mark.rule("CB-21")
def test_the_decree_names_an_act_that_may_not_be_passed() -> None:
    scene = using(CHURCH)
    scene.act(Use(CHURCH), Lay("subsidy"))
    scene.enter("passing").set(winner=3)
    pairs = [set(acts) for acts in scene.offers(Pass, "acts", seat=3)]
    assert pairs == [{"tax", "duty"}, {"tax", "restriction"}, {"duty", "restriction"}]
    refusal = scene.refused(Pass(("tax", "subsidy")), seat=3)
    assert (refusal.key, refusal.data) == ("barred", {"by": 1})


@pytest.mark.rule("CB-21")
def test_with_a_decree_immediate_acts_pass_the_other_three() -> None:
    scene = Scene().take(decree=2, decree_on="tax").propose(tax=7, duty=1, subsidy=2, restriction=3)
    scene.enter("passing", "immediate_acts")
    assert scene.state.active == (-1, 1, 2, 3)
    assert scene.told("barred")[0].data == {"group": "tax"}
    assert scene.state.passed == ("duty", "subsidy", "restriction")


@pytest.mark.rule("CB-21")
def test_the_votes_tile_gives_two_more_votes_in_this_round() -> None:
    scene = using(TOWN_HALL)
    scene.act(Use(TOWN_HALL))
    assert scene.session.public()["specials"].votes == 1
    scene.keeps(s1="worker", s2="tradeswoman", s3="worker").enter("votes")
    assert scene.session.private(1)["prompt"].data["extra"] == 2
    for seat in (1, 2, 3):
        scene.act(next(scene.session.legal_actions(seat)), seat=seat)
    assert [ballot.total for ballot in scene.state.ballots] == [3, 2, 1]
    assert scene.state.winner == 1


@pytest.mark.rule("CB-21")
def test_the_partner_uses_a_building_of_another_player_with_ones_own_goods_points_and_buildings() -> None:
    scene = using(TRADING_HOUSE, rum=2).has(2, tiles={5: RUM_BAR}, rum=3).has(3, tiles={5: STATUE, 6: BANK})
    scene.act(Use(TRADING_HOUSE))
    assert scene.offers(Partner, "building") == [RUM_BAR, STATUE, BANK]
    scene.act(Partner(RUM_BAR))
    assert scene.offers(Convert, "count") == [1, 2]
    scene.act(Convert(2))
    assert (scene.points(1), scene.yard(1), scene.yard(2)) == (4, {}, {"rum": 3})
    scene = using(TRADING_HOUSE).has(3, tiles={5: STATUE, 6: BANK, 7: 1, 9: 2})
    scene.act(Use(TRADING_HOUSE), Partner(STATUE))
    assert scene.points(1) == 1, "its own two buildings"


@pytest.mark.rule("CB-21")
def test_the_partner_uses_no_special_building_no_beach_cafe_and_nothing_of_ones_own() -> None:
    scene = using(TRADING_HOUSE, tobacco=1).has(
        2, tiles={5: PRINTING_HOUSE, 6: CHURCH, 7: TOWN_HALL, 9: CAFE, 10: BANK}
    )
    scene.has(1, tiles={1: TRADING_HOUSE, 2: 1})
    scene.act(Use(TRADING_HOUSE))
    assert scene.offers(Partner, "building") == [BANK]


@pytest.mark.rule("CB-21")
def test_the_partner_is_not_offered_when_no_building_would_change_anything() -> None:
    scene = using(TRADING_HOUSE).has(2, tiles={5: DISTILLERY})
    assert not scene.offers(Use)


@pytest.mark.rule("CB-21")
@pytest.mark.parametrize(
    ("building", "taken"),
    [
        (PRINTING_HOUSE, {"newspaper": 2, "newspaper_on": "tax"}),
        (CHURCH, {"decree": 1, "decree_on": "tax"}),
        (TOWN_HALL, {"votes": 1}),
        (TRADING_HOUSE, {"partner": 3}),
    ],
)
def test_a_tile_taken_this_round_cannot_be_taken_again(building: int, taken: dict[str, int | str]) -> None:
    scene = using(building).has(2, tiles={5: BANK}).take(**taken)
    assert not scene.offers(Use)
    assert scene.refused(Use(building)).key == "tile-taken"


@pytest.mark.rule("CB-21")
def test_the_tiles_go_back_at_clean_up() -> None:
    scene = Scene().take(newspaper=1, newspaper_on="tax", decree=2, decree_on="duty", votes=3, partner=1)
    scene.enter("departures")
    specials = scene.session.public()["specials"]
    assert (specials.newspaper, specials.decree, specials.votes, specials.partner) == (0, 0, 0, 0)
    assert (specials.newspaper_on, specials.decree_on) == ("", "")
    assert scene.told("tidied")[0].data["tiles"] == ["newspaper", "decree", "votes", "partner"]


@pytest.mark.rule("CB-21")
def test_a_town_hall_just_built_may_be_used_at_once() -> None:
    scene = Scene().has(1, wood=1, stone=1)
    scene.act(Play("architect"), Build(TOWN_HALL, 5), Use(TOWN_HALL), End())
    assert scene.session.public()["specials"].votes == 1
