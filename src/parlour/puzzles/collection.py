"""The puzzles that come with the games."""

import json
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..bots.advice import SpokenMoves, most_helped, percent
from ..core.faceup import known_view
from ..core.game import Game, find_game, game_ids
from ..core.sentence import Invalid, Sentence, quoted
from ..core.table import Table
from ..core.texts import sentence, speaking, text, voice
from ..core.typing import typed_move
from ..core.view import View, move_said
from ..lessons import NAMES

FILE = "puzzles.json"
FEWEST_MOVES = 3
"""The fewest moves that a puzzle can have."""
EASY, MEDIUM, HARD = GRADES = ("easy", "medium", "hard")
OFTEN, HARDLY = 0.5, 1 / 3
"""A puzzle isn't easy if at least the first share of skilled bots miss it; it is hard if at least the second share of hasty
bots also do.
"""
HASTE = 50
"""The number of games that a hasty bot simulates before it decides, which is too few to be sure."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a move is the answer, its chance of winning (None for an unlisted attempt), and both in sentences."""

    is_right: bool
    chance: float | None
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the seat to move there, and how often each of its moves wins by what the seat knows."""

    id: str
    game: str
    seat: int
    position: str
    wins: Mapping[str, Sequence[float]]
    """For each move, the best first: the share of games that each seat wins after it."""
    usual: str
    """The move of the rule of thumb, which skilled bots follow."""
    skilled: float
    """The share of skilled bots that miss it. `casual` is the same with the memory of casual bots, slips excluded, and `hasty`
    the same for bots that simulate `HASTE` games and take the move that won most.
    """
    casual: float
    hasty: float
    confirmed: int
    """Play-outs of the search that confirmed it."""

    @property
    def answer(self) -> str:
        """The best move."""
        return next(iter(self.wins))

    @property
    def other(self) -> str:
        """The next best move."""
        return list(self.wins)[1]

    def chance(self, words: str) -> float:
        """Return how often a move wins, 0 to 1."""
        return self.wins[words][self.seat]

    @property
    def grade(self) -> str:
        """How hard it is: easy if skilled bots find it, medium if a short search does, hard if that misses it often."""
        if not self.is_missed_by_skilled:
            return EASY
        return HARD if self.hasty >= HARDLY else MEDIUM

    @property
    def is_missed_by_skilled(self) -> bool:
        """Whether the rule of thumb plays something else."""
        return self.skilled >= OFTEN

    @property
    def number(self) -> int:
        """Its place among the puzzles of its game, counted from 1."""
        return puzzles_of(find_game(self.game)).index(self) + 1

    def table(self) -> Table:
        """Return a table in the position of the puzzle."""
        return Table.from_position(self.position)

    @property
    def house_rules(self) -> dict[str, bool | int | str]:
        """The house rules that differ from the standard game."""
        options = find_game(self.game).options
        return {
            name: value for name, value in self.table().options.items() if value != options[name].python(options[name].start)
        }

    @property
    def stated_rules(self) -> list[str]:
        """These house rules in words, with the labels of their settings."""
        options = find_game(self.game).options
        found = {name: options[name].read(name, value) for name, value in self.house_rules.items()}
        return [text("option.set", label=options[name].label, value=options[name].value_label(found[name])) for name in found]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats. The solver has none: sentences say “you”."""
        others = iter(NAMES[1:])
        return tuple("" if seat == self.seat else next(others) for seat in range(len(self.wins[self.answer])))

    def view(self) -> View:
        """Return the solver's view, with every card face up that this seat has seen earlier."""
        with self._voice():
            return known_view(self.table(), self.seat, self.names)

    @property
    def is_known_more(self) -> bool:
        """Whether the solver is shown cards that a player would have to remember."""
        return self.view().zones != self.table().view(self.seat, self.names).zones

    # ---- answers ----------------------------------------------------------------------------------------------------

    def is_solved_by(self, words: str) -> bool:
        """Whether a move is the answer; raise Illegal if it cannot be made."""
        return self._checked(words) == self.answer

    def judged(self, words: str) -> Judgement:
        """Return how good a move is; raise Illegal if it cannot be made."""
        move = self._checked(words)
        if move == self.answer:
            return Judgement(True, self.chance(move), (sentence("puzzle.right"), *self.why()))
        if move not in self.wins:
            return Judgement(False, None, (sentence("puzzle.wrong"),))
        best, chance = percent(self.chance(self.answer)), percent(self.chance(move))
        worse = sentence("puzzle.worse", move=self._said(move), chance=chance, best=best)
        return Judgement(False, self.chance(move), (sentence("puzzle.wrong"), worse, *self._instead(move)))

    def why(self) -> list[Sentence]:
        """Why the answer is best, in sentences."""
        return [*self._ideas(self.answer), self.solution(), *self._instead(self.other), *self._trap()]

    def solution(self) -> Sentence:
        """Return a sentence that names the answer, and the next best move."""
        move, other = self.answer, self.other
        chance, others = percent(self.chance(move)), percent(self.chance(other))
        key = "puzzle.why.wins" if self.chance(move) == 1 else "puzzle.why"
        return sentence(key, move=self._said(move), chance=chance, other=self._said(other), others=others)

    @property
    def missed(self) -> Sentence:
        """A sentence on how often bots miss it."""
        key = "puzzle.missed" if self.is_missed_by_skilled else "puzzle.found"
        return sentence(key, hasty=percent(self.hasty), games=HASTE)

    def _trap(self) -> list[Sentence]:
        """Return a sentence about what skilled bots do instead, unless another sentence says it."""
        if self.usual in (self.answer, self.other):
            return []
        return [sentence("puzzle.trap", move=self._said(self.usual), chance=percent(self.chance(self.usual)))]

    def _instead(self, move: str) -> list[Sentence]:
        """Return a sentence about who wins instead after another move. With two seats that is obvious."""
        best, shares = self.wins[self.answer], self.wins[move]
        other = most_helped(self.seat, best, shares) if len(best) > 2 else None
        if other is None:
            return []
        who, less, more = self.names[other], percent(best[other]), percent(shares[other])
        return [sentence("advice.instead", move=self._said(move), who=who, less=less, more=more)]

    def _ideas(self, words: str) -> list[Sentence]:
        """Return the ideas behind a move."""
        with self._voice():
            return SpokenMoves(self.table().mind(self.seat), self.names).tactics(words)

    def _checked(self, words: str) -> str:
        table = self.table()
        with self._voice():
            table.trial(words, self.seat)
        return plain_words(table, self.seat, words)

    def _said(self, words: str) -> str:
        """Return a move as this reader makes it: typed, or with cards and buttons."""
        game, choices = find_game(self.game), self.table().view(self.seat).moves
        with self._voice():
            if voice().typed:
                return typed_move(game, words, self.seat)
            return next((move_said(game, choice) for choice in choices if choice.words == words), words)

    def _voice(self) -> AbstractContextManager[None]:
        return speaking(names=self.names, listener=self.seat)


