"""The parts of a review."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt

from ..bots.advice import Rated
from ..core.sentence import Sentence
from ..core.table import Table

BEST, FINE, SLIP, MISTAKE, UNLUCKY, LUCKY = "best", "fine", "slip", "mistake", "unlucky", "lucky"
LABELS = (BEST, FINE, SLIP, MISTAKE, UNLUCKY, LUCKY)
"""The labels of decisions. UNLUCKY: right by what was known, but the cards were against it. LUCKY: wrong, but at no cost."""
SURE = 1.96
"""The half-width of a 95% confidence interval, in standard errors."""
Chances = list[float]
"""A number for each seat: its chance of winning, or how much that changed."""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat's choice in a position: a move in words, empty if it did not cut in."""

    seat: int
    words: str
    effect: Chances
    """How much it changed the chance of each seat, compared with the rule of thumb."""
    variance: Chances
    """The squared standard error of each."""


@dataclass(frozen=True, slots=True)
class ValuedMove:
    """One move of the log: the table before it, the chances there, the choices of the seats, and whether it involved chance."""

    table: Table
    chances: Chances
    choices: tuple[SeatChoice, ...]
    has_chance: bool
    games: int
    """How many games were simulated for the chances."""

    @property
    def effect(self) -> Chances:
        """The effects of all choices."""
        return [sum(each) for each in zip(*(choice.effect for choice in self.choices), strict=True)]


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """The chances of all seats: `before` the deal and after every move (`after[0]` is the deal), and the luck of each move.

    `before_variance` and `deal_variance` are the squared standard errors of `before` and of `after[0]`.
    """

    before: Chances
    after: list[Chances]
    luck: list[Chances]
    moves: tuple[ValuedMove, ...]
    before_variance: Chances
    deal_variance: Chances


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the reviewed seat. All chances are estimated from what it knew.

    `words` is empty if it did not cut in. `play` is how much better the move was than the rule of thumb by what
    the seat knew; `guess` is what it gained beyond that because of how the cards lay.
    """

    move: int
    words: str
    label: str
    best: str
    chance: float
    best_chance: float
    cost: float
    play: float
    play_error: float
    """The standard error of `play`."""
    guess: float
    why: tuple[Sentence, ...]
    moves: tuple[Rated, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """The result of a seat, broken down: `before` plus all parts is exactly the result."""

    before: float
    """The chance before the deal; for a game that began in a position, the chance there."""
    deal: float
    draws: float
    """The other luck: cards seen for the first time, and other random draws."""
    play: float
    guesses: float
    others: float
    result: float
    margins: Mapping[str, float] = field(default_factory=dict)
    """For each part, half the width of its 95% confidence interval: with other simulated games, a part would usually change by
    less.
    """

    @property
    def cards(self) -> float:
        """All luck of the cards."""
        return self.deal + self.draws

    @property
    def total(self) -> float:
        """The sum of all parts, which is the result."""
        return self.before + self.cards + self.play + self.guesses + self.others


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The move that changed the chance most in the direction of the result. `is_luck` is true if cards changed it more than the
    choice did.
    """

    move: int
    seat: int
    words: str
    before: float
    after: float
    is_luck: bool


@dataclass(frozen=True)
class Review:
    """The review of one seat in a finished game. Moves are counted from 1; 0 is the deal."""

    table: Table
    seat: int
    line: ChanceLine
    decisions: tuple[Decision, ...]

    def chance(self, move: int, seat: int | None = None) -> float:
        """Return the chance of a seat (None: the reviewed one) after this many moves, between 0 and 1."""
        value = self.line.after[move][self.seat if seat is None else seat]
        return min(1.0, max(0.0, value))

    @cached_property
    def parts(self) -> Parts:
        """The result, broken down."""
        line, me = self.line, self.seat
        mine = others = 0.0
        for valued in line.moves:
            for choice in valued.choices:
                if choice.seat == me:
                    mine += choice.effect[me]
                else:
                    others += choice.effect[me]
        play = sum(decision.play for decision in self.decisions)
        parts = Parts(
            before=line.before[me],
            deal=line.after[0][me] - line.before[me],
            draws=sum(luck[me] for luck in line.luck),
            play=play,
            guesses=mine - play,
            others=others,
            result=line.after[-1][me],
        )
        return replace(parts, margins=self._margins())

    def _margins(self) -> dict[str, float]:
        """Return the margins of the parts. The worth of moves is estimated from different games than the chances."""
        line, me = self.line, self.seat
        mine = others = 0.0
        for choice in (choice for valued in line.moves for choice in valued.choices):
            if choice.seat == me:
                mine += choice.variance[me]
            else:
                others += choice.variance[me]
        play = sum(decision.play_error**2 for decision in self.decisions)
        before, deal = line.before_variance[me], line.deal_variance[me]
        variances = {
            "before": before,
            "deal": 0.0 if self.table.origin else before + deal,
            "draws": (before if self.table.origin else deal) + mine + others,
            "play": play,
            "guesses": mine + play,
            "others": others,
        }
        return {name: SURE * sqrt(variance) for name, variance in variances.items()}

    @cached_property
    def turning_point(self) -> TurningPoint | None:
        """The move that decided the game; None for a game without moves."""
        log = self.table.log
        if not log:
            return None
        sign = 1 if self.parts.result >= self.parts.before else -1
        move = max(range(1, len(log) + 1), key=lambda move: sign * (self.chance(move) - self.chance(move - 1)))
        seat, words = log[move - 1]
        luck, choice = self.line.luck[move - 1][self.seat], self.line.moves[move - 1].effect[self.seat]
        return TurningPoint(move, seat, words, self.chance(move - 1), self.chance(move), abs(luck) > abs(choice))
