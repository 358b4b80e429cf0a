"""Spots: the things on a board that can be picked, found by mouse and arrow keys."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spot:
    """Something on the board that can be picked: a card, a place, a stack, a seat or a button."""

    pick: str
    x: int
    y: int
    width: int
    height: int
    is_open: bool
    """Whether it can be picked now."""

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies inside it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def lies_on(self, other: "Spot") -> bool:
        """Whether it covers another one where they overlap; cards of a hand are drawn row by row, from left to right."""
        return (self.y, self.x) > (other.y, other.x)


def at_point(spots: Sequence[Spot], x: int, y: int) -> int | None:
    """Return the place of the spot at a point; of overlapping cards the one on top, which comes last."""
    return next((place for place in range(len(spots) - 1, -1, -1) if spots[place].holds(x, y)), None)


def moved(spots: Sequence[Spot], cursor: int, across: int, down: int) -> int:
    """Return the place of the nearest spot in a direction; the same place if there is none."""
    if not spots:
        return -1
    if not 0 <= cursor < len(spots):
        return 0
    here = spots[cursor]
    x, y = here.x + here.width // 2, here.y
    best, least = cursor, None
    for place, spot in enumerate(spots):
        dx, dy = spot.x + spot.width // 2 - x, spot.y - y
        ahead = dx * across + dy * down
        if place == cursor or ahead <= 0:
            continue
        aside = abs(dy) * 4 if across else abs(dx)
        distance = ahead + aside * (2 if across else 1) if across else ahead * 8 + aside
        if least is None or distance < least:
            best, least = place, distance
    return best
