"""Every game, built ahead for every machine: the same games in all ways that run here."""

import os
import random
import re
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.bots.candidates import candidates
from parlour.fast import ahead, kernels
from parlour.fast.batch import play_random
from parlour.fast.build import TARGETS
from parlour.fast.search import rate_moves
from tests.bots.helpers.peeking import positions
from tests.helpers.binaries import binary_of
from tests.helpers.emulated import EmulatedKernel, can_emulate
from tests.helpers.kernels import built_folder, check_games, check_observations, check_searches, kernels_in

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

GAMES = 1_000
SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)
FORMS = {"linux": "ELF", "macos": "Mach-O", "windows": "PE"}
"""The format of libraries on each system."""
OF_THE_SYSTEM = re.compile(r"memcpy|memset|memmove|/usr/lib/libSystem\.B\.dylib|@rpath/.*|kernel32\.dll|api-ms-win-crt-.*\.dll")
"""What a library may need: functions that Python itself has loaded, and what every system has."""


@pytest.mark.parametrize("game_id", game_ids())
def test_a_thousand_games_are_the_same_in_all_ways(game_id: str) -> None:
    print(f"{game_id}: seed {SEED}")
    folder = built_folder(game_id)
    check_games(game_id, folder, GAMES, random.Random(SEED))
    check_searches(game_id, folder, 200, SEED)
    check_observations(game_id, folder, 500)


@pytest.mark.parametrize("game_id", game_ids())
def test_kernels_for_every_machine_have_their_form_and_their_entries(game_id: str) -> None:
    folder = built_folder(game_id, tuple(TARGETS))
    for platform in TARGETS:
        code = (folder / ahead.file_name(find_game(game_id), platform)).read_bytes()
        if platform == ahead.WASM:
            assert code.startswith(b"\0asm\x01\0\0\0")
            continue
        system, _, processor = platform.partition("-")
        found = binary_of(code)
        assert (found.form, found.processor) == (FORMS[system], processor)
        assert {name for name in found.exports if name.startswith("parlour_")} == {ahead.symbol(name) for name in ahead.ENTRIES}
        assert not [name for name in found.needs if not OF_THE_SYSTEM.fullmatch(name)], platform
        assert found.oldest_system == ("11.0" if system == "macos" else ""), "the wheel says that it runs on macOS 11"
        assert str(folder).encode() not in code, "the path where it was built"


@pytest.mark.skipif(not can_emulate(), reason="needs Debian's qemu-user and libc6-arm64-cross")
@pytest.mark.parametrize("game_id", game_ids())
def test_the_kernel_for_arm_plays_the_same_games(game_id: str, tmp_path: Path) -> None:
    folder = built_folder(game_id, (ahead.HOST, "linux-arm64"))
    emulated = EmulatedKernel(folder / ahead.file_name(find_game(game_id), "linux-arm64"), tmp_path)
    ((table, seat, rng),) = positions(game_id, 1, seed=SEED)
    mind, number = table.mind(seat), rng.getrandbits(60)
    found = candidates(mind, number)
    results = []
    for kernel in (None, emulated):
        with kernels_in(folder, kernels.LIBRARY), pytest.MonkeyPatch.context() as patch:
            if kernel is not None:
                patch.setattr(kernels, "built", lambda game: emulated)
            batch = play_random(game_id, GAMES, seed=SEED)
            results.append((batch, rate_moves(mind, found.actions, found.usual, number, 200)))
    assert results[0] == results[1]
