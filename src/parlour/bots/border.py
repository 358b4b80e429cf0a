"""What callers give to bots, checked: each gets one sentence if it cannot be."""

from math import isfinite

from ..core.sentence import quoted
from ..core.texts import sentence

MOST_PLAYOUTS = 10_000_000
SEEDS = 1 << 62


def check_asked(seed: object, playouts: object, seconds: object) -> None:
    """A ValueError in a sentence unless these are a seed, a number of play-outs and a time to think."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise ValueError(sentence("refusal.botSeed", seed=quoted(seed)))
    if isinstance(playouts, bool) or not isinstance(playouts, int) or not 1 <= playouts <= MOST_PLAYOUTS:
        raise ValueError(sentence("refusal.playouts", playouts=quoted(playouts)))
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not isfinite(seconds) or seconds < 0:
        raise ValueError(sentence("refusal.seconds", seconds=quoted(seconds)))
