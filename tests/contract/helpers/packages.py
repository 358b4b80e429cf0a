"""A game and a bot as two packages of somebody else, built as the documents say."""

import re
import subprocess
import sys
from pathlib import Path

from parlour import find_game
from parlour.terminal.new_game import write_copy
from tests.contract.helpers.sources import ROOT

EXAMPLE = "crazy_eights"
GAME, BOT = "tens", "lowest"
PROJECT = re.compile(r"^```toml\n(\[build-system\].*?)^```", re.MULTILINE | re.DOTALL)
BOTS = """
import os
import sys
import time

from parlour.bots import Bot

class Lowest(Bot):
    def choose(self, view):
        print("noise that is no answer")
        return view.moves[0].words if view.must == view.viewer else None

class Sleepy(Bot):
    def choose(self, view):
        time.sleep(60)

class Crashing(Bot):
    def choose(self, view):
        raise RuntimeError("no idea")

class Leaving(Bot):
    def choose(self, view):
        os._exit(3)

class Lying(Bot):
    def choose(self, view):
        return "play nothing"

class Refusing(Bot):
    def __init__(self):
        raise RuntimeError("not today")
"""


def project(points: str, name: str) -> str:
    """Return the pyproject.toml from the documents, with these entry points."""
    (shown,) = PROJECT.findall((ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8"))
    head = shown.partition("[project.entry-points")[0].replace('"my-cards"', f'"{name}"')
    return f"{head}{points}"


def write_game(folder: Path) -> None:
    """Write a package with a game, which has no picture."""
    package = folder / "cards_of_ours"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    write_copy(find_game(EXAMPLE), GAME, package / GAME)
    (package / GAME / "picture.svg").unlink()
    for path in (package / GAME).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"from \.\.\.(core|kit)", r"from parlour.\1", text), encoding="utf-8")
    points = f'[project.entry-points."parlour.games"]\n{GAME} = "cards_of_ours.{GAME}:GAME"\n'
    (folder / "pyproject.toml").write_text(project(points, "cards-of-ours"), encoding="utf-8")


def write_bot(folder: Path) -> None:
    """Write a package with bots, one of which has the name of a level."""
    package = folder / "bots_of_ours"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(BOTS)
    points = '[project.entry-points."parlour.bots"]\n' + "".join(
        f'{name} = "bots_of_ours:Lowest"\n' for name in (BOT, "skilled")
    )
    (folder / "pyproject.toml").write_text(project(points, "bots-of-ours"), encoding="utf-8")


def built(source: Path, folder: Path) -> Path:
    """Build the wheel of a package."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, text=True)
    (wheel,) = folder.glob(f"{source.name.replace('-', '_')}-*.whl")
    return wheel


def wheels(folder: Path) -> list[Path]:
    """Build the wheels of a game and of a bot."""
    write_game(folder / "cards-of-ours")
    write_bot(folder / "bots-of-ours")
    return [built(folder / name, folder) for name in ("cards-of-ours", "bots-of-ours")]


def raising_in(rule: str, folder: Path) -> str:
    """Write a game whose rule of this name raises; return the sentence about it."""
    write_copy(find_game(EXAMPLE), "nines", folder / "nines")
    rules = folder / "nines" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    start = text.index(f"def {rule}(")
    body = text.index(":\n", start) + 2
    rules.write_text(f'{text[:body]}    raise KeyError("nothing")\n{text[body:]}', encoding="utf-8")
    why = f"KeyError: 'nothing' (rules.py, line {text[:body].count(chr(10)) + 1})"
    return f"The game nines failed: {why}. Run `parlour check-game nines` to find out more.\n"
