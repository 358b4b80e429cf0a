"""A comparison as one page that explains itself: no script, nothing from outside, both themes, a table beside each chart."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from ..core.game import find_game
from .charts import event_chart, length_chart, win_chart
from .comparing import Comparison, Finding, Variant
from .printing import change_span, changed_rules, number, percent, sentence, sentences, shown

MOST_CHARTS = 12
"""Variants of which the changes are drawn; the tables have all."""
MOST_BARS = 14
IN_SHORT = 3

WINS_CAPTION = "A sign is the share, its line how far it can be trusted. Dashed: what it would be if all seats were equal."
LENGTHS_CAPTION = "Stroke: the middle game. Thick: the middle half of the games. Thin: 90 of 100 games."
CHANGES_CAPTION = "A bar is how much more or less often it happens than before, its line how far that can be trusted."

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
main { max-width: 54rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; }
p, li { max-width: 44rem; }
.soft { color: var(--soft); }
.box { background: var(--card); border: 1px solid var(--faint); border-radius: .6rem; padding: .2rem 1.2rem; margin: 1.2rem 0; }
figure { margin: 1rem 0; }
figure svg { width: 100%; min-width: 34rem; height: auto; display: block; }
figcaption { color: var(--soft); font-size: .92rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92rem; margin: .6rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { padding: .28rem .8rem .28rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--faint); }
th:first-child, td:first-child { text-align: left; }
td.seen { color: var(--seen); font-weight: 600; }
summary { cursor: pointer; color: var(--soft); padding: .3rem 0; }
"""


def report(found: Comparison) -> str:
    """The page as HTML."""
    game, first = find_game(found.game), found.variants[0]
    rules = changed_rules(found.game, found.house_rules)
    body = [
        f"<h1>{_text(game.name)}: what a change of the rules does</h1>",
        f'<p class="soft">{found.games:,} deals were played with each of {len(found.variants)} sets of house rules: '
        f"{_text(', '.join(f'{name}' for name in _who(found)))}, {found.seats} seats, seed {_text(str(found.seed))}"
        f"{_text(f', with {rules}') if rules else ''}.</p>",
        "<h2>In short</h2>",
        *(_in_short(variant, first) for variant in found.variants[1:]),
        _how_to_read(first),
        "<h2>Who wins</h2>",
        _figure(win_chart(found), _wins_in_words(found), WINS_CAPTION, _wins_table(found)),
        "<h2>How long a game is</h2>",
        _figure(length_chart(found.variants), _lengths_in_words(found), LENGTHS_CAPTION, _lengths_table(found)),
        "<h2>What else changes</h2>",
        *(_changes(number_, variant, first) for number_, variant in enumerate(found.variants) if number_),
        *_left_out(found),
        "<h2>How it was done</h2>",
        f"<p>Bots played all seats ({_text(', '.join(found.bots))}). Each deal was played once with each set of house rules, "
        "from the same shuffled deck, so that luck of the cards falls on all alike; differences were taken deal by deal. "
        f"{found.comparisons:,} differences were looked at. Their intervals are made so wide (by Bonferroni's method) that all "
        "of them together are right in 95 of 100 such reports. A difference is called one if its interval leaves out zero.</p>",
    ]
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(game.name)}: what a change of the rules does</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{chr(10).join(body)}\n</main></body></html>\n"
    )


def write_report(found: Comparison, path: str | Path) -> None:
    """Write the page to a file."""
    Path(path).write_text(report(found), encoding="utf-8")


def _text(text: str) -> str:
    return escape(text, quote=True)


def _who(found: Comparison) -> list[str]:
    names = sorted(set(found.bots))
    return [f"{found.bots.count(name)} × {name}" for name in names]


# ---- words ----------------------------------------------------------------------------------------------------------


def _in_short(variant: Variant, first: Variant) -> str:
    """What one change does, in a few sentences."""
    said = sentences(variant, first, most=IN_SHORT)
    kept = [one for one in said if "--json" not in one]
    items = "".join(f"<li>{_text(one)}</li>" for one in kept)
    return f'<h3>{_text(variant.name)}</h3><p class="soft">instead of {_text(first.name)}</p><ul>{items}</ul>'


def _how_to_read(first: Variant) -> str:
    return (
        '<div class="box"><h3>How to read this</h3>'
        f"<p>Everything is compared with <strong>{_text(first.name)}</strong>. Behind a figure stands how far it can be "
        "trusted: “+1.0 to +1.4” means that the true change is very probably neither smaller than 1.0 nor larger than 1.4; "
        "more games make the two numbers move closer together. Where they lie on both sides of zero we cannot tell whether "
        "there is a change at all: then it says “no difference seen”, which does not mean that there is none, only that it "
        "would be small.</p></div>"
    )