def plain_words(table: Table, seat: int, words: str) -> str:
    """Return a move in the words of the list of moves, however it was written."""
    return table.spoken(seat, table.actions(words, seat))


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, none if its folder has none; raise ValueError if the file is damaged."""
    path = game.folder / FILE
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError:
        raise Invalid(sentence("refusal.puzzlesDamaged", game=game.name)) from None
    return read_puzzles(data, game)


def read_puzzles(data: bytes, game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file of a game, or raise ValueError."""
    try:
        entries = json.loads(data)
        if not isinstance(entries, list):
            raise TypeError
        found = tuple(_puzzle(entry, game) for entry in entries)
        if len({puzzle.id for puzzle in found}) < len(found):
            raise ValueError
        return found
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        raise Invalid(sentence("refusal.puzzlesDamaged", game=game.name)) from None


def _puzzle(entry: dict[str, Any], game: Game) -> Puzzle:
    """Return a puzzle of a game; raise one of the errors that `read_puzzles` catches if anything about it is impossible."""
    puzzle = Puzzle(**entry)
    texts, numbers = (puzzle.id, puzzle.game, puzzle.position, puzzle.usual), (puzzle.skilled, puzzle.casual, puzzle.hasty)
    counts, shares = (puzzle.seat, puzzle.confirmed), [share for each in puzzle.wins.values() for share in each]
    of_kinds = (texts, str), (counts, int), ((*numbers, *shares), (int, float))
    if not all(isinstance(value, kind) for values, kind in of_kinds for value in values) or len(puzzle.wins) < FEWEST_MOVES:
        raise TypeError
    table = puzzle.table()
    if puzzle.game != game.id or table.game is not game or table.must != puzzle.seat or isinstance(puzzle.seat, bool):
        raise ValueError
    if any(len(each) != table.seats for each in puzzle.wins.values()) or not all(
        0 <= share <= 1 for share in (*shares, *numbers)
    ):
        raise ValueError
    if not puzzle.id.isascii() or not puzzle.id.isprintable() or puzzle.usual not in puzzle.wins:
        raise ValueError
    for words in puzzle.wins:
        table.actions(words, puzzle.seat)
    return puzzle


def find_puzzle(id: str) -> Puzzle:
    """Return the puzzle with this id, or raise a ValueError that says why there is none."""
    found = next((puzzle for puzzle in all_puzzles() if puzzle.id == id), None)
    if found is None:
        raise Invalid(sentence("refusal.noPuzzle", puzzle=quoted(id)))
    return found


def all_puzzles() -> list[Puzzle]:
    """Return the puzzles of all games, without those whose files are damaged."""
    found: list[Puzzle] = []
    for game_id in game_ids():
        try:
            found += puzzles_of(find_game(game_id))
        except Invalid as error:
            _warn(str(error))
    return found


@cache
def _warn(why: str) -> None:
    """Log once that a file is damaged. (Logging is imported here because it is seldom needed.)"""
    import logging

    logging.getLogger("parlour.puzzles").warning("%s", why)


def write_puzzles(puzzles: list[Puzzle], path: Path) -> None:
    """Write puzzles as the file of a game, one per line."""
    lines = ",\n".join(json.dumps(asdict(puzzle), ensure_ascii=False) for puzzle in puzzles)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
