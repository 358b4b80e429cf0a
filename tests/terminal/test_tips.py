"""Tips for first games in the terminal: shown to one person until two games are finished, and switched off for good."""

from pathlib import Path

import pytest

from parlour import Table
from parlour.home.learning import FIRST_GAMES, Learning
from parlour.home.ledger import Ledger, entry_of
from parlour.terminal.line_mode import LineMode
from parlour.terminal.seats import make_party
from parlour.terminal.sitting import Sitting
from parlour.terminal.stats import has_tips
from tests.terminal.helpers.desk import PaperScreen, Script

POSITION = """switch seats=2 turn=0
hand 0: 8h 2c 7d Kh
hand 1: Ks 3s 4c
pile: 4d 9h
deck: 2s 5h 6h 7h 9c
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))


def test_tips_are_shown_and_switched_off_for_good() -> None:
    screen = PaperScreen()
    sitting = Sitting(Table.from_position(POSITION))
    reader = Script(screen, ["draw", "tips", "quit"])
    LineMode(sitting, make_party(2, 1, ""), screen, reader, 0.0, tips=True).run()
    assert "Match ♥ or 9, play a 7 or an Ace, or draw." in screen.paper
    before, after = screen.paper.split("Tips are off.")
    assert "Play or draw." not in before and "Match" not in after
    assert not Learning().has_tips and not has_tips("switch", make_party(2, 1, ""))
    Learning().set_tips(True)
    assert has_tips("switch", make_party(2, 1, "")) and not has_tips("switch", make_party(2, 2, ""))


def test_two_finished_games_of_a_kind_are_enough() -> None:
    party = make_party(2, 1, "")
    for seed in range(FIRST_GAMES):
        assert has_tips("switch", party)
        table = Table.new("switch", 2, seed)
        while table.must is not None:
            table.play(table.advice() or "")
        Ledger().add(entry_of(table, party.names, party.people))
    assert not has_tips("switch", party) and has_tips("swish", party)
