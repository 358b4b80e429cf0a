"""Kernels built ahead give the same games however they are run, and one that doesn't fit is refused in one sentence.

One game is built for this machine and for WebAssembly; `make soak` builds all games for all machines.
"""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import is_ready, waiting_sentence
from parlour.core.chance import Dice
from parlour.fast import ahead, kernels
from parlour.fast.batch import play_random
from parlour.fast.compiler import dtype_of
from parlour.fast.layout import Records, layout_of
from parlour.fast.tally import counting
from parlour.server.program import doctor
from parlour.testing.sentences import flaw_of
from tests.helpers.kernels import (
    SMALLEST,
    built_folder,
    check_games,
    check_observations,
    check_searches,
    kernels_in,
    warnings_of,
)

of_the_smallest_game = pytest.mark.parametrize("game_id", [SMALLEST])


@pytest.fixture
def folder(machine_code: None, game_id: str) -> Path:
    """A folder with the kernels of a game."""
    return built_folder(game_id)


@pytest.mark.parametrize("game_id", game_ids())
def test_records_have_the_layout_of_compiled_code(game_id: str) -> None:
    game = find_game(game_id)
    kinds: tuple[Any, ...] = (game.state, game.evidence, counting(game), Dice)
    for kind in kinds:
        layout, compiled = layout_of(kind), dtype_of(kind)
        assert layout.size == compiled.itemsize
        assert layout.offsets == {name: compiled.fields[name][1] for name in kind.fields}  # type: ignore[index]
    state = game.fresh(game.usual_seats, game.checked_options({}, game.usual_seats))
    game.setup(state)
    records = Records(game.state, 3)
    records.write(1, state)
    assert records.read(1) == state and records.read(0) == records.read(2) == game.state()


@of_the_smallest_game
@pytest.mark.rules("ALL-1")
def test_all_ways_play_the_same_games(game_id: str, folder: Path) -> None:
    check_games(game_id, folder, 12, random.Random(1), games=3)
    check_searches(game_id, folder, 6, seed=2)
    check_observations(game_id, folder, 30)


PLAY = """
import sys
from pathlib import Path

sys.modules.update(dict.fromkeys(("numba", "numpy", "llvmlite", "wasmtime")))  # as if they were not installed
from parlour.fast import ahead
ahead.FOLDER = Path(sys.argv[1])
from parlour import Table
from parlour.bots import advise, choose, is_ready, waiting_sentence
from parlour.fast import play_random
from parlour.review import review

table = Table.new(sys.argv[2], 2, seed=3)
assert is_ready(table.game) and not waiting_sentence(table.game, "expert")
assert advise(table.view(table.must), playouts=100, wait=False).is_searched
while table.must is not None:
    table.play(choose(table, table.must, "expert", seed=len(table.log), playouts=40, wait=False))
assert review(table, effort=0.02).decisions
print(play_random(sys.argv[2], 100, seed=7).check)
"""


@of_the_smallest_game
def test_expert_needs_neither_numba_nor_numpy(game_id: str, folder: Path) -> None:
    environment = {"PARLOUR_KERNELS": "auto", "PARLOUR_CACHE": "off", "PYTHONPATH": str(ahead.PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(folder), game_id], env=environment, capture_output=True, text=True, timeout=600
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) == play_random(game_id, 100, seed=7).check


def relabelled(**changes: Any) -> Callable[[Path], None]:
    """Return a function that changes a kernel's label."""

    def change(path: Path) -> None:
        label = ahead.label_path(path)
        label.write_text(json.dumps({**json.loads(label.read_text()), **changes}))

    return change


def replace_code(path: Path, code: bytes) -> None:
    """Replace a kernel's code, and give it a matching label."""
    path.write_bytes(code)
    relabelled(bytes=len(code), sha256=sha256(code).hexdigest())(path)


