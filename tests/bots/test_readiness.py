"""Compiling for bots that search, in a process of its own."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

from parlour import game_ids


def test_one_compiles_at_a_time_and_none_outlives_its_house(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlour.bots.readiness", game_ids()[0]]
    with open(tmp_path / "compiling.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with subprocess.Popen(command, stdin=subprocess.PIPE, env={**os.environ, "PARLOUR_CACHE": str(tmp_path)}) as process:
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(60) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["compiling.lock"]
