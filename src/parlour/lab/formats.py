"""Formats for percentages, spans, numbers and tables, so that each looks the same everywhere."""

import csv
import io
import math
from collections.abc import Sequence
from typing import Any

from ..core.game import find_game
from ..core.sentence import shortened
from ..core.texts import counted, text
from ..terminal.layout import padded, width_of
from .figures import Interval

WIDE_ENOUGH = 80
"""The width in columns that a table should not exceed if possible."""


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent; a share near 0 or 1 is never rounded to exactly that."""
    least = 10**-digits
    if 0 < share < least / 200:
        return text("lab.percentBelow", number=f"{least:g}")
    if 1 - least / 200 < share < 1:
        return text("lab.percentAbove", number=f"{100 - least:g}")
    return text("lab.percent", number=f"{100 * share:.{digits}f}")


def percent_span(figure: Interval, digits: int = 1) -> str:
    """Return the interval of a share."""
    return text("lab.percentSpan", low=f"{100 * figure.low:.{digits}f}", high=f"{100 * figure.high:.{digits}f}")


def number(value: float) -> str:
    """Return a number with about four significant digits, and at least two however small it is."""
    size = abs(value)
    if size >= 100:
        return f"{value:,.0f}" if size >= 1000 else f"{value:.1f}"
    if size >= 0.1:
        return f"{value:.2f}" if size >= 1 else f"{value:.3f}"
    return f"{value:.{min(1 - math.floor(math.log10(size)), 9)}f}" if size > 1e-9 else "0"


def signed(value: float) -> str:
    """Return a change with its sign."""
    return ("+" if value > 0 else "") + number(value)


def span(figure: Interval) -> str:
    """Return the interval of a change."""
    return text("lab.span", low=signed(figure.low), high=signed(figure.high))


def point_span(figure: Interval) -> str:
    """Return the interval of a change of a share, in percentage points."""
    return text("lab.pointSpan", low=f"{100 * figure.low:+.2f}", high=f"{100 * figure.high:+.2f}")


def how_many_games(count: int) -> str:
    """Return a number of games in words: `1 game`, `20,000 games`."""
    return counted("lab.games", count, number=f"{count:,}")


def how_many_deals(count: int) -> str:
    """Return a number of deals in words: `1 deal`, `20,000 deals`."""
    return counted("lab.deals", count, number=f"{count:,}")


def called(name: str) -> str:
    """Return the name of an event or of a user's own number as shown to people."""
    return name.replace("_", " ")


def written(value: object) -> str:
    """Return the value of an option as people type it."""
    return "on" if value is True else "off" if value is False else str(value)


def settings(house_rules: dict[str, Any]) -> str:
    """Return house rules as people type them."""
    return ", ".join(f"{name}={written(value)}" for name, value in house_rules.items())


def changed_rules(game: str, house_rules: dict[str, Any]) -> list[str]:
    """Return a sentence about the house rules that differ from the default, if there are any."""
    options = find_game(game).options
    changed = {name: value for name, value in house_rules.items() if value != options[name].python(options[name].start)}
    return [text("lab.houseRules", rules=settings(changed))] if changed else []


def played(game: str, seats: int, seed: int | str) -> dict[str, object]:
    """Return the parts that every sentence about a run needs."""
    return {"game": find_game(game).name, "seats": seats, "seed": shortened(str(seed), 60)}


def line_up(bots: Sequence[str]) -> str:
    """Return the bots by seat, or just one name if all seats had the same bot."""
    return bots[0] if len(set(bots)) == 1 else ", ".join(bots)


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> list[str]:
    """Return the lines of a table: this many text columns aligned left, then figures aligned right."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(width_of(line[i]) for line in lines) for i in range(len(heads))]

    def line_of(cells: list[str]) -> str:
        placed = [
            padded(cell, width) if i < words else " " * (width - width_of(cell)) + cell
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "  ".join(placed).rstrip()

    return [line_of(lines[0]), "  ".join("-" * width for width in widths), *map(line_of, lines[1:])]


def as_csv(rows: list[dict[str, Any]]) -> str:
    """Return rows as comma-separated values with a header line."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
