"""The decisions of bots, made in a thread on a copy of the table."""

import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from ...bots import LEVELS, Advice, BotFailed, advise, choose, usual_level
from ...bots.house_bots import offered_bots
from ...bots.seeds import DICE_BITS, decision_seed
from ...bots.user_seats import OwnSeats
from ...core.table import Table
from ...core.texts import Voice, in_voice

HINT_SECONDS = 0.3
THOUGHT_SECONDS = 0.08
"""How long a searching bot may think while people wait for it."""
logger = logging.getLogger("parlour.server")


def choose_moves(
    table: Table, bots: Mapping[int, str], own: OwnSeats | None = None, *, exact: bool = False
) -> tuple[int, list[str]] | None:
    """Return the seat and the moves of the bot that moves next; None if no bot does.

    Bots that may cut in decide first, in the direction of play. Decisions follow from the deal and the moves so far. With
    `exact` they take as long as they need, so that a repeated deal is played the same way. `own` plays for bots that the server
    has added.
    """
    must = table.must
    for seat in table.asking_order[:-1]:
        words = _choice(table, seat, bots[seat], own, exact) if seat in bots else None
        if words is not None:
            return seat, [words]
    if must is None or must not in bots:
        return None
    # a seat whose turn it is always has a legal move; a bot's error must not stop the table
    words = _choice(table, must, bots[must], own, exact) or table.moves(must)[0]
    return must, [words, *_silent(table, must, words, bots[must], own, exact)]


def _silent(table: Table, seat: int, words: str, level: str, own: OwnSeats | None, exact: bool) -> list[str]:
    """Return the silent move that the bot makes next, if any: to others, the two must look like one move."""
    table.play(words, seat)
    if table.must != seat:
        return []
    then = _choice(table, seat, level, own, exact)
    return [then] if then is not None and then in table.game.silent_moves else []


def _choice(table: Table, seat: int, level: str, own: OwnSeats | None, exact: bool) -> str | None:
    """Return the move of a bot; None if it does nothing or failed. The usual level plays for a bot that isn't offered."""
    seconds = 0.0 if exact else THOUGHT_SECONDS
    if level not in LEVELS:
        name = offered_bots().get(level)
        if own is not None and name is not None:
            with suppress(BotFailed):
                return own.choose(table, seat, name)
        level = usual_level
    try:
        return choose(table, seat, level, decision_seed(table, seat), table.seed, seconds=seconds, wait=exact)
    except Exception:
        logger.exception("A bot failed to choose a move.")
        return None


def advice_for(table: Table, seat: int, names: Sequence[str], how: Voice) -> Advice:
    """Return the best move for a person on this seat with the reasons, in that person's language."""
    with in_voice(replace(how, names=names, listener=seat)):
        return advise(table.view(seat), names=names, seed=secrets.randbits(DICE_BITS - 1), seconds=HINT_SECONDS, wait=False)
