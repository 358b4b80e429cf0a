"""The tutorial builds the example game: its code is the code of the game, and what it builds keeps the contract."""

import json
import re
import shutil
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.lessons import Practice, lessons_of
from parlour.testing import check_game
from parlour.testing.lessons import check_ways
from tests.contract.helpers.rooms import forgotten_games, room
from tests.contract.helpers.sources import ROOT

__all__ = ["forgotten_games", "room"]

BLOCK = re.compile(r'^```py title="(.+?)"\n(.*?)^```', re.MULTILINE | re.DOTALL)
LESSON = re.compile(r"^```toml\n(\[\[lesson\]\].*?)^```", re.MULTILINE | re.DOTALL)
WORDS = {"": "Match", ".1.do": "Play.", ".1.done": "It fits.", ".1.again.play": "It fits too."}
MOST_LINES = 300
OTHER_FILES = ("texts.json", "RULES.md", "picture.svg")
(EXAMPLE,) = (game.folder for game in map(find_game, game_ids(examples=True)) if game.example)


def built() -> dict[str, str]:
    """Return the files of the tutorial, each made of its blocks in order."""
    files: dict[str, str] = {}
    for name, code in BLOCK.findall((ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8")):
        files[name] = f"{files[name]}\n\n{code}" if name in files else code
    return files


def test_the_tutorial_shows_every_line_of_the_example() -> None:
    assert built() == {path.name: path.read_text(encoding="utf-8") for path in EXAMPLE.glob("*.py")}


def test_the_game_of_the_tutorial_keeps_the_contract(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = room / "tutorial"
    folder.mkdir()
    for name, code in built().items():
        (folder / name).write_text(code.replace(f'id="{EXAMPLE.name}"', 'id="tutorial"'), encoding="utf-8")
    for name in OTHER_FILES:
        shutil.copy(EXAMPLE / name, folder)
    monkeypatch.setattr("parlour.testing.is_available", lambda module: False)
    check_game("tutorial", games=2)


def test_the_lesson_of_the_tutorial_can_be_played(room: Path) -> None:
    shutil.copytree(EXAMPLE, room / "my_game", ignore=shutil.ignore_patterns("__pycache__"))
    opening, words = room / "my_game" / "__init__.py", room / "my_game" / "texts.json"
    opening.write_text(opening.read_text(encoding="utf-8").replace(f'id="{EXAMPLE.name}"', 'id="my_game"'), encoding="utf-8")
    said = {f"lesson.match{key}": text for key, text in WORDS.items()}
    words.write_text(json.dumps(json.loads(words.read_text(encoding="utf-8")) | said), encoding="utf-8")
    (lesson,) = LESSON.findall((ROOT / "docs" / "writing-a-game.md").read_text(encoding="utf-8"))
    (room / "my_game" / "lessons.toml").write_text(lesson, encoding="utf-8")
    game = find_game("my_game")
    check_ways(Practice(game, lessons_of(game)[0]))


def test_the_example_is_small() -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in EXAMPLE.glob("*.py")) <= MOST_LINES
