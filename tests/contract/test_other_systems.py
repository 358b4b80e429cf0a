"""Parlour starts where modules of Unix are missing, as on Windows."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.helpers.sources import PACKAGE

MISSING = ("termios", "fcntl", "resource", "readline", "pwd", "grp", "tty", "pty", "uvloop")
START = f"""
import os, signal, sys
for name in {MISSING!r}:
    sys.modules[name] = None
del signal.SIGALRM, signal.setitimer, os.nice, os.pread
from parlour.cli import main
main({{arguments!r}})
"""


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [
        (["play", "switch", "--seed", "1", "--set", "turn_seconds=30"], "1\nsave x.json\nquit\n", "Saved. To continue later:"),
        (["simulate", "switch", "--games", "20", "--seats", "2"], "", "20 games"),
        (["doctor", "--database", "sqlite:///house.db"], "", "files may be open"),
        (["stats"], "", "No game has been finished yet."),
    ],
)
def test_commands_run_without_the_modules_of_unix(arguments: list[str], typed: str, said: str, tmp_path: Path) -> None:
    script = START.format(arguments=arguments)
    environment = {
        "PARLOUR_HOME": str(tmp_path),
        "PARLOUR_SEARCH": "off",
        "PYTHONPATH": str(PACKAGE.parent),
        "HOME": str(tmp_path),
    }
    ran = subprocess.run(
        [sys.executable, "-c", script], input=typed, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120
    )
    assert said in ran.stdout, ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
