"""Replaying a saved game."""

from pathlib import Path

import pytest

from parlour import Match, Table, game_ids
from parlour.core import saves
from parlour.terminal.files import tables_in
from parlour.terminal.replay import Reel, ReplayScreen
from parlour.terminal.seats import bot_move
from tests.terminal.helpers.desk import PaperScreen, Script, cards_told, refusal, run

POSITION = """switch seats=2 turn=0
hand 0: 8h 2c 7d
hand 1: Ks 3s
pile: 4d 9h
deck: 2s 5h 6h 7h 9c
"""


def finished(table: Table) -> Table:
    while table.must is not None:
        for seat in table.asking_order:
            words = bot_move(table, seat)
            if words is not None:
                table.play(words, seat)
                break
    return table


@pytest.fixture
def saved(tmp_path: Path) -> str:
    table = Table.from_position(POSITION)
    for move in ("draw", "draw", "play 8h"):
        table.play(move)
    path = tmp_path / "game.json"
    path.write_text(table.save(), encoding="utf-8")
    return str(path)


def test_a_pipe_gets_all_steps_with_all_cards_face_up(saved: str) -> None:
    output = run("replay", saved).output
    assert output.count("── Switch") == 4
    assert "── Switch: the deal (step 0 of 3) ─" in output
    assert "── Switch: seat 0, draw (step 1 of 3) ─" in output
    assert "Seat 0 draws ♠2." in output
    assert "  Seat 1  2 cards   ♠3 ♠K" in output


def test_a_seat_sees_what_it_saw(saved: str) -> None:
    output = run("replay", saved, "--seat", "1").output
    assert "Seat 0 draws a card." in output
    assert "You draw ♥5." in output
    assert "2c" not in output


def test_seats_have_the_names_that_a_house_noted(saved: str) -> None:
    data = saves.read("table", Path(saved).read_text())
    Path(saved).write_text(saves.write("table", {**data, "names": ["Zoe\x1b[2J", 7]}))
    output = run("replay", saved).output
    assert "── Switch: Zoe·[2J, draw (step 1 of 3) ─" in output
    assert "Zoe·[2J draws ♠2." in output
    assert "Seat 1 draws ♥5." in output


def test_a_part_of_the_steps(saved: str) -> None:
    output = run("replay", saved, "--from", "2", "--to", "2").output
    assert output.count("── Switch") == 1
    assert "step 2 of 3" in output


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--from 9", "This file has steps 0 to 3; 9 to 3 is outside that."),
        ("--from -1", "This file has steps 0 to 3; -1 to 3 is outside that."),
        ("--from 2 --to 1", "This file has steps 0 to 3; 2 to 1 is outside that."),
        ("--to 4", "This file has steps 0 to 3; 0 to 4 is outside that."),
        ("--seat 2", "There is no seat 2 at a table of 2."),
        ("--seat -1", "There is no seat -1 at a table of 2."),
    ],
)
def test_unknown_steps_and_seats_are_refused(saved: str, options: str, sentence: str) -> None:
    assert refusal("replay", saved, *options.split()) == sentence


def test_all_rounds_of_a_match_follow_each_other(tmp_path: Path) -> None:
    match = Match.new("switch", 2, seed=4, rounds=2)
    first = len(finished(match.table).log)
    match.next_round()
    match.table.play("draw")
    path = tmp_path / "match.json"
    path.write_text(match.save())
    assert [len(table.log) for table in tables_in(str(path))] == [first, 1]
    output = run("replay", str(path)).output
    assert f"Switch, round 1: the deal (step 0 of {first + 2})" in output
    assert f"Switch, round 2: seat {match.table.log[0][0]}, draw (step {first + 2} of {first + 2})" in output


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_replayed_as_it_was_played(game_id: str) -> None:
    table = finished(Table.new(game_id, seed=6))
    reel = Reel([table])
    assert reel.last == len(table.log)
    for step in (0, 1, 2, reel.last, reel.last - 1, 1):
        assert reel.at(step).position() == table.at(step).position()


def test_at_a_terminal_the_person_turns_the_pages(saved: str) -> None:
    screen = PaperScreen(as_terminal=True)
    reader = Script(screen, ["", "b", "3", "what", "77", "", "q"], as_terminal=True)
    ReplayScreen(Reel(tables_in(saved)), None, screen, reader).run(0, None)
    paper = screen.paper
    steps = [part.split(" of 3")[0] for part in paper.split("(step ")[1:]]
    assert steps == ["0", "1", "0", "3"]
    assert "Type Enter, b, q or a step from 0 to 3." in paper
    assert "The steps are 0 to 3." in paper
    assert paper.endswith("That was the last step.\n")


def test_a_person_may_stop_at_any_page(saved: str) -> None:
    for answers in (["q"], []):
        screen = PaperScreen(as_terminal=True)
        ReplayScreen(Reel(tables_in(saved)), 0, screen, Script(screen, answers, as_terminal=True)).run(1, 2)
        assert screen.paper.count("(step ") == 1
        assert "Ks" not in cards_told(screen.paper, Table.from_position(POSITION).game.pack)
