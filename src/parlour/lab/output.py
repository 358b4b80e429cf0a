"""Results as text: sentences, and tables for a terminal.

A result is a list of parts: a sentence is a text, which may be wrapped; a table is a list of lines, which may not.
"""

from collections.abc import Sequence
from itertools import combinations

from ..core.texts import capital, counted, sentence, text
from ..terminal.layout import width_of
from .comparison import FEWEST, Comparison, Difference, Pair, Variant
from .contests import Contest
from .figures import Interval, Spread
from .formats import (
    WIDE_ENOUGH,
    called,
    changed_rules,
    columns,
    how_many_deals,
    how_many_games,
    line_up,
    number,
    percent,
    percent_span,
    played,
    point_span,
    span,
)
from .luck import Skill
from .measures import DEAL_SECONDS, MOVE_SECONDS, THINK_SECONDS
from .simulation import Simulation

MOST_EVENTS = 12
"""How many changed events are reported in full; `--json` has all of them."""
BY_CHANCE = "random"
"""The value of `first_seat` with which every bot begins equally often."""

WINS = ("lab.head.seat", "lab.head.bot", "lab.head.wins", "lab.head.share", "lab.head.interval")
LENGTHS = (
    *("lab.head.perGame", "lab.head.mean", "lab.head.middle"),
    *("lab.head.percentile95", "lab.head.percentile99", "lab.head.longest"),
)
EVENTS = ("lab.head.event", "lab.head.times", "lab.head.gamesShare")
ARENA = ("lab.head.bot", "lab.head.winShare", "lab.head.interval", "lab.head.equalShare")
COMPARED = ("lab.rules", "lab.head.turns", "lab.head.percentile95", "lab.head.comebacks")
"""The keys of the column heads of each table."""

Part = str | list[str]


# ---- simulate -------------------------------------------------------------------------------------------------------


def simulation_text(found: Simulation) -> list[Part]:
    """Return the report of a simulation."""
    happened = {name: event for name, event in found.events.items() if event.per_game.value}
    never = [called(name) for name in found.events if name not in happened]
    games, who = how_many_games(found.games), line_up(found.bots)
    lines: list[Part] = [
        sentence("lab.simulated", bots=who, games=games, **played(found.game, found.seats, found.seed)),
        *changed_rules(found.game, found.house_rules),
        sentence(
            "lab.speed",
            decisions=f"{found.decisions:,}",
            seconds=f"{found.seconds:.1f}",
            rate=f"{found.decisions_per_second:,.0f}",
        ),
        "",
        columns(_heads(WINS), [_win_row(found, seat) for seat in range(found.seats)], 2),
        "",
        columns(
            _heads(LENGTHS),
            [
                _length_row(text("lab.measure.turns"), found.turns),
                _length_row(text("lab.measure.decisions"), found.decisions_per_game),
                *(_length_row(called(name), spread) for name, spread in found.observed.items()),
            ],
        ),
        "",
        *_endings(found),
        "",
        columns(
            _heads(EVENTS),
            [
                [called(name), number(event.per_game.value), percent(event.games.value)]
                for name, event in sorted(happened.items(), key=lambda item: -item[1].per_game.value)
            ],
        ),
    ]
    return [*lines, "", sentence("lab.never", events=", ".join(never))] if never else lines


def _heads(keys: Sequence[str]) -> list[str]:
    return [text(key) for key in keys]


def _win_row(found: Simulation, seat: int) -> list[str]:
    figure = Interval(*(float(values[seat]) for values in (found.shares, found.lows, found.highs)))
    return [str(seat), found.bots[seat], f"{found.wins[seat]:,.0f}", percent(figure.value, 2), percent_span(figure, 2)]


def _length_row(name: str, spread: Spread) -> list[str]:
    parts = spread.percentiles
    half = text("lab.span", low=f"{parts[25]:,}", high=f"{parts[75]:,}")
    return [name, number(spread.mean.value), half, f"{parts[95]:,}", f"{parts[99]:,}", f"{spread.most:,}"]


