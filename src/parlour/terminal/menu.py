"""The menu: the moves of a seat by number, and what a typed line means."""

import re
from collections.abc import Sequence

from ..core.cards import Pack
from ..core.texts import text as part
from ..core.view import Choice
from .ink import Ink
from .layout import in_columns, wrapped

MOST_SHOWN = 20


class Menu:
    """The moves of a seat now, numbered from 1; if there are many, those that need one pick come first."""

    def __init__(self, moves: Sequence[Choice], pack: Pack, names: Sequence[str] = (), hand: Sequence[str] = ()) -> None:
        many = len(moves) > MOST_SHOWN
        ordered = _like_the_hand(moves, hand)
        self.moves = sorted(ordered, key=lambda move: len(move.picks) > 1) if many else ordered
        self.pack = pack
        self.names = names

    def lines(self, width: int, ink: Ink, most: int | None = MOST_SHOWN) -> list[str]:
        """Return the moves in columns; only the first ones if there are many."""
        shown = self.moves[:most]
        digits = len(str(len(shown)))
        cells = [f"{ink.dim(f'{number:>{digits}})')} {self._words(move, ink)}" for number, move in enumerate(shown, 1)]
        lines = in_columns(cells, width, "  ")
        rest = len(self.moves) - len(shown)
        more = part("terminal.more", count=rest)
        return [*lines, *wrapped(more, width, "  ")] if rest else lines

    def _words(self, move: Choice, ink: Ink) -> str:
        words = " ".join(ink.card(word, self.pack) if self._is_card(word) else word for word in move.words.split())
        named = [self.names[seat] for seat in _seats_in(move) if seat < len(self.names)]
        return f"{words} ({', '.join(named)})" if named else words

    def meaning(self, line: str) -> str | None:
        """Return the move that a line stands for: by number, in words, or by its cards alone; None: no move."""
        if line.isdecimal() and line.isascii():
            number = int(line[:6])
            return self.moves[number - 1].words if 1 <= number <= len(self.moves) else None
        words = " ".join(line.split())
        for move in self.moves:
            if words.lower() == move.words.lower():
                return move.words
        cards = words.replace(",", " ").split()
        return f"{self._verb()} {' '.join(cards)}" if cards and all(map(self._is_card, cards)) else None

    def guess(self, line: str) -> str | None:
        """Return the only move that a line can mean: without its verb, by its last word, or by the name of a seat."""
        typed = " ".join(line.lower().split())
        whole = [move.words for move in self.moves if typed in self._spoken(move)]
        parts = [move.words for move in self.moves if any(typed in _ends(text) for text in self._spoken(move))]
        return next((found[0] for found in (whole, parts) if len(found) == 1), None)

    def _spoken(self, move: Choice) -> list[str]:
        """Return the words of a move, and the same with the name of a seat in place of its number."""
        texts = [move.words.lower()]
        for seat in _seats_in(move):
            if seat < len(self.names):
                words = [self.names[seat].lower() if word == str(seat) else word for word in texts[-1].split()]
                texts.append(" ".join(words))
        return texts

    def numbered(self, line: str) -> str:
        """Return a line with seat numbers in place of names, after the verb."""
        for seat, name in enumerate(self.names):
            line = re.sub(rf"(?<=\s){re.escape(name)}(?!\S)", str(seat), line, flags=re.IGNORECASE)
        return line

    def _verb(self) -> str:
        """Return the verb that cards alone stand for."""
        of_cards = (move for move in self.moves if all(map(self._is_card, move.picks)))
        return next((move.words.split()[0] for move in of_cards), "play")

    def _is_card(self, text: str) -> bool:
        try:
            self.pack.number(text)
        except ValueError:
            return False
        return True


def _like_the_hand(moves: Sequence[Choice], hand: Sequence[str]) -> list[Choice]:
    """Return the card moves in the order of the hand, the others in place."""
    places = {card: place for place, card in reversed(list(enumerate(hand)))}
    of_cards = [move for move in moves if move.picks and all(pick in places for pick in move.picks)]
    chosen = set(of_cards)
    ordered = iter(sorted(of_cards, key=lambda move: [places[pick] for pick in move.picks]))
    return [next(ordered) if move in chosen else move for move in moves]


def _seats_in(move: Choice) -> list[int]:
    """Return the seats that are picked to make a move."""
    return [int(pick.removeprefix("seat ")) for pick in move.picks if pick.startswith("seat ")]


def _ends(text: str) -> set[str]:
    """Return a move without its verb, and its last word."""
    _, _, rest = text.partition(" ")
    return {rest, rest.rpartition(" ")[2]} - {""}
