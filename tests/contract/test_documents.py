"""Documents are true: Python in them runs, commands exist, links lead somewhere, and the changelog has the version."""

import ast
import doctest
import importlib
import re
import runpy
import shlex
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import click
import pytest

import parlour
from parlour import find_game
from parlour.cli import main
from parlour.terminal.requests import read_settings
from tests.contract.helpers.sources import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+).+?\1")
COMMAND = re.compile(r"^ {4,}(?P<program>parlour|make)(?P<words> .*)?$", re.MULTILINE)
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
LINK = re.compile(r"\]\((?P<path>[^)\s#:]*)(?:#(?P<anchor>[^)\s]+))?\)")
TARGET = re.compile(r"^([a-z]+):", re.MULTILINE)

DOCUMENTS = sorted(
    path
    for pattern in (
        "*.md",
        "benchmarks/*.md",
        "docs/**/*.md",
        "src/parlour/games/**/RULES.md",
        "tests/**/*.md",
        "web/*.md",
        ".github/**/*.md",
    )
    for path in ROOT.glob(pattern)
)
WRITTEN = [path for path in DOCUMENTS if path.name != "RULES.md" and path.parent.name != "benchmarks"]


def name_of(path: Path) -> str:
    """The name of a document, as it appears in the name of a test."""
    return path.relative_to(ROOT).as_posix()


SOURCES = sorted((ROOT / "src").rglob("*.py"))
every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)


# ---- Python -------------------------------------------------------------------------------------------------------


@pytest.mark.late
@pytest.mark.parametrize("path", [path for path in WRITTEN if BLOCK.search(path.read_text(encoding="utf-8"))], ids=name_of)
def test_python_in_the_documents_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    text = path.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        line = text[: block.start()].count("\n") + 1
        exec(compile("\n" * line + block[1], str(path), "exec"), names)


@pytest.mark.parametrize("path", [path for path in SOURCES if ">>> " in path.read_text(encoding="utf-8")], ids=name_of)
def test_examples_in_docstrings_run(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed


def test_there_are_examples_in_docstrings() -> None:
    assert sum(path.read_text(encoding="utf-8").count(">>> ") for path in SOURCES) > 5


PUBLIC = (
    "parlour",
    "parlour.bots",
    "parlour.envs",
    "parlour.lab",
    "parlour.lessons",
    "parlour.puzzles",
    "parlour.review",
    "parlour.testing",
)
"""The modules that examples and documents may import from: the rest may change without notice."""


def shown_python() -> Iterator[tuple[Path, str]]:
    """Yield the Python code in the examples and in the documents."""
    yield from ((path, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "examples").glob("*.py")))
    yield from ((path, block[1]) for path in WRITTEN for block in BLOCK.finditer(path.read_text(encoding="utf-8")))


def test_what_is_shown_uses_the_public_surface_alone() -> None:
    for path, text in shown_python():
        for node in ast.walk(ast.parse(text)):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            private = [name for name in modules if name and name.split(".")[0] == "parlour" and name not in PUBLIC]
            assert not private, f"{name_of(path)} imports {', '.join(private)}."


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_public_is_there(name: str) -> None:
    module = importlib.import_module(name)
    assert sorted(set(module.__all__)) == sorted(module.__all__)
    assert all(hasattr(module, public) for public in module.__all__)


# ---- commands -----------------------------------------------------------------------------------------------------


def commands() -> Iterator[tuple[Path, list[str]]]:
    """Yield every command that a document shows, as words."""
    for path in WRITTEN:
        for found in COMMAND.finditer(path.read_text(encoding="utf-8")):
            yield path, shlex.split(found[0], comments=True)


def shown(program: str) -> list[object]:
    """Return each command line of a program once, with the document that shows it first."""
    lines = {tuple(words): path for path, words in reversed(list(commands())) if words[0] == program}
    return [pytest.param(list(words[1:]), id=f"{name_of(path)}: {shlex.join(words)}") for words, path in lines.items()]


@pytest.mark.parametrize("words", shown("parlour"))
def test_a_shown_command_exists(words: list[str]) -> None:
    context = parsed(main, words)
    house_rules = context.params.get("settings")
    game = context.params.get("game")
    if game and house_rules:
        rules = find_game(game)
        rules.checked_options(read_settings(house_rules), context.params.get("seats") or rules.usual_seats)


def parsed(command: click.Command, words: list[str]) -> click.Context:
    """Parse these words as the command line does; raise a ClickException if they name no command or option."""
    if isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, inner, rest = command.resolve_command(click.Context(command), words)
        assert inner is not None, name
        return parsed(inner, rest)
    # a command takes its help options from its context, so it needs the settings of the whole program
    program = click.Context(main, info_name="parlour", **main.context_settings)
    return command.make_context(command.name, list(words), parent=program)


@pytest.mark.parametrize("words", shown("make"))
def test_a_shown_target_of_make_exists(words: list[str]) -> None:
    targets = set(TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
    assert {word for word in words if "=" not in word} <= targets


# ---- links --------------------------------------------------------------------------------------------------------


@every_document
def test_links_lead_to_files_and_headings(path: Path) -> None:
    text = CODE.sub("", FENCED.sub("", path.read_text(encoding="utf-8")))
    for link in LINK.finditer(text):
        target = path.parent / link["path"] if link["path"] else path
        assert target.is_file(), f"{name_of(path)} links to {link['path']}, which does not exist."
        assert not link["anchor"] or link["anchor"] in anchors(target), f"{name_of(path)}: no heading {link[0]}."


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as forges and the documentation site make them."""
    headings = HEADING.findall(FENCED.sub("", path.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", unescape(heading).lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    site = runpy.run_path(str(ROOT / "scripts" / "docs.py"))
    site["configuration"](list(site["documents"]().values()))


# ---- the release --------------------------------------------------------------------------------------------------


def test_the_changelog_begins_with_what_is_unreleased_and_then_this_version() -> None:
    releases = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert parlour.__version__ in releases[:2]
    assert "Unreleased" not in releases[1:]
