"""The server's own log: errors by type and location, never by message, because a message may name a card."""

import asyncio
import json
import logging
import threading
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

DEEPEST = 12
"""The most stack frames, and the most chained exceptions, that are logged."""
logger = logging.getLogger("parlour.server")
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the HTTP request that is being handled; empty outside of one."""


def error_location(error: BaseException) -> str:
    """Return the type of an error and its stack, innermost frame last, without its message or any source line."""
    frames = traceback.extract_tb(error.__traceback__)[-DEEPEST:]
    stack = " > ".join(f"{_short_path(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)
    return f"{type(error).__name__} at {stack}" if stack else type(error).__name__


def _short_path(path: str) -> str:
    """Return the end of a path: the folder in which the code is installed does not belong in a log."""
    return "/".join(path.replace("\\", "/").split("/")[-2:])


class RedactingFormatter(logging.Formatter):
    """Writes one line per record, with only the type and location of an exception."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Format the line, with the id of the request that it is about."""
        id = request_id.get()
        return super().formatMessage(record) + (f" [request {id}]" if id else "")

    def formatException(self, ei: object) -> str:
        """Format the exceptions of a chain, each by type and location."""
        error = ei[1] if isinstance(ei, tuple) else None
        locations: list[str] = []
        while isinstance(error, BaseException) and len(locations) < DEEPEST:
            locations.append(error_location(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "  " + "; after ".join(locations)


class JsonFormatter(RedactingFormatter):
    """Writes one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if id := request_id.get():
            line["request_id"] = id
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info).strip()
        return json.dumps(line, ensure_ascii=False)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": RedactingFormatter, "json": JsonFormatter}


def configure_logging(level: int | str = logging.INFO, format: str = "text", stream: TextIO | None = None) -> None:
    """Log the server to standard error in one of FORMATTERS, but only the errors of uvicorn and asyncio."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(FORMATTERS[format]())
    for name, least in (("parlour.server", level), ("uvicorn", logging.ERROR), ("asyncio", logging.ERROR)):
        configured = logging.getLogger(name)
        configured.handlers[:] = [handler]
        configured.setLevel(least)
        configured.propagate = False
    threading.excepthook = _log_thread_error


def _log_thread_error(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        logger.error("A thread failed: %s", error_location(failure.exc_value))


def log_task_error(loop: asyncio.AbstractEventLoop, failure: dict[str, object]) -> None:
    """Log an error that nothing awaited; asyncio's own handler would log its message."""
    error = failure.get("exception")
    logger.error("A task failed: %s", error_location(error) if isinstance(error, BaseException) else failure.get("message"))
