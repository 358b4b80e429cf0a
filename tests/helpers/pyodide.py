"""Plays the same random games in this Python and in Python for browsers, with the files that `make site` has made."""

import json
import os
import random
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

from parlour import find_game
from parlour.fast import ahead, kernels
from parlour.testing import random_options

ROOT = Path(__file__).parents[2]
OFFLINE = ROOT / "src/parlour/server/pages/offline"
SCRIPT = ROOT / "tests/offline/played.mjs"
RISKS = (0, 3, 20)
CODE = """
import json, os, sys

if sys.platform == "emscripten":
    from parlour.offline.house import use_browser

    use_browser()
from parlour.core.chance import Dice
from parlour.core.game import find_game
from parlour.fast.kernels import SIMULATE, SWITCH, function
from parlour.fast.layout import Records, integers


def play(way, game, seats, options, seed, risk, games):
    os.environ[SWITCH] = way
    rules = find_game(game)
    blank = rules.fresh(seats, rules.checked_options(options, seats))
    states, wins, sums = Records(rules.state, 2, blank, blank), integers(seats), integers(2)
    function(rules, SIMULATE)(states, Records(Dice, 1), seed, games, risk, wins, sums)
    return [way, game, list(wins), list(sums)]


results = json.dumps([play(**job) for job in json.loads(jobs)])
"""


def random_jobs(game_id: str, count: int, rng: random.Random, way: str, games: int = 1) -> list[dict[str, Any]]:
    """Return descriptions of random games under random house rules."""
    game = find_game(game_id)
    found = []
    for _ in range(count):
        seats = rng.randint(game.least_seats, game.most_seats)
        options = random_options(game, seats, rng)
        seed, risk = rng.getrandbits(40), rng.choice(RISKS)
        found.append(dict(way=way, game=game_id, seats=seats, options=options, seed=seed, risk=risk, games=games))
    return found


def in_this_python(jobs: list[dict[str, Any]]) -> list[Any]:
    """Play games here, interpreted."""
    interpreted = [{**job, "way": kernels.INTERPRETED} for job in jobs]
    names: dict[str, Any] = {"jobs": json.dumps(interpreted)}
    with mock.patch.dict(os.environ):
        exec(CODE, names)
    played: list[Any] = json.loads(names["results"])
    return [[job["way"], *one[1:]] for job, one in zip(jobs, played, strict=True)]


def parts() -> dict[str, Any]:
    """Return the list of the files of the house."""
    (path,) = OFFLINE.glob("parts-*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def kernel_files(game_id: str, folder: Path = ahead.FOLDER) -> dict[str, Path]:
    """Return the WebAssembly kernel of a game and its label; empty if there is none."""
    path = folder / ahead.file_name(find_game(game_id), ahead.WASM)
    return {one.name: one for one in (path, ahead.label_path(path)) if one.is_file()}


def in_node(jobs: list[dict[str, Any]], files: Mapping[str, Path], scratch: Path) -> list[Any]:
    """Play games in Python for browsers, run by Node."""
    told = parts()
    asked = {
        "folder": str(OFFLINE / told["python"]),
        "library": str(OFFLINE / told["library"]),
        "house": str(OFFLINE / told["house"]),
        "lock": told["lock"],
        "kernels": {name: str(path) for name, path in files.items()},
        "code": CODE,
        "jobs": jobs,
    }
    path = scratch / "asked.json"
    path.write_text(json.dumps(asked))
    done = subprocess.run([ROOT / ".venv/bin/node", SCRIPT, path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return found
