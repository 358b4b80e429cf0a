"""Puzzles: positions in which one move is clearly better than all others by what the seat knows.

    from parlour.puzzles import puzzle_of_day, puzzles_of
    puzzle = puzzle_of_day(date.today())
    table = puzzle.table()
    puzzle.is_solved_by(table.moves()[0])

The puzzles of a game are data in its folder (`puzzles.json`), mined from self-play (`mining`) and confirmed by a search of ten
times the budget. This package holds the puzzles and how they are mined. It must not hold anything that draws or asks.
"""

from .collection import GRADES, Puzzle, find_puzzle, puzzle_of_day, puzzles_of

__all__ = ["GRADES", "Puzzle", "find_puzzle", "puzzle_of_day", "puzzles_of"]
