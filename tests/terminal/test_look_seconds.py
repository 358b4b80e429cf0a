"""The timer that ends a look, together with the clock of the turn: at a real terminal, and in the reader alone."""

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour import Table, find_game, game_ids
from parlour.terminal.reader import Reader, TimeRanOut
from parlour.terminal.screen import WIPE
from tests.terminal.helpers.desk import PaperScreen, cards_told
from tests.terminal.helpers.pseudoterminal import Terminal, terminal

needs_looks = pytest.mark.skipif("cambio" not in game_ids(), reason="needs a game in which players look at cards")
PLAY = ("play", "cambio", "--seats", "2", "--seed", "5", "--bots-delay", "0", "--no-stats")
LOOKED_AT = {"5d", "J1"}
WITHOUT_READLINE = [sys.executable, "-c", "import sys; sys.modules['readline'] = None; import parlour.cli as c; c.main()"]


@contextmanager
def playing(look_seconds: int, turn_seconds: int | None = None, **environment: str) -> Iterator[Terminal]:
    """A person at a terminal who is looking at the first two cards."""
    clock = () if turn_seconds is None else ("--set", f"turn_seconds={turn_seconds}")
    with terminal(*PLAY, "--set", f"look_seconds={look_seconds}", *clock, **environment) as person:
        assert cards(person.until("\n> ")) >= LOOKED_AT
        yield person


def cards(text: str) -> set[str]:
    """The cards that are on the screen after this was written."""
    return cards_told(text.split(WIPE)[-1], find_game("cambio").pack)


@needs_looks
@pytest.mark.rules("CA-7.1")
def test_a_card_is_turned_back_and_a_line_half_typed_goes_on() -> None:
    with playing(look_seconds=1) as person:
        person.type("dr")
        person.until(WIPE)
        redrawn = person.until("\n> dr")
        assert not cards(redrawn) & LOOKED_AT
        assert "call" in redrawn
        person.type("aw\n")
        assert not cards(person.until("You draw")) & LOOKED_AT
        assert not cards(person.until("\n> ")) & LOOKED_AT


@needs_looks
@pytest.mark.rules("CA-7.1")
def test_without_readline_the_line_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.terminal.helpers.pseudoterminal.COMMAND", WITHOUT_READLINE)
    with playing(look_seconds=1) as person:
        person.type("ca")
        person.until(WIPE)
        assert not cards(person.until("\n> ")) & LOOKED_AT
        person.type("draw\n")
        person.until("You draw")


@needs_looks
@pytest.mark.rules("CA-7.1", "ALL-8")
def test_a_look_ends_before_the_clock_of_the_turn() -> None:
    with playing(look_seconds=1, turn_seconds=5) as person:
        person.until(WIPE)
        redrawn = person.until("\n> ")
        assert not cards(redrawn) & LOOKED_AT
        assert re.search(r"You have [1-5]\s+seconds?\.", redrawn), "the clock of the turn goes on"
        person.until("Your time is up: the house moves for you.")
        assert "Press Enter" not in person.until("You run out of time.")


@needs_looks
@pytest.mark.rules("CA-7.1", "ALL-8")
def test_the_clock_of_the_turn_ends_before_a_look() -> None:
    with playing(look_seconds=30, turn_seconds=5) as person:
        person.type("half a li")
        assert WIPE not in person.until("Your time is up: the house moves for you.")
        assert WIPE not in person.until("Press Enter when you've seen it. ")
        person.type("\n")
        person.until(WIPE)
        person.until("You run out of time.")
        assert not cards(person.until("\n> ")) & LOOKED_AT


