"""Parlour starts where modules of Unix are missing, as on Windows."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from parlour import system
from tests.contract.helpers.sources import PACKAGE, imports_of, python_files

MISSING = ("termios", "fcntl", "resource", "readline", "pwd", "grp", "tty", "pty", "uvloop", "syslog", "curses")
START = f"""
import os, signal, sys
for name in {MISSING!r}:
    sys.modules[name] = None
for module, names in (
    (signal, "SIGALRM SIGHUP SIGKILL SIGQUIT SIGUSR1 SIGUSR2 alarm getitimer setitimer pause sigwait pthread_kill"),
    (os, "nice pread pwrite fork getuid geteuid getgid getegid getloadavg sched_getaffinity fchmod mkfifo setsid"),
    (os, "setpgrp set_blocking"),
):
    for name in names.split():
        delattr(module, name)
sys.argv = ["parlour", *{{arguments!r}}]
from parlour_command import main
main()
"""
"""Runs the command as installed. Windows is simulated no further, because Python's own modules would need a real one."""


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [
        (["play", "switch", "--seed", "1", "--set", "turn_seconds=30"], "1\nsave x.json\nquit\n", "Saved. To continue later:"),
        (["simulate", "switch", "--games", "20", "--seats", "2"], "", "20 games"),
        (["doctor", "--database", "sqlite:///house.db"], "", "files may be open"),
        (["stats"], "", "No game has been finished yet."),
        (["join", "http://127.0.0.1:9/r/ABCDEF"], "", ""),
        (["play", "switch", "--bots", "cmd:cat"], "", ""),
    ],
)
def test_commands_run_without_the_modules_of_unix(arguments: list[str], typed: str, said: str, tmp_path: Path) -> None:
    script = START.format(arguments=arguments)
    environment = {
        **{name: value for name, value in os.environ.items() if name.startswith(("NUMBA_", "PARLOUR_"))},  # compiled once
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
    if not said:
        assert ran.returncode == 2 and ran.stderr.count("\n") == 1


def test_the_parts_for_windows_do_what_its_documentation_says() -> None:
    """Windows is simulated here by its interfaces as documented; nothing has been tried on a real one."""

    class Console:
        mode, can = 3, True

        def GetStdHandle(self, number: int) -> int:
            return number

        def GetConsoleMode(self, handle: int, mode: Any) -> int:
            mode._obj.value = self.mode
            return self.can

        def SetConsoleMode(self, handle: int, mode: int) -> int:
            self.mode = mode
            return 1

    console = Console()
    assert system._switch_codes_on(console) and console.mode == 7
    console.can = False
    assert not system._switch_codes_on(console), "the output is not a console"


def test_nothing_of_unix_is_imported_unguarded() -> None:
    """Only `system.py` and the line editor import what Windows lacks, and they expect an ImportError."""
    for path in python_files(PACKAGE):
        if path.name not in ("system.py", "editor.py"):
            assert not {name.partition(".")[0] for name in imports_of(path)} & set(MISSING), path


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
