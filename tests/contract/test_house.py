"""The house itself: every game is complete, every statement proved, and imports go one way."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.core.events import COMMON
from parlour.core.options import HouseOptions
from tests.contract.helpers.sources import (
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

INNER = {"core": {"core"}, "kit": {"core", "kit"}}
"""The packages that each inner package may import; a game imports core, kit and itself."""


def test_there_are_games() -> None:
    assert game_ids()
    assert all(find_game(game_id).id == game_id for game_id in game_ids())


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_a_game_is_complete(game_id: str) -> None:
    folder = find_game(game_id).folder
    assert folder == PACKAGE / "games" / game_id
    assert (folder / "RULES.md").is_file()
    assert list((folder / "golden").glob("*.txt"))
    assert list((TESTS / "games" / game_id).glob("test_*.py"))


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_presets_are_house_rules_that_go_together(game_id: str) -> None:
    game = find_game(game_id)
    assert len({preset.name for preset in game.presets}) == len(game.presets)
    for preset in game.presets:
        assert preset.says.endswith(".")
        for seats in range(game.least_seats, game.usual_seats + 1):
            values = game.checked_options(preset.options, seats)
            assert any(values[name] != option.start for name, option in game.options.items())


@pytest.mark.parametrize("game_id", game_ids(examples=True))
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
    """Core, kit and games import no third-party module, because they run in a browser's Python too."""
    import sys

    for path in python_files(PACKAGE):
        if path.relative_to(PACKAGE).parts[0] in ("core", "kit", "games", "testing"):
            for name in imports_of(path):
                top = name.split(".")[0]
                inside = path.name == "compiled.py"
                assert top in sys.stdlib_module_names or top == "parlour" or inside, f"{module_name(path)} imports {name}"


INSIDE = {"_state", "_raw", "_heard"}
"""Attributes of a table that only the table itself, the rest of `core` and the checks may read."""


def test_nothing_reads_the_inside_of_a_table() -> None:
    """Code that needs every card uses `Table.open_state`."""
    found = [
        f"{module_name(path)}: line {node.lineno}"
        for path in python_files(PACKAGE)
        if path.relative_to(PACKAGE).parts[0] not in ("core", "testing")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and node.attr in INSIDE and getattr(node.value, "id", "") != "self"
    ]
    assert not found


def test_nothing_outside_the_games_names_a_game() -> None:
    ids = set(game_ids(examples=True))
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
    """Places where a text is the kind of an option (“switch”) and not the name of a game."""
    places = set()
    for node in ast.walk(tree):
        about_kind = (
            isinstance(node, ast.Compare)
            and any(isinstance(side, ast.Attribute) and side.attr == "kind" for side in (node.left, *node.comparators))
        ) or (isinstance(node, ast.FunctionDef) and node.name == "kind")
        if about_kind:
            places |= {(part.lineno, part.col_offset) for part in ast.walk(node) if isinstance(part, ast.Constant)}
    return places


# ---- what belongs to one game -------------------------------------------------------------------------------------

PAGES = ROOT / "web" / "src"
ASKED = re.compile(r"""(?:kind|name) [!=]==? "(\w+)"|options(?:\["|\.)(\w+)|"(\w+_\w+)\"""")
"""Patterns for a page that names an option or a kind of event: in a comparison, an access or a literal."""


def own_names() -> set[str]:
    """Return the names of the options and kinds of events that only some games have."""
    games = [find_game(game_id) for game_id in game_ids(examples=True)]
    kinds = {kind.name for game in games for kind in game.kinds.values()} - {kind.name for kind in COMMON.values()}
    return kinds | {name for game in games for name in game.options if name not in HouseOptions.fields}


def test_nothing_outside_the_games_knows_an_option_or_an_event_of_one_game() -> None:
    names, found = own_names(), []
    for path in python_files(PACKAGE):
        if not path.is_relative_to(PACKAGE / "games"):
            found += [f"{module_name(path)}: {name}" for name in _asked_names(tree_of(path)) if name in names]
    for path in (path for end in ("ts", "svelte") for path in PAGES.rglob(f"*.{end}")):
        asked = ASKED.findall(path.read_text(encoding="utf-8"))
        found += [f"{path.name}: {name}" for parts in asked for name in parts if name in names]
    assert not found


def _asked_names(tree: ast.Module) -> Iterator[str]:
    """Yield texts that are certainly names (`hand_size`), and words that are compared, looked up or read as attributes."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Subscript):
            parts = [node.slice]
        elif isinstance(node, ast.Call):
            is_lookup = getattr(node.func, "attr", "") == "get" or getattr(node.func, "id", "") == "getattr"
            parts = node.args if is_lookup else []
        yield from (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "_" in node.value:
            yield node.value


def test_every_room_says_what_lives_there() -> None:
    for path in PACKAGE.rglob("__init__.py"):
        assert ast.get_docstring(tree_of(path)), f"{module_name(path)} has no docstring."


# ---- names --------------------------------------------------------------------------------------------------------

OTHERS_NAMES = ("offline/engine.py",)
"""Files that stand in for another package, and so use its names."""


def test_no_two_classes_have_the_same_name() -> None:
    """Games don't count: each has classes of its own under the names that the contract prescribes."""
    homes: dict[str, set[str]] = {}
    for path in python_files(PACKAGE):
        place = path.relative_to(PACKAGE)
        if str(place) in OTHERS_NAMES:
            continue
        home = "a game" if place.parts[0] == "games" and len(place.parts) > 2 else str(place)
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, set()).add(home)
    assert not {name: sorted(where) for name, where in homes.items() if len(where) > 1}
