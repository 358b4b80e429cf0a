"""Results as text: tables that read well at a terminal, and sentences."""

import csv
import io
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ..core.game import find_game
from .comparing import Comparison, Finding, Variant, written
from .contests import Contest
from .figures import Interval, Spread
from .simulation import Simulation

MOST_EVENTS = 12
"""Changes of events that are told in full; `--json` has all of them."""


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table: numbers to the right, words to the left."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    right = [all(re.fullmatch(r"[-+−]?[\d.,]+ ?[%a-z]*|", row[i]) for row in rows) for i in range(len(heads))]

    def text(line: list[str]) -> str:
        cells = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        ]
        return "  ".join(cells).rstrip()

    return [text(lines[0]), "  ".join("-" * width for width in widths), *map(text, lines[1:])]


def percent(share: float, digits: int = 1) -> str:
    """A share in percent; what is not quite nothing is not written as nothing."""
    if 0 < share < 0.5 * 10 ** -(digits + 2):
        return f"below {10**-digits:g} %"
    return f"{100 * share:.{digits}f} %"


def span(figure: Interval, digits: int = 1) -> str:
    """The interval of a share."""
    return f"{100 * figure.low:.{digits}f} to {100 * figure.high:.{digits}f} %"


def number(value: float) -> str:
    """A number with about four digits that count."""
    size = abs(value)
    return (
        f"{value:,.0f}" if size >= 1000 else f"{value:.1f}" if size >= 100 else f"{value:.2f}" if size >= 1 else f"{value:.3f}"
    )


def title(game: str, seats: int, bots: Sequence[str], games: int) -> str:
    """What was played."""
    who = bots[0] if len(set(bots)) == 1 else ", ".join(bots)
    return f"{find_game(game).name}, {seats} seats ({who}), {games:,} games"


def changed_rules(game: str, house_rules: dict[str, bool | int | str]) -> str:
    """The house rules that are not as the game comes."""
    options = find_game(game).options
    changed = {name: value for name, value in house_rules.items() if value != options[name].python(options[name].start)}
    return ", ".join(f"{name}={written(value)}" for name, value in changed.items())


# ---- simulate -------------------------------------------------------------------------------------------------------


def simulation_text(found: Simulation) -> list[str]:
    """What many games were like."""
    rules = changed_rules(found.game, found.house_rules)
    lines = [
        f"{title(found.game, found.seats, found.bots, found.games)}, seed {found.seed}{f', with {rules}' if rules else ''}.",
        f"{found.decisions:,} decisions in {found.seconds:.1f} s: {found.decisions_per_second:,.0f} a second.",
        "",
        *columns(
            ["seat", "bot", "wins", "share", "95 % interval"],
            [
                [
                    str(i),
                    found.bots[i],
                    f"{found.wins[i]:,.0f}",
                    percent(found.shares[i], 2),
                    span(Interval(0, float(found.lows[i]), float(found.highs[i])), 2),
                ]
                for i in range(found.seats)
            ],
        ),
        "",
        *columns(
            ["a game has", "mean", "half of them", "19 of 20 at most", "99 of 100 at most", "longest"],
            [_length_row("turns", found.turns), _length_row("decisions", found.decisions_per_game)]
            + [_length_row(name.replace("_", " "), spread) for name, spread in found.observed.items()],
        ),
        "",
        *_ending_lines(found),
        "",
        *columns(
            ["what happened", "times a game", "in so many games"],
            [
                [name.replace("_", " "), number(event.per_game.value), percent(event.games.value)]
                for name, event in sorted(found.events.items(), key=lambda item: -item[1].per_game.value)
                if event.per_game.value
            ],
        ),
    ]
    never = [name.replace("_", " ") for name, event in found.events.items() if not event.per_game.value]
    return [*lines, *(["", f"Never: {', '.join(never)}."] if never else [])]


