"""`parlour new-game` writes a game that keeps the contract, and never touches existing files."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour import find_game, game_ids
from parlour.cli import main
from parlour.core.game import listed_game
from parlour.testing import check_game
from tests.contract.helpers.rooms import forgotten_games

__all__ = ["forgotten_games"]
EXPORT = re.compile(r"^  export PARLOUR_GAMES=(.+)$", re.MULTILINE)


def ask(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["new-game", *words])
    return done.exit_code, done.output


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the current one; no games are found in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PARLOUR_GAMES", raising=False)
    return tmp_path


@pytest.mark.usefixtures("forgotten_games")
@pytest.mark.parametrize(("name", "folder", "games"), [("my_game", "games", 4), ("whist", "my cards", 1)])
def test_a_new_game_keeps_the_contract(name: str, folder: str, games: int, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, said = ask(name, *([] if folder == "games" else ["--folder", folder]))
    assert status == 0 and (here / folder / name).is_dir()
    (exported,) = EXPORT.findall(said)
    assert said.splitlines()[-2:] == [f"  parlour play {name}", f"  parlour check-game {name}"]
    assert name not in game_ids()
    monkeypatch.setenv("PARLOUR_GAMES", *shlex.split(exported))
    assert name in game_ids()
    game = find_game(name)
    assert game.name == name.replace("_", " ").title()
    assert not game.example and not (game.folder / "golden").exists()
    # Compiling is checked on the games of the house.
    monkeypatch.setattr("parlour.testing.is_available", lambda module: False)
    check_game(name, games=games)


def test_the_printed_commands_work_in_a_shell(here: Path) -> None:
    said = ask("my_game")[1]
    commands = [line for line in said.splitlines() if line.startswith("  ")]
    shell = f'parlour() {{ {shlex.quote(sys.executable)} -m parlour "$@"; }}'
    script = "\n".join([shell, *commands[:2]])  # the third one, the check, runs in the test above
    ran = subprocess.run(["sh", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert "My Game" in ran.stdout and not ran.stderr


@pytest.mark.usefixtures("forgotten_games")
def test_a_second_game_goes_beside_the_first(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PARLOUR_GAMES says where new games go; if another folder is chosen, it is added to those that the variable names."""
    monkeypatch.setenv("PARLOUR_GAMES", str(here / "mine"))
    status, said = ask("next_one")
    assert status == 0 and (here / "mine" / "next_one").is_dir() and "export" not in said
    assert EXPORT.findall(ask("next_two", "--folder", "others")[1]) == [f"{here / 'mine'}{os.pathsep}{here / 'others'}"]
    assert EXPORT.findall(ask("next_three", "--folder", "mine")[1]) == []


def test_a_folder_that_the_variable_cannot_name_is_refused(here: Path) -> None:
    status, said = ask("my_game", "--folder", f"a{os.pathsep}b")
    assert status == 2 and f"has a ‘{os.pathsep}’ in it" in said and said.count("\n") == 1
    assert list(here.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "my_game").mkdir()
    status, said = ask("my_game", "--folder", str(tmp_path))
    assert status == 2 and "already exists" in said
    assert list((tmp_path / "my_game").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("My-Game", "lower-case letters"),
        ("../x", "lower-case letters"),
        ("class", "lower-case letters"),
        ("a" * 41, "lower-case letters"),
        (game_ids()[0], "already a game"),
        ("terminal", "the house uses it"),
        ("choice", "the house uses it"),
        ("shedding_state", "the house uses it"),
    ],
)
def test_bad_names_are_refused_in_a_sentence(name: str, why: str, tmp_path: Path) -> None:
    status, said = ask(name, "--folder", str(tmp_path))
    assert status == 2 and why in said and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, said = ask("my_game", "--folder", str(tmp_path / "file"))
    assert status == 2 and "can't be written" in said


# ---- examples are hidden ------------------------------------------------------------------------------------------


def test_examples_are_played_by_their_id_and_listed_where_the_setting_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = set(game_ids(examples=True)) - set(game_ids())
    assert find_game(example).example
    assert parlour.Table.new(example).must == 0
    assert example not in CliRunner().invoke(main, ["games"]).output
    with pytest.raises(ValueError, match="Unknown game"):
        listed_game(example)
    monkeypatch.setenv("PARLOUR_EXAMPLES", "1")
    assert example in game_ids()
    assert listed_game(example).example
    assert example in CliRunner().invoke(main, ["games"]).output
