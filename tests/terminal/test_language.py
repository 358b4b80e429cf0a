"""The terminal in another language: all its texts are in the catalogue."""

import json
import re
from pathlib import Path

import pytest

from parlour import Match, Table, find_game, game_ids
from parlour.core import texts
from parlour.core.typing import FILLERS, SLOT, YOUR
from parlour.terminal.sitting import Sitting
from tests.helpers.pseudo import PSEUDO, pseudo_spoken, unwrapped, write_pseudo
from tests.terminal.helpers.desk import desk, refusal, run

WIDE = 2000
"""Wide enough that no sentence is wrapped."""
COMMANDS = ["help", "hint", "moves", "table", "dance", "undo", "draw", "play", "0", "position", "log"]


def words_left(paper: str) -> set[str]:
    """The words on a screen that are not from the catalogue; what was typed, and commands to be copied, do not count."""
    lines = [line for line in paper.splitlines() if not line.startswith(("> ", "  parlour "))]
    return set(re.findall(r"[A-Za-z]{2,}", unwrapped("\n".join(lines))))


def words_known(table: Table, names: tuple[str, ...]) -> set[str]:
    """The words that are typed or are names: moves, cards, people, and the lines of a position."""
    pack = " ".join({*table.game.pack.names, *names, *table.game.words, table.position()})
    return set(re.findall(r"[A-Za-z]{2,}", pack)) | {
        "moves",
        "help",
        "rules",
        "hint",
        "table",
        "log",
        "undo",
        "position",
        "tips",
        "quit",
        *(SLOT, YOUR, *FILLERS),
    }


@pytest.mark.parametrize("game_id", game_ids())
def test_all_texts_at_the_table_are_in_the_catalogue(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(game_id)
    with pseudo_spoken(tmp_path, monkeypatch):
        match = Match.new(game_id, max(2, game.least_seats), seed=5, rounds=2)
        made = desk(Sitting(match), COMMANDS, width=WIDE, to_the_end=True)
        paper = made.play()
        shared = desk(Table.new(game_id, seed=6), people=2, names="Ana,Ben", width=WIDE, to_the_end=True)
        paper += shared.play()
        known = words_known(made.table, (*made.mode.party.names, *shared.mode.party.names))
    assert "‹" in paper and match.result is not None
    assert words_left(paper) - known == set()


def test_the_language_is_chosen_by_the_environment(tmp_path: Path) -> None:
    write_pseudo(tmp_path)
    there = {texts.EXTRA: str(tmp_path), "PARLOUR_LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": ""}
    named = run("games", **{**there, "PARLOUR_LANGUAGE": PSEUDO, "COLUMNS": "100"}).stdout
    assert named.startswith(f"{game_ids()[0]}: ‹") and named.count("‹") > 2 * len(game_ids())
    by_system = run("games", **{**there, "LANG": "en_XA.UTF-8", "COLUMNS": "100"}).stdout
    assert by_system == named
    assert "‹" not in run("games", **{**there, "LANG": "tlh_QO.UTF-8"}).stdout
    wrong = run("games", **{**there, "PARLOUR_LANGUAGE": "tlh"})
    assert (wrong.exit_code, wrong.stderr) == (2, f"Unknown language 'tlh'. Available: en, {PSEUDO}.\n")


def test_the_catalogue_is_printed_and_a_translation_checked(tmp_path: Path) -> None:
    printed = run("texts").stdout
    catalogue = json.loads(printed)
    assert catalogue["prompt.over"] == "The game is over."
    assert {f"{game_id}.name" for game_id in game_ids()} <= catalogue.keys()
    path = tmp_path / "de.json"
    path.write_text(printed, encoding="utf-8")
    whole = run("texts", "--check", str(path))
    assert (whole.exit_code, whole.stdout) == (0, f"The translation is complete: {len(catalogue)} texts.\n")
    path.write_text(json.dumps({**catalogue, "prompt.over": "{x}", "more": "x"}), encoding="utf-8")
    flawed = run("texts", "--check", str(path), COLUMNS="200")
    assert flawed.exit_code == 1
    assert flawed.stdout.splitlines() == [
        "more isn't a key of the catalogue.",
        "prompt.over must have the parts none, but has {x}.",
    ]
    assert refusal("texts", "--check", str(tmp_path)).startswith(f"The texts in '{tmp_path.name[:20]}")
