"""The rule sheet of a game, and its house rules as they are set."""

from collections.abc import Mapping
from pathlib import Path

from .. import games
from ..core.game import Game
from .ink import Ink
from .layout import wrapped
from .markdown import Page, table_lines
from .refusal import Refusal

CHANGED = "*"


def sheet(game: Game, options: Mapping[str, object], width: int, ink: Ink) -> list[str]:
    """The rules explained to a player, then the house rules with their values."""
    try:
        text = game.rules_text
    except (OSError, UnicodeDecodeError):
        raise Refusal(f"The rule sheet of {game.name} cannot be read.") from None
    return [*Page(width, ink).render(text), "", *house_rules(game, options, width, ink)]


def shared_sheet(width: int, ink: Ink) -> list[str]:
    """What all games have in common, from the page that lies beside them."""
    try:
        text = (Path(games.__path__[0]) / "RULES.md").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise Refusal("The page on what all games share cannot be read; `parlour games` lists the games.") from None
    return Page(width, ink).render(text)


def house_rules(game: Game, options: Mapping[str, object], width: int, ink: Ink) -> list[str]:
    """Every house rule with its value, marked where that is not the usual one."""
    rows = [["rule", "set to", "what it says"]]
    changed = False
    for name, option in game.options.items():
        value = option.read(name, options[name])
        is_usual = value == option.start
        changed = changed or not is_usual
        mark = "" if is_usual else CHANGED
        usual = "" if is_usual else f"; usually {option.text(option.start)}"
        setting = ink.bold(f"{option.text(value)} {mark}") if mark else option.text(value)
        rows.append([name, setting, f"{option.says} ({option.range_text}{usual})"])
    note = f"{CHANGED} differs from the usual rules." if changed else "These are the usual rules."
    title = ink.bold(f"House rules of {game.name} at this table")
    return [title, *table_lines(rows, width, ink), "", *wrapped(f"{note} Change one with --set rule=value.", width)]
