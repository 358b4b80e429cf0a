"""Whether the compiled rules of a game are available, which bots need for searching.

With a kernel built ahead, they are available at once. Otherwise they are compiled, which takes half a minute, once per machine.
That happens in a separate process at low priority, so that nobody waits, and the result is loaded; until then bots use the rule
of thumb. Such processes wait for each other, so that nothing is compiled twice, and end with the program that started them.
"""

import logging
import os
import subprocess
import sys
import threading

from ..core.game import Game, find_game
from ..core.sentence import quoted
from ..core.texts import sentence
from ..fast import kernels
from .house_bots import offered_bots
from .levels import LEVELS, Level, find_level, usual_level
from .user_bots import is_own

say = logging.getLogger("parlour.bots")

SWITCH = "PARLOUR_SEARCH"
PATIENCE = 1_800
"""Seconds after which compilation is abandoned, including the time spent waiting for others."""

_lock = threading.Lock()
_ready: set[str] = set()
_begun: set[str] = set()
_given_up: set[str] = set()


def can_search() -> bool:
    """Whether bots may search at all: PARLOUR_SEARCH is not `off`, and there are kernels or a compiler."""
    asked = os.environ.get(SWITCH, "")
    if asked.lower() not in ("", "on", "off"):
        raise ValueError(sentence("refusal.searchSwitch", value=quoted(asked)))
    can_run = kernels.can_run()  # refuses an invalid PARLOUR_KERNELS even if searching is off
    return can_run and not is_turned_off()


def is_turned_off() -> bool:
    """Whether PARLOUR_SEARCH turns searching off."""
    return os.environ.get(SWITCH, "").lower() == "off"


def waiting_sentence(game: str | Game, level: str) -> str:
    """Return a sentence for people about a bot that can't search yet; empty if there is nothing to say."""
    if level not in LEVELS and (level in offered_bots() or is_own(level)):
        return ""
    chosen, rules = find_level(level), _rules(game)
    if not chosen.playouts or is_ready(rules):
        return ""
    if not will_search(rules):
        return cannot_sentence(chosen)
    return sentence("level.waits", level=chosen.label, now=find_level(usual_level).label)


def cannot_sentence(level: Level) -> str:
    """Return a sentence for people about a bot that can't search here at all."""
    return sentence("level.cannot", level=level.label, now=find_level(usual_level).label)


def is_ready(game: str | Game) -> bool:
    """Whether bots can search in this game now."""
    rules = _rules(game)
    return can_search() and (rules.id in _ready or kernels.built(rules) is not None)


def will_search(game: str | Game) -> bool:
    """Whether bots can search in this game now or will be able to, as far as anybody can tell."""
    rules = _rules(game)
    return can_search() and kernels.can_run(rules) and rules.id not in _given_up


def ready_games() -> set[str]:
    """Return the ids of the games whose search has been compiled or loaded."""
    return set(_ready) if can_search() else set()


def prepare(game: str | Game) -> None:
    """Prepare the search of this game in the background, unless that has already begun."""
    rules = _rules(game)
    if not will_search(rules) or is_ready(rules):
        return
    with _lock:
        if rules.id in _begun:
            return
        _begun.add(rules.id)
    threading.Thread(target=_prepare, args=(rules,), name=f"prepare-{rules.id}", daemon=True).start()


def make_ready(game: str | Game) -> None:
    """Compile or load the search of a game right now; raise ValueError if neither is possible."""
    rules = _rules(game)
    if rules.id in _ready:
        return
    from ..fast.search import warm_up

    warm_up(rules)
    _ready.add(rules.id)


def _rules(game: str | Game) -> Game:
    """Return a game, given itself or its id; raise ValueError if there is no such game."""
    return game if isinstance(game, Game) else find_game(game)


def _prepare(game: Game) -> None:
    command = [sys.executable, "-m", "parlour.bots.compilation", game.id]
    try:
        if _ran(command):
            make_ready(game)
        else:
            _given_up.add(game.id)
            say.warning("The rules of %s could not be compiled: its bots play by the rule of thumb.", game.name)
    except (OSError, subprocess.TimeoutExpired):
        _given_up.add(game.id)
        say.warning("Compiling the rules of %s took too long: its bots play by the rule of thumb.", game.name)
    except Exception:
        _given_up.add(game.id)
        say.exception("The compiled rules of %s could not be loaded.", game.name)


def _ran(command: list[str]) -> bool:
    """Run a command and return whether it succeeded. Its input is a pipe that closes when this process ends."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet) as process:
        try:
            return process.wait(PATIENCE) == 0
        finally:
            process.kill()
