"""Compiling in a separate process for bots that search."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import advise, can_search, is_ready, prepare, waiting_sentence
from parlour.lab import arena
from parlour.testing.sentences import flaw_of


def test_only_one_process_compiles_and_it_ends_with_its_house(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlour.bots.compilation", game_ids()[0]]
    with open(tmp_path / "compiling.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with subprocess.Popen(command, stdin=subprocess.PIPE, env={**os.environ, "PARLOUR_CACHE": str(tmp_path)}) as process:
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(60) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["compiling.lock"]


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["two", "games"]])
def test_a_failed_compilation_is_reported_in_a_sentence(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "parlour.bots.compilation", *arguments]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr.startswith("Unknown game '") and run.stderr.count("\n") == 1


def test_searching_is_on_or_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, expected in (("", True), ("on", True), ("OFF", False)):
        monkeypatch.setenv("PARLOUR_SEARCH", value)
        assert can_search() == expected
    monkeypatch.setenv("PARLOUR_SEARCH", "perhaps")
    with pytest.raises(ValueError, match="PARLOUR_SEARCH must be on or off, not 'perhaps'"):
        can_search()


def test_the_laboratory_refuses_levels_that_cannot_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    with pytest.raises(ValueError, match="Expert needs the search engine"):
        arena(game_ids()[0], ["expert", "skilled"], games=2)


def test_a_game_is_named_by_its_id_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    game_id = game_ids()[0]
    prepare(game_id)
    assert not is_ready(game_id) and waiting_sentence(game_id, "expert") == waiting_sentence(find_game(game_id), "expert") != ""
    wrong: tuple[Any, ...] = ("nonsense", None, Table.new(game_id))
    for given in wrong:
        for call in (prepare, is_ready):
            with pytest.raises(ValueError) as caught:
                call(given)
            assert not flaw_of(str(caught.value))


def test_a_hint_without_a_search_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    view = Table.new(game_ids()[0], 2, seed=1).view(0)
    assert advise(view).why[-1] == "Quick answer only: searching is turned off here."
    monkeypatch.setenv("PARLOUR_SEARCH", "on")
    monkeypatch.setattr("parlour.bots.readiness.kernels.can_run", lambda: False)
    assert advise(view).why[-1] == "Quick answer only: install `parlour[fast]` for a searched hint."