def _length_row(name: str, spread: Spread) -> list[str]:
    parts = spread.percentiles
    return [
        name,
        number(spread.mean.value),
        f"{parts[25]:,} to {parts[75]:,}",
        f"{parts[95]:,}",
        f"{parts[99]:,}",
        f"{spread.most:,}",
    ]


def _ending_lines(found: Simulation) -> list[str]:
    first, fair = found.first_seat, 1 / found.seats
    gap = 100 * (first.value - fair)
    if first.low <= fair <= first.high:
        said = "no advantage seen"
    else:
        said = f"{'an advantage' if gap > 0 else 'a disadvantage'} of {abs(gap):.2f} points"
    back, kept = found.comebacks["comeback"], found.comebacks["lead_kept"]
    return [
        f"The seat that begins wins {percent(first.value, 2)} ({span(first, 2)}); fair would be {percent(fair, 2)}: {said}.",
        f"Comebacks: in {percent(back.value)} of the games the winner had the most points to lose at half time;",
        f"in {percent(kept.value)} it had the fewest.",
        f"Nobody could move in {percent(found.endings['blocked'].value)} of the games, the turn limit ended "
        f"{percent(found.endings['cut_off'].value)}, given up as endless {percent(found.endings['given_up'].value)}.",
    ]


# ---- arena ----------------------------------------------------------------------------------------------------------


def arena_text(found: Contest) -> list[str]:
    """Who won how often, and who beats whom."""
    rules = changed_rules(found.game, found.house_rules)
    order = sorted(range(len(found.bots)), key=lambda i: -found.bots[i].share.value)
    lines = [
        f"{find_game(found.game).name}, {found.seats} seats, {found.deals:,} deals, each in {found.seatings:,} seatings: "
        f"{found.games:,} games, seed {found.seed}{f', with {rules}' if rules else ''}.",
        "",
        *columns(
            ["bot", "share of wins", "95 % interval", "if all were equal"],
            [
                [bot.name, percent(bot.share.value, 2), span(bot.share, 2), percent(bot.fair)]
                for bot in (found.bots[i] for i in order)
            ],
        ),
        "",
        "Who beats whom: where one of the two won, how often it was the one on the left.",
        *columns(
            ["", *(found.bots[j].name for j in order)],
            [[found.bots[i].name, *("" if i == j else percent(found.beats[i, j]) for j in order)] for i in order],
        ),
        "",
        *verdicts(found),
    ]
    if found.stopped_early:
        lines.append(
            f"Stopped after {found.games:,} of {found.asked_for:,} games, because the best was clear; shares of a run that "
            "stops early lean a little towards the winner."
        )
    return lines


def verdicts(found: Contest) -> list[str]:
    """What the figures show, for each pair in the order of strength."""
    order = sorted(range(len(found.bots)), key=lambda i: -found.bots[i].share.value)
    said = []
    for one, other in pairwise(order):
        pair, names = found.pair(one, other), (found.bots[one].name, found.bots[other].name)
        if pair.low > 0.5:
            said.append(f"{names[0]} is better than {names[1]}.")
        else:
            said.append(f"Between {names[0]} and {names[1]} no difference is seen.")
    return said


# ---- compare --------------------------------------------------------------------------------------------------------


def comparison_text(found: Comparison) -> list[str]:
    """What rule changes do, in sentences and tables."""
    rules = changed_rules(found.game, found.house_rules)
    first = found.variants[0]
    lines = [
        f"{title(found.game, found.seats, found.bots, found.games)} with each set of house rules on the same deals, "
        f"seed {found.seed}{f', with {rules}' if rules else ''}.",
        f"Compared with {first.name}. The intervals hold all together with 95 %.",
    ]
    for variant in found.variants[1:]:
        lines += ["", f"{variant.name}:", *(f"  {sentence}" for sentence in sentences(variant, first))]
    lines += ["", *main_table(found)]
    if found.left_out:
        lines += ["", "Left out, because it cannot be played:", *(f"  {sentence}" for sentence in found.left_out)]
    return lines


