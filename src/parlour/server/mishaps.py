"""Mistakes of the house in its own log: what kind they were and where, but never their words, which may name a card."""

import asyncio
import logging
import threading
import traceback
from typing import Any, TextIO

DEEPEST = 12
say = logging.getLogger("parlour.server")


def place_of(error: BaseException) -> str:
    """The kind of an error and the way to it, innermost last; no text of it and no line of code."""
    frames = traceback.extract_tb(error.__traceback__)[-DEEPEST:]
    way = " > ".join(f"{_module(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)
    return f"{type(error).__name__} at {way}" if way else type(error).__name__


def _module(path: str) -> str:
    """The end of a path: whose machine it is belongs into no log."""
    return "/".join(path.replace("\\", "/").split("/")[-2:])


class Discreet(logging.Formatter):
    """Writes one line for each entry, and of an exception only its kind and place."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")

    def formatException(self, ei: object) -> str:
        """The exceptions of a chain, each by kind and place."""
        error = ei[1] if isinstance(ei, tuple) else None
        places: list[str] = []
        while isinstance(error, BaseException) and len(places) < DEEPEST:
            places.append(place_of(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "  " + "; after ".join(places)


def keep_log(level: int = logging.INFO, stream: TextIO | None = None) -> None:
    """Let the house write to standard error, discreetly, and of uvicorn and asyncio what matters."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet())
    for name, least in (("parlour.server", level), ("uvicorn", logging.ERROR), ("asyncio", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(least)
        logger.propagate = False
    threading.excepthook = _thread_failed


def _thread_failed(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        say.error("A thread failed: %s", place_of(failure.exc_value))


def task_failed(loop: asyncio.AbstractEventLoop, failure: dict[str, Any]) -> None:
    """Note what went wrong where nobody waits for it; asyncio itself would write down its words."""
    error = failure.get("exception")
    say.error("A task failed: %s", place_of(error) if isinstance(error, BaseException) else failure.get("message"))
