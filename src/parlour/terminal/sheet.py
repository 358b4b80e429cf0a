"""The rule sheet of a game, and its current house rules."""

from collections.abc import Mapping

from ..core.game import Game
from ..core.texts import sentence
from ..core.texts import text as part
from ..rulebook import presented, presented_shared, rulebook_of, shared_rulebook
from .ink import Ink
from .layout import wrapped
from .prose import Prose, table_lines
from .refusal import Refusal

CHANGED = "*"
COLUMNS = ("terminal.column.rule", "terminal.column.value", "terminal.column.meaning")
"""The keys of the column heads of a table of house rules."""


def sheet(game: Game, options: Mapping[str, object], width: int, ink: Ink) -> list[str]:
    """Return the rules explained to a player, then the house rules with their values."""
    try:
        book = rulebook_of(game)
    except (OSError, UnicodeDecodeError):
        raise Refusal(sentence("terminal.sheet.noSheet", game=game.name)) from None
    values = {name: option.read(name, options[name]) for name, option in game.options.items()}
    guide = presented(book, game, values)
    return [*Prose(width, ink).sections(guide.sections), "", *house_rules(game, values, width, ink)]


def shared_sheet(width: int, ink: Ink) -> list[str]:
    """Return the rules that all games share."""
    try:
        book = shared_rulebook()
    except (OSError, UnicodeDecodeError):
        raise Refusal(sentence("terminal.sheet.noShared")) from None
    return Prose(width, ink).sections(presented_shared(book).sections)


def house_rules(game: Game, values: Mapping[str, int], width: int, ink: Ink) -> list[str]:
    """Return every house rule with its value, marked if it isn't the default."""
    rows = [[part(key) for key in COLUMNS]]
    changed = False
    for name, option in game.options.items():
        value = values[name]
        is_usual = value == option.start
        changed = changed or not is_usual
        mark = "" if is_usual else CHANGED
        usual = "" if is_usual else f"; {part('terminal.sheet.usually', value=option.text(option.start))}"
        setting = ink.bold(f"{option.text(value)} {mark}") if mark else option.text(value)
        rows.append([name, setting, f"{option.says} ({option.range_text}{usual})"])
    note = sentence("terminal.sheet.differs", mark=CHANGED) if changed else sentence("terminal.house.usual")
    title = ink.bold(sentence("terminal.sheet.title", game=game.name))
    return [title, *table_lines(rows, width, ink), "", *wrapped(f"{note} {sentence('terminal.sheet.change')}", width)]