def _endings(found: Simulation) -> list[str]:
    parts = found.minutes.percentiles
    return [
        sentence("lab.choices", choices=number(found.choices.value), forced=percent(found.forced.value)),
        sentence(
            "lab.minutes",
            middle=f"{found.minutes.mean.value:.0f}",
            low=f"{parts[5]:.0f}",
            high=f"{parts[95]:.0f}",
            deal=DEAL_SECONDS,
            move=MOVE_SECONDS,
            think=THINK_SECONDS,
        ),
        _worth_of_beginning(found),
        sentence(
            "lab.comebacks",
            back=percent(found.comebacks["comeback"].value),
            kept=percent(found.comebacks["lead_kept"].value),
        ),
        sentence(
            "lab.endings",
            blocked=percent(found.endings["blocked"].value),
            cutOff=percent(found.endings["cut_off"].value),
            givenUp=percent(found.endings["given_up"].value),
        ),
    ]


def _worth_of_beginning(found: Simulation) -> str:
    """Return how much beginning is worth; if some bots begin more often than others, it can't be known."""
    first, fair = found.first_seat, 1 / found.seats
    figures = {"share": percent(first.value, 2), "span": percent_span(first, 2)}
    if len(set(found.bots)) > 1 and found.house_rules["first_seat"] != BY_CHANCE:
        return sentence("lab.first.unlike", **figures)
    figures["fair"] = percent(fair, 2)
    if first.low <= fair <= first.high:
        return sentence("lab.first.same", **figures)
    points = f"{100 * abs(first.value - fair):.2f}"
    return sentence("lab.first.more" if first.value > fair else "lab.first.less", points=points, **figures)


# ---- arena ----------------------------------------------------------------------------------------------------------


def arena_text(found: Contest) -> list[Part]:
    """Return the report of an arena: who won how often, who beats whom, and what that shows."""
    order = _by_strength(found)
    games, deals = how_many_games(found.games), how_many_deals(found.deals)
    lines: list[Part] = [
        sentence(
            "lab.contest",
            deals=deals,
            seatings=f"{found.seatings:,}",
            games=games,
            **played(found.game, found.seats, found.seed),
        ),
        *changed_rules(found.game, found.house_rules),
        "",
        columns(
            _heads(ARENA),
            [
                [bot.name, percent(bot.share.value, 2), percent_span(bot.share, 2), percent(bot.fair)]
                for bot in (found.bots[i] for i in order)
            ],
        ),
        "",
        text("lab.beats"),
        _beats_table(found, order),
        "",
        *verdicts(found),
    ]
    lines.append(_arena_detectable(found))
    if found.stopped_early:
        lines.append(sentence("lab.stoppedEarly", games=games, all=f"{found.asked_for:,}"))
    return lines


def _arena_detectable(found: Contest) -> str:
    """Return the smallest difference that this run could have seen, for the pair with the closest result."""
    one, other = min(combinations(_by_strength(found), 2), key=lambda pair: abs(found.beats[pair] - 0.5))
    share = min(0.5 + float(found.detectable[one, other]), 1.0)
    return sentence("lab.pair.detectable", share=percent(share), one=found.bots[one].name, other=found.bots[other].name)


def _by_strength(found: Contest) -> list[int]:
    return sorted(range(len(found.bots)), key=lambda i: -found.bots[i].share.value)


def _beats_table(found: Contest, order: Sequence[int]) -> list[str]:
    """Return a table of bots against bots; if the names are too long, row numbers head the columns."""
    names = [found.bots[i].name for i in order]
    cells = [["" if i == j else percent(found.beats[i, j]) for j in order] for i in order]
    lines = columns(["", *names], [[name, *row] for name, row in zip(names, cells, strict=True)])
    if width_of(lines[1]) <= WIDE_ENOUGH:
        return lines
    numbered = [[f"{i}  {name}", *row] for i, (name, row) in enumerate(zip(names, cells, strict=True), 1)]
    return columns(["", *map(str, range(1, len(names) + 1))], numbered)


def verdicts(found: Contest) -> list[str]:
    """Return what the figures show for each pair of bots, the stronger first."""
    pairs = list(combinations(_by_strength(found), 2))
    said = [_verdict(found, one, other) for one, other in pairs]
    return [*said, sentence("lab.pair.together", pairs=len(pairs))] if len(pairs) > 1 else said