BAD = {
    "truncated": (lambda path: path.write_bytes(path.read_bytes()[:-1]), "incomplete or was changed"),
    "changed": (lambda path: path.write_bytes(path.read_bytes().replace(b"parlour_rate", b"parlour_rats")), "was changed"),
    "empty": (lambda path: path.write_bytes(b""), "incomplete or was changed"),
    "no label": (lambda path: ahead.label_path(path).unlink(), "its label is missing"),
    "not a label": (lambda path: ahead.label_path(path).write_bytes(b"\xff{"), "its label is damaged"),
    "deep label": (lambda path: ahead.label_path(path).write_text("[" * 200_000), "its label is damaged"),
    "no object": (lambda path: ahead.label_path(path).write_text("[1]"), "its label is damaged"),
    "older": (relabelled(abi=ahead.ABI - 1), "another version of Parlour"),
    "other sources": (relabelled(sources="0" * 64), "built from other sources"),
    "other machine": (relabelled(platform="amiga-m68k"), "another machine"),
    "other game": (relabelled(game="bridge"), "another game"),
    "not code": (lambda path: replace_code(path, b"no code at all"), "cannot be loaded"),
    "no entries": (lambda path: replace_code(path, path.read_bytes().replace(b"parlour_rate", b"parlour_rats")), "loaded"),
}


@of_the_smallest_game
@pytest.mark.parametrize("platform", [ahead.HOST, ahead.WASM])
def test_a_kernel_that_does_not_fit_is_refused_once_and_in_a_sentence(
    game_id: str, folder: Path, platform: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game, way = find_game(game_id), kernels.WASM if platform == ahead.WASM else kernels.AUTO
    expected = play_random(game_id, 20, seed=7)
    for name, (spoil, why) in BAD.items():
        there = tmp_path / platform / name
        shutil.copytree(folder, there)
        spoil(there / ahead.file_name(game, platform))
        caplog.clear()
        with kernels_in(there, way):
            assert kernels.built(game) is None and kernels.built(game) is None
            if way == kernels.AUTO:  # the next way is used
                assert play_random(game_id, 20, seed=7) == expected
            else:
                with pytest.raises(ValueError, match=f"^{game.name} can't be simulated here"):
                    play_random(game_id, 20)
        (said,) = warnings_of(caplog)
        assert why in said and not flaw_of(said), name


@of_the_smallest_game
def test_with_a_kernel_nothing_has_to_be_compiled(game_id: str, folder: Path, tmp_path: Path) -> None:
    with kernels_in(folder, kernels.LIBRARY):
        assert kernels.can_run() and is_ready(game_id) and not waiting_sentence(game_id, "expert")
    with kernels_in(tmp_path, kernels.LIBRARY):
        assert not kernels.can_run() and not is_ready(game_id) and waiting_sentence(game_id, "expert")


def test_a_folder_that_cannot_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In somebody else's folder, looking for a file raises an error, while a missing file raises none."""
    monkeypatch.setattr(Path, "is_file", mock.Mock(side_effect=PermissionError(13, "Permission denied")))
    with kernels_in(tmp_path):
        assert kernels.built(find_game(SMALLEST)) is None
        assert all("cannot be read" in check.what for check in doctor.kernels())
    (said,) = warnings_of(caplog)
    assert "cannot be read" in said and not flaw_of(said)


def test_the_way_is_chosen_by_a_known_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, way in (("", kernels.AUTO), ("OFF", kernels.OFF), ("wasm", kernels.WASM)):
        monkeypatch.setenv("PARLOUR_KERNELS", value)
        assert kernels.chosen_way() == way
    monkeypatch.setenv("PARLOUR_KERNELS", "fastest")
    for ask in (kernels.chosen_way, lambda: is_ready(SMALLEST), lambda: play_random(SMALLEST, 1)):
        with pytest.raises(ValueError, match="PARLOUR_KERNELS must be auto, off, library, wasm or interpreted, not 'fastest'"):
            ask()


def test_without_a_way_the_rule_of_thumb_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.bots import advise, choose

    monkeypatch.setenv("PARLOUR_KERNELS", "interpreted")
    table = Table.new(SMALLEST, 2, seed=3)
    assert table.must is not None
    assert choose(table, table.must, "expert", seed=4) in table.moves()
    assert not advise(table.view(table.must)).is_searched
