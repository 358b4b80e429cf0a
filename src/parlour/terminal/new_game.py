"""`parlour new-game`: a folder with a working game to change, copied from the example game."""

import keyword
import os
import re
import shlex
import sys
from pathlib import Path

import click

from .. import games
from ..core.game import Game, find_game, found_ids
from ..core.plugins import FOLDERS, folder_path
from ..core.texts import ENGLISH, FOLDER, read_texts, sentence
from .files import full_path
from .refusal import Refusal, reason
from .screen import Screen

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST = 40
FOLDER_HERE = "games"
"""The default folder for new games."""
COPIED = (".py", ".md", ".json", ".toml", ".svg")
STATEMENT = re.compile(r"\b([A-Z]{2})-(?=\d)")


@click.command("new-game")
@click.argument("name", metavar="NAME")
@click.option(
    "--folder",
    metavar="FOLDER",
    help="Folder to create it in (default: the first folder of PARLOUR_GAMES, else the folder `games` here).",
)
def new_game(name: str, folder: str | None) -> None:
    """Create the folder of a new game, ready to be played and changed.

    NAME is its id, such as my_game. The folder is a copy of a small example with everything a game has. Parlour finds the
    games in the folders that PARLOUR_GAMES names.

    \b
    parlour new-game my_game
    export PARLOUR_GAMES="$PWD/games"
    parlour play my_game
    parlour check-game my_game
    """
    example = next(game for game in map(find_game, found_ids()) if game.example)
    checked_name(name, example)
    home = _asked_folders()[0] if folder is None and _asked_folders() else Path(full_path(folder or FOLDER_HERE))
    target = home.absolute() / name
    if os.pathsep in str(home.absolute()):
        raise Refusal(sentence("terminal.newGame.separator", path=target.parent, separator=os.pathsep))
    try:
        write_copy(example, name, target)
    except FileExistsError:
        raise Refusal(sentence("terminal.newGame.exists", path=target)) from None
    except OSError as error:
        raise Refusal(sentence("terminal.newGame.notWritten", path=target, why=reason(error))) from None
    screen = Screen()
    screen.say(sentence("terminal.newGame.written", path=target))
    commands = [f"parlour play {name}", f"parlour check-game {name}"]
    screen.lines([f"  {command}" for command in (*_setting(home.absolute()), *commands)])


def _asked_folders() -> list[Path]:
    return [folder_path(folder) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


def _setting(home: Path) -> list[str]:
    """Return the command that makes Parlour find the games in a folder, unless it already does."""
    asked = [folder.absolute() for folder in _asked_folders()]
    if home in asked or home.resolve() in (Path(path).resolve() for path in games.__path__):
        return []
    folders = os.pathsep.join(map(str, [*asked, home]))
    if sys.platform == "win32":
        return ["$env:{} = '{}'".format(FOLDERS, folders.replace("'", "''"))]
    return [f"export {FOLDERS}={shlex.quote(folders)}"]


def checked_name(name: str, example: Game) -> None:
    """Refuse a name that cannot be the id of a new game."""
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(name):
        raise Refusal(sentence("terminal.newGame.name", name=name[:LONGEST], most=LONGEST))
    if name in found_ids():
        raise Refusal(sentence("terminal.newGame.taken", name=name))
    source = "".join(path.read_text(encoding="utf-8") for path in _files(example))
    is_text_of_house = any(key.startswith(f"{name}.") for key in read_texts(FOLDER / f"{ENGLISH}.json"))
    if is_text_of_house or re.search(rf"\b{_class_name(name)}\b", source):
        raise Refusal(sentence("terminal.newGame.reserved", name=name))


def write_copy(example: Game, name: str, target: Path) -> None:
    """Copy the folder of a game under another id, and rename the game, its state and its statements."""
    words = name.split("_")
    letters = "".join(word[0] for word in words) if len(words) > 1 else name
    initials = re.sub("[^A-Z]", "", letters.upper())[:2].ljust(2, "X")
    names = {
        "    example=True,\n": "",
        example.id: name,
        example.state.__name__: _class_name(name),
        example.name: " ".join(words).title(),
    }
    target.mkdir(parents=True)
    for path in _files(example):
        text = path.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        (target / path.name).write_text(STATEMENT.sub(f"{initials}-", text), encoding="utf-8")


def _files(example: Game) -> list[Path]:
    return sorted(path for path in example.folder.iterdir() if path.suffix in COPIED)


def _class_name(name: str) -> str:
    return name.title().replace("_", "")