def _verdict(found: Contest, one: int, other: int) -> str:
    if found.beats[one, other] < 0.5:  # the bot with more wins overall may still lose to this one
        one, other = other, one
    pair = found.pair(one, other)
    return text(
        "lab.pair.better" if pair.low > 0.5 else "lab.pair.same",
        one=found.bots[one].name,
        other=found.bots[other].name,
        share=percent(pair.value),
        span=percent_span(pair),
    )


# ---- compare --------------------------------------------------------------------------------------------------------


def comparison_text(found: Comparison) -> list[Part]:
    """Return the report of a comparison, in sentences and a table."""
    first, games = found.variants[0], how_many_games(found.games)
    lines: list[Part] = [
        sentence("lab.compared", bots=line_up(found.bots), games=games, **played(found.game, found.seats, found.seed)),
        *changed_rules(found.game, found.house_rules),
        sentence("lab.yardstick", rules=first.name),
    ]
    for variant in found.variants[1:]:
        said = sentences(variant, found.games)
        lines += ["", [f"{variant.name}:"], *(f"  {one}" for one in said)]
    for pair in found.pairs:
        heading = text("lab.comparedWith", after=pair.after.name, before=pair.before.name)
        lines += ["", heading, *(f"  {one}" for one in sentences(pair, found.games))]
    lines += ["", sentence("lab.detectable", changes="; ".join(_detectable(found)))]
    lines += ["", _lengths_table(found), "", text("lab.winsBySeat"), _wins_table(found)]
    if found.left_out:
        lines += ["", text("lab.leftOut"), *(f"  {one}" for one in found.left_out)]
    return lines


def _detectable(found: Comparison) -> list[str]:
    """Return the smallest change that a run of this size could see in each main measure: the largest of all pairs."""
    said = []
    for i, measure in enumerate(found.measures):
        if measure.name in ("win_0", "turns", "minutes", "comeback"):
            compared = [one.findings for one in found.variants[1:]] + [pair.findings for pair in found.pairs]
            most = max(listed[i].detectable for listed in compared)
            change = text("lab.points", number=f"{100 * most:.2f}") if measure.kind == "share" else number(most)
            said.append(text("lab.detectableIn", change=change, measure=measure.label))
    return said


def sentences(variant: Variant | Pair, games: int, most: int = MOST_EVENTS, *, all_told: bool = True) -> list[str]:
    """Return what the figures show for one variant: the main measures first, then the events, sorted by how much they change.

    With `all_told`, mention that there are more changes than are reported.
    """
    if all(finding.differing == 0 for finding in variant.findings):
        return [text("lab.says.identical")]
    if games < FEWEST:
        return [text("lab.says.fewGames", fewest=FEWEST)]
    main = [finding for finding in shown(variant) if finding.measure.kind not in ("count", "own")]
    events = [finding for finding in variant.findings if finding.measure.kind in ("count", "own") and finding.seen]
    events.sort(key=lambda finding: -weight(finding))
    said = [in_words(finding) for finding in (*(one for one in main if one.seen), *events[:most])]
    if all_told and len(events) > most:
        said.append(counted("lab.says.moreEvents", len(events) - most))
    return [*said, *_unseen([one for one in main if not one.seen and (one.before.value or one.after.value)])]


def _unseen(findings: Sequence[Difference]) -> list[str]:
    """Return sentences about measures that show no difference, or only an uncertain one."""
    said: list[str] = []
    same = [one.measure.label for one in findings if one.verdict == "same"]
    few = [one.measure.label for one in findings if one.verdict == "tooFew"]
    none = [
        text("lab.measureSpan", measure=one.measure.label, span=change_span(one)) for one in findings if one.verdict == "no"
    ]
    if none:
        said.append(sentence("lab.says.none", measures="; ".join(none)))
    if same:
        said.append(sentence("lab.says.same", measures="; ".join(same)))
    if few:
        said.append(sentence("lab.says.tooFew", measures="; ".join(few)))
    return said


def shown(variant: Variant | Pair) -> list[Difference]:
    """Return the findings without redundant ones: the starting seat is always one seat unless the rules say otherwise."""
    wins = [finding.change for finding in variant.findings if finding.measure.name.startswith("win_")]
    return [finding for finding in variant.findings if not (finding.measure.name == "first_seat" and finding.change in wins)]


