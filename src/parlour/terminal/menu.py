"""The menu: the moves of a seat by number, and what a typed line means."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from ..core.game import Game, Illegal
from ..core.sentence import Sentence
from ..core.texts import sentence, speaking
from ..core.texts import text as part
from ..core.typing import has_bare_slot, slots_in, typed_move, untyped_move, with_names
from ..core.view import Choice, View, question_before, verb_of
from .drawing import hand_order
from .ink import Ink, coloured
from .layout import in_columns, wrapped

MOST_SHOWN = 20
MOST_NAMED = 8
"""How many moves are listed in the answer to an unfinished move."""
LONGEST_LINE = 60
"""How many letters of a line are compared with the moves."""


class Menu:
    """The moves of a seat, numbered from 1. Moves that need confirmation come last; if there are many, single picks first."""

    def __init__(self, game: Game, view: View, names: Sequence[str] = ()) -> None:
        assert view.viewer is not None
        self.seat = view.viewer
        hand = view.zone("hand", self.seat)
        ordered = _like_the_hand(view.moves, hand_order(hand.cards, game.pack, by_rank=game.by_rank) if hand else ())
        many = len(ordered) > MOST_SHOWN
        asked = {move for move in ordered if question_before(game, move.words)}
        self.moves = sorted(ordered, key=lambda move: (move in asked, many and len(move.picks) > 1))
        self.game = game
        self.view = view
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
        return coloured(self._typed(move), move.words, self.game.pack, ink)

    def _typed(self, move: Choice) -> str:
        """Return a move as it is typed: slots and seats are named."""
        with speaking(names=self.names, listener=self.seat):
            typed = typed_move(self.game, move.words, self.seat)
        seats = {str(seat): self.names[seat] for seat in _seats_in(move) if seat < len(self.names)}
        return " ".join(seats.get(word, word) for word in typed.split()) if seats else typed

    def typed(self, words: str) -> str:
        """Return a move of the menu as it is typed."""
        return next((self._typed(move) for move in self.moves if move.words == words), words)

    def meaning(self, line: str) -> str | None:
        """Return the move that a line stands for, by number, in words, or by its cards alone; None if it stands for none."""
        return self._meaning(line) or self._meaning(self._whole_verb(line))

    def _meaning(self, line: str) -> str | None:
        if line.isdecimal() and line.isascii():
            number = int(line[:6])
            return self.moves[number - 1].words if 1 <= number <= len(self.moves) else None
        words = with_names(self.game, " ".join(line.split()))
        for move in self.moves:
            if words.lower() in self._spoken(move):
                return move.words
        cards = words.replace(",", " ").split()
        return f"{self._verb()} {' '.join(cards)}" if cards and all(map(self._is_card, cards)) else None

    def guess(self, line: str) -> str | None:
        """Return the only move that a line can mean if it lacks the verb, or has only its last word or the name of a seat."""
        typed = with_names(self.game, " ".join(line.split())).lower()
        whole = [move.words for move in self.moves if typed in self._spoken(move)]
        parts = [move.words for move in self.moves if any(typed in _ends(text) for text in self._spoken(move))]
        return next((found[0] for found in (whole, parts) if len(found) == 1), None)

    def _spoken(self, move: Choice) -> list[str]:
        """Return a move in its own words and as it is typed, in lower case."""
        return [move.words.lower(), with_names(self.game, self._typed(move)).lower()]

    def doubt(self, line: str) -> Sentence | None:
        """Return the question to ask about a line that names a slot by its number alone, which could count from 0 or from 1."""
        if not has_bare_slot(self.game, line):
            return None
        verb = line.lower().split()[0]
        alike = (self._typed(move) for move in self.moves if move.words.startswith(f"{verb} "))
        example = next(alike, part("terminal.slotExample", verb=verb))
        return sentence("terminal.bareSlot", example=example)

    def read(self, line: str) -> str:
        """Return the move that a line means, in the words of moves; raise Illegal if it doesn't say which."""
        found = self.meaning(line) or self.guess(line)
        which = None if found else self.which(line)
        if which:
            raise Illegal(which)
        return found or self.written(line)

    def which(self, line: str) -> Sentence | None:
        """Return a sentence listing the moves that a line may mean if it begins like them but lacks a card, slot or player."""
        line = self._whole_verb(line).lower()
        verb, *objects = line.split() or [""]
        alike = [move for move in self.moves if move.words.split()[0] == verb != move.words]
        if not alike or (objects and not all(map(_seats_in, alike)) and not self._lacks_slots(line, alike[0])):
            return None
        shown = [*map(self._typed, alike[:MOST_NAMED]), *("…" for _ in alike[MOST_NAMED : MOST_NAMED + 1])]
        return sentence("terminal.whichMove", moves=" · ".join(shown))

    def _lacks_slots(self, line: str, move: Choice) -> bool:
        """Whether a line names fewer slots than a move with the same verb."""
        return not has_bare_slot(self.game, line) and slots_in(line) < slots_in(self._typed(move))

    def written(self, line: str) -> str:
        """Return a line in the words of a move: after the verb, seats and slots have numbers instead of names."""
        line = untyped_move(self.game, self._whole_verb(line), self.view, self.names)
        for seat, name in enumerate(self.names):
            line = re.sub(rf"(?<=\s){re.escape(name)}(?!\S)", str(seat), line, flags=re.IGNORECASE)
        return line

    def _whole_verb(self, line: str) -> str:
        """Return a line with its verb spelt out: `p 8h` becomes `play 8h` if no other verb of these moves starts with p."""
        begun, space, rest = line.strip().partition(" ")
        verbs = {verb_of(move.words) for move in self.moves}
        fitting = [verb for verb in verbs if verb.startswith(begun.lower())]
        return f"{fitting[0]}{space}{rest}" if len(fitting) == 1 and begun else line

    def like(self, line: str, commands: Sequence[str] = ()) -> str | None:
        """Return the move or the command that a line with an unknown first word is most like."""
        first, *rest = line.lower().split() or [""]
        verbs = {verb_of(move.words).split()[0] for move in self.moves if verb_of(move.words)}
        if first in verbs or first in commands or not first.isalpha():
            return None
        found = get_close_matches(first[:LONGEST_LINE], [*sorted(verbs), *commands], 1)
        if not found:
            return None
        return " ".join([found[0], *rest])[:LONGEST_LINE] if found[0] in verbs else found[0]

    def _verb(self) -> str:
        """Return the verb to use if only cards are typed."""
        of_cards = (move for move in self.moves if all(map(self._is_card, move.picks)))
        return next((move.words.split()[0] for move in of_cards), "play")

    def _is_card(self, text: str) -> bool:
        try:
            self.game.pack.number(text)
        except ValueError:
            return False
        return True


def _like_the_hand(moves: Sequence[Choice], hand: Sequence[str]) -> list[Choice]:
    """Sort the card moves in the order of the hand, and leave the others in place."""
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
