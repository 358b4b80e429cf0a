"""The puzzles that come with the games."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from ..core.game import Game, find_game, game_ids
from ..core.sentence import Invalid, Sentence, quoted
from ..core.table import Table
from ..core.texts import sentence
from ..core.view import move_said

FILE = "puzzles.json"
EASY, MEDIUM, HARD = GRADES = ("easy", "medium", "hard")
OFTEN = 0.5
"""The share of casual bots that miss a puzzle before it is no longer easy."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the seat to move there, and the one move that is clearly best. Chances are 0 to 1, by what the seat knows."""

    id: str
    game: str
    seat: int
    position: str
    answer: str
    chance: float
    other: str
    """The next best move."""
    other_chance: float
    skilled: float
    """The share of skilled bots that miss it; `casual`: the same of casual ones."""
    casual: float
    confirmed: int
    """Play-outs of the search that confirmed it."""

    @property
    def grade(self) -> str:
        """How hard it is: hard if most skilled bots miss it, medium if many casual ones do."""
        if self.skilled >= 0.5:
            return HARD
        return MEDIUM if self.casual >= OFTEN else EASY

    def table(self) -> Table:
        """The table in its position."""
        return Table.from_position(self.position)

    def is_solved_by(self, words: str) -> bool:
        """Whether a move is the answer; raise Illegal if it cannot be made."""
        table = self.table()
        table.trial(words, self.seat)
        return plain_words(table, self.seat, words) == self.answer

    def why(self, *, typed: bool = True) -> Sentence:
        """Return why the answer is best. Moves are written as they are typed or, without `typed`, as a page shows them."""
        move, other = (words if typed else self._said(words) for words in (self.answer, self.other))
        key = "puzzle.why.wins" if self.chance == 1 else "puzzle.why"
        return sentence(key, move=move, chance=_percent(self.chance), other=other, others=_percent(self.other_chance))

    def _said(self, words: str) -> str:
        game, choices = find_game(self.game), self.table().view(self.seat).moves
        return next((move_said(game, choice) for choice in choices if choice.words == words), words)


def plain_words(table: Table, seat: int, words: str) -> str:
    """Return a move in the words of the list, however it was written."""
    return table.spoken(seat, table.actions(words, seat))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, none if its folder has none; raise ValueError if the file is damaged."""
    path = game.folder / FILE
    return read_puzzles(path.read_bytes(), game) if path.exists() else ()


def read_puzzles(data: bytes, game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file of a game, or raise ValueError."""
    try:
        return tuple(_puzzle(entry) for entry in json.loads(data))
    except (ValueError, TypeError, RecursionError):
        raise Invalid(sentence("refusal.puzzlesDamaged", game=game.name)) from None


def _puzzle(entry: dict[str, Any]) -> Puzzle:
    puzzle = Puzzle(**entry)
    kinds = {field.name: (int, float) if field.type is float else field.type for field in fields(Puzzle)}
    if not all(isinstance(getattr(puzzle, name), kind) for name, kind in kinds.items()):  # type: ignore[arg-type]
        raise TypeError
    return puzzle


def find_puzzle(id: str) -> Puzzle:
    """Return the puzzle with an id, or raise ValueError."""
    found = next((puzzle for puzzle in _all() if puzzle.id == id), None)
    if found is None:
        raise Invalid(sentence("refusal.noPuzzle", puzzle=quoted(id)))
    return found


def puzzle_of_day(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody, or raise ValueError if no game has puzzles."""
    puzzles = sorted(_all(), key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    if not puzzles:
        raise Invalid(sentence("refusal.noPuzzles"))
    return puzzles[day.toordinal() % len(puzzles)]


def _all() -> list[Puzzle]:
    return [puzzle for game_id in game_ids() for puzzle in puzzles_of(find_game(game_id))]


def write_puzzles(puzzles: list[Puzzle], path: Path) -> None:
    """Write puzzles as the file of a game."""
    path.write_text(json.dumps([asdict(puzzle) for puzzle in puzzles], indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
