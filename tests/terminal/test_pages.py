"""A long text at a terminal, a screenful at a time: forward, back, and searching."""

from collections.abc import Sequence

import pytest

from parlour.terminal.pages import NoSuchPage, Pages
from tests.terminal.helpers.desk import PaperScreen, Script
from tests.terminal.helpers.pseudoterminal import terminal

TEXT = [f"line {number}" for number in range(10)]
MORE = "Enter for more, b back, /text to search, q to stop: "
END = "The end. Enter to continue, b back, /text to search, q to stop: "


def opened(*answers: str, lines: Sequence[str] = TEXT, step: int = 4) -> Pages:
    pages = Pages(lines, step)
    for answer in answers:
        pages.turn(answer)
    return pages


@pytest.mark.parametrize(
    ("answers", "first"),
    [
        ([], 0),
        ([""], 4),
        (["", ""], 8),
        (["", "b"], 0),
        (["", "", "BACK"], 4),
        (["/line 6"], 6),
        (["/LINE 6", "b"], 2),
        (["/line 2", "b"], 0),
        (["/line", "/", "/"], 3),
        (["", "/line 2"], 2),
        (["/6  line"], 6),
        (["/line 0"], 0),
    ],
)
def test_pages_turn_forward_back_and_to_a_word(answers: list[str], first: int) -> None:
    assert list(opened(*answers).shown) == TEXT[first : first + 4]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("b", "This is the beginning."),
        ("/", "Type the text to search for after the /."),
        ("/dance", "“dance” was not found."),
        ("dance", "Type Enter, b, /text or q."),
        ("/line 10", "“line 10” was not found."),
    ],
)
def test_an_impossible_request_is_explained_and_the_page_stays(answer: str, sentence: str) -> None:
    pages = opened()
    with pytest.raises(NoSuchPage, match=sentence.replace(".", r"\.")):
        pages.turn(answer)
    assert list(pages.shown) == TEXT[:4]


def test_colours_and_ends_of_lines_hide_no_word() -> None:
    lines = ["", "a", "Draw \x1b[31m♥7\x1b[0m and", "    pass.", "b"]
    assert list(opened("/♥7 and pass", lines=lines, step=2).shown) == lines[2:4]
    assert list(opened("/pass", lines=lines, step=2).shown) == lines[3:5]


def test_each_page_says_what_can_be_typed() -> None:
    assert opened().prompt == MORE
    assert opened("", "").prompt == END
    assert opened().are_closed_by("Q")
    assert not opened().are_closed_by("")
    assert opened("", "").are_closed_by("")


class Low(PaperScreen):
    """A screen of few lines."""

    @property
    def height(self) -> int:
        return 6


def test_a_text_is_read_to_its_end_or_until_the_reader_quits() -> None:
    for answers, read in ((["", "b", "dance", "q"], [*TEXT[:8], *TEXT[:4]]), (["", "", ""], TEXT), ([], TEXT[:4])):
        screen = Low(as_terminal=True)
        reader = Script(screen, answers, as_terminal=True)
        reader.page(TEXT)
        assert [line for line in screen.paper.splitlines() if line in TEXT] == read
        assert not reader.answers


def test_a_text_that_fits_asks_nothing() -> None:
    screen = Low(as_terminal=True)
    reader = Script(screen, as_terminal=True)
    reader.page(TEXT[:4])
    reader.page([])
    assert reader.asked == []


def test_the_rules_at_a_terminal_can_be_searched() -> None:
    with terminal("rules", "switch") as person:
        person.until(MORE)
        person.type("/turn_seconds\n")
        assert "turn_seconds" in person.until("to search, q to stop: ")
        person.type("b\n")
        person.until("to search, q to stop: ")
        person.type("q\n")
        assert person.status() == 0
