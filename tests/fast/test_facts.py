"""Rules compiled for one table play the same games as in every other way."""

import os
import random
import subprocess
import sys

import pytest

from parlour import find_game, game_ids
from parlour.core.bits import members_of, nth_bit, set_of
from parlour.fast import batch, kernels
from parlour.fast.batch import play_random
from parlour.fast.entries import random_entry
from parlour.fast.facts import Facts, facts_of
from parlour.fast.interpreter import interpreted_entry
from parlour.testing import random_options
from tests.helpers import SOAK


def test_the_facts_are_the_house_rules_the_seats_and_the_version() -> None:
    for game_id in game_ids():
        game = find_game(game_id)
        blank = game.fresh(game.least_seats, game.checked_options({}, game.least_seats))
        names = [name for name, _ in facts_of(blank).values]
        assert sorted(names) == sorted([*game.options, "seats", "rules", "quick"])


@pytest.mark.parametrize("game_id", game_ids() if SOAK else game_ids()[:1])
def test_rules_compiled_for_a_table_play_the_same_games(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find_game(game_id), random.Random(game_id)
    for seats in range(game.least_seats, game.most_seats + 1) if SOAK else (3,):
        options = random_options(game, seats, rng)
        monkeypatch.setenv("PARLOUR_KERNELS", "interpreted")
        expected = play_random(game, 20, seats, 7, options, risk=10)
        monkeypatch.setenv("PARLOUR_KERNELS", "off")
        blank = game.fresh(seats, game.checked_options(options, seats))
        settled = kernels.settled_function(game, facts_of(blank))
        assert settled is not None
        monkeypatch.setattr(batch, "function", lambda game, name, settled=settled: settled)
        assert play_random(game, 20, seats, 7, options, risk=10) == expected, options


def test_a_long_run_changes_to_rules_compiled_for_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = find_game(game_ids()[0]), []

    def settled(game: object, facts: Facts) -> kernels.Function:
        asked.append(facts)
        return interpreted_entry(random_entry(find_game(game_ids()[0]), facts))

    monkeypatch.setenv("PARLOUR_KERNELS", "interpreted")
    monkeypatch.setattr(batch, "CHUNK", 5)
    monkeypatch.setattr(batch, "settled_function", settled)
    expected = play_random(game, 40, 3)
    assert not asked
    monkeypatch.setattr(batch, "PATIENCE", 0.0)
    monkeypatch.setattr(batch, "WORTH", 0.0)
    assert play_random(game, 40, 3) == expected
    assert len(asked) == 1


def test_the_nth_member_of_a_set() -> None:
    rng = random.Random(1)
    for _ in range(500):
        members = sorted(rng.sample(range(63), rng.randint(1, 20)))
        assert [nth_bit(set_of(members), n) for n in range(len(members))] == members == list(members_of(set_of(members)))


COMPILED = """
import random, numba
from parlour.core.bits import nth_bit, set_of
from parlour.fast import compiler

compiler.register_rules()
compiled = numba.njit(error_model="numpy")(lambda members, n: nth_bit(members, n))
rng = random.Random(1)
for _ in range(300):
    members = sorted(rng.sample(range(63), rng.randint(1, 63)))
    assert [compiled(set_of(members), n) for n in range(len(members))] == members
"""


def test_the_nth_member_is_the_same_by_the_instructions_of_this_processor() -> None:
    """Other tests compile for any processor (`conftest.py`), so this one runs in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CPU_NAME"}
    subprocess.run([sys.executable, "-c", COMPILED], env=environment, check=True)