def weight(finding: Difference) -> float:
    """Return how much an event changes, relative to how often it happens."""
    return abs(finding.change.value) / max(abs(finding.before.value), abs(finding.after.value), 0.05)


def in_words(finding: Difference) -> str:
    """Return one change in words."""
    label, kind, rises = finding.measure.label, finding.measure.kind, finding.change.value > 0
    shape = percent if kind == "share" else number
    parts = {"before": shape(finding.before.value), "after": shape(finding.after.value), "span": change_span(finding)}
    if kind == "share":
        return sentence("lab.says.rise" if rises else "lab.says.fall", measure=label, **parts)
    if kind == "length":
        change = number(abs(finding.change.value))
        return sentence("lab.says.longer" if rises else "lab.says.shorter", measure=label, change=change, **parts)
    if kind == "mean":
        return sentence("lab.says.mean", measure=capital(label), **parts)
    if kind == "own":
        return sentence("lab.says.own", measure=capital(label), **parts)
    return _event_in_words(finding, parts)


def _event_in_words(finding: Difference, parts: dict[str, str]) -> str:
    """Return how much more or less often something happens."""
    before, after = finding.before.value, finding.after.value
    event = capital(finding.measure.label)
    if before == 0:
        return sentence("lab.says.new", event=event, after=parts["after"])
    if after == 0:
        return sentence("lab.says.gone", event=event, before=parts["before"])
    if after >= 2 * before:
        return sentence("lab.says.times", event=event, times=f"{after / before:.1f}", **parts)
    by = percent(abs(after / before - 1), 0)
    return sentence("lab.says.more" if after > before else "lab.says.less", event=event, percent=by, **parts)


def change_span(finding: Difference) -> str:
    """Return the interval of a change, in the unit of its measure."""
    return point_span(finding.change) if finding.measure.kind == "share" else span(finding.change)


def _lengths_table(found: Comparison) -> list[str]:
    """Return the lengths of all variants side by side."""
    return columns(
        _heads(COMPARED),
        [
            [
                variant.name,
                number(variant.turns.mean.value),
                f"{variant.turns.percentiles[95]:,}",
                percent(variant.means["comeback"].value),
            ]
            for variant in found.variants
        ],
    )


def _wins_table(found: Comparison) -> list[str]:
    """Return the wins of all seats under all variants."""
    seats = range(found.seats)
    return columns(
        [text("lab.rules"), *(text("lab.seat", seat=seat) for seat in seats)],
        [[variant.name, *(percent(variant.means[f"win_{seat}"].value) for seat in seats)] for variant in found.variants],
    )


# ---- skill ----------------------------------------------------------------------------------------------------------


def skill_text(found: Skill) -> list[Part]:
    """Return the report of a study of two bots: who is better, after how many games that shows, and what decides a game."""
    names = {"better": found.better, "other": found.other}
    lines: list[Part] = [
        sentence(
            "lab.skill.played",
            deals=how_many_deals(found.deals),
            seatings=f"{found.seatings:,}",
            games=how_many_games(found.games),
            **names,
            **played(found.game, found.seats, found.seed),
        ),
        *changed_rules(found.game, found.house_rules),
        sentence("lab.skill.share", share=percent(found.share.value), span=percent_span(found.share), **names),
    ]
    needed = found.games_needed
    if found.is_clear:
        many, low, high = how_many_games(int(needed.value)), f"{needed.low:,.0f}", f"{needed.high:,.0f}"
        lines.append(sentence("lab.skill.needed", needed=many, low=low, high=high, **names))
    else:
        low = how_many_games(int(needed.low)) if needed.low < float("inf") else how_many_games(found.games)
        lines.append(sentence("lab.skill.notSeen", low=low, **names))
    figures: dict[str, str] = {}
    for name in ("skill", "deal", "seat"):
        figure: Interval = getattr(found, name)
        figures |= {name: percent(max(figure.value, 0.0)), f"{name}Span": percent_span(_not_negative(figure))}
    return [*lines, sentence("lab.skill.decides", **figures)]


def _not_negative(figure: Interval) -> Interval:
    """Return an interval of a share of variance; an estimate can fall below zero by chance."""
    return Interval(*(max(value, 0.0) for value in (figure.value, figure.low, figure.high)))
