"""A seat's knowledge: everything that a bot may use.

    mind = table.view(seat).mind
    world = mind.world(seed)      # a state that this seat could be in

Everything that comes out of a mind is redealt: whatever the seat cannot know, including the future, is drawn again.
"""

from collections.abc import Sequence
from typing import Generic

from .chance import Dice, plant_dice, reseed
from .events import EVERYONE
from .evidence import Seen
from .game import Game
from .state import NONE, Record, S

Raw = tuple[tuple[int, int, int, int, int], int]
"""An event as the rules reported it, and the number of its move."""


class Mind(Generic[S]):
    """A seat's knowledge at one moment of a game."""

    __slots__ = ("_raw", "_state", "_told", "game", "seat")

    def __init__(self, game: Game[S], state: S, seat: int, raw: Sequence[Raw]) -> None:
        self.game = game
        self.seat = seat
        self._state = state  # a table replaces its state and never changes it
        self._raw = raw  # and keeps appending here
        self._told = len(raw)

    def world(self, seed: int) -> S:
        """Return a state that this seat could be in."""
        dice = Dice()
        plant_dice(dice, seed)
        state = self._state.copy()
        reseed(state, dice)
        self.game.redeal(state, self.seat)
        return state

    def advised(self, seed: int) -> list[int] | None:
        """Return the actions that the rule of thumb chooses in a world of this seat, or None if it should not cut in."""
        dice = Dice()
        plant_dice(dice, seed)
        world = self.world(seed + 1)
        actions: list[int] = []
        while True:
            action = self.game.advise(world, self.seat, dice)
            if action < 0:
                return None
            actions.append(action)
            self.game.act(world, self.seat, action)
            if not self.game.laying(world):
                return actions

    def seen(self) -> list[Seen]:
        """Return everything that happened, as this seat saw it."""
        return [
            (kind, seat, card if seen == EVERYONE or seen >> self.seat & 1 else NONE, number)
            for (kind, seat, card, number, seen), _ in self._raw[: self._told]
        ]

    def evidence(self, seed: int) -> Record:
        """Return what the others' moves reveal to this seat."""
        return self.game.gather(self.world(seed), self.seat, self.seen())

    def sealed(self, seed: int) -> "Mind[S]":
        """Return the same knowledge detached from the table, so that a user's own bot can neither spy on it nor change it."""
        raw = [((*seen, EVERYONE), move) for seen, (_, move) in zip(self.seen(), self._raw, strict=False)]
        return Mind(self.game, self.world(seed), self.seat, raw)

    def changed(self, state: S) -> "Mind[S]":
        """Return this seat's mind with another state, in which it has forgotten something."""
        return Mind(self.game, state, self.seat, self._raw[: self._told])
