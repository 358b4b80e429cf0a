"""`parlour review`: the chance of winning move by move, the decisions, and what decided the result."""

from collections import Counter
from collections.abc import Sequence
from math import ceil

import click

from ..bots import is_ready
from ..core.table import Table
from ..core.texts import capital, listed, seat_name, sentence, speaking
from ..core.texts import text as part
from ..core.typing import typed_move
from ..review import LABELS, Decision, Review
from ..review import review as reviewed
from . import files
from .layout import padded, width_of
from .notices import Patience
from .refusal import Refusal, refusals
from .screen import Screen

BARS = "▁▂▃▄▅▆▇█"
PLAIN_LABELS = ("best", "fine")
"""Labels of decisions that are only counted, unless all are asked for."""
PARTS = ("deal", "draws", "play", "guesses", "others")


@click.command("review")
@click.argument("path", metavar="FILE")
@click.option("--seat", type=int, default=0, show_default=True, metavar="K", help="The seat whose game is reviewed.")
@click.option("--round", "number", type=int, metavar="N", help="The round of a match, from 1 (default: the last finished one).")
@click.option("--all", "show_all", is_flag=True, help="Show every decision, not only those that stand out.")
def review_command(path: str, seat: int, number: int | None, show_all: bool) -> None:
    """Find out where a finished game was won or lost.

    Shows the chance of winning after every move, your decisions judged by what you knew, and how much of the result was luck.
    """
    screen = Screen()
    full = files.full_path(path)
    tables = files.tables_in(full)
    chosen = _chosen_round(tables, number)
    names = files.names_in(full)
    table = tables[chosen - 1]
    with refusals(), Patience(sentence("terminal.review.simulating" if is_ready(table.game) else "terminal.review.working")):
        found = reviewed(table, seat, names=names)
    rounds = len(tables)
    title = part("terminal.review.title", game=found.table.game.name, who=seat_name(seat, names))
    screen.title(title if rounds == 1 else part("terminal.review.round", title=title, round=chosen, rounds=rounds))
    ReviewPrinter(found, names, screen).show(show_all)


def _chosen_round(tables: Sequence[Table], number: int | None) -> int:
    """Return the number of the round to review."""
    if number is None:
        finished = [i for i, table in enumerate(tables, 1) if table.result is not None]
        return finished[-1] if finished else len(tables)
    if not 1 <= number <= len(tables):
        raise Refusal(sentence("terminal.review.noRound", count=len(tables), given=number))
    return number


class ReviewPrinter:
    """Writes a review to the screen."""

    def __init__(self, found: Review, names: Sequence[str], screen: Screen) -> None:
        self.found, self.names, self.screen = found, names, screen

    def show(self, show_all: bool) -> None:
        """Print the line, the turning point, the decisions and the parts."""
        self._line()
        self._turning_point()
        self._decisions(show_all)
        self._parts()

    def _line(self) -> None:
        chances = [self.found.chance(move) for move in range(len(self.found.table.log) + 1)]
        self.screen.say(sentence("terminal.review.line", first=_percent(chances[0]), last=_percent(chances[-1])))
        bars = [BARS[min(int(chance * len(BARS)), len(BARS) - 1)] for chance in chances]
        width = self.screen.width - 8
        rows = range(0, len(bars), width)
        self.screen.lines(f"{self.screen.ink.dim(f'{start:5}')}  {''.join(bars[start : start + width])}" for start in rows)

    def _turning_point(self) -> None:
        turn = self.found.turning_point
        if turn is None:
            return
        key = "terminal.review.turnByLuck" if turn.is_luck else "terminal.review.turn"
        who = capital(seat_name(turn.seat, self.names))
        chances = {"before": _percent(turn.before), "after": _percent(turn.after)}
        self.screen.say(sentence(key, move=turn.move, who=who, words=self._typed(turn.words, turn.seat), **chances))

    def _decisions(self, show_all: bool) -> None:
        decisions = self.found.decisions
        counts = Counter(decision.label for decision in decisions)
        said = [part("terminal.review.count", count=counts[label], label=part(f"review.label.{label}")) for label in LABELS]
        shown = [one for one, label in zip(said, LABELS, strict=True) if counts[label]]
        self.screen.lines([""])
        self.screen.say(
            sentence("terminal.review.decisions", counts=listed(shown)) if shown else sentence("terminal.review.none")
        )
        for decision in decisions:
            if show_all or decision.label not in PLAIN_LABELS:
                self._decision(decision)

    def _typed(self, words: str, seat: int) -> str:
        with speaking(names=self.names):
            return typed_move(self.found.table.game, words, seat)

    def _decision(self, decision: Decision) -> None:
        label = part(f"review.label.{decision.label}")
        words = self._typed(decision.words, self.found.seat) if decision.words else part("advice.letGo")
        cost = part("terminal.review.cost", points=_percent(decision.cost)) if decision.cost >= 0.005 else ""
        head = part("terminal.review.decision", move=decision.move, words=words, label=label, cost=cost)
        self.screen.lines([f"  {self.screen.ink.bold(head.rstrip())}"])
        self.screen.say(" ".join(decision.why), "    ")

    def _parts(self) -> None:
        parts = self.found.parts
        rows = [(part("review.part.before"), f"{_percent(parts.before)}%", _margin(parts.margins["before"]))]
        rows += [(part(f"review.part.{name}"), _signed(getattr(parts, name)), _margin(parts.margins[name])) for name in PARTS]
        rows.append((part("review.part.result"), f"{_percent(parts.result)}%", ""))
        widest = max(width_of(label) for label, _, _ in rows)
        self.screen.lines(["", *(f"  {padded(label, widest)}  {value:>5} {margin}".rstrip() for label, value, margin in rows)])
        self.screen.say(sentence("review.partsSay"))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _signed(share: float) -> str:
    """Return whole points with a sign: the margin is rarely smaller than a point."""
    points = round(100 * share)
    return f"{points:+}".replace("-", "−") if points else "0"


def _margin(margin: float) -> str:
    """Return a margin of error in whole points, rounded up, unless the value is exact."""
    return f"± {ceil(100 * margin)}" if margin else ""
