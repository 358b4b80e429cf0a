"""The examples learn: after a small budget they beat a random player."""

import runpy
from pathlib import Path
from typing import Any

from parlour import find_game
from tests.envs.test_batch import GAMES
from tests.helpers import SOAK

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> dict[str, Any]:
    """Return what an example defines."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_the_policy_gradient_beats_a_random_player() -> None:
    found = example("policy_gradient")
    options = {"must_discard": False} if "must_discard" in find_game(GAMES[0]).options else {}
    policy = found["train"](GAMES[0], updates=40 if SOAK else 12, tables=128, options=options)
    before, after = (found["share_won"](player, GAMES[0], games=1000, options=options) for player in (None, policy))
    assert 0.4 < before < 0.6
    assert after > 0.65, f"It won {before:.1%} before and {after:.1%} after."


if SOAK:  # `make research` installs PyTorch, which is large

    def test_ppo_beats_a_random_player() -> None:
        found = example("ppo")
        player = found["train"](GAMES[0], updates=15)
        assert found["share_won"](player, GAMES[0]) > 0.55


def test_cfr_solves_the_miniature() -> None:
    before, after = example("openspiel_cfr")["solve"](8)
    assert after < before / 2


def test_the_tree_search_of_openspiel_beats_a_random_player() -> None:
    """It starts in the last turns of a game, where luck decides less; without the search the mean is about 0."""
    last_turns = example("openspiel_cfr")["POSITION"]
    search = example("openspiel_ismcts")["play"]
    assert search(last_turns.split()[0], games=40, simulations=20, position=last_turns) > 0.4
