"""Alternative rewards (CB-12) and the Beach Café (CB-20)."""

import pytest

from app.games.cubaneo.actions import Build, End, Load, Play, Reward, Sell, Use
from app.games.cubaneo.pieces import Character, Product, Resource, RewardName
from tests.games.cubaneo.scene import Scene, number, playing

CAFE = 25


@pytest.mark.rule("CB-12")
@pytest.mark.parametrize("good", ["wood", "water", "stone"])
def test_the_tradeswoman_may_take_any_resource(good: Resource) -> None:
    scene = playing("tradeswoman")
    scene.act(Reward("resource", good))
    assert scene.yard() == {good: 1}


@pytest.mark.rule("CB-12")
@pytest.mark.parametrize("good", ["citrus_fruits", "sugar_cane", "tobacco"])
def test_the_tradeswoman_may_take_any_product(good: Product) -> None:
    scene = playing("tradeswoman")
    scene.act(Reward("product", good))
    assert scene.yard() == {good: 1}


@pytest.mark.rule("CB-12")
@pytest.mark.parametrize(("reward", "points"), [("points-2", 2), ("points-1", 1)])
def test_the_architect_may_take_two_points_or_one(reward: RewardName, points: int) -> None:
    scene = playing("architect")
    told = scene.act(Reward(reward))
    assert scene.points() == points == told[0].data["points"]


@pytest.mark.rule("CB-12")
@pytest.mark.parametrize(("reward", "pesos"), [("pesos-4", 4), ("pesos-2", 2)])
def test_the_mayor_may_take_four_pesos_or_two(reward: RewardName, pesos: int) -> None:
    scene = playing("mayor")
    scene.act(Reward(reward))
    assert scene.pesos() == 10 + pesos


@pytest.mark.rule("CB-12")
@pytest.mark.parametrize("card", ["worker", "foreman"])
def test_worker_and_foreman_have_no_alternative(card: Character) -> None:
    assert not playing(card).offers(Reward)


@pytest.mark.rule("CB-12")
def test_each_reward_is_taken_once_a_round_in_all() -> None:
    scene = playing("architect")
    scene.turn(Reward("points-2"))
    assert scene.session.public()["rewards"] == ("points-2",)
    scene.act(Play("architect"))
    assert scene.offers(Reward, "reward") == ["points-1"]
    assert scene.refused(Reward("points-2")).key == "covered"
    scene.turn(Reward("points-1"))
    scene.act(Play("architect"))
    assert not scene.offers(Reward)


@pytest.mark.rule("CB-12")
def test_a_reward_is_taken_instead_of_the_action() -> None:
    scene = playing("tradeswoman").has(1, rum=1)
    scene.act(Sell("rum"))
    assert not scene.offers(Reward)
    assert scene.refused(Reward("product", "tobacco")).key == "begun"
    scene = playing("mayor").has(1, rum=1)
    scene.act(Reward("pesos-2"))
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]


@pytest.mark.rule("CB-12")
def test_a_mayor_who_has_loaded_takes_no_reward() -> None:
    scene = Scene().ship(1, "CSTRR").has(1, rum=2)
    scene.act(Play("mayor"), Load(1, "rum"))
    assert not scene.offers(Reward)


@pytest.mark.rule("CB-20")
def test_the_owner_of_the_beach_cafe_may_take_covered_rewards_and_they_stay_covered() -> None:
    scene = Scene().has(1, tiles={5: CAFE}).set(covered=("points-2",))
    scene.act(Play("architect"))
    assert scene.offers(Reward, "reward") == ["points-2", "points-1"]
    told = scene.act(Reward("points-2"))
    assert scene.points() == 2
    assert told[0].data["covered"] is True
    assert scene.session.public()["rewards"] == ("points-2",)


@pytest.mark.rule("CB-20")
def test_a_free_reward_that_the_cafe_takes_is_covered_as_usual() -> None:
    scene = Scene().has(1, tiles={5: CAFE}).set(covered=("pesos-4",))
    scene.act(Play("mayor"), Reward("pesos-2"))
    assert scene.session.public()["rewards"] == ("pesos-4", "pesos-2")


@pytest.mark.rule("CB-20")
def test_the_cafe_helps_nobody_else() -> None:
    scene = Scene().has(2, tiles={5: CAFE}).set(covered=("points-2", "points-1"))
    scene.act(Play("architect"))
    assert not scene.offers(Reward)


@pytest.mark.rule("CB-20")
def test_the_cafe_works_from_the_next_turn_on_and_has_no_ability_to_use() -> None:
    scene = Scene().has(1, wood=1, stone=1).set(covered=("points-2", "points-1", "pesos-4", "pesos-2"))
    scene.act(Play("architect"), Build(number("Beach Café"), 5))
    assert [type(action) for action in scene.session.legal_actions(1)] == [End]
    scene.act(End())
    scene.set(turns=0)
    scene.act(Play("mayor"))
    assert scene.offers(Reward, "reward") == ["pesos-4", "pesos-2"]
    scene = Scene().has(1, tiles={1: CAFE})
    scene.act(Play("foreman"))
    assert CAFE not in scene.offers(Use, "building")


@pytest.mark.rule("CB-20", "CB-26")
def test_the_propriety_act_beats_the_cafe() -> None:
    scene = Scene().has(1, tiles={5: CAFE}).set(covered=("points-2",)).rule("no_alternative_actions")
    scene.act(Play("architect"))
    assert not scene.offers(Reward)
    assert scene.refused(Reward("points-1")).key == "propriety"
