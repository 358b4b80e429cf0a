"""The screen: where line mode writes, a terminal or a pipe."""

import codecs
import os
import shutil
import sys
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper

from ..system import knows_codes
from .ink import Ink
from .layout import width_of, wrapped
from .refusal import NobodyReads, OutputLost, reason

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""The codes that move the cursor home and clear the screen and the scrollback."""
PAGES_AWAY = 3
"""How many screens of empty lines to print on a terminal that cannot be cleared."""
MOST_KEPT = 10
"""How many sentences are kept for repeating."""
PLAIN = str.maketrans(
    {
        "♣": "c",
        "♦": "d",
        "♥": "h",
        "♠": "s",
        "…": "...",
        "“": '"',
        "”": '"',
        "─": "-",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "×": "x",
        "·": ".",
    }
    | {"▸": ">", "–": "-", "’": "'", "•": "*", "−": "-"}
)


class Screen:
    """Writes lines to standard output; colours and clearing only at a terminal."""

    def __init__(self) -> None:
        self.is_terminal = is_terminal(sys.stdout)
        self.can_clear = self.is_terminal and knows_codes()
        self.ink = Ink(self.can_clear and not os.environ.get("NO_COLOR"))
        self.said: deque[str] = deque(maxlen=MOST_KEPT)
        """The last sentences, so that they can be repeated on a cleared screen."""

    @property
    def width(self) -> int:
        """The number of columns."""
        return min(max(shutil.get_terminal_size((80, 24)).columns, 24), 100)

    @property
    def height(self) -> int:
        """The number of visible lines."""
        return max(shutil.get_terminal_size((80, 24)).lines, 8)

    def write(self, text: str) -> None:
        """Write text unchanged."""
        if sys.stdout is None:
            return
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise NobodyReads(reason(error)) from None
        except OSError as error:
            raise OutputLost(reason(error)) from None

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines that already fit."""
        self.write("".join(line + "\n" for line in lines))

    def say(self, text: str, indent: str = "") -> None:
        """Write a paragraph, wrapped where needed."""
        self.said.append(text)
        self.lines(wrapped(self.ink.sentence(text), self.width, indent))

    def title(self, text: str) -> None:
        """Write a line across the screen with a text in it."""
        rest = self.width - width_of(text) - 4
        if rest < 1:
            self.lines(["", self.ink.dim("─" * self.width), *wrapped(self.ink.bold(text), self.width)])
        else:
            self.lines(["", f"{self.ink.dim('──')} {self.ink.bold(text)} {self.ink.dim('─' * rest)}"])

    def clear(self) -> None:
        """Clear everything written; draw a line instead if this isn't a terminal."""
        if self.can_clear:
            self.write(WIPE)
        elif self.is_terminal:
            self.lines([""] * PAGES_AWAY * self.height)
        else:
            self.lines(["", "=" * self.width, ""])


LEAST_WIDTH, LEAST_HEIGHT = 60, 20
"""The smallest terminal for full screen."""


def fills_screen(screen: Screen) -> bool:
    """Whether full screen is possible: at a terminal that is large enough and knows the codes."""
    size = shutil.get_terminal_size()
    return screen.can_clear and size.columns >= LEAST_WIDTH and size.lines >= LEAST_HEIGHT


def is_terminal(stream: object) -> bool:
    """Whether a stream is a terminal."""
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


def _spelt_out(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the output cannot encode with ones that it can."""
    assert isinstance(error, UnicodeEncodeError)
    plain = error.object[error.start : error.end].translate(PLAIN)
    return plain.encode("ascii", "replace").decode(), error.end


def make_streams_forgiving() -> None:
    """Make the streams accept any character: invalid input is marked, and output that can't be encoded is spelt out."""
    codecs.register_error("spelt out", _spelt_out)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "spelt out"), (sys.stderr, "spelt out")):
        if isinstance(stream, TextIOWrapper):
            with suppress(OSError, ValueError):
                stream.reconfigure(errors=errors)
