"""Python for browsers plays the same games as this Python, interpreted and with kernels."""

import random
from pathlib import Path

from parlour import find_game, game_ids
from parlour.fast import ahead, kernels
from tests.helpers.pyodide import in_node, in_this_python, kernel_files, random_jobs

SETS = 2
"""Random house rules per game; `make soak` tries a thousand."""


def test_python_for_browsers_plays_the_same_games(tmp_path: Path) -> None:
    rng = random.Random(3)
    jobs = [job for game in game_ids() for job in random_jobs(game, SETS, rng, kernels.INTERPRETED)]
    files: dict[str, Path] = {}
    for game in game_ids():
        if not ahead.flaw_of(find_game(game), ahead.WASM):  # kernels are built by `make kernels`, not by the tests
            files |= kernel_files(game)
            jobs += random_jobs(game, 20, rng, kernels.WASM)
    assert in_node(jobs, files, tmp_path) == in_this_python(jobs)
