"""Bots of your own: a class with one method, or a program that exchanges lines of JSON.

    class Careful(Bot):
        def choose(self, view):
            return view.moves[0].words

A bot gets the view of its seat and answers with the words of a move; None means not cutting in.
"""

import importlib.util
import json
import logging
import os
import select
import selectors
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.events import Event
from ..core.plugins import described
from ..core.sentence import quoted, shortened
from ..core.texts import sentence
from ..core.view import Outcome, View
from .levels import LEVELS

ANSWER_SECONDS = 10.0
"""Seconds that a program may think about a move."""
LONGEST_LINE = 100_000
LONGEST_NAME = 200
"""How many characters of a command are shown: enough for the path of an interpreter and the name of a bot."""
COMMAND = "cmd:"
GROUP = "parlour.bots"
RESERVED = ("random", "advice", *LEVELS)
"""Names of Parlour's own bots."""
say = logging.getLogger("parlour.bots")


class BotFailed(ValueError):
    """A user's own bot failed; the message is a sentence that says what happened."""


class Bot:
    """A bot that plays one seat. Only `choose` has to be implemented."""

    def begin(self, game: str, seat: int, seats: int, options: Mapping[str, object], seed: int) -> None:
        """Prepare for a new game; `seed` is for the bot's own random choices, so that games can be repeated."""

    def choose(self, view: View) -> str | None:
        """Return the words of one of `view.moves`, or None for not cutting in."""
        raise NotImplementedError

    def told(self, events: Sequence[Event]) -> None:
        """Take note of the events since the last call, as this seat saw them."""

    def end(self, result: Outcome) -> None:
        """Take note that the game is over."""

    def close(self) -> None:
        """Release resources: the bot is no longer needed."""


def is_own(name: str) -> bool:
    """Whether a name has the form of a user's own bot (which need not exist) or is the name of an installed one."""
    if name.startswith(COMMAND) or ".py:" in name:
        return True
    return name not in RESERVED and name in installed_bots()


