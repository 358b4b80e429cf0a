"""The line editor of a terminal: it knows the arrow keys and can resume an unfinished line."""

import sys
from contextlib import suppress
from types import ModuleType

termios: ModuleType | None = None
with suppress(ImportError):
    import termios


class LineEditor:
    """Reads lines with readline or, where that is missing, with the terminal's own editing."""

    def __init__(self) -> None:
        self._readline: ModuleType | None = None
        self._given = ""
        self._begun = False
        with suppress(ImportError):
            import readline

            # only `remember` adds to the history, because several people may share the keyboard
            readline.set_auto_history(False)
            self._readline = readline

    def line(self, prompt: str, typed: str = "") -> str:
        """Read a line that starts with what was typed before."""
        self._given, self._begun = typed, False
        if self._readline is None:
            return self._plain_line(prompt)
        self._readline.set_startup_hook(self._begin)
        try:
            return input(prompt)
        finally:
            self._readline.set_startup_hook(None)

    def remember(self, line: str) -> None:
        """Add a line to the history, unless it is empty or was the last one."""
        read = self._readline
        if read is None or not line:
            return
        last = read.get_current_history_length()
        if not last or read.get_history_item(last) != line:
            read.add_history(line)

    def _begin(self) -> None:
        assert self._readline is not None
        self._readline.insert_text(self._given)
        self._begun = True

    def half_typed(self) -> str:
        """Return what has been typed on the current line; until that line begins, the buffer still holds the previous one."""
        if self._readline is None:
            return ""
        return str(self._readline.get_line_buffer()) if self._begun else self._given

    @staticmethod
    def _plain_line(prompt: str) -> str:
        """Read a line with the terminal's own editing, so that abandoned input doesn't appear before the next line."""
        try:
            return input(prompt)
        except EOFError:
            raise
        except Exception:
            if termios is not None:
                with suppress(termios.error, OSError, ValueError):
                    termios.tcflush(sys.stdin, termios.TCIFLUSH)
            raise