@needs_looks
@pytest.mark.rules("CA-7.1")
def test_a_look_that_ends_the_turn_is_over_in_time(tmp_path: Path) -> None:
    start = "cambio seats=2 turn=0\ngrid 0: Qh Jh Kh Th\ngrid 1: Qc Jc Kc Tc\nknows 0:\nknows 1:\npile: 5s\n"
    options = "option matching: off\noption look_seconds: 1\n"
    table = Table.from_position(f"{start}deck: 7d 2d 3d 4d 6d\n{options}")
    (tmp_path / "game.json").write_text(table.save())
    with terminal("play", "--load", str(tmp_path / "game.json"), "--bots-delay", "0", "--no-stats") as person:
        for move in ("draw", "discard", "look 0:1"):
            person.until("\n> ")
            person.type(f"{move}\n")
        assert "Jh" in cards(person.until("Press Enter when you've seen it."))
        person.until(WIPE)
        assert "Jh" not in cards(person.until("\n> "))


@needs_looks
@pytest.mark.rules("CA-7.1")
def test_a_look_lasts_as_long_when_the_keyboard_is_passed_on() -> None:
    with terminal(*PLAY, "--people", "2", "--set", "look_seconds=1") as person:
        person.until("Pass the keyboard to Player A, then press Enter. ")
        person.type("\n")
        assert cards(person.until("\n> ")) >= LOOKED_AT
        person.until(WIPE)
        assert not cards(person.until("\n> ")) & LOOKED_AT
        person.type("call\n")
        person.until("[y/N] ")
        person.type("y\n")
        person.until("Pass the keyboard to Player B, then press Enter. ")
        person.type("\n")
        theirs = person.until("\n> ")
        assert "You look at your slot 3" in theirs
        person.until(WIPE)
        assert "You look at" not in person.until("\n> ")


@needs_looks
@pytest.mark.rules("CA-7.1")
def test_a_terminal_that_cannot_be_cleared_keeps_the_card() -> None:
    with playing(look_seconds=1, TERM="dumb") as person:
        time.sleep(1.3)
        person.type("table\n")
        assert cards(person.until("\n> ")) >= LOOKED_AT


# ---- the reader alone


class Candle:
    """Stands in for looks that end after these many seconds."""

    def __init__(self, *seconds: float) -> None:
        self.ends = [time.monotonic() + length for length in seconds]
        self.out = 0

    def seconds_left(self) -> float | None:
        return min(self.ends) - time.monotonic() if self.ends else None

    def turn_back(self) -> None:
        self.ends.remove(min(self.ends))
        self.out += 1


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Standard input without a person; the test writes to it."""
    silent, ours = os.pipe()
    with open(silent) as nobody, open(ours, "w"):
        monkeypatch.setattr("sys.stdin", nobody)
        yield ours


@pytest.mark.parametrize(
    ("lengths", "limit", "out"), [([0.02, 0.05], 0.15, 2), ([5.0], 0.05, 0), ([0.02, 5.0], 0.1, 1), ([-1.0], 0.05, 1)]
)
@pytest.mark.rules("ALL-8")
def test_the_timer_that_ends_first_fires_first(silence: int, lengths: list[float], limit: float, out: int) -> None:
    reader = Reader(PaperScreen())
    reader.fading = candle = Candle(*lengths)
    drawn: list[int] = []
    with pytest.raises(TimeRanOut):
        reader.line("> ", limit, lambda: drawn.append(candle.out))
    assert candle.out == out
    assert drawn == list(range(1, out + 1))


def test_an_answer_after_the_end_of_a_look_is_read(silence: int) -> None:
    reader = Reader(PaperScreen())
    reader.fading = candle = Candle(0.02)

    def draw() -> None:
        os.write(silence, b"draw\n")

    assert reader.line("> ", again=draw) == "draw"
    assert candle.out == 1
    assert reader.screen.paper == "> > draw\n"  # type: ignore[attr-defined]


def test_an_answer_in_time_fires_no_timer(silence: int) -> None:
    reader = Reader(PaperScreen())
    reader.fading = candle = Candle(0.05)
    os.write(silence, b"draw\n")
    assert reader.line("> ", 0.05) == "draw"
    time.sleep(0.3)
    assert candle.out == 0
