"""The disk cache: used the second time, and never after an edit anywhere in the package."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.fast.ahead import PACKAGE, cache_folder
from parlour.fast.compiler import source_stamp

PROBE = """
import json
from parlour.core.chance import Dice, plant_dice, roll
from parlour.core.rule import rule
from parlour import find_game, game_ids
from parlour.fast.compiler import compiled, rows

@rule
def probe(dice, seed):
    plant_dice(dice, seed)
    return roll(dice)

fast = compiled(probe, find_game(game_ids()[0]))
value = int(fast(rows(Dice, 1)[0], 5))
hits, misses = sum(fast.stats.cache_hits.values()), sum(fast.stats.cache_misses.values())
print(json.dumps([value, probe(Dice(), 5), hits, misses]))
"""


def run_probe(folder: Path) -> list[int]:
    """Compile a function beside a copy of the package: compiled and plain value, cache hits and misses."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PARLOUR_CACHE": str(folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, str(folder / "probe.py")], env=environment, capture_output=True, text=True, check=True, cwd=folder
    )
    values: list[int] = json.loads(done.stdout)
    return values


def test_the_cache_is_used_and_notices_an_edit_in_another_module(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "parlour", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "probe.py").write_text(PROBE, encoding="utf-8")
    first = run_probe(tmp_path)
    assert first[0] == first[1] and first[2:] == [0, 1]
    again = run_probe(tmp_path)
    assert again == [first[0], first[0], 1, 0]
    chance = tmp_path / "parlour" / "core" / "chance.py"
    text = chance.read_text(encoding="utf-8")
    assert "0x21F0AAAD" in text
    chance.write_text(text.replace("0x21F0AAAD", "0x21F0AAAF"), encoding="utf-8")
    edited = run_probe(tmp_path)
    assert edited[0] == edited[1] != first[0]
    assert edited[2:] == [0, 1]


def test_the_stamp_changes_with_every_source_file(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "one.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "deep" / "two.py").write_text("y = 1\n", encoding="utf-8")
    stamps = [source_stamp([tmp_path])]
    (tmp_path / "deep" / "two.py").write_text("y = 2\n", encoding="utf-8")
    stamps.append(source_stamp([tmp_path]))
    (tmp_path / "deep" / "two.py").rename(tmp_path / "deep" / "three.py")
    stamps.append(source_stamp([tmp_path]))
    (tmp_path / "notes.txt").write_text("no source", encoding="utf-8")
    stamps.append(source_stamp([tmp_path]))
    assert len(set(stamps)) == 3 and stamps[2] == stamps[3]


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("PARLOUR_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "parlour"


def test_playing_a_game_needs_no_numba() -> None:
    script = (
        "import sys, parlour\n"
        "t = parlour.Table.new(parlour.game_ids()[0], seed=1)\n"
        "t.play(t.moves()[0]); t.view(0); t.advice()\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
