"""OpenSpiel: its own tests on every game, information states and resampling. `PARLOUR_SOAK=1` adds the most seats."""

import pickle
import random
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test as api
from open_spiel.python.tests import games_sim_test as simulations

from parlour import find_game, game_ids
from parlour.envs import openspiel
from tests.helpers import SOAK

TABLES = [(game_id, most) for game_id in game_ids() for most in ((False, True) if SOAK else (False,))]


def short(game_id: str, most: bool) -> object:
    """Return a game of OpenSpiel with the fewest or the most seats and few turns."""
    game = find_game(game_id)
    seats = game.most_seats if most else game.least_seats
    limit = {"max_turns": 100} if "max_turns" in game.options else {"max_turns_each": 10}
    return openspiel.load(game_id, seats, {**limit, **({"decks": 2} if seats > 10 else {})}, deals=20)


@pytest.mark.parametrize(("game_id", "most"), TABLES)
def test_random_games(game_id: str, most: bool) -> None:
    """Serializing replays the whole history after each action, so `make test` skips it for games with the most seats."""
    pyspiel.random_sim_test(short(game_id, most), num_sims=1, serialize=SOAK or not most, verbose=False)


@pytest.mark.parametrize(("game_id", "most"), TABLES)
def test_games_and_states_are_cloned_serialized_and_pickled(
    game_id: str, most: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """OpenSpiel's own simulation of a game; it compares what comes back with what was written."""
    np.random.seed(1)
    simulations.GamesSimTest().sim_game(short(game_id, most))


@pytest.mark.parametrize(("game_id", "most"), TABLES)
def test_the_api(game_id: str, most: bool) -> None:
    """OpenSpiel's own checks of a sample of states: lengths, invalid players, private and public observations."""
    case = type("Case", (api.EnforceAPIOnPartialTreeBase,), {"game": short(game_id, most), "game_name": game_id})
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(found)
    assert found.testsRun >= 5 and not found.failures + found.errors + found.skipped


def test_a_game_is_read_by_a_process_that_has_not_registered_it() -> None:
    game = openspiel.load(game_ids()[0], 3, {"memory_cards": 4}, deals=7)
    program = (
        "import pickle, sys; game = pickle.load(sys.stdin.buffer); print(game, game.num_players(), game.blank.memory_cards)"
    )
    shown = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(game), capture_output=True, check=True)
    assert shown.stdout.decode().strip() == f"{game} 3 4"


@pytest.mark.parametrize("game_id", game_ids())
def test_a_resampled_state_is_the_same_to_the_player(game_id: str) -> None:
    """Its strings, tensors and actions are the same, but the hidden cards differ."""
    game, rng, resample = short(game_id, False), random.Random(1), openspiel.resampler(1)
    differs = 0
    for deal in range(5):
        state = game.new_initial_state()  # type: ignore[attr-defined]
        state.apply_action(deal)
        for _ in range(12):
            if state.is_terminal():
                break
            player = state.current_player()
            other = resample(state, player)
            assert other.current_player() == player and other.legal_actions() == state.legal_actions()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            differs += other.world != state.world
            state.apply_action(rng.choice(state.legal_actions()))
    assert differs > 10


def test_the_information_state_remembers_what_the_observation_does_not() -> None:
    state = openspiel.load(game_ids()[-1], 2, deals=5).new_initial_state()
    state.apply_action(1)
    seen = {state.information_state_string(0)}
    for _ in range(20):
        state.apply_action(state.legal_actions()[-1])
        assert state.information_state_string(0) not in seen
        seen.add(state.information_state_string(0))


def test_house_rules_and_bad_settings() -> None:
    game = openspiel.load(game_ids()[0], 3, {"memory_cards": 4})
    assert game.num_players() == 3 and game.blank.memory_cards == 4
    refused: list[tuple[dict[str, Any], str]] = [
        ({"players": 99}, "players, not 99"),
        ({"options": {"no": 1}}, "Unknown option 'no'"),
        ({"deals": 0}, "The setting `deals` must be .*, not 0"),
    ]
    for bad, why in refused:
        with pytest.raises(ValueError, match=rf"{why}.*\.$"):
            openspiel.load(game_ids()[0], **bad)
