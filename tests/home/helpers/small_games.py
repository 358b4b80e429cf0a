"""Small finished games built from positions, and other things that these tests share."""

import os
import sys
from pathlib import Path

import parlour
from parlour import Table
from parlour.home.ledger import PlayedGame, SeatRecord, entry_of

COMMAND = [sys.executable, "-m", "parlour.cli"]
SOURCE = str(Path(parlour.__file__).parents[1])

PLUS_TWO = """match_mania seats=2 turn=0
hand 0: r+2 r5
hand 1: b1 b2
pile: r9
deck: g1 g2 g3 g4 g5 g6
rest: out
"""
"""Seat 0 plays the +2, seat 1 draws two and loses its turn, seat 0 plays its last card."""
PLUS_TWO_MOVES = ("play r+2", "play r5")


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment for a separate process."""
    return {**os.environ, "PYTHONPATH": SOURCE, "COLUMNS": "80", "LINES": "24", "PARLOUR_HOME": str(home), **more}


def played(position: str, *moves: str) -> Table:
    """Return the table after these moves; `1: catch 0` is a move of seat 1 out of turn."""
    table = Table.from_position(position)
    for move in moves:
        seat, colon, words = move.partition(": ")
        table.play(words if colon else move, int(seat) if colon else None)
    return table


def entry(number: int = 0, *, won: bool = True, name: str = "Ana", game: str = "switch", **numbers: int) -> PlayedGame:
    """Return a game of a person against a bot; each `number` makes a different game."""
    counts = {"played": 5, "given": 2, "taken": 3, **numbers}
    turns = counts.pop("turns", 10)
    person = SeatRecord(name, bot=False, won=won, score=7, **counts)
    bot = SeatRecord("Ada", bot=True, won=not won, score=0, played=1, given=1, taken=1)
    return PlayedGame(game, f"{number:032x}", turns, 12, (person, bot), "2026-01-02T03:04:05+00:00")


def finished() -> PlayedGame:
    """Return the small game above, played by two people."""
    return entry_of(played(PLUS_TWO, *PLUS_TWO_MOVES), ["Ana", "Ben"], 2)
