"""Dialogs over a table: a page to read, a question, a list to choose from, a line to type."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from ..core.texts import text as part
from ..terminal.layout import width_of, wrapped

COLUMNS = re.compile(r"\S[^\n]{0,20}? {2,}(?=\S)")
"""Matches the first column of a line that has two, with the gap after it."""
STYLE = """
Dialog { align: center middle; background: #0b1f19 60%; }
Dialog > Vertical { width: auto; max-width: 90%; height: auto; max-height: 90%; padding: 1 2; }
Dialog > Vertical, Dialog OptionList { background: #f4efe2; color: #1b1b1b; }
Dialog .title { color: #14332b; text-style: bold; width: auto; max-width: 100; margin-bottom: 1; }
Dialog .text { width: auto; max-width: 100; }
Dialog VerticalScroll { width: auto; height: auto; max-height: 70vh; scrollbar-color: #14332b; scrollbar-background: #d8cfb8; }
Dialog .keys { color: #6b6657; width: auto; margin-top: 1; }
Dialog OptionList { width: 60; max-width: 100%; height: auto; max-height: 16; border: none; }
Dialog Input { width: 56; max-width: 100%; background: white; color: black; border: none; height: 1; }
"""


class Dialog(ModalScreen[Any]):
    """A box in the middle of the screen; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c", "close", show=False, priority=True)]

    def action_close(self) -> None:
        """Close it without an answer."""
        self.dismiss(None)


class Page(Dialog):
    """A text to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,q,space", "close", show=False)]

    def __init__(self, title: str, lines: Sequence[str], *, at_end: bool) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """Return the page with its title."""
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll():
                yield Static(Text.from_ansi("\n".join(self._lines)), classes="text")
            yield Static(part("fullscreen.close"), classes="keys", markup=False)

    def on_mount(self) -> None:
        """Let arrow keys turn the page."""
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._at_end:
            scroll.scroll_end(animate=False)


class Question(Dialog):
    """A question that is answered with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", show=False),
        Binding("n,q", "answer(False)", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Return the question."""
        with Vertical():
            yield Static(self._question, classes="title", markup=False)
            yield Static(part("fullscreen.yesOrNo"), classes="keys", markup=False)

    def action_answer(self, answer: bool) -> None:
        """Close it with an answer."""
        self.dismiss(answer)


class ChoiceList(Dialog):
    """A list to choose from."""

    def __init__(self, title: str, labels: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._labels = labels

    def compose(self) -> ComposeResult:
        """Return the list."""
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            yield OptionList(*[Text(label) for label in self._labels])
            yield Static(part("fullscreen.chooseKeys"), classes="keys", markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close it with the number of the line."""
        self.dismiss(event.option_index)


class LineField(Dialog):
    """A line to type."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """Return the field."""
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close it with the line."""
        self.dismiss(event.value)


async def read(app: App[Any], title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
    """Show a text until it is closed; lines that are too long are wrapped."""
    width = room_for_text(app.size.width)
    fitting = [short for line in lines for short in (_hanging(line, width) if width_of(line) > width else [line])]
    await app.push_screen_wait(Page(title, fitting, at_end=at_end))


def _hanging(line: str, width: int) -> list[str]:
    """Wrap a line; a line in two columns continues in the second."""
    found = COLUMNS.match(line)
    if found is None:
        return wrapped(line, width)
    return wrapped(line[found.end() :], width, " " * width_of(found[0]), found[0])


def room_for_text(width: int) -> int:
    """Return the columns of text that fit into a dialog on a screen of this width."""
    return min(width * 9 // 10 - 7, 100)


def _fitting(app: App[Any], title: str) -> str:
    """Return a title in lines that fit into a dialog."""
    return "\n".join(wrapped(title, room_for_text(app.size.width)))


async def ask(app: App[Any], question: str) -> bool:
    """Ask a question; closing it means no."""
    return bool(await app.push_screen_wait(Question(_fitting(app, question))))


async def choose(app: App[Any], title: str, labels: Sequence[str]) -> int | None:
    """Return the number of the chosen line; None if the list was closed."""
    chosen: int | None = await app.push_screen_wait(ChoiceList(_fitting(app, title), labels))
    return chosen


async def type_line(app: App[Any], title: str) -> str | None:
    """Return the text that was typed; None if the field was closed."""
    typed: str | None = await app.push_screen_wait(LineField(_fitting(app, title)))
    return typed
