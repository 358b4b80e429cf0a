"""Checks on the arguments of bots; a wrong one is refused in one sentence."""

from math import isfinite

from ..core.game import Illegal
from ..core.sentence import quoted
from ..core.table import Table
from ..core.texts import sentence

MOST_PLAYOUTS = 10_000_000
SEEDS = 1 << 62
TABLE_SEEDS = 1 << 256


def check_asked(seed: object, playouts: object, seconds: object) -> None:
    """Raise ValueError unless these are a seed, a number of play-outs and a thinking time."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise ValueError(sentence("refusal.botSeed", seed=quoted(seed)))
    if isinstance(playouts, bool) or not isinstance(playouts, int) or not 1 <= playouts <= MOST_PLAYOUTS:
        raise ValueError(sentence("refusal.playouts", playouts=quoted(playouts)))
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not isfinite(seconds) or seconds < 0:
        raise ValueError(sentence("refusal.seconds", seconds=quoted(seconds)))


def check_seated(table: object, seat: int, memory_seed: object) -> None:
    """Raise ValueError unless this is a table, a seat that has a move there, and a seed for what it forgets."""
    if not isinstance(table, Table):
        raise ValueError(sentence("refusal.botTable", given=quoted(type(table).__name__)))
    table.mind(seat)  # refuses a seat that doesn't exist
    if isinstance(memory_seed, bool) or not isinstance(memory_seed, int) or not 0 <= memory_seed < TABLE_SEEDS:
        raise ValueError(sentence("refusal.seed.number"))
    if table.must is None:
        raise Illegal(sentence("prompt.over"))
    if seat != table.must and seat not in table.may:
        raise Illegal(sentence("refusal.nothingToMove", seat=seat))
