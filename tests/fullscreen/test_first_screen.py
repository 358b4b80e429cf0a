"""The first screen appears at once: it imports nothing that it doesn't need. `benchmarks/first_screen.py` measures the time."""

import subprocess
import sys
from pathlib import Path

from tests.contract.helpers.sources import PACKAGE

START = """
import asyncio, sys
from parlour.cli import main
from parlour.fullscreen.app import FullScreen

async def show():
    app = FullScreen()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        print(type(app.screen).__name__, *sys.modules)

asyncio.run(show())
"""
NEEDED = {"click", "textual", "rich", "platformdirs", "typing_extensions"}
"""The third-party packages that the first screen needs."""
HEAVY = {"parlour.server.house", "parlour.lab.runs", "parlour.envs", "parlour.guest.room", "sqlite3", "multiprocessing"}
MOST_MODULES = 720


def test_nothing_is_imported_that_the_first_screen_does_not_need(tmp_path: Path) -> None:
    environment = {"PARLOUR_HOME": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent), "HOME": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True, env=environment)
    screen, *loaded = ran.stdout.split()
    assert screen == "StartScreen"
    packages = {name.partition(".")[0] for name in loaded if not name.startswith("_")}
    foreign = packages - set(sys.stdlib_module_names) - {"parlour", "parlour_command", "sitecustomize"}
    assert foreign <= NEEDED, foreign - NEEDED
    assert not HEAVY & set(loaded)
    assert len(loaded) <= MOST_MODULES
