"""Mining puzzles from self-play.

A position becomes a puzzle if the seat to move has at least `FEWEST_MOVES` moves, one of them is better than every other by at
least `GAP` and by `CLEAR` standard errors, it does not win at once, and a search of ten times the budget with other seeds says
the same. It must be worth asking: the rule of thumb misses the best move, or at least `MISSED` of hasty or casual bots do. And
there must be an idea behind the best move, which explains it. Each grade gets its share of the puzzles, one idea is repeated at
most `count / ALIKE` times, and a game gives at most one puzzle.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot

from ..bots import choose
from ..bots.advice import SpokenMoves
from ..bots.candidates import Candidates, candidates
from ..bots.levels import find_level
from ..bots.memory import as_remembered
from ..bots.readiness import make_ready, will_search
from ..core.game import Game
from ..core.sentence import Invalid
from ..core.table import Table
from ..core.texts import sentence
from .collection import EASY, FEWEST_MOVES, GRADES, HARD, HASTE, MEDIUM, Puzzle, plain_words

MOST_MOVES = 12
GAP = 0.1
CLEAR = 4.0
MISSED = 0.25
QUICK, BUDGET, TEN_TIMES = 400, 3_000, 30_000
"""Play-outs of the first look, of the search that accepts a puzzle, and of the one that confirms it."""
TRIALS = 50
"""How many bots of each kind are asked."""
STRIDE = 1_000_003
"""The distance between the seeds of two trials, which is more than the worlds of any search."""
SEATS = (2, 3, 4)
FEWEST_TURNS = 4
STANDARD = 4
"""The weight of the standard rules for each set of house rules of the game, which itself has a weight of 2."""
ALIKE = 6


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
    """Find this many puzzles, the easiest first; the same seed finds the same ones. Raise ValueError if bots can't search."""
    if not will_search(game):
        raise Invalid(sentence("refusal.review.noSearch"))
    make_ready(game)
    wanted = Wanted(count)
    number = seed
    while len(wanted.found) < count:
        candidates_here = filter(wanted.takes, _in_game(game, number, wanted.has_room))
        puzzle = next(filter(None, map(confirmed, candidates_here)), None)
        number += 1
        if puzzle is not None:
            wanted.add(puzzle)
            notice(puzzle)
    return sorted(wanted.found, key=lambda puzzle: GRADES.index(puzzle.grade))


