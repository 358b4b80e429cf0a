"""The house itself: every game is complete, every statement proved, imports go one way, documents are run."""

import ast
import doctest
import importlib
import re
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from tests.contract.sources import (
    PACKAGE,
    ROOT,
    RULE_ID,
    TESTS,
    imports_of,
    module_name,
    proofs,
    python_files,
    rule_ids,
    rule_sheets,
    tree_of,
)

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCUMENTS = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]
INNER = {"core": {"core"}, "kit": {"core", "kit"}}
"""What the inner rooms may import; a game imports core, kit and itself."""


def test_there_are_games() -> None:
    assert game_ids()
    assert all(find_game(game_id).id == game_id for game_id in game_ids())


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_complete(game_id: str) -> None:
    folder = find_game(game_id).folder
    assert folder == PACKAGE / "games" / game_id
    assert (folder / "RULES.md").is_file()
    assert list((folder / "golden").glob("*.txt"))
    assert list((TESTS / "games" / game_id).glob("test_*.py"))


@pytest.mark.parametrize("game_id", game_ids())
def test_presets_are_house_rules_that_go_together(game_id: str) -> None:
    game = find_game(game_id)
    assert len({preset.name for preset in game.presets}) == len(game.presets)
    for preset in game.presets:
        assert preset.says.endswith(".")
        for seats in range(game.least_seats, game.usual_seats + 1):
            values = game.checked_options(preset.options, seats)
            assert any(values[name] != option.start for name, option in game.options.items())


@pytest.mark.parametrize("game_id", game_ids())
def test_a_picture_is_small_and_runs_nothing(game_id: str) -> None:
    picture = find_game(game_id).picture.decode()
    assert picture.startswith("<svg") and len(picture) < 8_000
    assert not re.search(r"<script|href=|\son\w+=|<foreignObject|url\(http", picture, re.IGNORECASE)


# ---- statements ---------------------------------------------------------------------------------------------------


def test_every_rule_sheet_has_statements() -> None:
    for path in rule_sheets():
        assert RULE_ID.search(path.read_text(encoding="utf-8")), f"{path.parent.name}/RULES.md names no statement."


def test_every_statement_is_named_by_a_test() -> None:
    missing = sorted(set(rule_ids()) - set(proofs()))
    assert not missing, f"No test names {', '.join(missing)}."


def test_every_statement_that_a_test_names_is_in_a_rule_sheet() -> None:
    named, known = proofs(), rule_ids()
    strange = {statement: sorted(files) for statement, files in named.items() if statement not in known}
    assert not strange, f"No rule sheet has {strange}."


# ---- imports ------------------------------------------------------------------------------------------------------


def test_imports_go_one_way() -> None:
    wrong = []
    for path in python_files(PACKAGE):
        room = path.relative_to(PACKAGE).parts[0]
        if room not in ("core", "kit", "games"):
            continue
        for name in imports_of(path):
            if name.startswith("parlour") and not _is_allowed(path, room, name):
                wrong.append(f"{module_name(path)} imports {name}")
    assert not wrong


def _is_allowed(path: Path, room: str, name: str) -> bool:
    parts = name.split(".")
    if room != "games":
        return len(parts) > 1 and parts[1] in INNER[room]
    own = path.relative_to(PACKAGE / "games").parts[0]
    return len(parts) > 1 and (parts[1] in ("core", "kit") or parts[1:3] == ["games", own])


def test_the_inner_rooms_need_python_only() -> None:
    """No third-party module in core, kit and games: they run in a browser's Python too."""
    import sys

    for path in python_files(PACKAGE):
        if path.relative_to(PACKAGE).parts[0] in ("core", "kit", "games", "testing"):
            for name in imports_of(path):
                top = name.split(".")[0]
                inside = path.name == "compiled.py"
                assert top in sys.stdlib_module_names or top == "parlour" or inside, f"{module_name(path)} imports {name}"


def test_nothing_outside_the_games_names_a_game() -> None:
    ids = set(game_ids())
    found = []
    for path in python_files(PACKAGE):
        if path.is_relative_to(PACKAGE / "games"):
            continue
        kinds = _kind_words(tree_of(path))
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Constant) and node.value in ids and (node.lineno, node.col_offset) not in kinds:
                found.append(f"{module_name(path)}, line {node.lineno}: {node.value}")
        found += [f"{module_name(path)} imports {name}" for name in imports_of(path) if name.startswith("parlour.games.")]
    assert not found


def _kind_words(tree: ast.Module) -> set[tuple[int, int]]:
    """Where a text is the kind of an option (an option that is on or off is called a switch too) and no game."""
    places = set()
    for node in ast.walk(tree):
        about_kind = (
            isinstance(node, ast.Compare)
            and any(isinstance(side, ast.Attribute) and side.attr == "kind" for side in (node.left, *node.comparators))
        ) or (isinstance(node, ast.FunctionDef) and node.name == "kind")
        if about_kind:
            places |= {(part.lineno, part.col_offset) for part in ast.walk(node) if isinstance(part, ast.Constant)}
    return places


def test_every_room_says_what_lives_there() -> None:
    for path in PACKAGE.rglob("__init__.py"):
        assert ast.get_docstring(tree_of(path)), f"{module_name(path)} has no docstring."


# ---- documents ----------------------------------------------------------------------------------------------------


@pytest.mark.late
@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path.is_file()], ids=lambda path: str(path.relative_to(ROOT)))
def test_python_in_the_documents_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    text = path.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        line = text[: block.start()].count("\n") + 1
        source = block[1]
        if ">>>" in source:
            test = doctest.DocTestParser().get_doctest(source, names, path.name, str(path), line)
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
            names.update(test.globs)
            assert result.failed == 0, f"{path.name}, line {line}"
        else:
            exec(compile("\n" * line + source, str(path), "exec"), names)


@pytest.mark.parametrize("name", ["parlour", "parlour.core.state", "parlour.core.options", "parlour.testing"])
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