@cache
def installed_bots() -> dict[str, EntryPoint]:
    """Return the bots that other packages have installed (entry points of the group `parlour.bots`), by name."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if entry.name in RESERVED or entry.name in found:
            source = f"{entry.value} ({entry.dist.name if entry.dist else '?'})"
            say.warning("%s", sentence("plugin.bot", source=source, why=sentence("plugin.level", name=entry.name)))
        else:
            found[entry.name] = entry
    return found


def short_name(name: str) -> str:
    """Return the name of a bot for people: that of its class, of its program, or the one it is installed under."""
    if name.startswith(COMMAND):
        try:
            words = shlex.split(name.removeprefix(COMMAND), posix=os.name == "posix") or [name]
        except ValueError:  # unclosed quotes: the bot cannot be started, which is reported elsewhere
            return name
        script = next((word for word in words[1:] if not word.startswith("-")), words[0])
        return Path(script).stem
    return name.rpartition(":")[2]


def load_bot(name: str, seconds: float = 0.0) -> Bot:
    """Return the bot of `file.py:Class`, `cmd:program and arguments` or the name of an installed one, or raise ValueError.

    `seconds` is how long a program may think about a move; 0 stands for the usual time.
    """
    if not isinstance(name, str):
        raise ValueError(f"A bot of your own is `file.py:Class` or `{COMMAND}program`, not {quoted(name)}.")
    if name.startswith(COMMAND):
        return ProgramBot(name.removeprefix(COMMAND), seconds)
    if ".py:" not in name and name in installed_bots():
        return _installed(name)
    path, _, class_name = name.rpartition(":")
    if not path.endswith(".py") or not class_name.isidentifier():
        raise ValueError(f"A bot of your own is `file.py:Class` or `{COMMAND}program`, not {quoted(name)}.")
    return _made(getattr(_module(Path(path)), class_name, None), class_name, f"{quoted(class_name)} in {quoted(path)}")


def _installed(name: str) -> Bot:
    """Return a bot of another package."""
    entry = installed_bots()[name]
    try:
        maker = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        why = sentence("plugin.error", why=described(error))
        raise ValueError(sentence("plugin.bot", source=f"{name} ({entry.value})", why=why)) from None
    return _made(maker, name, f"{quoted(entry.value)}, the bot {quoted(name)},")


def _made(maker: object, name: str, what: str) -> Bot:
    if not (isinstance(maker, type) and issubclass(maker, Bot) and maker is not Bot):
        raise ValueError(f"{what} isn't a subclass of parlour.bots.Bot.")
    try:
        return maker()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(f"The bot {quoted(name)} could not be created: {shortened(str(error), 100)}.") from error


def _module(path: Path) -> ModuleType:
    if not path.is_file():
        raise ValueError(f"There is no file {quoted(str(path))}.")
    spec = importlib.util.spec_from_file_location(f"own_bot_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        what = f"{type(error).__name__}: {shortened(str(error), 100)}"
        raise ValueError(f"The file {quoted(str(path))} cannot be run: {what}.") from error
    return module


class ProgramBot(Bot):
    """A program that reads one JSON message per line and answers `choose` with `{"move": "…"}` or `{"move": null}`.

    It must write nothing else: any output before a question is an error.
    """

    def __init__(self, command: str, seconds: float = 0.0) -> None:
        self._seconds = seconds or ANSWER_SECONDS
        if not hasattr(os, "set_blocking") or sys.platform == "win32":
            raise ValueError("Bots that are programs need Linux or macOS: on Windows, Parlour can't wait for their answers.")
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("no program is named")
            self._program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except (OSError, ValueError, IndexError) as error:
            why = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
            raise ValueError(f"The program {quoted(command)} cannot be started: {shortened(why, 100)}.") from error
        assert self._program.stdin is not None and self._program.stdout is not None
        os.set_blocking(self._program.stdin.fileno(), False)
        self._command = command
        self._waiting = b""
        self._ears = selectors.DefaultSelector()
        self._ears.register(self._program.stdout, selectors.EVENT_READ)

    def begin(self, game: str, seat: int, seats: int, options: Mapping[str, object], seed: int) -> None:
        """Say which game begins, without waiting for an answer."""
        self._say({"type": "begin", "game": game, "seat": seat, "seats": seats, "options": dict(options), "seed": seed})

    def choose(self, view: View) -> str | None:
        """Send the view and read the answer."""
        self._check_silence()
        self._say({"type": "choose", "view": view.as_dict()})
        line = self._line()
        try:
            answer = json.loads(line)
            move = answer["move"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._failed(f"answered {quoted(line.decode(errors='replace'))}, which isn't JSON with a `move`") from None
        if move is not None and not isinstance(move, str):
            raise self._failed(f"answered with the move {quoted(move)}, which isn't text")
        return move

    def told(self, events: Sequence[Event]) -> None:
        """Pass on what happened."""
        for event in events:
            self._say({"type": "event", "kind": event.kind, "seat": event.seat, "card": event.card, "text": event.text})

    def end(self, result: Outcome) -> None:
        """Say who won."""
        self._say({"type": "end", "winners": result.winners, "scores": result.scores})

    def close(self) -> None:
        """Close the program's input, and stop it if it doesn't exit by itself."""
        self._ears.close()
        for pipe in (self._program.stdin, self._program.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        try:
            self._program.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()

    def _say(self, message: Mapping[str, Any]) -> None:
        """Write one line to the program. Raise BotFailed if it doesn't read in time, for example because it is busy writing."""
        assert self._program.stdin is not None
        left = json.dumps(message).encode() + b"\n"
        until = time.monotonic() + self._seconds
        try:
            pipe = self._program.stdin.fileno()
            while left:
                _, ready, _ = select.select([], [pipe], [], max(until - time.monotonic(), 0))
                if not ready:
                    raise self._failed(f"did not read its input for {self._seconds:g} seconds")
                left = left[os.write(pipe, left) :]
        except (OSError, ValueError) as error:
            raise (error if isinstance(error, BotFailed) else self._failed("has ended")) from None

    def _check_silence(self) -> None:
        """Refuse output that came before a question: it would be taken for the answer, and later ones would be off by one."""
        assert self._program.stdout is not None
        with suppress(OSError, ValueError):  # a program that has exited is noticed at the next question
            if self._ears.select(0):
                self._waiting += os.read(self._program.stdout.fileno(), 65536)
        if self._waiting:
            line = self._waiting.partition(b"\n")[0].decode(errors="replace")
            raise self._failed(f"spoke unasked ({quoted(line)}): it must write one line for each `choose` and nothing else")

    def _line(self) -> bytes:
        """Read the program's next line, which must come in time and have a sensible length."""
        assert self._program.stdout is not None
        until = time.monotonic() + self._seconds
        while b"\n" not in self._waiting:
            left = until - time.monotonic()
            if left <= 0 or not self._ears.select(left):
                raise self._failed(f"did not answer within {self._seconds:g} seconds")
            piece = os.read(self._program.stdout.fileno(), 65536)
            if not piece:
                raise self._failed("ended before it answered")
            self._waiting += piece
            if len(self._waiting) > LONGEST_LINE:
                raise self._failed("answered with a line that is far too long")
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line

    def _failed(self, what: str) -> BotFailed:
        return BotFailed(f"The program '{shortened(self._command, LONGEST_NAME)}' {what}.")
