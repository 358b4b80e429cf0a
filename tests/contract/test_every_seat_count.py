"""The contract on every game found and every number of seats, with examples that Hypothesis makes and shrinks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import find_game, game_ids
from parlour.testing import Situation
from parlour.testing.clock import check_time_up, finish
from parlour.testing.contract import (
    check_end,
    check_events,
    check_moment,
    check_position,
    check_refusal,
    check_save,
    check_view,
)
from parlour.testing.secrecy import check_twin, check_unseen, pairs
from parlour.testing.trials import some_viewers
from parlour.testing.worlds import check_world
from tests.contract.helpers.strategies import situations

EXAMPLES = 35
TABLES = [
    (game_id, seats)
    for game_id in game_ids()
    for seats in range(find_game(game_id).least_seats, find_game(game_id).most_seats + 1)
]


def examples_of(game_id: str) -> int:
    """Return the number of examples per number of seats: a game with many of these gets fewer examples of each."""
    return shared(max(4, EXAMPLES // sum(entry[0] == game_id for entry in TABLES)))


def shared(examples: int) -> int:
    """Return the number of examples: twenty times as many in a soak."""
    return examples if settings().derandomize else 20 * examples


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
@pytest.mark.rules("ALL-1", "ALL-3", "ALL-4", "ALL-8")
def test_any_situation_keeps_the_contract(game_id: str, seats: int) -> None:
    @settings(max_examples=examples_of(game_id))
    @given(situations(game_id, seats))
    def keeps_the_contract(now: Situation) -> None:
        check_situation(now)

    keeps_the_contract()


def check_situation(now: Situation) -> None:
    """Check everything that must hold at one moment."""
    table = now.table
    check_moment(table, now.rng)
    check_events(table, now.rng)
    check_save(table)
    check_position(table, now.rng)
    if table.must is not None:
        check_time_up(table)
    for viewer in some_viewers(table, now.rng):
        check_view(table, viewer)
        check_unseen(table, viewer)
        for a, b in pairs(table, viewer, now.rng, 2):
            check_twin(now, viewer, a, b)
        if viewer is not None:
            check_world(table, viewer, now.rng)


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
@pytest.mark.rules("ALL-5", "ALL-9")
def test_any_situation_leads_to_an_end(game_id: str, seats: int) -> None:
    @settings(max_examples=max(2, examples_of(game_id) // 4))
    @given(situations(game_id, seats), st.sampled_from(["random", "first", "last", "cut in"]))
    def leads_to_an_end(now: Situation, manner: str) -> None:
        finish(now.table, now.rng, manner)
        check_end(now.table)

    leads_to_an_end()


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.rules("ALL-4")
def test_any_text_is_a_move_or_refused_in_a_sentence(game_id: str) -> None:
    @settings(max_examples=shared(30))
    @given(situations(game_id, find_game(game_id).usual_seats), st.lists(st.text(max_size=60), max_size=20))
    def is_answered(now: Situation, texts: list[str]) -> None:
        for text in texts:
            check_refusal(now.table, text, now.rng.choice((None, *range(now.table.seats))))

    is_answered()
