"""What one seat has in its head: all that a bot may think with.

    mind = table.view(seat).mind
    world = mind.world(seed)      # a state that this seat could be in

Everything comes out of a mind redealt: whatever the seat cannot know is drawn anew, the future too.
"""

from collections.abc import Sequence
from typing import Generic

from .chance import Dice, plant_dice, reseed
from .events import EVERYONE
from .evidence import Seen
from .game import Game
from .state import NONE, Record, S

Raw = tuple[tuple[int, int, int, int, int], int]
"""An event as the rules told it, and the number of its move."""


class Mind(Generic[S]):
    """A seat's knowledge at one moment of a game."""

    __slots__ = ("_raw", "_state", "_told", "game", "seat")

    def __init__(self, game: Game[S], state: S, seat: int, raw: Sequence[Raw]) -> None:
        self.game = game
        self.seat = seat
        self._state = state  # a table replaces its state, and never changes one
        self._raw = raw  # and goes on writing here
        self._told = len(raw)

    def world(self, seed: int) -> S:
        """A state that this seat could be in."""
        dice = Dice()
        plant_dice(dice, seed)
        state = self._state.copy()
        reseed(state, dice)
        self.game.redeal(state, self.seat)
        return state

    def seen(self) -> list[Seen]:
        """All that happened, as this seat saw it."""
        return [
            (kind, seat, card if seen == EVERYONE or seen >> self.seat & 1 else NONE, number)
            for (kind, seat, card, number, seen), _ in self._raw[: self._told]
        ]

    def evidence(self, seed: int) -> Record:
        """What the others' doings tell this seat."""
        return self.game.gather(self.world(seed), self.seat, self.seen())

    def sealed(self, seed: int) -> "Mind[S]":
        """The same knowledge with nothing behind it: for bots that others wrote, who can neither look nor change anything."""
        raw = [((*seen, EVERYONE), move) for seen, (_, move) in zip(self.seen(), self._raw, strict=False)]
        return Mind(self.game, self.world(seed), self.seat, raw)

    def changed(self, state: S) -> "Mind[S]":
        """The same seat, with another state in mind: one that has forgotten something."""
        return Mind(self.game, state, self.seat, self._raw[: self._told])
