"""What holds in every game of Cuckooo!, played at random."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.cuckooo.actions import Pass, Ready
from app.games.cuckooo.components import pieces
from app.games.cuckooo.ending import GOLD
from app.games.session import plain
from app.games.shelf import rulebook
from tests.games import conformance
from tests.games.cuckooo.positions import BOOK, game, state_of

OPTIONS = st.fixed_dictionaries(
    {"flocks": st.sampled_from(("open", "hidden")), "tokens": st.sampled_from(("off", "on"))}
)
SEATS = st.integers(3, 5)
SEEDS = st.integers(0, 10_000)


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_the_game_holds_what_every_rulebook_must(check: Callable[..., None]) -> None:
    @given(SEATS, OPTIONS, SEEDS)
    def holds(seats: int, options: dict[str, str], seed: int) -> None:
        check("cuckooo", seats, options, seed)

    holds()


@given(SEATS, OPTIONS, SEEDS)
@pytest.mark.rule("CK-3")
def test_no_piece_is_lost_or_doubled(seats: int, options: dict[str, str], seed: int) -> None:
    in_play = pieces(BOOK.components().content, seats)
    for session, *_ in conformance.random_game(BOOK, seats, options, seed):
        state = state_of(session)
        sparrows = [card for cards in (*state.hands, *state.flocks) for card in cards]
        sparrows += [laid.piece for laid in state.row] + [card for pile in state.discards for card in pile.cards]
        assert sorted(sparrows) == ([] if state.phase in ("take", "swap") else sorted(in_play.sparrows))
        owls = [owl for mine in state.owls for owl in mine] + list(state.owl_deck)
        owls += [owl.piece for owl in state.offer if not owl.seat]
        assert sorted(owls) == sorted(in_play.owls)
        assert sorted(state.magpies) == sorted(in_play.magpies)
        held = [token for token in state.tokens if token]
        assert len(set(held)) == len(held)


@given(SEATS, OPTIONS, SEEDS)
@pytest.mark.rule("CK-16", "CK-22")
def test_all_silver_of_a_magpie_is_handed_out_and_the_score_is_the_sum_of_the_settlements(
    seats: int, options: dict[str, str], seed: int
) -> None:
    *_, (session, *_) = conformance.random_game(BOOK, seats, options, seed)
    results = session.public()["results"]
    assert [settlement.round for settlement in results] == [1, 2, 3, 4]
    for settlement in results:
        coins = sorted(coin for flock in settlement.flocks for coin in flock.coins)
        assert coins == (list(range(1, seats + 3)) if settlement.sharers else [])
    for seat in range(1, seats + 1):
        flocks = [settlement.flocks[seat - 1] for settlement in results]
        gold, silver = session.scores()[seat]
        assert gold.points == GOLD[sum(flock.gold for flock in flocks)]
        assert silver.points == sum(len(flock.coins) for flock in flocks)


@given(SEATS, OPTIONS, SEEDS)
@pytest.mark.rule("CK-17", "CK-28")
def test_the_order_of_the_silver_is_by_owl_then_by_cuckoo_but_for_order(
    seats: int, options: dict[str, str], seed: int
) -> None:
    *_, (session, *_) = conformance.random_game(BOOK, seats, options, seed)
    for settlement in session.public()["results"]:
        sharers = list(settlement.sharers)
        if settlement.moved:
            at = sharers.index(settlement.moved)
            sharers[at], sharers[at + 1] = sharers[at + 1], sharers[at]
        flocks = [settlement.flocks[seat - 1] for seat in sharers]
        numbers = [(bool(f.cuckoo), int((f.cuckoo or f.owl).split("-")[1])) for f in flocks]
        assert numbers == sorted(numbers)


@given(SEATS, OPTIONS, SEEDS)
def test_only_what_was_drawn_seen_or_chosen_by_all_at_once_bars_the_undo(
    seats: int, options: dict[str, str], seed: int
) -> None:
    draws = {"spied", "sparrows-dealt", "magpie-turned", "owls-offered"}
    for session, _, action, events in conformance.random_game(BOOK, seats, options, seed):
        drawn = any(event.key in draws for event in events)
        assert session.reveals == (drawn or isinstance(action, Pass | Ready))


@given(SEATS, OPTIONS, SEEDS)
def test_resampled_cards_lie_where_they_can_lie(seats: int, options: dict[str, str], seed: int) -> None:
    rng = Random(seed)
    in_play = pieces(BOOK.components().content, seats)
    for session, *_ in conformance.random_game(BOOK, seats, options, seed):
        if rng.random() > 0.1:
            continue
        viewer = rng.randrange(seats + 1)
        state, other = state_of(session), state_of(session.resample(viewer, rng))
        assert other.seed != state.seed
        assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
        cards = [card for part in (*other.hands, *other.flocks) for card in part]
        cards += [laid.piece for laid in other.row] + [card for pile in other.discards for card in pile.cards]
        assert sorted(cards) == ([] if state.phase in ("take", "swap") else sorted(in_play.sparrows))
        assert sorted(other.owl_deck) == sorted(state.owl_deck)
        unknown = len(state.owl_deck) - state.buried
        assert other.owl_deck[unknown:] == state.owl_deck[unknown:]
        assert sorted(other.magpies) == sorted(state.magpies)
        for pick, hand in zip(other.picks, other.hands, strict=True):
            assert state.phase != "pass" or set(pick) <= set(hand) or len(pick) == 0


@pytest.mark.parametrize("viewer", [0, 1])
def test_resampling_really_draws_anew(viewer: int) -> None:
    session = game(4, options={"flocks": "hidden"})
    worlds = [state_of(session.resample(viewer, Random(number))) for number in range(10)]
    for part in ("hands", "owl_deck", "magpies", "seed"):
        assert len({getattr(world, part) for world in worlds}) > 3
    assert len({world.hands[0] for world in worlds}) == (1 if viewer else 10)


def test_a_seat_knows_where_the_sparrows_are_that_it_passed() -> None:
    rng = Random(4)
    session = game(5, 3)
    while session.state.phase != "flock":
        session.apply(*conformance.random_move(session, rng))
    given = session.private(2)["passed"].given
    held = set(given) & set(session.state.hands[0])
    for _ in range(10):
        assert held <= set(state_of(session.resample(2, rng)).hands[0])
    elsewhere = [held <= set(state_of(session.resample(3, rng)).hands[0]) for _ in range(20)]
    assert not all(elsewhere)


@given(SEATS, OPTIONS, SEEDS)
def test_no_view_names_a_sparrow_of_anothers_hand(seats: int, options: dict[str, str], seed: int) -> None:
    for session, *_ in conformance.random_game(BOOK, seats, options, seed):
        hands = state_of(session).hands
        told = str({**plain(session.public()), "results": ()}).split("'")
        assert not {card for hand in hands for card in hand} & set(told)


def test_a_game_on_the_shelf_says_what_it_is() -> None:
    book = rulebook("cuckooo")
    assert (book.name, book.seats) == ("Cuckooo!", (3, 5))
    assert book.minutes > 0
