"""Parlour starts where modules of Unix are missing, as on Windows."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

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


def test_a_house_opens_without_the_modules_of_unix(tmp_path: Path) -> None:
    arguments = ["serve", "--no-browser", "--port", "0", "--database", f"sqlite:///{tmp_path / 'house.db'}"]
    environment = {
        "PARLOUR_HOME": str(tmp_path),
        "PARLOUR_SEARCH": "off",
        "PYTHONPATH": str(PACKAGE.parent),
        "HOME": str(tmp_path),
    }
    command = [sys.executable, "-u", "-c", START.format(arguments=arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment) as house:
        try:
            assert house.stdout is not None
            said = []
            for line in house.stdout:
                said.append(line)
                if found := re.search(r"open at (http://\S+)", line):
                    with urlopen(f"{found[1]}healthz", timeout=60) as answer:
                        assert answer.status == 200
                    return
            raise AssertionError("".join(said))
        finally:
            house.kill()
