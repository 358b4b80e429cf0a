"""A comparison as one self-contained page: no script, no external files, both themes, a table with each chart."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from ..core.game import Game, find_game
from ..core.texts import PART, sentence, text, voice
from .charts import event_chart, length_chart, win_chart
from .comparison import Comparison, Difference, Variant
from .formats import called, changed_rules, how_many_deals, line_up, number, percent, played, written
from .output import change_span, in_words, sentences, shown

MOST_CHARTS = 12
"""The most variants whose changes are drawn; there are tables for all of them."""
MOST_BARS = 14
IN_SHORT = 3
RARE = 0.05
"""The frequency per game below which a change in percent would dwarf all others in a chart."""
GAP = "…"
"""Stands for an unspecified name or card."""
LENGTHS = (
    *("lab.rules", "lab.head.mean", "lab.head.percentile5", "lab.head.median"),
    *("lab.head.percentile95", "lab.head.longest", "lab.head.decisions"),
)
CHANGES = ("lab.head.what", "lab.head.before", "lab.head.after", "lab.head.change", "lab.head.differs")
"""The keys of the column heads of each table."""

STYLE = """
:root { color-scheme: light dark; --ground: #fbfaf7; --ink: #22242a; --soft: #5b5f69; --faint: #b9bcc4; --card: #ffffff;
  --seen: #0a6b4d; --letters: system-ui, sans-serif;
  --series-0: #2b6cb0; --series-1: #b45309; --series-2: #0f766e; --series-3: #a21caf;
  --series-4: #b91c1c; --series-5: #4d7c0f; --series-6: #6d28d9; --series-7: #57534e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181d; --ink: #eceae4; --soft: #a7abb5; --faint: #565b66; --card: #1e2127; --seen: #6fd3ad;
    --series-0: #7fb4ec; --series-1: #f0a860; --series-2: #5cc8bd; --series-3: #e08bea;
    --series-4: #f28b82; --series-5: #a9d15c; --series-6: #b39af5; --series-7: #c4beb6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 var(--letters); }
main { max-width: 54rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: break-word; }
@media (max-width: 30rem) { main { padding: 1.25rem .9rem 3rem; } ul { padding-left: 1.2rem; } }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; }
p, li { max-width: 44rem; }
.soft { color: var(--soft); }
.box { background: var(--card); border: 1px solid var(--faint); border-radius: .6rem; padding: .2rem 1.2rem; margin: 1.2rem 0; }
figure { margin: 1rem 0; }
figure svg { width: 100%; max-width: 34rem; height: auto; display: block; }
figcaption { color: var(--soft); font-size: .92rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; margin: .6rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { padding: .28rem .8rem .28rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--faint); }
thead th { white-space: normal; vertical-align: bottom; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--ground); white-space: normal;
  min-width: 12rem; font-weight: 500; }
td.seen { color: var(--seen); font-weight: 600; }
@media (max-width: 30rem) { table { font-size: .82rem; } th, td { white-space: normal; padding-right: .4rem; }
  th:first-child { min-width: 5rem; max-width: 7rem; } }
