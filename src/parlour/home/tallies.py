"""Counts what each seat did in a game, by the kinds of its events."""

from dataclasses import dataclass

from ..core.events import Kind
from ..core.state import NONE
from ..core.table import Table

NOBODY = NONE
DRAWN = "deck", "hand"
"""The source and target of a card that is drawn."""


@dataclass(slots=True)
class Tally:
    """Cards that a seat played, and penalty cards that it gave and took."""

    played: int = 0
    given: int = 0
    taken: int = 0


def tallies(table: Table) -> list[Tally]:
    """Return the tally of every seat."""
    return _Counting(table).all


class _Counting:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.all = [Tally() for _ in range(table.seats)]
        self._last = self._before = NOBODY
        """The seat that played last, and the one before it."""
        self._catcher = self._caught = self._catch = NOBODY
        for kind, seat, value, move in table.deeds():
            if seat != NOBODY:
                self._count(kind, seat, value, move)

    def _count(self, kind: Kind, seat: int, value: int, move: int) -> None:
        if kind.counts == "played":
            self._play(seat)
        elif kind.counts == "taken back":
            self._take_back(seat)
        elif kind.counts == "penalty":
            self._pay(seat, value, self._giver(seat, move))
        elif kind.counts == "fine":
            self._pay(seat, value, NOBODY)
        elif kind.counts == "fine card":
            self._pay(seat, 1, NOBODY)
        elif kind.counts == "catch":
            self._catcher, self._caught, self._catch = seat, value, move
        elif move == self._catch and seat == self._caught and (kind.source, kind.target) == DRAWN:
            self._pay(seat, 1, self._catcher)

    def _play(self, seat: int) -> None:
        self.all[seat].played += 1
        if seat != self._last:
            self._before, self._last = self._last, seat

    def _take_back(self, seat: int) -> None:
        self.all[seat].played = max(self.all[seat].played - 1, 0)
        if seat == self._last:
            self._last = self._before

    def _giver(self, seat: int, move: int) -> int:
        """Credit the penalty to the seat that played last; if that seat took it itself (a challenge), to the mover."""
        if self._last != seat:
            return self._last
        return self.table.log[move - 1][0] if move else NOBODY

    def _pay(self, seat: int, cards: int, giver: int) -> None:
        self.all[seat].taken += cards
        if giver not in (NOBODY, seat):
            self.all[giver].given += cards
