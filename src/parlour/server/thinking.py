"""What bots do at a table: worked out in a thread, on a copy of the table, away from the event loop."""

import hashlib
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..bots import Advice, advise, choose
from ..core.table import Table
from ..core.texts import Voice, in_voice

DICE_BITS = 61
HINT_SECONDS = 0.3
THOUGHT_SECONDS = 0.08
"""So long a bot that searches may think where people wait for it."""
say = logging.getLogger("parlour.server")


def thought(table: Table, bots: Mapping[int, str], memory: str) -> tuple[int, list[str]] | None:
    """The seat and the moves of the bot that moves next; None: no bot does.

    Bots that may cut in are asked first, in the order of the seats after the one to move.
    """
    must = table.must
    first = 0 if must is None else must
    cutters = sorted((seat for seat in table.may if seat in bots), key=lambda seat: (seat - first) % table.seats)
    for seat in cutters:
        words = _choice(table, seat, bots[seat], memory)
        if words is not None:
            return seat, [words]
    if must is None or must not in bots:
        return None
    # a bot that must move has a move; a mistake of its own must not stop the table
    words = _choice(table, must, bots[must], memory) or table.moves(must)[0]
    return must, [words, *_silent(table, must, words, bots[must], memory)]


def _silent(table: Table, seat: int, words: str, level: str, memory: str) -> list[str]:
    """The silent move that this bot makes next, if it does: to others it must be one with the move before."""
    table.play(words, seat)
    if table.must != seat:
        return []
    then = _choice(table, seat, level, memory)
    return [then] if then is not None and then in table.game.silent_moves else []


def _choice(table: Table, seat: int, level: str, memory: str) -> str | None:
    """What a bot of a level does; None: nothing, or it made a mistake."""
    remembered = hashlib.sha256(f"{memory}/{seat}".encode()).digest()
    try:
        seeds = secrets.randbits(DICE_BITS), int.from_bytes(remembered[:7], "big")
        return choose(table, seat, level, *seeds, seconds=THOUGHT_SECONDS, wait=False)
    except Exception:
        say.exception("A bot could not make up its mind.")
        return None


def hinted(table: Table, seat: int, names: Sequence[str], how: Voice) -> Advice:
    """What a person on this seat had better do, and why, in words for that person."""
    with in_voice(replace(how, names=names, listener=seat)):
        return advise(table.view(seat), names=names, seed=secrets.randbits(DICE_BITS), seconds=HINT_SECONDS, wait=False)
