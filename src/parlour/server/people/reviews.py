"""Reviews of finished games for the pages: computed in a thread of their own, once the rules of the game are compiled."""

from msgspec import Struct

from ...bots.readiness import is_ready, prepare, will_search
from ...core.texts import sentence
from ...review import Decision, Review, TurningPoint, review
from .replays import names_in, table_in


class NotReady(Exception):
    """Raised while the rules of the game are still being compiled; the text says so."""


class ReviewedDecision(Struct, kw_only=True):
    """A decision: the move (its number in the game, as a step of the replay), how it is judged and why. Chances are 0 to 1."""

    move: int
    label: str
    chance: float
    best_chance: float
    cost: float
    play: float
    guess: float
    why: list[str]


class ReviewedParts(Struct, kw_only=True):
    """The result broken down: `before` and all parts add up to `result`."""

    before: float
    deal: float
    draws: float
    play: float
    guesses: float
    others: float
    result: float


class ReviewedMargins(Struct, kw_only=True):
    """The 95% margins of error of the parts, 0 to 1: other simulated games would rarely change a part by more."""

    before: float
    deal: float
    draws: float
    play: float
    guesses: float
    others: float


class ReviewedTurn(Struct, kw_only=True):
    """The move that decided the game."""

    move: int
    before: float
    after: float
    is_luck: bool


class GameReview(Struct, kw_only=True):
    """The review of one seat in a round. `chances` has the chance of every seat after each step of the replay."""

    round: int
    seat: int
    chances: list[list[float]]
    decisions: list[ReviewedDecision]
    parts: ReviewedParts
    margins: ReviewedMargins
    turn: ReviewedTurn | None


def check_ready(save: str, round: int) -> None:
    """Raise NotReady while rules are being compiled, and a ValueError if no review will ever be possible."""
    game = table_in(save, round).game
    if not will_search(game):
        raise ValueError(sentence("refusal.review.noSearch"))
    if not is_ready(game):
        prepare(game)
        raise NotReady(sentence("review.preparing"))


def review_of(save: str, round: int, seat: int) -> GameReview:
    """Return the review of a seat in a round of a saved game."""
    return told(review(table_in(save, round), seat, names=names_in(save)), round)


def told(found: Review, round: int = 0) -> GameReview:
    """Return a review as it is sent: chances, labels and sentences, and nothing from which future cards could be computed."""
    parts, turn = found.parts, found.turning_point
    moves = range(len(found.table.log) + 1)
    return GameReview(
        round=round,
        seat=found.seat,
        chances=[[_rounded(found.chance(move, seat)) for seat in range(found.table.seats)] for move in moves],
        decisions=[_decision(one) for one in found.decisions],
        parts=ReviewedParts(**{name: _rounded(getattr(parts, name)) for name in ReviewedParts.__struct_fields__}),
        margins=ReviewedMargins(**{name: _rounded(margin) for name, margin in parts.margins.items()}),
        turn=None if turn is None else _turn(turn),
    )


def _turn(turn: TurningPoint) -> ReviewedTurn:
    return ReviewedTurn(move=turn.move, before=_rounded(turn.before), after=_rounded(turn.after), is_luck=turn.is_luck)


def _decision(one: Decision) -> ReviewedDecision:
    numbers = {name: _rounded(getattr(one, name)) for name in ("chance", "best_chance", "cost", "play", "guess")}
    return ReviewedDecision(move=one.move, label=one.label, why=[str(why) for why in one.why], **numbers)


def _rounded(value: float) -> float:
    return round(value, 6)
