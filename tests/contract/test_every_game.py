"""The contract on every game found, by random games: a few here, many in `make soak`. Nothing here names a game."""

from collections.abc import Callable

import pytest

from parlour import game_ids
from parlour.testing import (
    check_blind_advice,
    check_bot,
    check_clock,
    check_conservation,
    check_ends,
    check_golden,
    check_knowledge,
    check_labels,
    check_lessons,
    check_moves,
    check_picture,
    check_redeal,
    check_refusals,
    check_replayed_secrets,
    check_round_trips,
    check_rules,
    check_secrets,
    check_turns,
    check_uniform,
    check_views,
    check_words,
)
from parlour.testing.golden import golden_files
from tests.helpers import SOAK

every_game = pytest.mark.parametrize("game_id", game_ids(examples=True))
POSITIONS = 2_000 if SOAK else 700
"""Positions in which two cards are exchanged, for each game."""


@every_game
def test_the_game_explains_itself(game_id: str) -> None:
    check_words(game_id, games=20)


@every_game
def test_lessons_can_be_played_to_their_end(game_id: str) -> None:
    check_lessons(game_id)


@every_game
@pytest.mark.rules("ALL-2")
def test_cards_are_conserved(game_id: str) -> None:
    check_conservation(game_id, games=15)


@every_game
@pytest.mark.rules("ALL-10")
def test_moves_agree_with_the_rules(game_id: str) -> None:
    check_moves(game_id, games=15)


@every_game
def test_views_can_be_drawn_and_events_told(game_id: str) -> None:
    check_views(game_id, games=5)


@every_game
@pytest.mark.rules("ALL-4")
def test_refusals_are_sentences_and_change_nothing(game_id: str) -> None:
    check_refusals(game_id, games=15)


@every_game
@pytest.mark.rules("ALL-1")
def test_saves_positions_and_replays_give_the_same_game(game_id: str) -> None:
    check_round_trips(game_id, games=8)


@every_game
@pytest.mark.rules("ALL-8")
def test_the_clock_can_always_move(game_id: str) -> None:
    check_clock(game_id, games=15)


@every_game
@pytest.mark.rules("ALL-1", "ALL-5", "ALL-9")
def test_every_game_ends_and_is_repeated_by_its_seed(game_id: str) -> None:
    check_ends(game_id, games=12)


@every_game
@pytest.mark.rules("ALL-3")
def test_unseen_is_what_was_never_shown(game_id: str) -> None:
    check_knowledge(game_id, games=15)


@every_game
@pytest.mark.rules("ALL-3")
def test_exchanging_cards_a_viewer_cannot_tell_apart_changes_nothing_it_is_sent(game_id: str) -> None:
    positions = 0
    for seed in range(100):
        positions += check_secrets(game_id, games=5, seed=seed)
        if positions >= POSITIONS:
            return
    raise AssertionError(f"Only {positions} positions came up.")


@every_game
@pytest.mark.rules("ALL-3")
def test_a_game_replayed_with_two_cards_exchanged_is_told_the_same(game_id: str) -> None:
    assert check_replayed_secrets(game_id, games=20) > 0


@every_game
@pytest.mark.rules("ALL-3")
def test_a_redealt_world_looks_the_same_to_its_seat(game_id: str) -> None:
    check_redeal(game_id, games=8)


@every_game
def test_every_world_is_equally_likely(game_id: str) -> None:
    assert check_uniform(game_id, positions=3) == 3


@every_game
@pytest.mark.rules("ALL-1")
def test_golden_games_are_played_again_word_for_word(game_id: str) -> None:
    assert len(golden_files(game_id)) >= 3, "python -m parlour.testing golden GAME writes them."
    check_golden(game_id)


@every_game
@pytest.mark.parametrize("check", [check_labels, check_rules, check_picture, check_turns, check_blind_advice, check_bot])
def test_the_game_is_presented_limited_and_advised_well(game_id: str, check: Callable[..., None]) -> None:
    check(game_id, games=5)
