"""The decisions of bots, made in a thread on a copy of the table."""

import hashlib
import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...bots import Advice, advise, choose
from ...core.table import Table
from ...core.texts import Voice, in_voice

DICE_BITS = 61
HINT_SECONDS = 0.3
THOUGHT_SECONDS = 0.08
"""How long a searching bot may think while people wait for it."""
logger = logging.getLogger("parlour.server")


def choose_moves(table: Table, bots: Mapping[int, str], memory: str) -> tuple[int, list[str]] | None:
    """Return the seat and the moves of the bot that moves next; None if no bot does.

    Bots that may cut in decide first, in the direction of play.
    """
    must = table.must
    for seat in table.asking_order[:-1]:
        words = _choice(table, seat, bots[seat], memory) if seat in bots else None
        if words is not None:
            return seat, [words]
    if must is None or must not in bots:
        return None
    # there is always a legal move on one's turn; an error of the bot must not stop the table
    words = _choice(table, must, bots[must], memory) or table.moves(must)[0]
    return must, [words, *_silent(table, must, words, bots[must], memory)]


def _silent(table: Table, seat: int, words: str, level: str, memory: str) -> list[str]:
    """Return the silent move that the bot makes next, if any: to others both must look like one move."""
    table.play(words, seat)
    if table.must != seat:
        return []
    then = _choice(table, seat, level, memory)
    return [then] if then is not None and then in table.game.silent_moves else []


def _choice(table: Table, seat: int, level: str, memory: str) -> str | None:
    """Return the move of a bot; None if it does nothing or failed."""
    remembered = hashlib.sha256(f"{memory}/{seat}".encode()).digest()
    try:
        seeds = secrets.randbits(DICE_BITS), int.from_bytes(remembered[:7], "big")
        return choose(table, seat, level, *seeds, seconds=THOUGHT_SECONDS, wait=False)
    except Exception:
        logger.exception("A bot failed to choose a move.")
        return None


def advice_for(table: Table, seat: int, names: Sequence[str], how: Voice) -> Advice:
    """Return the best move for a person on this seat with the reasons, in that person's language."""
    with in_voice(replace(how, names=names, listener=seat)):
        return advise(table.view(seat), names=names, seed=secrets.randbits(DICE_BITS), seconds=HINT_SECONDS, wait=False)
