"""Tallies: what each seat did in a game, counted from its events by their kinds."""

from dataclasses import dataclass

from ..core.events import Event
from ..core.table import Table

NOBODY = -1
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
        for event in table.events:
            if event.seat is not None:
                self._count(event, event.seat, event.counts)

    def _count(self, event: Event, seat: int, what: str) -> None:
        if what == "played":
            self._play(seat)
        elif what == "taken back":
            self._take_back(seat)
        elif what == "penalty":
            self._pay(seat, event.value, self._giver(event, seat))
        elif what == "fine":
            self._pay(seat, event.value, NOBODY)
        elif what == "fine card":
            self._pay(seat, 1, NOBODY)
        elif what == "catch":
            self._catcher, self._caught, self._catch = seat, event.value, event.move
        elif event.move == self._catch and seat == self._caught and (event.source, event.target) == DRAWN:
            self._pay(seat, 1, self._catcher)

    def _play(self, seat: int) -> None:
        self.all[seat].played += 1
        if seat != self._last:
            self._before, self._last = self._last, seat

    def _take_back(self, seat: int) -> None:
        self.all[seat].played = max(self.all[seat].played - 1, 0)
        if seat == self._last:
            self._last = self._before

    def _giver(self, event: Event, seat: int) -> int:
        """Credit the penalty to the seat that played last; if that seat took it itself (a challenge), to the mover."""
        if self._last != seat:
            return self._last
        return self.table.log[event.move - 1][0] if event.move else NOBODY

    def _pay(self, seat: int, cards: int, giver: int) -> None:
        self.all[seat].taken += cards
        if giver not in (NOBODY, seat):
            self.all[giver].given += cards
