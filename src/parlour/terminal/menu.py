"""The menu: the moves of a seat by number, and what a typed line means."""

from collections.abc import Sequence

from ..core.cards import Pack
from ..core.view import Choice
from .ink import Ink
from .layout import in_columns, wrapped

MOST_SHOWN = 20


class Menu:
    """The moves of a seat now, numbered from 1; when there are many, those that need one pick come first."""

    def __init__(self, moves: Sequence[Choice], pack: Pack) -> None:
        many = len(moves) > MOST_SHOWN
        self.moves = sorted(moves, key=lambda move: len(move.picks) > 1) if many else list(moves)
        self.pack = pack

    def lines(self, width: int, ink: Ink, most: int | None = MOST_SHOWN) -> list[str]:
        """The moves in columns, the first ones only when there are many."""
        shown = self.moves[:most]
        digits = len(str(len(shown)))
        cells = [f"{ink.dim(f'{number:>{digits}})')} {self._words(move, ink)}" for number, move in enumerate(shown, 1)]
        lines = in_columns(cells, width, "  ")
        rest = len(self.moves) - len(shown)
        more = f"… and {rest} more: type the words, or `moves` to see them all"
        return [*lines, *wrapped(more, width, "  ")] if rest else lines

    def _words(self, move: Choice, ink: Ink) -> str:
        return " ".join(ink.card(word, self.pack) if self._is_card(word) else word for word in move.words.split())

    def meaning(self, line: str) -> str | None:
        """The words of the move that a line stands for: its number, its words, or its cards alone; None: no move."""
        if line.isdecimal() and line.isascii():
            number = int(line[:6])
            return self.moves[number - 1].words if 1 <= number <= len(self.moves) else None
        words = " ".join(line.split())
        for move in self.moves:
            if words.lower() == move.words.lower():
                return move.words
        cards = words.replace(",", " ").split()
        return f"{self._verb()} {' '.join(cards)}" if cards and all(map(self._is_card, cards)) else None

    def _verb(self) -> str:
        """The word that cards alone stand for."""
        of_cards = (move for move in self.moves if all(map(self._is_card, move.picks)))
        return next((move.words.split()[0] for move in of_cards), "play")

    def _is_card(self, text: str) -> bool:
        try:
            self.pack.number(text)
        except ValueError:
            return False
        return True
