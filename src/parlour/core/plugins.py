"""Games of plug-ins: installed ones, and those in the folders that PARLOUR_GAMES names.

An installed game is an entry point of the group `parlour.games`: its name is the id, its value the package of the game or its
`Game`. A folder of PARLOUR_GAMES (several are separated as in PATH) contains games in the same form as `parlour/games`. A game
that cannot be used is left out, and a sentence says why; the others can still be played.
"""

import importlib
import keyword
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .sentence import Invalid, shortened
from .texts import ENGLISH, FOLDER, offered_for_good, read_texts, sentence

if TYPE_CHECKING:
    from .game import Game

GROUP = "parlour.games"
FOLDERS = "PARLOUR_GAMES"
ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST_ID = 40
NEEDED = ("name", "pitch")
"""Texts without which a game cannot be listed."""


@dataclass
class Plugins:
    """The games of plug-ins by id, and what is wrong with those that cannot be used, by the name of their source."""

    games: dict[str, "Game"] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)


def folder_path(folder: str) -> Path:
    """Return the path of a folder with `~` expanded; if that names an unknown user, the path stays as it is."""
    try:
        return Path(folder).expanduser()
    except RuntimeError:
        return Path(folder)


def place_in(error: BaseException, folder: Path) -> str:
    """Return the last line of the code in a folder that an error came through, or an empty text if there is none."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        place = f" ({path.name}, line {trace.tb_lineno})" if path.parent == folder else place
        trace = trace.tb_next
    return place


def failure_of(error: BaseException) -> str:
    """Return a sentence if an error came through the code of a game of a plug-in, otherwise an empty text."""
    for found in _found.values():
        for game_id, game in found.games.items():
            if place := place_in(error, game.folder):
                return sentence("plugin.failed", id=game_id, why=f"{described(error)}{place}")
    return ""


_found: dict[tuple[str, tuple[str, ...]], Plugins] = {}


def plugin_games(own: list[str]) -> Plugins:
    """Return the games of plug-ins, found once per setting; `own` are the ids of the built-in games."""
    asked = (os.environ.get(FOLDERS, ""), tuple(sys.path))
    if asked not in _found:
        found = _found[asked] = Plugins()
        for source, game_id, load in _sources(asked[0], found):
            _add(found, source, game_id, load, own)
        _warn(found.problems.values())
    return _found[asked]


def _warn(problems: Iterable[str]) -> None:
    """Log what is wrong with games. (Logging is imported here because it is seldom needed and slows `import parlour` down.)"""
    for problem in problems:
        import logging

        logging.getLogger("parlour.games").warning("%s", problem)


def _add(found: Plugins, source: str, game_id: str, load: Callable[[], Any], own: list[str]) -> None:
    """Add a game, or the reason why it cannot be used."""
    try:
        if not ID.fullmatch(game_id) or len(game_id) > LONGEST_ID or keyword.iskeyword(game_id):
            raise Invalid(sentence("plugin.id", id=shortened(game_id)))
        if game_id in own:
            raise Invalid(sentence("plugin.taken", id=game_id))
        if game_id in found.games:
            raise Invalid(sentence("plugin.twice", id=game_id, other=found.sources[game_id]))
        if any(key.startswith(f"{game_id}.") for key in read_texts(FOLDER / f"{ENGLISH}.json")):
            raise Invalid(sentence("plugin.reserved", id=game_id))
        with offered_for_good():
            found.games[game_id] = _checked(load(), game_id)
        found.sources[game_id] = source
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        why = str(error) if isinstance(error, Invalid) else sentence("plugin.error", why=described(error))
        found.problems[game_id] = sentence("plugin.game", source=source, why=why)


def _checked(made: Any, game_id: str) -> "Game":
    """Return a loaded game, or raise an Invalid that says what is wrong with it."""
    from .game import Game

    game = getattr(made, "GAME", made)
    if not isinstance(game, Game):
        raise Invalid(sentence("plugin.type", kind=type(game).__name__))
    if game.id != game_id or game.folder.name != game_id:
        raise Invalid(sentence("plugin.name", id=game_id, given=game.id, folder=game.folder.name))
    texts = read_texts(game.folder / "texts.json")
    missing = next((key for key in NEEDED if not texts.get(key)), None)
    if missing:
        raise Invalid(sentence("plugin.text", missing=missing))
    if not (game.folder / "RULES.md").is_file():
        raise Invalid(sentence("plugin.rules"))
    return game


def described(error: BaseException) -> str:
    """Return an error raised by somebody else's code in one line."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {shortened(said, 160)}" if said else type(error).__name__


def _sources(folders: str, found: Plugins) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """Yield the source of each game, its id and what loads it: folders first, then what is installed."""
    from importlib.metadata import entry_points

    for folder in filter(None, folders.split(os.pathsep)):
        path = folder_path(folder)
        if not path.is_dir():
            found.problems[folder] = sentence("plugin.folder", folder=shortened(folder, 160))
            continue
        for game_id in sorted(module.name for module in pkgutil.iter_modules([str(path)]) if module.ispkg):
            yield str(path / game_id), game_id, lambda path=path, game_id=game_id: _from_folder(path, game_id)  # type: ignore[misc]
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        yield f"{entry.value} ({entry.dist.name if entry.dist else '?'})", entry.name, entry.load


def _from_folder(folder: Path, game_id: str) -> Any:
    """Import a game as if its folder were in `parlour/games`, so that it can be written like a built-in game."""
    package = importlib.import_module("parlour.games")
    if str(folder) not in package.__path__:
        package.__path__.append(str(folder))
    return importlib.import_module(f"parlour.games.{game_id}")
