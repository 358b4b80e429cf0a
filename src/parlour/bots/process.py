"""A bot in a process of its own, so that one that hangs or crashes delays its table only for a moment.

    python -m parlour.bots.process NAME

The process reads pickles, which only its parent writes, and answers each with a line of JSON, which is all that the parent
reads. Anything that the bot prints is discarded.
"""

import json
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..core.events import Event
from ..core.plugins import described
from ..core.sentence import quoted
from ..core.view import Outcome, View
from .user_bots import Bot, BotFailed, load_bot, short_name

START_SECONDS = 30.0
"""Seconds that a bot may take to start."""
LONGEST_LINE = 10_000
SIZE = 8
"""The number of bytes that give the length of a message."""
ORPHAN_SECONDS = 2.0
"""How often a process checks whether its parent is still there."""


class ProcessBot(Bot):
    """A bot from a class or a package, run in another process; each answer must come within `seconds`."""

    def __init__(self, name: str, seconds: float) -> None:
        self._name, self._seconds = name, seconds
        self._asked: queue.Queue[bytes | None] = queue.Queue()
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "parlour.bots.process", name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        threading.Thread(target=self._talk, name=f"bot-{short_name(name)}", daemon=True).start()
        self._ask(("start",), START_SECONDS)

    def begin(self, game: str, seat: int, seats: int, options: Mapping[str, object], seed: int) -> None:
        """Tell the bot which game begins."""
        self._ask(("begin", game, seat, seats, dict(options), seed))

    def choose(self, view: View) -> str | None:
        """Send the view with what the seat knows, and return the answer."""
        move = self._ask(("choose", view, view.mind)).get("move")
        if move is not None and not isinstance(move, str):
            raise self._failed("answered with something that isn't a move in words")
        return move

    def told(self, events: Sequence[Event]) -> None:
        """Tell the bot what happened."""
        self._ask(("told", list(events)))

    def end(self, result: Outcome) -> None:
        """Tell the bot who won."""
        self._ask(("end", result))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._asked.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)

    def _talk(self) -> None:
        """Write questions and read answers, in a thread that may block."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        with suppress(OSError, ValueError), process.stdin, process.stdout:
            while (message := self._asked.get()) is not None:
                process.stdin.write(len(message).to_bytes(SIZE, "little") + message)
                process.stdin.flush()
                self._answers.put(process.stdout.readline(LONGEST_LINE))
        self._answers.put(b"")

    def _ask(self, message: tuple[Any, ...], seconds: float = 0.0) -> Mapping[str, Any]:
        limit = seconds or self._seconds
        self._asked.put(pickle.dumps(message))
        try:
            line = self._answers.get(timeout=limit)
        except queue.Empty:
            raise self._failed(f"did not answer within {limit:g} seconds") from None
        try:
            answer = json.loads(line) if line else None
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self._failed("ended before it answered")
        if "error" in answer:
            raise self._failed(f"failed: {str(answer['error']).rstrip('.')}")
        return answer

    def _failed(self, what: str) -> BotFailed:
        self._process.kill()
        return BotFailed(f"The bot {quoted(short_name(self._name))} {what}.")


# ---- in the process -------------------------------------------------------------------------------------------------


def main(name: str) -> int:
    """Answer questions until there are no more."""
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)  # what the bot prints must not be taken for an answer
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    made: list[Bot] = []
    while (size := asked.read(SIZE)) and len(size) == SIZE:
        message = pickle.loads(asked.read(int.from_bytes(size, "little")))
        try:
            answer = _answered(made, name, *message)
        except BaseException as error:
            answer = {"error": str(error) if isinstance(error, ValueError) else described(error)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()
    return 0


def _answered(made: list[Bot], name: str, what: str, *details: Any) -> dict[str, Any]:
    if what == "start":
        made.append(load_bot(name))
    elif what == "choose":
        view, mind = details
        return {"move": made[0].choose(view.minded(mind))}
    else:
        getattr(made[0], what)(*details)
    return {}


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(ORPHAN_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
