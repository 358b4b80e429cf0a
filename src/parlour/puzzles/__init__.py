"""Puzzles: positions in which one move is clearly better than all others by what the seat knows.

    from parlour.puzzles import puzzle_of_day, today
    puzzle = puzzle_of_day(today())
    table = puzzle.table()
    puzzle.judged(table.moves()[0]).says

The puzzles of a game are data in its folder (`puzzles.json`), mined from self-play (`mining`) and confirmed by a search of ten
times the budget. This package holds the puzzles and how they are mined. It must not contain user interface code.
"""

from .collection import GRADES, Judgement, Puzzle, all_puzzles, find_puzzle, puzzles_of
from .day import checked_day, puzzle_of_day, streak, today

__all__ = [
    "GRADES",
    "Judgement",
    "Puzzle",
    "all_puzzles",
    "checked_day",
    "find_puzzle",
    "puzzle_of_day",
    "puzzles_of",
    "streak",
    "today",
]
