"""Mining puzzles from self-play.

A position becomes a puzzle if the seat to move has at least `FEWEST_MOVES` moves, one of them is better than every other by at
least `GAP` and by `CLEAR` standard errors, it does not win at once, at least `MISSED` of casual or skilled bots miss it, and a
search of ten times the budget with other seeds says the same. At most one puzzle is taken from a game.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot

from ..bots import choose
from ..bots.candidates import Candidates, candidates
from ..bots.readiness import make_ready, will_search
from ..core.game import Game
from ..core.sentence import Invalid
from ..core.table import Table
from ..core.texts import sentence
from .collection import FEWEST_MOVES, Puzzle, plain_words

MOST_MOVES = 12
GAP = 0.1
CLEAR = 4.0
MISSED = 0.15
QUICK, BUDGET, TEN_TIMES = 400, 3_000, 30_000
"""Play-outs of the first look, of the search that accepts a puzzle, and of the one that confirms it."""
TRIALS = 40
"""How many bots of each level are asked."""
SEATS = (2, 3, 4)
FEWEST_TURNS = 4


@dataclass(frozen=True, slots=True)
class Lead:
    """How often each move wins for each seat, best move first, and by how much it is ahead."""

    wins: dict[str, list[float]]
    gap: float
    is_clear: bool

    @property
    def best(self) -> str:
        """The best move."""
        return next(iter(self.wins))

    @property
    def is_enough(self) -> bool:
        """Whether the best move makes a puzzle."""
        return self.is_clear and self.gap >= GAP


def mine(game: Game, count: int, seed: int = 0, *, notice: Callable[[Puzzle], None] = lambda puzzle: None) -> list[Puzzle]:
    """Find this many puzzles; the same seed finds the same ones. Raise ValueError if bots can't search here."""
    if not will_search(game):
        raise Invalid(sentence("refusal.review.noSearch"))
    make_ready(game)
    found: list[Puzzle] = []
    number = seed
    while len(found) < count:
        puzzle = next(_in_game(game, number, f"{game.id}-{len(found) + 1}"), None)
        number += 1
        if puzzle is not None:
            found.append(puzzle)
            notice(puzzle)
    return found


def _in_game(game: Game, seed: int, id: str) -> Iterator[Puzzle]:
    """The puzzles in one game of skilled bots."""
    rng = random.Random(f"{game.id} {seed}")
    seats = [seats for seats in SEATS if game.least_seats <= seats <= game.most_seats]
    table = Table.new(game.id, seats=rng.choice(seats), seed=seed)
    while table.must is not None:
        if len(table.log) >= FEWEST_TURNS and not table.game.laying(table.open_state()):
            puzzle = examined(table.position(), id)
            if puzzle is not None:
                yield puzzle
        for seat in table.asking_order:
            words = choose(table, seat, "skilled", seed=rng.getrandbits(60))
            if words is not None:
                table.play(words, seat)
                break


def examined(position: str, id: str = "", *, ten_times: bool = True) -> Puzzle | None:
    """The puzzle in a position, if it is one."""
    table = Table.from_position(position)
    seat = table.must
    if seat is None or not FEWEST_MOVES <= len(table.moves(seat)) <= MOST_MOVES:
        return None
    first = lead(table, seat, QUICK, 1)
    if first.gap < GAP or _wins_at_once(table, seat, first.best):
        return None
    found = lead(table, seat, BUDGET, 2)
    skilled, casual = (_missed(table, seat, level, found.best) for level in ("skilled", "casual"))
    if not found.is_enough or max(skilled, casual) < MISSED:
        return None
    if ten_times:
        answer, found = found.best, lead(table, seat, TEN_TIMES, 3)
        if found.best != answer or not found.is_enough:
            return None
    return Puzzle(
        id=id,
        game=table.game.id,
        seat=seat,
        position=position,
        wins=found.wins,
        skilled=skilled,
        casual=casual,
        confirmed=TEN_TIMES if ten_times else BUDGET,
    )


def lead(table: Table, seat: int, playouts: int, seed: int) -> Lead:
    """Rate the moves of a seat, and return by how much the best is ahead of the next one."""
    from ..fast.search import rate_moves

    found = candidates(table.mind(seat), 1)
    ratings = rate_moves(table.mind(seat), found.actions, found.usual, seed, playouts, halving=False)
    order = sorted(range(len(found.words)), key=ratings.mean_gain, reverse=True)
    wins: dict[str, list[float]] = {}
    for move in order:
        shares = [round(share, 3) for share in ratings.shares(move)]
        shares[seat] = round(ratings.fair_chance(move), 3)
        alike = [words for words, number in found.numbers.items() if number == move]
        wins |= {plain_words(table, seat, words): shares for words in alike}
    best, other = order[:2]
    if len(wins) > 1 and _number(found, table, seat, list(wins)[1]) == best:  # two ways to make the best move: not one answer
        return Lead(wins, 0.0, is_clear=False)
    noise = hypot(ratings.noise(best), ratings.noise(other))
    is_clear = ratings.mean_gain(best) - ratings.mean_gain(other) > CLEAR * noise
    return Lead(wins, ratings.fair_chance(best) - ratings.fair_chance(other), is_clear)


def _number(found: Candidates, table: Table, seat: int, plain: str) -> int:
    """The number of a move that is given in the words of the list."""
    return next(number for words, number in found.numbers.items() if plain_words(table, seat, words) == plain)


def _wins_at_once(table: Table, seat: int, words: str) -> bool:
    after = table.copy()
    after.play(words, seat)
    return after.result is not None


def _missed(table: Table, seat: int, level: str, answer: str) -> float:
    """The share of bots of a level that do something else."""
    wrong = 0
    for seed in range(TRIALS):
        words = choose(table, seat, level, seed=seed + 1, memory_seed=seed + 1)
        wrong += words is None or plain_words(table, seat, words) != answer
    return wrong / TRIALS
