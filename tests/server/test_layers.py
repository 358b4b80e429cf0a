"""The folders of the server import each other in one order, and each says what it is for."""

import ast

from tests.contract.helpers.sources import PACKAGE, imports_of, module_name, python_files, tree_of

SERVER = PACKAGE / "server"
LAYERS = (
    "ops",
    "store",
    "fairness",
    "people",
    "wire",
    "rooms",
    "backup",
    "ws",
    "neighbours",
    "house",
    "http",
    "api",
    "app",
    "program",
)
"""From bottom to top: each may import those before it."""


def layer_of(name: str) -> int:
    return LAYERS.index(name.split(".")[2])


def test_imports_go_one_way() -> None:
    wrong = []
    for path in python_files(SERVER):
        name = module_name(path)
        if name == "parlour.server":
            continue
        for imported in imports_of(path):
            if imported.startswith("parlour.server.") and layer_of(imported) > layer_of(name):
                wrong.append(f"{name} imports {imported}")
    assert not wrong


def test_every_folder_says_what_lives_in_it() -> None:
    folders = [SERVER, *(path for path in SERVER.iterdir() if path.is_dir() and list(path.glob("*.py")))]
    assert {folder.name for folder in folders[1:]} <= set(LAYERS)
    assert all(ast.get_docstring(tree_of(folder / "__init__.py")) for folder in folders)
