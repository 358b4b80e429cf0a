"""Positions of games in which the first empty hand wins: finds what follows from the cards, and what is impossible."""

from typing import Protocol

from ..core.texts import sentence
from .hands import HasHands, smallest_hands
from .stock import DeckAndPile, Stock, drawable


class Shedding(HasHands, Protocol):
    """A state of such a game."""

    hand_size: int
    passes: int
    turns: int
    max_turns: int


def won(s: Shedding) -> int:
    """Return the seats that have won in this position, as a set (ALL-5, ALL-9)."""
    empty = sum(1 << seat for seat in range(s.seats) if s.hands[seat] == 0)
    if empty:
        return empty
    return smallest_hands(s) if s.passes == s.seats or s.turns >= s.max_turns else 0


def deal_size(s: Shedding, name: str) -> int:
    """Return how many cards a place gets if no line names it."""
    return 1 if name == "pile" else s.hand_size


def pile_flaw(s: DeckAndPile) -> str:
    """Return the reason why the pile is impossible, or an empty string."""
    return "" if s.pile_size else sentence("position.noPile")


def empty_hands_flaw(s: HasHands) -> str:
    """Return why the hands are impossible, since the game ends with the first empty hand; empty if they are possible."""
    return sentence("position.emptyHands") if sum(s.hands[seat] == 0 for seat in range(s.seats)) > 1 else ""


def passes_flaw(passes: int, s: Stock) -> str:
    """Return why the seats can't have passed that often in a row (ALL-5); empty if they can."""
    return sentence("position.passes") if passes > s.seats or (passes and drawable(s)) else ""


def shuffles_flaw(s: Stock) -> str:
    """Return why the deck can't consist of the cards that the last shuffle put into it (ALL-2, ALL-3); empty if it can."""
    if max(s.since) > s.shuffles:
        return sentence("position.since", since=max(s.since), shuffles=s.shuffles)
    if any(s.since[card] != s.shuffles for card in s.value("deck")):
        return sentence("position.shuffles", shuffles=s.shuffles)
    return ""
