"""Features for people only: moves that name the cards to highlight, and bots that take a moment."""

import time

import pytest

from parlour import Table, game_ids
from parlour.cli import Session
from parlour.terminal.screen import Screen
from parlour.terminal.seats import bot_move
from tests.home.helpers.small_games import PLUS_TWO, played
from tests.terminal.helpers.desk import desk, run

pytestmark = pytest.mark.rules("MM-6.1")


@pytest.mark.parametrize("game_id", game_ids())
def test_the_view_names_every_card_that_can_be_played_and_no_other(game_id: str) -> None:
    table = Table.new(game_id, seed=6)
    seen = 0
    for _ in range(60):
        seat = table.must
        if seat is None:
            break
        view = table.view(seat)
        hand = view.zone("hand", seat)
        cards = set(hand.cards) if hand else set()
        named = {pick for move in view.moves for pick in move.picks if pick in cards}
        spoken = {word for move in table.moves(seat) for word in move.split() if move.startswith("play") and word in cards}
        assert named == spoken
        seen += len(named)
        table.play(bot_move(table, seat) or "", seat)
    assert seen or not any(zone.kind == "hand" for zone in table.view(0).zones)


def test_a_card_that_does_not_match_is_not_named() -> None:
    table = played(PLUS_TWO.replace("r+2 r5", "r+2 r5 g7 b9 W"))
    moves = table.view(0).moves
    # both red cards, the other 9 and the Wild go on the red 9
    assert {move.picks[0] for move in moves if move.words.startswith("play")} == {"r+2", "r5", "b9", "W"}
    assert table.view(1).moves == ()


def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


def test_bots_take_the_moment_that_the_game_says_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Session(1, "", None, no_house=False, no_stats=True)
    table = Table.new("match_mania", seed=1)
    slow = Table.new("match_mania", seed=1, options={"bot_delay": 20})
    assert evening._bots_delay(slow) == 0
    monkeypatch.setattr(evening.screen, "is_terminal", True)
    assert evening._bots_delay(table) == 0.8
    assert evening._bots_delay(slow) == 2.0
    monkeypatch.setattr(Screen, "__init__", lambda screen: screen.__dict__.update(is_terminal=True, can_clear=False))
    asked = Session(1, "", 0.1, no_house=False, no_stats=True)
    assert asked._bots_delay(slow) == 0.1
    usual = Session(1, "", None, no_house=False, no_stats=True)
    assert usual._bots_delay(Table.new("swish", seed=1)) == 0.6


def test_a_bot_takes_its_moment_where_people_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = slept(monkeypatch)
    made = desk(Table.new("match_mania", 3, seed=2), to_the_end=True)
    made.mode.delay = 0.8
    made.play()
    assert pauses and set(pauses) <= {0.8, 0.8 / 3}


def test_in_a_pipe_no_bot_takes_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = slept(monkeypatch)
    run("play", "match_mania", "--seed", "2", "--no-stats", typed="1\n" * 400)
    assert not any(pauses)


def test_simulation_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(seconds: float) -> None:
        raise AssertionError("a simulation waited")

    monkeypatch.setattr(time, "sleep", never)
    results = []
    for delay in (0, 50):
        table = Table.new("match_mania", 3, seed=4, options={"bot_delay": delay})
        while table.must is not None:
            table.play(bot_move(table, table.must) or "", table.must)
        results.append((table.result, table.log))
    # the pause is for people who watch, and changes nothing in the game
    assert results[0] == results[1]
