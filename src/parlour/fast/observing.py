"""Computes observations of seats with a kernel, at full speed even in a browser and in programs without NumPy.

seen = observed(game, [state], [seat])       # bytes, a row for each state
"""

from array import array
from collections.abc import Sequence
from typing import Any

from ..core.default_observation import observation_of
from ..core.game import Game
from .kernels import OBSERVE, function
from .layout import Records


def observed(game: Game, states: Sequence[Any], seats: Sequence[int]) -> "array[int]":
    """Return what a seat of each state observes, row after row; raise ValueError if the game has no observation."""
    out = array("b", bytes(observation_of(game).features.width * len(seats)))
    function(game, OBSERVE)(Records(game.state, len(states), *states), array("q", seats), out)
    return out
