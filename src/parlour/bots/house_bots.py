"""Bots that a server offers besides the levels (`parlour serve --bots`, and installed ones), by the name that guests see."""

import logging
from collections.abc import Iterable
from contextlib import suppress

from ..core.sentence import quoted
from ..core.texts import sentence
from .process import ProcessBot
from .user_bots import COMMAND, RESERVED, BotFailed, installed_bots, is_own, load_bot, short_name

say = logging.getLogger("parlour.bots")
_offered: dict[str, str] = {}


def offer_bots(names: Iterable[str]) -> None:
    """Offer these bots and the installed ones, and no others; one that can't be started is left out with a warning.

    A ValueError says which name isn't that of a bot, or which two have the same name.
    """
    found: dict[str, str] = {}
    for name in dict.fromkeys((*names, *installed_bots())):
        shown = short_name(name) if is_own(name) else ""
        if not shown or shown in RESERVED:
            raise ValueError(sentence("refusal.bots.form", bot=quoted(name)))
        if shown in found:
            raise ValueError(sentence("refusal.bots.twice", bot=quoted(shown)))
        try:
            try_bot(name)
            found[shown] = name
        except ValueError as error:
            say.warning("%s", sentence("plugin.bot", source=shown, why=error))
    _offered.clear()
    _offered.update(found)


def try_bot(name: str) -> None:
    """Start a bot once, in its own process, and end it; raise a ValueError that says why it can't be started."""
    bot = load_bot(name) if name.startswith(COMMAND) else ProcessBot(name, 1.0)
    with suppress(BotFailed, OSError):
        bot.close()


def offered_bots() -> dict[str, str]:
    """Return the bots that this house offers: how each is loaded, by the name that guests see."""
    return _offered
