"""Builds kernels for tests, and plays the same games in every way: interpreted, compiled, and with kernels."""

import fcntl
import logging
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from parlour import find_game, game_ids
from parlour.bots.candidates import candidates
from parlour.core.default_observation import observation_of
from parlour.fast import ahead, kernels
from parlour.fast.batch import play_random
from parlour.fast.build import build
from parlour.fast.matches import play_matches
from parlour.fast.observing import observed
from parlour.fast.search import rate_moves
from parlour.lab.study import make_study
from parlour.testing import random_options
from parlour.testing.observations import moments
from parlour.testing.observations import observed as observed_alone
from tests.bots.helpers.peeking import positions

COMPILED = (kernels.OFF, kernels.LIBRARY, kernels.WASM)
RISKS = (0, 3, 20)
SMALLEST = min(game_ids(), key=lambda game_id: sum(path.stat().st_size for path in find_game(game_id).folder.glob("*.py")))
"""The game that compiles fastest."""


def built_folder(game_id: str, targets: Sequence[str] = (ahead.HOST, ahead.WASM)) -> Path:
    """Return a folder with a game's kernels, built from what Numba has compiled for other tests, once for all workers."""
    game = find_game(game_id)
    folder = Path(os.environ["PARLOUR_CACHE"]) / f"kernels-{game_id}-{ahead.sources_hash(game)[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "building.lock", "w") as lock, mock.patch.object(ahead, "FOLDER", folder):
        fcntl.flock(lock, fcntl.LOCK_EX)
        missing = [target for target in targets if ahead.flaw_of(game, target)]
        if missing:
            build(game, missing, folder)
    return folder


@contextmanager
def kernels_in(folder: Path, way: str = kernels.AUTO) -> Iterator[None]:
    """Use the kernels in this folder for a while, run in this way."""
    with mock.patch.object(ahead, "FOLDER", folder), mock.patch.dict(os.environ, PARLOUR_KERNELS=way):
        kernels._built.cache_clear()
        yield
    kernels._built.cache_clear()


@cache
def _loaded(game_id: str, folder: Path, way: str) -> kernels.Kernel | None:
    with kernels_in(folder, way):
        return kernels.built(find_game(game_id))


@contextmanager
def run_in(game_id: str, folder: Path, way: str) -> Iterator[None]:
    """Run this game's kernel in this way for a while. It is loaded once, since wasmtime takes a while to compile it."""
    kernel = _loaded(game_id, folder, way)
    with mock.patch.object(kernels, "built", lambda game: kernel), mock.patch.dict(os.environ, PARLOUR_KERNELS=way):
        yield


def check_games(game_id: str, folder: Path, sets: int, rng: random.Random, games: int = 1) -> None:
    """Check that random games under random house rules, and their statistics, are the same in all four ways."""
    game = find_game(game_id)
    for _ in range(sets):
        seats, risk, seed = rng.randint(game.least_seats, game.most_seats), rng.choice(RISKS), rng.getrandbits(40)
        options = random_options(game, seats, rng)
        told = f"{game_id}: {seats} seats, seed {seed}, {options}"
        bots = tuple(rng.choice(("advice", "random")) for _ in range(seats))
        study = make_study(game, seats, bots, options, seed)
        found: dict[str, Any] = {}
        for way in (*COMPILED, kernels.INTERPRETED):
            with run_in(game_id, folder, way):
                part, score = study.play(seed % 1000, games), play_matches(game, bots, games, seats, seed, options)
                found[way] = (
                    play_random(game, games, seats, seed, options, risk=risk),
                    (part.decisions, part.wins.tolist(), part.table.tolist()),
                    (score.decisions, score.wins.tolist()),
                )
        assert all(one == found[kernels.INTERPRETED] for one in found.values()), told


def check_observations(game_id: str, folder: Path, count: int) -> None:
    """Check that all four ways give a seat the observation that the game's own function writes."""
    game = find_game(game_id)
    states = [(s.copy(), rng.randrange(s.seats)) for s, rng, _ in islice(moments(game, 5), count)]
    expected = [value for s, seat in states for value in observed_alone(observation_of(game), s, seat)]
    for way in (*COMPILED, kernels.INTERPRETED):
        with run_in(game_id, folder, way):
            assert observed(game, *zip(*states, strict=True)).tolist() == expected, way


def check_searches(game_id: str, folder: Path, count: int, seed: int, playouts: int = 60) -> None:
    """Check that a search with the same seed counts the same wins in all compiled ways, and so chooses the same move."""
    for table, seat, rng in positions(game_id, count, seed=seed):
        mind, number = table.mind(seat), rng.getrandbits(60)
        found = candidates(mind, number)
        ratings = []
        for way in COMPILED:
            with run_in(game_id, folder, way):
                ratings.append(rate_moves(mind, found.actions, found.usual, number, playouts))
        assert all(one == ratings[0] for one in ratings), table.position()


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the warnings about kernels."""
    return [one.getMessage() for one in caplog.records if one.name == "parlour.fast" and one.levelno == logging.WARNING]
