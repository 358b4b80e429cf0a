"""The sources of the house, read but not run."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import parlour
from parlour import find_game, game_ids

PACKAGE = Path(parlour.__file__).parent
ROOT = Path(__file__).parents[3]
TESTS = ROOT / "tests"
RULE_ID = re.compile(r"\b(?:SW|SS|CA|SH|MM|CE|ALL)-\d+(?:\.\d+)?\b")


def python_files(folder: Path) -> list[Path]:
    """Return all Python files under a folder."""
    return sorted(folder.rglob("*.py"))


def tree_of(path: Path) -> ast.Module:
    """Return a file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def module_name(path: Path) -> str:
    """Return the module name of a file in the package, such as `parlour.core.bits`."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file of the package imports, inside functions too."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def rule_sheets() -> list[Path]:
    """Return the RULES.md of every game, and the one that all games share."""
    shared = PACKAGE / "games" / "RULES.md"
    return [shared, *(find_game(game_id).folder / "RULES.md" for game_id in game_ids(examples=True))]


def rule_ids() -> dict[str, str]:
    """Return the id of every statement of the rule sheets, with the game of its sheet."""
    return {
        statement: path.parent.name
        for path in rule_sheets()
        if path.is_file()
        for statement in RULE_ID.findall(path.read_text(encoding="utf-8"))
    }


def proofs() -> dict[str, set[str]]:
    """Return every id that a mark of a test names, with the files of these tests."""
    found: dict[str, set[str]] = {}
    for path in python_files(TESTS):
        for node in ast.walk(tree_of(path)):
            for statement in _marked(node):
                found.setdefault(statement, set()).add(str(path.relative_to(ROOT)))
    return found


def _marked(node: ast.AST) -> Iterator[str]:
    """Yield the ids in a call of pytest.mark.rules(...), whether on a test, a class, a parameter or a module."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rules":
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value
