"""Match play (ALL-7): several rounds of one game, the scores added up."""

from collections.abc import Mapping
from typing import Self

from . import saves
from .chance import fresh_seed, seed_number
from .game import Illegal, find_game
from .options import PREVIOUS_LOSER, PREVIOUS_WINNER
from .records import TABLE, record_of, restored
from .sentence import Invalid, quoted
from .table import Table
from .texts import sentence
from .view import Outcome

MOST_ROUNDS = 200
MOST_POINTS = 100_000
NO_ROUNDS, NO_TARGET = "refusal.match.rounds", "refusal.match.target"


class Match:
    """Rounds of one game at one table: a fixed number (`rounds`), or until a seat reaches a score (`target`)."""

    def __init__(self, table: Table, seed: int, rounds: int, target: int) -> None:
        self.table = table
        self.seed = seed
        self.rounds = rounds
        self.target = target
        self.past: list[Outcome] = []
        self._saves: list[dict[str, object]] = []

    @classmethod
    def new(
        cls,
        game: str,
        seats: int | None = None,
        seed: int | str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        rounds: int | None = None,
        target: int | None = None,
        version: int | None = None,
    ) -> Self:
        """Deal the first round. Without a seed, every match is different.

        Without rounds or target, the game's own target applies, or one round if it has none.
        """
        if rounds is not None and target is not None:
            raise Invalid(sentence("refusal.roundsOrTarget"))
        rules = find_game(game)
        if rounds is None and target is None:
            rounds, target = (None, rules.target) if rules.target else (1, None)
        number = fresh_seed() if seed is None else seed_number(seed)
        table = Table.new(game, seats, _round_seed(number, 0), options, version=version)
        return cls(table, number, _bounded(rounds, MOST_ROUNDS, NO_ROUNDS), _bounded(target, MOST_POINTS, NO_TARGET))

    def __repr__(self) -> str:
        """The match in one line, without cards and seed."""
        from .display import match_line

        return match_line(self)

    def __str__(self) -> str:
        """The scores and the table of this round, every hand face up."""
        from .display import match_text

        return match_text(self)

    def _repr_html_(self) -> str:
        from .display import match_html

        return match_html(self)

    @property
    def round(self) -> int:
        """The number of the round in play, from 1."""
        return len(self.past) + 1

    def tables(self) -> list[Table]:
        """Return the tables of all rounds, the current one last."""
        return [*(restored(Table, save) for save in self._saves), self.table]

    @property
    def scores(self) -> list[int]:
        """The sum of each seat's scores in the finished rounds, including the current one if it is over."""
        rounds = self.past + ([self.table.result] if self.table.result else [])
        return [sum(outcome.scores[seat] for outcome in rounds) for seat in range(self.table.seats)]

    @property
    def result(self) -> Outcome | None:
        """None while rounds remain, then the winners and the totals."""
        if self.table.result is None or not self._is_over():
            return None
        scores = self.scores
        best = min(scores) if self.table.game.lowest_wins else max(scores)
        return Outcome([seat for seat, score in enumerate(scores) if score == best], scores)

    def _is_over(self) -> bool:
        if self.target:
            return max(self.scores) >= self.target or self.round >= MOST_ROUNDS
        return self.round >= self.rounds

    def next_round(self) -> None:
        """Deal the next round."""
        outcome = self.table.result
        if outcome is None:
            raise Illegal(sentence("refusal.match.roundIsOn"))
        if self._is_over():
            raise Illegal(sentence("refusal.match.over"))
        first = self._first(outcome)
        table = self.table
        self._saves.append(saves.body(TABLE, record_of(table)))
        self.past.append(outcome)
        seed = _round_seed(self.seed, len(self.past))
        self.table = Table.new(table.game.id, table.seats, seed, table.options, first=first, version=table.version)

    def _first(self, outcome: Outcome) -> int:
        """Return who begins the next round (ALL-6); the lowest seat if there are several."""
        rule = self.table.game.options["first_seat"].read("first_seat", self.table.options["first_seat"])
        losers = [seat for seat in range(self.table.seats) if seat not in outcome.winners]
        if rule == PREVIOUS_WINNER:
            return outcome.winners[0]
        if rule == PREVIOUS_LOSER and losers:
            return self._worst(losers, outcome)
        return 0

    def _worst(self, losers: list[int], outcome: Outcome) -> int:
        """Return the seat that did worst: by score if scores decide, else by the points left in hand."""
        sign = 1 if self.table.game.lowest_wins else -1
        return max(losers, key=lambda seat: (sign * outcome.scores[seat], self.table.hand_points(seat), -seat))

    def save(self) -> str:
        """Return the match as text that `load` reads."""
        return saves.write(
            "match",
            {
                "seed": str(self.seed),
                "rounds": self.rounds,
                "target": self.target,
                "past": self._saves,
                "table": saves.body(TABLE, record_of(self.table)),
            },
        )

    @classmethod
    def load(cls, text: str) -> Self:
        """Return the match in a saved text, or raise a ValueError that says why it cannot be read."""
        data = saves.read("match", text)
        past = saves.field(data, "past", list)
        if not all(isinstance(entry, dict) for entry in past):
            raise Invalid(sentence("refusal.match.noRound"))
        table = restored(Table, saves.field(data, "table", dict))
        rounds, target = saves.field(data, "rounds", int), saves.field(data, "target", int)
        if bool(rounds) == bool(target):
            raise Invalid(sentence("refusal.match.either"))
        match = cls(
            table,
            saves.whole(saves.field(data, "seed", str)),
            _bounded(rounds or None, MOST_ROUNDS, NO_ROUNDS),
            _bounded(target or None, MOST_POINTS, NO_TARGET),
        )
        if rounds and len(past) >= rounds:
            raise Invalid(sentence("refusal.match.tooMany"))
        match.past = [_finished_round(entry, table) for entry in past]
        match._saves = past
        return match


def _finished_round(entry: dict[str, object], table: Table) -> Outcome:
    """Return the result of an earlier round."""
    earlier = restored(Table, entry)
    if earlier.result is None:
        raise Invalid(sentence("refusal.match.unfinished"))
    if (earlier.game, earlier.seats) != (table.game, table.seats):
        raise Invalid(sentence("refusal.match.oneGame"))
    return earlier.result


def _round_seed(seed: int, number: int) -> int:
    """Return the seed of a round, derived from the match's seed."""
    return seed if number == 0 else seed_number(f"{seed}/{number}")


def _bounded(value: int | None, most: int, otherwise: str) -> int:
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise Invalid(sentence(otherwise, most=f"{most:,}", given=quoted(value)))
    return value