def sentences(variant: Variant, first: Variant, most: int = MOST_EVENTS) -> list[str]:
    """What the figures show for one variant, the main things first and the events by how much they change."""
    if all(finding.differing == 0 for finding in variant.findings):
        return ["No difference seen: every game went exactly as it did."]
    main = [finding for finding in shown(variant) if finding.measure.kind != "count"]
    events = [finding for finding in variant.findings if finding.measure.kind == "count" and finding.seen]
    events.sort(key=lambda finding: -_weight(finding))
    said = [sentence(finding) for finding in (*(one for one in main if one.seen), *events[:most])]
    if len(events) > most:
        said.append(f"{len(events) - most} more kinds of events changed; --json has all of them.")
    same = [finding for finding in main if not finding.seen and (finding.before.value or finding.after.value)]
    if same:
        said.append(f"No difference seen in {'; '.join(f'{one.measure.label} ({change_span(one)})' for one in same)}.")
    return said


def shown(variant: Variant) -> list[Finding]:
    """The findings without what says the same twice: who begins is one seat unless the rules say otherwise."""
    wins = [finding.change for finding in variant.findings if finding.measure.name.startswith("win_")]
    return [finding for finding in variant.findings if not (finding.measure.name == "first_seat" and finding.change in wins)]


def _weight(finding: Finding) -> float:
    """How much an event changes, beside how often it happens."""
    return abs(finding.change.value) / max(finding.before.value, finding.after.value, 0.05)


def sentence(finding: Finding) -> str:
    """One change in words."""
    name, kind = finding.measure.label, finding.measure.kind
    before, after, change = finding.before.value, finding.after.value, finding.change
    if kind == "share":
        verb = "rise" if change.value > 0 else "fall"
        return f"{_capital(name)} {verb} from {percent(before)} to {percent(after)} ({change_span(finding)})."
    more = "more" if change.value > 0 else "fewer"
    if kind == "length":
        return (
            f"A game has {number(abs(change.value))} {name} {more}: {number(after)} instead of {number(before)} "
            f"({change_span(finding)})."
        )
    if before == 0:
        return f"“{_capital(name)}” happens {number(after)} times a game, and did not happen before."
    if after == 0:
        return f"“{_capital(name)}” no longer happens; it did {number(before)} times a game."
    return (
        f"“{_capital(name)}” happens {_by(before, after)}: {number(after)} times a game instead of {number(before)} "
        f"({change_span(finding)})."
    )


def _by(before: float, after: float) -> str:
    ratio = after / before
    if ratio >= 2:
        return f"{ratio:.1f} times as often"
    return f"{abs(ratio - 1):.0%} {'more' if ratio > 1 else 'less'} often"


def change_span(finding: Finding) -> str:
    """The interval of a change, in the unit of its measure."""
    low, high = finding.change.low, finding.change.high
    if finding.measure.kind == "share":
        return f"{100 * low:+.2f} to {100 * high:+.2f} points"
    return f"{_signed(low)} to {_signed(high)}"


def _signed(value: float) -> str:
    return ("+" if value > 0 else "") + number(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def main_table(found: Comparison) -> list[str]:
    """Wins and lengths of all variants beside each other."""
    wins = [f"win_{seat}" for seat in range(min(found.seats, 8))]
    heads = ["house rules", "turns", "19 of 20 at most", *(f"seat {i} wins" for i in range(len(wins))), "comebacks"]
    return columns(
        heads,
        [
            [
                variant.name,
                number(variant.turns.mean.value),
                f"{variant.turns.percentiles[95]:,}",
                *(percent(variant.means[name].value) for name in wins),
                percent(variant.means["comeback"].value),
            ]
            for variant in found.variants
        ],
    )


# ---- for programs ---------------------------------------------------------------------------------------------------


def as_csv(rows: list[dict[str, Any]]) -> str:
    """Rows as comma-separated values with a line of names."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
