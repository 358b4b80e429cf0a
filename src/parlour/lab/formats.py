"""Figures in words: percentages, spans, numbers, tables. Each is written in one way, wherever it stands."""

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
"""Columns of a terminal that a table should not exceed where that can be helped."""


def percent(share: float, digits: int = 1) -> str:
    """A share in percent; what is not quite nothing or not quite all is not written as that."""
    least = 10**-digits
    if 0 < share < least / 200:
        return text("lab.percentBelow", number=f"{least:g}")
    if 1 - least / 200 < share < 1:
        return text("lab.percentAbove", number=f"{100 - least:g}")
    return text("lab.percent", number=f"{100 * share:.{digits}f}")


def percent_span(figure: Interval, digits: int = 1) -> str:
    """The interval of a share."""
    return text("lab.percentSpan", low=f"{100 * figure.low:.{digits}f}", high=f"{100 * figure.high:.{digits}f}")


def number(value: float) -> str:
    """A number with about four digits that count, and with at least two however small it is."""
    size = abs(value)
    if size >= 100:
        return f"{value:,.0f}" if size >= 1000 else f"{value:.1f}"
    if size >= 0.1:
        return f"{value:.2f}" if size >= 1 else f"{value:.3f}"
    return f"{value:.{min(1 - math.floor(math.log10(size)), 9)}f}" if size > 1e-9 else "0"


def signed(value: float) -> str:
    """A change as a number with its sign."""
    return ("+" if value > 0 else "") + number(value)


def span(figure: Interval) -> str:
    """The interval of a change."""
    return text("lab.span", low=signed(figure.low), high=signed(figure.high))


def point_span(figure: Interval) -> str:
    """The interval of a change of a share, in points of a hundred."""
    return text("lab.pointSpan", low=f"{100 * figure.low:+.2f}", high=f"{100 * figure.high:+.2f}")


def how_many_games(count: int) -> str:
    """`1 game`, `20,000 games`."""
    return counted("lab.games", count, number=f"{count:,}")


def how_many_deals(count: int) -> str:
    """`1 deal`, `20,000 deals`."""
    return counted("lab.deals", count, number=f"{count:,}")


def called(name: str) -> str:
    """The name of an event or of somebody's own number as people write it."""
    return name.replace("_", " ")


def written(value: object) -> str:
    """The value of an option as people type it."""
    return "on" if value is True else "off" if value is False else str(value)


def settings(house_rules: dict[str, Any]) -> str:
    """House rules as they are typed."""
    return ", ".join(f"{name}={written(value)}" for name, value in house_rules.items())


def changed_rules(game: str, house_rules: dict[str, Any]) -> list[str]:
    """A sentence about the house rules that are not as the game comes, if there are any."""
    options = find_game(game).options
    changed = {name: value for name, value in house_rules.items() if value != options[name].python(options[name].start)}
    return [text("lab.houseRules", rules=settings(changed))] if changed else []


def played(game: str, seats: int, seed: int | str) -> dict[str, object]:
    """The parts that every sentence about what was played has."""
    return {"game": find_game(game).name, "seats": seats, "seed": shortened(str(seed), 60)}


def line_up(bots: Sequence[str]) -> str:
    """Who played, once if all seats had the same."""
    return bots[0] if len(set(bots)) == 1 else ", ".join(bots)


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> list[str]:
    """The lines of a table: so many columns of words to the left, then figures to the right."""
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
    """Rows as comma-separated values with a line of names."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