summary { cursor: pointer; color: var(--soft); padding: .7rem 0; }
"""


def report(found: Comparison) -> str:
    """Return the page as HTML."""
    game, first = find_game(found.game), found.variants[0]
    heading = _text("lab.report.title", game=game.name)
    body = [
        f"<h1>{heading}</h1>",
        f'<p class="soft">{_played(found)}</p>',
        _varied(game, found),
        _heading("lab.report.inShort"),
        *(_in_short(variant, first, found.games) for variant in found.variants[1:]),
        f'<div class="box"><h3>{_text("lab.report.howToRead")}</h3>',
        f"<p>{_text('lab.report.reading', rules=first.name)}</p></div>",
        _heading("lab.report.wins"),
        _figure(win_chart(found), _wins_in_words(found), text("lab.report.winsCaption"), _wins_table(found)),
        _heading("lab.report.length"),
        _figure(
            length_chart(found.variants), _lengths_in_words(found), text("lab.report.lengthCaption"), _lengths_table(found)
        ),
        _heading("lab.report.changes"),
        *(_changes(found, place) for place in range(1, len(found.variants))),
        _events(game, found),
        *_left_out(found),
        _heading("lab.report.done"),
        f"<p>{_text('lab.report.method', bots=line_up(found.bots), comparisons=f'{found.comparisons:,}')}</p>",
    ]
    return (
        f'<!doctype html>\n<html lang="{escape(voice().language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{heading}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{chr(10).join(body)}\n</main></body></html>\n"
    )


def write_report(found: Comparison, path: str | Path) -> None:
    """Write the page to a file."""
    Path(path).write_text(report(found), encoding="utf-8")


def _text(key: str, **parts: object) -> str:
    """Return a text of the catalogue, escaped for the page."""
    return escape(sentence(key, **parts))


def _heading(key: str) -> str:
    return f"<h2>{_text(key)}</h2>"


# ---- words ----------------------------------------------------------------------------------------------------------


def _played(found: Comparison) -> str:
    """Describe the games that were played."""
    names = sorted(set(found.bots))
    bots = ", ".join(text("lab.report.bots", count=found.bots.count(name), bot=name) for name in names)
    said = sentence(
        "lab.report.played",
        deals=how_many_deals(found.games),
        variants=len(found.variants),
        bots=bots,
        **played(found.game, found.seats, found.seed),
    )
    return escape(" ".join([said, *changed_rules(found.game, found.house_rules)]))


def _varied(game: Game, found: Comparison) -> str:
    """List the varied house rules, as the game itself explains them."""
    items = []
    for name in found.variants[0].varied:
        option = game.options[name]
        values = dict.fromkeys(written(variant.varied[name]) for variant in found.variants)
        items.append(_text("lab.report.option", label=option.label, name=name, values=", ".join(values), says=option.says))
    return f"{_heading('lab.report.varied')}<ul>{_items(items)}</ul>"


def _items(lines: Sequence[str]) -> str:
    return "".join(f"<li>{line}</li>" for line in lines)


def _in_short(variant: Variant, first: Variant, games: int) -> str:
    """Describe the effect of one change in a few sentences."""
    said = sentences(variant, games, most=IN_SHORT, all_told=False)
    instead = escape(text("lab.report.insteadOf", rules=first.name))
    return f'<h3>{escape(variant.name)}</h3><p class="soft">{instead}</p><ul>{_items([escape(one) for one in said])}</ul>'


def _wins_in_words(found: Comparison) -> str:
    parts = []
    for variant in found.variants:
        shares = [f"{text('lab.seat', seat=seat)} {percent(variant.means[f'win_{seat}'].value)}" for seat in range(found.seats)]
        parts.append(text("lab.report.winsOf", rules=variant.name, shares=", ".join(shares)))
    return sentence("lab.report.winsChart", figures=". ".join(parts))


def _lengths_in_words(found: Comparison) -> str:
    parts = []
    for variant in found.variants:
        low, middle, high = (variant.turns.percentiles[part] for part in (25, 50, 75))
        parts.append(text("lab.report.lengthOf", rules=variant.name, middle=middle, low=low, high=high))
    return sentence("lab.report.lengthChart", figures=". ".join(parts))


def _events(game: Game, found: Comparison) -> str:
    """Explain the events that the tables name: give their texts, without names and cards."""
    told = {event.kind.name: PART.sub(GAP, text(event.other.key)).replace(f"{GAP}.", GAP) for event in game.spoken.values()}
    happened = [
        measure.name
        for measure in found.measures
        if measure.kind == "count" and any(variant.means[measure.name].value for variant in found.variants)
    ]
    items = [_text("lab.report.event", event=called(name), says=told[name]) for name in happened]
    if not items:
        return ""
    return f"<h3>{_text('lab.report.events')}</h3><ul>{_items(items)}</ul>"


# ---- charts and tables ----------------------------------------------------------------------------------------------


def _figure(svg: str, words: str, caption: str, table: str = "") -> str:
    """Return a chart with a description in words, how to read it, and its figures as a table."""
    return (
        f'<figure><div role="img" aria-label="{escape(words)}">{svg}</div>'
        f"<figcaption>{escape(caption)}</figcaption></figure>{table}"
    )


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], seen: Sequence[bool] = ()) -> str:
    """Return a table in its own region, which scrolls if the window is narrow."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    marks = list(seen) or [False] * len(rows)
    lines = []
    for row, mark in zip(rows, marks, strict=True):
        cells = "".join(f"<td{' class=seen' if mark else ''}>{escape(cell)}</td>" for cell in row[1:])
        lines.append(f'<tr><th scope="row">{escape(row[0])}</th>{cells}</tr>')
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _wins_table(found: Comparison) -> str:
    rows = []
    for variant in found.variants:
        figures = [variant.means[f"win_{seat}"] for seat in range(found.seats)]
        shares = [text("lab.report.share", share=percent(f.value), reach=f"{100 * (f.high - f.value):.1f}") for f in figures]
        rows.append([variant.name, *shares])
    heads = [text("lab.rules"), *(text("lab.seat", seat=seat) for seat in range(found.seats))]
    return _table(text("lab.report.winsTable"), heads, rows)


