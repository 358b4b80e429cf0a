"""OpenSpiel: its own tests on every game, information states and resampling. Run where open-spiel is installed."""

import random

import pytest

from parlour import find_game, game_ids

pyspiel = pytest.importorskip("pyspiel")

from parlour.envs import openspiel  # noqa: E402


def short(game_id: str, most: bool) -> object:
    """Return a game of OpenSpiel with the fewest or the most seats and few turns."""
    game = find_game(game_id)
    seats = game.most_seats if most else game.least_seats
    limit = {"max_turns": 100} if "max_turns" in game.options else {"max_turns_each": 10}
    return openspiel.load(game_id, seats, {**limit, **({"decks": 2} if seats > 10 else {})}, deals=20)


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("game_id", game_ids())
def test_random_games(game_id: str, most: bool) -> None:
    pyspiel.random_sim_test(short(game_id, most), num_sims=1, serialize=not most and game_id != "match_mania", verbose=False)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_resampled_state_is_the_same_to_the_player(game_id: str) -> None:
    """Its strings, tensors and actions are the same, and the hidden cards are others."""
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
    for bad in ({"players": 99}, {"options": {"no": 1}}, {"deals": 0}):
        with pytest.raises(ValueError, match=r"\.$"):
            openspiel.load(game_ids()[0], **bad)
