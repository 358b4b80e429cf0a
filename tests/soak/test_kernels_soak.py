"""Every game, built ahead for every machine: the same games in all ways that run here."""

import os
import random

import pytest

from parlour import find_game, game_ids
from parlour.fast import ahead
from parlour.fast.build import TARGETS
from tests.helpers.kernels import built_folder, check_games, check_searches

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

GAMES = 1_000
SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)
BEGINNINGS = {
    "linux-x86_64": b"\x7fELF\x02\x01",
    "linux-arm64": b"\x7fELF\x02\x01",
    "macos-x86_64": b"\xcf\xfa\xed\xfe\x07\x00\x00\x01",
    "macos-arm64": b"\xcf\xfa\xed\xfe\x0c\x00\x00\x01",
    "windows-x86_64": b"MZ",
    "wasm32": b"\0asm\x01\0\0\0",
}
"""How a file for each machine begins."""


@pytest.mark.parametrize("game_id", game_ids())
def test_a_thousand_games_are_the_same_in_all_ways(game_id: str) -> None:
    print(f"{game_id}: seed {SEED}")
    folder = built_folder(game_id)
    check_games(game_id, folder, GAMES, random.Random(SEED))
    check_searches(game_id, folder, 200, SEED)


@pytest.mark.parametrize("game_id", game_ids())
def test_kernels_are_built_for_every_machine(game_id: str) -> None:
    folder = built_folder(game_id, tuple(TARGETS))
    assert BEGINNINGS.keys() == TARGETS.keys()
    for platform, beginning in BEGINNINGS.items():
        code = (folder / ahead.file_name(find_game(game_id), platform)).read_bytes()
        assert code.startswith(beginning), platform