def _lengths_table(found: Comparison) -> str:
    rows = [
        [variant.name, number(variant.turns.mean.value)]
        + [f"{variant.turns.percentiles[part]:,}" for part in (5, 50, 95)]
        + [f"{variant.turns.most:,}", number(variant.means["decisions"].value)]
        for variant in found.variants
    ]
    return _table(text("lab.report.lengthTable"), [text(key) for key in LENGTHS], rows)


def _changes(found: Comparison, place: int) -> str:
    """Return the chart and the table of all changes of one variant; with several variants, the tables are closed at first."""
    first, variant = found.variants[0], found.variants[place]
    drawn = [
        finding
        for finding in variant.findings
        if finding.measure.kind == "count" and finding.seen and finding.before.value >= RARE
    ]
    drawn.sort(key=lambda finding: -abs(finding.change.value) / finding.before.value)
    picture = "" if drawn else f"<p>{_text('lab.report.noChanges')}</p>"
    if drawn and place <= MOST_CHARTS:
        said = " ".join(in_words(finding) for finding in drawn[:MOST_BARS])
        words = sentence("lab.report.changesChart", rules=variant.name, changes=said)
        picture = _figure(event_chart(f"events-{place}", drawn[:MOST_BARS], place), words, text("lab.report.changesCaption"))
    happened = [finding for finding in shown(variant) if finding.before.value or finding.after.value]
    rows = [
        [_label(finding), *_both(finding), change_span(finding), text(f"lab.difference.{finding.verdict}")]
        for finding in happened
    ]
    caption = text("lab.report.changesTable", rules=variant.name, first=first.name)
    table = _table(caption, [text(key) for key in CHANGES], rows, [finding.seen for finding in happened])
    summary = f"<summary>{_text('lab.report.allFigures')}</summary>"
    is_open = " open" if len(found.variants) == 2 else ""
    return f"<h3>{escape(variant.name)}</h3>{picture}<details{is_open}>{summary}{table}</details>"


def _label(finding: Difference) -> str:
    measure = finding.measure
    if measure.kind == "count":
        return text("lab.report.timesAGame", event=measure.label)
    if measure.kind == "mean":
        return text("lab.report.onAverage", measure=measure.label)
    return measure.label if measure.kind == "share" else text("lab.report.inAGame", measure=measure.label)


def _both(finding: Difference) -> tuple[str, str]:
    shape = percent if finding.measure.kind == "share" else number
    return shape(finding.before.value), shape(finding.after.value)


def _left_out(found: Comparison) -> list[str]:
    """List the variants that cannot be played, and why."""
    if not found.left_out:
        return []
    items = _items([escape(one) for one in found.left_out])
    return [_heading("lab.report.leftOut"), f"<p>{_text('lab.report.cannotBePlayed')}</p><ul>{items}</ul>"]
