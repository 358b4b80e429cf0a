"""Charts as SVG inside a page: colours and fonts come from the page, so they follow its theme.

They are drawn for the width of a phone, with labels above the bars, and grow slightly on wider screens.
"""

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

from ..core.sentence import shortened
from ..core.texts import text
from .comparison import Comparison, Difference, Variant

INK, FAINT = "#010101", "#020202"
SERIES = tuple(f"#0{i}a0b0" for i in range(8))
"""Placeholder colours that are never displayed: each is replaced by a CSS variable of the page."""
MARKS = "osD^vPX*"
"""A marker for each variant, so that colours are not the only difference."""
WIDTH = 4.4
LONGEST_NAME = 46
"""The number of characters that fit above a bar."""


def series(number: int) -> str:
    """Return the colour of a variant."""
    return SERIES[number % len(SERIES)]


def win_chart(found: Comparison) -> str:
    """Draw the wins of each seat under each set of house rules."""
    seats, count = found.seats, len(found.variants)
    height = seats * max(0.5, 0.16 * count)

    def draw(axes: Any) -> None:
        axes.axvline(100 / seats, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        for v, variant in enumerate(found.variants):
            figures = [variant.means[f"win_{seat}"] for seat in range(seats)]
            places = [seat + (v - (count - 1) / 2) * 0.8 / count for seat in range(seats)]
            middles = [100 * figure.value for figure in figures]
            reach = [[100 * (f.value - f.low) for f in figures], [100 * (f.high - f.value) for f in figures]]
            axes.errorbar(
                middles,
                places,
                xerr=reach,
                fmt=MARKS[v % len(MARKS)],
                color=series(v),
                markersize=5,
                linewidth=1.5,
                label=shortened(variant.name, LONGEST_NAME),
            )
        axes.set_yticks(range(seats), [_seat_label(found, seat) for seat in range(seats)])
        axes.invert_yaxis()
        axes.set_xlabel(text("lab.chart.wins"))
        axes.figure.legend(loc="outside lower left", ncols=1, frameon=False)

    return chart("wins", 0.8 + height + 0.19 * count, draw)


def _seat_label(found: Comparison, seat: int) -> str:
    """Return a seat's label, with its bot if the bots differ."""
    label = text("lab.chart.seat", seat=seat)
    return label if len(set(found.bots)) == 1 else f"{label}\n{shortened(found.bots[seat].rpartition('/')[2], 14)}"


def length_chart(variants: Sequence[Variant]) -> str:
    """Draw how many turns games have: the middle 50%, 5th to 95th percentile, and the median."""

    def draw(axes: Any) -> None:
        for v, variant in enumerate(variants):
            parts = variant.turns.percentiles
            axes.plot([parts[5], parts[95]], [v, v], color=series(v), linewidth=1.5)
            axes.plot([parts[25], parts[75]], [v, v], color=series(v), linewidth=7, solid_capstyle="butt")
            axes.plot([parts[50]], [v], marker="|", markersize=16, markeredgewidth=2.5, color=INK)
        _name_rows(axes, [variant.name for variant in variants])
        axes.set_xlabel(text("lab.chart.turns"))

    return chart("length", 0.6 + 0.48 * len(variants), draw)


def event_chart(name: str, findings: Sequence[Difference], colour: int) -> str:
    """Draw by what percentage things happen more or less often than before."""

    def draw(axes: Any) -> None:
        axes.axvline(0, color=FAINT, linewidth=1)
        for place, finding in enumerate(findings):
            change, before = finding.change, finding.before.value
            middle, low, high = (100 * value / before for value in (change.value, change.low, change.high))
            axes.barh([place], [middle], height=0.3, color=series(colour))
            axes.plot([low, high], [place, place], color=INK, linewidth=1.5)
        _name_rows(axes, [finding.measure.label for finding in findings])
        axes.set_xlabel(text("lab.chart.change"))

    return chart(name, 0.6 + 0.42 * len(findings), draw)


def _name_rows(axes: Any, names: Sequence[str]) -> None:
    """Write a name above each row, where it takes no width from the chart."""
    axes.set_yticks([])
    axes.set_ylim(len(names) - 0.6, -0.75)
    axes.spines["left"].set_visible(False)
    for place, name in enumerate(names):
        axes.text(0.01, place - 0.28, shortened(name, LONGEST_NAME), transform=axes.get_yaxis_transform(), va="bottom")


def chart(name: str, height: float, draw: Callable[[Any], None]) -> str:
    """Return an SVG element without links to anything outside the page."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": name,
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "font.size": 10,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": FAINT,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    with matplotlib.rc_context(settings):  # type: ignore[arg-type]
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.grid(axis="x", color=FAINT, linewidth=0.4)
        axes.set_axisbelow(True)
        axes.tick_params(length=0)
        draw(axes)
        written = io.StringIO()
        figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return for_page(written.getvalue(), name)


def for_page(svg: str, name: str) -> str:
    """Return an SVG file as an element of a page: with its own ids, colours by variable, and no links."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg)
    svg = re.sub(
        r'<svg [^>]*?viewBox="([^"]+)"[^>]*>', r'<svg viewBox="\1" aria-hidden="true" focusable="false">', svg, count=1
    )
    svg = re.sub(r"font: ([^;\"']*?)'DejaVu Sans'[^;\"]*", r"font: \1 var(--letters)", svg)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = svg.replace('href="#', f'href="#{name}-').replace("url(#", f"url(#{name}-")
    svg = svg.replace(INK, "var(--ink)").replace(FAINT, "var(--faint)")
    for i, colour in enumerate(SERIES):
        svg = svg.replace(colour, f"var(--series-{i})")
    return svg