class Wanted:
    """The puzzles found so far, and which ones are still wanted."""

    def __init__(self, count: int) -> None:
        self.found: list[Puzzle] = []
        self._count = count
        self._grades: Counter[str] = Counter()
        self._ideas: Counter[Sequence[str]] = Counter()

    def has_room(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle could still be wanted, before its exact grade is known."""
        grades = (MEDIUM, HARD) if puzzle.is_missed_by_skilled else (EASY,)
        about = idea(puzzle)
        is_open = any(self._grades[grade] < ceil(self._count / len(GRADES)) for grade in grades)
        return is_open and bool(about[-1]) and self._ideas[about] < ceil(self._count / ALIKE)

    def takes(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle of this grade and idea is wanted."""
        return self.has_room(puzzle) and self._grades[puzzle.grade] < ceil(self._count / len(GRADES))

    def add(self, puzzle: Puzzle) -> None:
        """Count a puzzle."""
        self.found.append(puzzle)
        self._grades[puzzle.grade] += 1
        self._ideas[idea(puzzle)] += 1


def idea(puzzle: Puzzle) -> tuple[str, ...]:
    """Return what a puzzle is about: the kind of its answer, that of the tempting move, and the main idea behind the answer."""
    tempting = puzzle.usual if puzzle.is_missed_by_skilled else puzzle.other
    tactics = SpokenMoves(puzzle.table().mind(puzzle.seat), puzzle.names).tactics(puzzle.answer)
    return puzzle.answer.split()[0], tempting.split()[0], tactics[0].key if tactics else ""


def _in_game(game: Game, seed: int, wants: Callable[[Puzzle], bool]) -> Iterator[Puzzle]:
    """Yield the puzzles in one game of skilled bots, by the standard rules or by one of the game's sets of house rules."""
    rng = random.Random(f"{game.id} {seed}")
    seats = [seats for seats in SEATS if game.least_seats <= seats <= game.most_seats]
    options = rng.choice([{}] * STANDARD * len(game.presets) + [preset.options for preset in game.presets] * 2 or [{}])
    table = Table.new(game.id, seats=rng.choice(seats), seed=seed, options=options)
    while table.must is not None:
        if len(table.log) >= FEWEST_TURNS and not table.game.laying(table.open_state()):
            puzzle = examined(table.position(), wants)
            if puzzle is not None:
                yield puzzle
        for seat in table.asking_order:
            words = choose(table, seat, "skilled", seed=rng.getrandbits(60))
            if words is not None:
                table.play(words, seat)
                break


def examined(position: str, wants: Callable[[Puzzle], bool] = lambda puzzle: True) -> Puzzle | None:
    """Return the unconfirmed puzzle in a position, or None if there is none. `wants` may refuse it before bots are asked."""
    table = Table.from_position(position)
    seat = table.must
    if seat is None or not FEWEST_MOVES <= len(table.moves(seat)) <= MOST_MOVES:
        return None
    first = lead(table, seat, QUICK, 1)
    if first.gap < GAP or _wins_at_once(table, seat, first.best):
        return None
    puzzle = _drafted(table, seat, first)
    if puzzle is None or not wants(puzzle):
        return None
    found = lead(table, seat, BUDGET, 2)
    puzzle = _drafted(table, seat, found) if found.is_enough else None
    return _asked(puzzle) if puzzle is not None and wants(puzzle) else None


def _drafted(table: Table, seat: int, found: Lead) -> Puzzle | None:
    """Return a draft, rated by one move of the rule of thumb; None if that move is not among the rated ones."""
    advised = table.advice(seat, 1)
    usual = plain_words(table, seat, advised) if advised else ""
    if usual not in found.wins:
        return None
    return Puzzle(
        id=f"{table.game.id}-{hashlib.sha256(table.origin.encode()).hexdigest()[:6]}",
        game=table.game.id,
        seat=seat,
        position=table.origin,
        wins=found.wins,
        usual=usual,
        skilled=float(usual != found.best),
        casual=0.0,
        hasty=0.0,
        confirmed=BUDGET,
    )


def _asked(puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle with the shares of bots that miss it; None if too few do for it to be worth asking."""
    table = puzzle.table()
    skilled, casual = (_played(table, puzzle.seat, level) for level in ("skilled", "casual"))
    puzzle = replace(
        puzzle,
        usual=max(skilled, key=lambda words: skilled[words]),
        skilled=_missed(skilled, puzzle.answer),
        casual=_missed(casual, puzzle.answer),
        hasty=_missed(_guessed(table, puzzle.seat), puzzle.answer),
    )
    is_asked = puzzle.is_missed_by_skilled or max(puzzle.hasty, puzzle.casual) >= MISSED
    return puzzle if is_asked and (puzzle.usual != puzzle.answer) == puzzle.is_missed_by_skilled else None


def confirmed(puzzle: Puzzle, seed: int = 3) -> Puzzle | None:
    """Return the puzzle with the numbers of a search of ten times the budget; None if that finds another answer."""
    found = lead(puzzle.table(), puzzle.seat, TEN_TIMES, seed)
    if found.best != puzzle.answer or not found.is_enough:
        return None
    return replace(puzzle, wins=found.wins, confirmed=TEN_TIMES)


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
    if len(order) == 1:
        return Lead(wins, 0.0, is_clear=False)
    best, other = order[:2]
    if _number(found, table, seat, list(wins)[1]) == best:  # two ways to make the best move, so there isn't one answer
        return Lead(wins, 0.0, is_clear=False)
    noise = hypot(ratings.noise(best), ratings.noise(other))
    is_clear = ratings.mean_gain(best) - ratings.mean_gain(other) > CLEAR * noise
    return Lead(wins, ratings.fair_chance(best) - ratings.fair_chance(other), is_clear)


def _number(found: Candidates, table: Table, seat: int, plain: str) -> int:
    """Return the number of a move given in the words of the list of moves."""
    return next(number for words, number in found.numbers.items() if plain_words(table, seat, words) == plain)


def _wins_at_once(table: Table, seat: int, words: str) -> bool:
    after = table.copy()
    after.play(words, seat)
    return after.result is not None


def _played(table: Table, seat: int, level: str) -> Counter[str]:
    """Count the moves that the rule of thumb plays with the memory of a level. Slips are left out: they would be the same
    everywhere.
    """
    memory = find_level(level).memory
    said = Counter(as_remembered(table, seat, memory, seed).advice(seat, seed) for seed in range(1, TRIALS + 1))
    return _in_plain_words(table, seat, said)


def _in_plain_words(table: Table, seat: int, said: Mapping[str | None, int]) -> Counter[str]:
    """Return these counts with the moves in the words of the list of moves."""
    played = Counter[str]()
    for words, count in said.items():
        played[plain_words(table, seat, words) if words else ""] += count
    return played


def _guessed(table: Table, seat: int) -> Counter[str]:
    """Count the moves of bots that simulate a few games of each move and take the best one, without a rule of thumb."""
    from ..fast.search import rate_moves

    mind = table.mind(seat)
    found, said = candidates(mind, 1), Counter[str | None]()
    for trial in range(1, TRIALS + 1):
        seed = trial * STRIDE
        ratings = rate_moves(mind, found.actions, found.usual, seed, HASTE, halving=False, dropping=False)
        said[found.words[max(range(len(found.words)), key=ratings.mean_gain)]] += 1
    return _in_plain_words(table, seat, said)


def _missed(played: Counter[str], answer: str) -> float:
    """Return the share of bots that play another move."""
    return round(1 - played[answer] / played.total(), 2)