def _wins_in_words(found: Comparison) -> str:
    parts = [
        f"{variant.name}: "
        + ", ".join(f"seat {seat} {percent(variant.means[f'win_{seat}'].value)}" for seat in range(found.seats))
        for variant in found.variants
    ]
    return "Share of the wins by seat. " + ". ".join(parts) + "."


def _lengths_in_words(found: Comparison) -> str:
    parts = [
        f"{variant.name}: the middle game has {variant.turns.percentiles[50]} turns, half of them have "
        f"{variant.turns.percentiles[25]} to {variant.turns.percentiles[75]}"
        for variant in found.variants
    ]
    return "Turns in a game. " + ". ".join(parts) + "."


def _changes_in_words(variant: Variant, findings: Sequence[Finding]) -> str:
    return f"With {variant.name}: " + " ".join(sentence(finding) for finding in findings)


# ---- charts and tables ----------------------------------------------------------------------------------------------


def _figure(svg: str, words: str, caption: str, table: str = "") -> str:
    """A chart that says in words what it shows, how to read it, and its figures as a table."""
    return (
        '<figure><div class="scroll" tabindex="0" role="region" aria-label="Chart">'
        f'<div role="img" aria-label="{_text(words)}">'
        f"{svg}</div></div><figcaption>{_text(caption)}</figcaption></figure>{table}"
    )


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]], seen: Sequence[bool] = ()) -> str:
    head = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in heads)
    marks = list(seen) or [False] * len(rows)
    lines = []
    for row, mark in zip(rows, marks, strict=True):
        cells = "".join(f"<td{' class=seen' if mark else ''}>{_text(cell)}</td>" for cell in row[1:])
        lines.append(f'<tr><th scope="row">{_text(row[0])}</th>{cells}</tr>')
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{_text(caption)}">'
        f"<table><caption>{_text(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _wins_table(found: Comparison) -> str:
    rows = []
    for variant in found.variants:
        figures = [variant.means[f"win_{seat}"] for seat in range(found.seats)]
        rows.append([variant.name, *(f"{percent(f.value)} ± {100 * (f.high - f.value):.1f}" for f in figures)])
    return _table("Share of the wins", ["house rules", *(f"seat {seat}" for seat in range(found.seats))], rows)


def _lengths_table(found: Comparison) -> str:
    rows = [
        [variant.name, number(variant.turns.mean.value)]
        + [f"{variant.turns.percentiles[part]:,}" for part in (5, 50, 95)]
        + [f"{variant.turns.most:,}", number(variant.means["decisions"].value)]
        for variant in found.variants
    ]
    heads = ["house rules", "mean", "5 of 100 at most", "the middle game", "95 of 100 at most", "longest", "decisions"]
    return _table("Turns in a game", heads, rows)


def _changes(number_: int, variant: Variant, first: Variant) -> str:
    """The chart and the table of all changes of one variant."""
    drawn = [
        finding for finding in variant.findings if finding.measure.kind == "count" and finding.seen and finding.before.value > 0
    ]
    drawn.sort(key=lambda finding: -abs(finding.change.value) / finding.before.value)
    picture = ""
    if drawn and number_ <= MOST_CHARTS:
        svg = event_chart(f"events-{number_}", drawn[:MOST_BARS], number_)
        picture = _figure(svg, _changes_in_words(variant, drawn[:MOST_BARS]), CHANGES_CAPTION)
    happened = [finding for finding in shown(variant) if finding.before.value or finding.after.value]
    rows = [
        [_label(finding), *_both(finding), change_span(finding), "yes" if finding.seen else "no difference seen"]
        for finding in happened
    ]
    heads = ["", "before", "after", "change", "different?"]
    table = _table(f"{variant.name} beside {first.name}", heads, rows, [finding.seen for finding in happened])
    few = "" if drawn else "<p>No event happens more or less often than before, as far as can be seen.</p>"
    return f"<h3>{_text(variant.name)}</h3>{picture}{few}<details open><summary>All figures</summary>{table}</details>"


def _label(finding: Finding) -> str:
    name = finding.measure.label
    return f"{name}, times a game" if finding.measure.kind == "count" else f"{name} in a game" if _is_length(finding) else name


def _is_length(finding: Finding) -> bool:
    return finding.measure.kind == "length"


def _both(finding: Finding) -> tuple[str, str]:
    shape = percent if finding.measure.kind == "share" else number
    return shape(finding.before.value), shape(finding.after.value)


def _left_out(found: Comparison) -> list[str]:
    if not found.left_out:
        return []
    items = "".join(f"<li>{_text(sentence_)}</li>" for sentence_ in found.left_out)
    return [f"<h2>Left out</h2><p>These cannot be played:</p><ul>{items}</ul>"]
