"""`parlour new-game` writes a game that keeps the contract, and never touches existing files."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour import find_game, game_ids
from parlour.cli import main
from parlour.core.game import listed_game
from parlour.testing import check_game
from tests.contract.helpers.rooms import room

__all__ = ["room"]


def ask(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["new-game", *words])
    return done.exit_code, done.output


@pytest.mark.parametrize("name", ["my_game", "whist"])
def test_a_new_game_keeps_the_contract(name: str, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, said = ask(name, "--folder", str(room))
    assert status == 0 and f"parlour play {name}" in said
    assert name in game_ids()
    game = find_game(name)
    assert game.name == name.replace("_", " ").title()
    assert not game.example and not (game.folder / "golden").exists()
    # Compiling is checked on the games of the house.
    monkeypatch.setattr("parlour.testing.is_available", lambda module: False)
    check_game(name, games=4)


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
    assert status == 2 and "can’t be written" in said


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
