"""The language of the terminal, and `parlour texts`: the English texts for a translator, and checks of a translation."""

import json
import os
from pathlib import Path

import click

from ..core import texts
from ..core.game import find_game, found_ids
from . import files
from .refusal import printable, refusals
from .screen import Screen

LANGUAGE = "PARLOUR_LANGUAGE"
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
FLAWED = 1


def speak() -> None:
    """Use the language that PARLOUR_LANGUAGE names, else the system's if there is a translation."""
    wanted = os.environ.get(LANGUAGE, "")
    with refusals():
        system = next((os.environ[name] for name in LOCALES if os.environ.get(name)), "")
        texts.speak(language=texts.checked_language(wanted) if wanted else texts.preferred_language(system))


@click.command("texts")
@click.option("--check", "path", metavar="FILE", help="Check a translation: report what is missing or wrong.")
def texts_command(path: str | None) -> int:
    """Print every English text by its key, as JSON, for translators.

    A translation is one file <language>.json beside the English one, or in the folder that PARLOUR_TEXTS names.
    PARLOUR_LANGUAGE chooses the language at the terminal.
    """
    screen = Screen()
    for game_id in found_ids():
        find_game(game_id)  # loading a game registers its texts
    if path is None:
        screen.lines([json.dumps(texts.english(), indent=2, ensure_ascii=False)])
        return 0
    with refusals():
        file = Path(files.full_path(path))
        flaws = texts.flaws_of(texts.read_texts(file), file.stem)
    for flaw in flaws:
        screen.lines([printable(flaw, 1000)])
    if not flaws:
        screen.say(texts.sentence("terminal.texts.whole", count=len(texts.english())))
    return FLAWED if flaws else 0
