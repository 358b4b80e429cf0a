"""The conversation of one person with the table."""

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from parlour import Match, Table, find_game, game_ids
from parlour.core.game import Game
from parlour.core.texts import about, speaking, whose
from parlour.terminal.reader import Reader, TimeRanOut
from parlour.terminal.seats import make_party
from parlour.terminal.sitting import Sitting
from tests.terminal.helpers.desk import PaperScreen, desk, run

QUIET = """switch seats=2 turn=0
hand 0: 8h 2c 7d
hand 1: Ks 3s
pile: 4d 9h
deck: 2s 5h 6h 7h 9c
"""


def talk(*answers: str, position: str = QUIET) -> str:
    return desk(Table.from_position(position), answers).play()


def test_the_table_the_prompt_and_the_moves_are_shown() -> None:
    paper = talk()
    assert "  Ada  2 cards" in paper
    assert "Pile: ♥9 on ♦4, 2 cards   Deck:" in paper
    assert "▸ You  3 cards\n    ♣2   ♦7   ♥8\n    Playable: ♦7 ♥8\nPlay or draw.\n" in paper
    assert "1) play ♦7   2) play ♥8   3) draw\n> " in paper


@pytest.mark.parametrize("line", ["2", "play 8h", "8h", "8♥", "♥8", "h8", "PLAY  8H", "p 8h", "pl ♥8", "play ♥8"])
def test_a_move_by_number_by_words_or_by_cards(line: str) -> None:
    sitting = desk(Table.from_position(QUIET), [line])
    sitting.play()
    assert sitting.table.log[0] == (0, "play 8h")


def test_bots_move_and_what_they_do_is_told() -> None:
    paper = talk("draw")
    assert re.search(r"You draw ♠2\.\nAda (plays|draws) .*\n\n── Switch", paper)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("2c", "♣2 matches neither ♥ nor 9."),
        ("play 9s", "You don't hold ♠9."),
        ("7", "There is no move 7: choose from 1 to 3."),
        ("", "Type a number, the words of a move, or help."),
        ("dance", "Switch has no move “dance”."),
        ("paly 8h", "Did you mean “play 8h”?"),
        ("hlep", "Did you mean “help”?"),
        ("x" * 600, "A move is written as a few words"),
        ("challenge", "There is no “challenge” in standard mode"),
        ("hint", "Hint: play ♥8."),
        ("help", "save [FILE] save the game"),
        ("?", "quit leave the table"),
        ("help", "Some games allow gambles that aren't listed; see `rules`."),
        ("moves", "3) draw"),
        ("undo", "You haven't moved yet: there is nothing to take back."),
        ("save /", "'/' is a folder: choose another name."),
        ("save /no/such/folder/x", "can't be written: no such file or directory."),
        ("save /dev/null", "isn't an ordinary file: choose another name."),
        ("save a\x00b", "can't be written: that isn't a path."),
    ],
)
def test_other_input_is_answered_and_changes_nothing(line: str, answer: str) -> None:
    sitting = desk(Table.from_position(QUIET), [line])
    before = sitting.table.save()
    paper = sitting.play()
    assert answer in " ".join(paper.split())
    assert sitting.table.save() == before


def test_the_end_of_the_input_is_told_in_a_sentence() -> None:
    assert talk().endswith("The input ended, so the game stops here.\n")


def test_quit_leaves_the_table() -> None:
    assert talk("quit", "draw").endswith("The game stops here.\n")


def test_undo_goes_back_to_before_the_last_move() -> None:
    sitting = desk(Table.from_position(QUIET), ["draw", "undo"])
    paper = sitting.play()
    assert "Taken back: draw." in paper
    assert sitting.table.log == []
    assert json.loads(sitting.mode.sitting.save())["practice"] == "undone", "also after it was saved"


def test_the_position_is_shown_only_after_a_confirmation() -> None:
    assert "hand 1:" not in talk("position", "no")
    assert "hand 1: 3s Ks\n" in talk("position", "y")


def test_the_log_tells_everything_and_the_table_can_be_seen_again() -> None:
    paper = talk("draw", "log", "table")
    assert "> draw\nYou draw ♠2.\n" in paper
    assert "> log\n  You draw ♠2.\n" in paper
    assert paper.count("── Switch") == 3


def test_rules_come_with_the_house_rules_as_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "rules_text", "# The game\n\nPlay.\n")
    paper = talk("rules", position=QUIET + "option finish_on_trick: on\n")
    assert "The game\n────────\n\nPlay.\n" in paper
    assert re.search(r"finish_on_trick +on \*", paper)
    assert re.search(r"chains +off +In a run", paper)


def test_without_a_rule_sheet_the_table_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: Game) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Game, "rules_text", property(missing))
    assert "The rules of Switch can't be read." in talk("rules")


# ---- saving


def test_a_game_is_saved_under_a_new_name_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = desk(Table.new("switch", 3, seed=5), ["1", "save"])
    assert "parlour play --load switch-1.json" in first.play()
    assert Table.load((tmp_path / "switch-1.json").read_text()).log == first.table.log
    assert "parlour play --load switch-2.json" in talk("save")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["switch-1.json", "switch-2.json"]
    result = run("play", "--load", "switch-1.json", typed="log\n")
    assert result.exit_code == 0
    assert "The game continues where it was saved" in result.output


def test_nothing_is_overwritten_without_asking(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("precious")
    assert "Nothing was saved." in talk(f"save {path}", "no")
    assert "Nothing was saved." in talk(f"save {path}")
    assert path.read_text() == "precious"
    talk(f"save {path}", "yes")
    assert Table.load(path.read_text()).must == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.json"]


def test_a_loaded_game_is_saved_where_it_came_from(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(Table.new("switch", 2, seed=5).save())
    result = run("play", "--load", str(path), typed="draw\nsave\ny\n")
    assert "already exists. Replace it? [y/N] y" in " ".join(result.output.split())
    assert Table.load(path.read_text()).log[0] == (0, "draw")


def test_a_saved_game_goes_on_with_the_same_people(tmp_path: Path) -> None:
    path = tmp_path / "two of us.json"
    made = desk(Table.new("switch", 3, seed=5), [f"save {path}"], people=2, names="Ana,Ben B")
    command = made.play().split("To continue later:\n  ")[1].splitlines()[0]
    assert command == f"parlour play --load '{path}'"
    again = run(*shlex.split(command)[1:], typed="quit\n").output
    assert again.startswith("People play seat 0 (Ana) and seat 1 (Ben B); a bot plays seat 2 (Ada).\n")
    alone = " ".join(run("play", "--load", str(path), "--people", "1", typed="quit\n").output.split())
    assert alone.startswith("You play seat 0; bots play seat 1 (Ada) and seat 2 (Bruno). ♦2")


def test_a_saved_game_keeps_the_levels_of_its_bots(tmp_path: Path) -> None:
    path = tmp_path / "strong.json"
    desk(Table.new("switch", 3, seed=5), [f"save {path}"], names="Zoe", bots="casual,beginner").play()
    again = " ".join(run("play", "--load", str(path), typed="quit\n").output.split())
    assert again.startswith("You play seat 0 (Zoe); bots play seat 1 (Ada, casual) and seat 2 (Bruno, beginner). ")


@pytest.mark.parametrize(
    "noted", [{"people": 9}, {"people": 1, "names": ["A"]}, {"people": 1, "names": ["", "B"], "levels": [3, 4]}]
)
def test_a_save_with_odd_players_is_played_with_the_usual_ones(tmp_path: Path, noted: dict[str, object]) -> None:
    path = tmp_path / "odd.json"
    path.write_text(Sitting(Table.new("switch", 2, seed=5)).save(noted))
    assert run("play", "--load", str(path), typed="quit\n").output.startswith("You play seat 0; a bot plays seat 1 (Ada).")


def test_several_moves_are_taken_back_at_once() -> None:
    sitting = desk(Table.from_position(QUIET), ["draw", "draw", "undo 2", "undo 1", "undo x", "undo 0"])
    paper = sitting.play()
    assert sitting.table.log == []
    assert paper.count("Taken back: draw.") == 2
    assert paper.count("You haven't moved yet") == 1
    assert paper.count("Type undo, or undo and the number of moves to take back.") == 2


def test_more_moves_than_were_made_are_not_taken_back() -> None:
    sitting = desk(Table.from_position(QUIET), ["draw", "undo 9"])
    assert "You haven't made that many moves yet, only 1." in sitting.play()
    assert sitting.table.log


CALLER = """cambio seats=2 turn=0
grid 0: Ac 2c 3c 4c
grid 1: Kc Qc Jc Tc
pile: 9h
deck: 2s 5h 6h 7h 9c
"""


def test_a_move_that_is_asked_about_has_the_last_number_and_is_asked_about_once() -> None:
    sitting = desk(Table.from_position(CALLER), ["3", "n", "call", "y"], as_terminal=True)
    paper = sitting.play()
    assert "3)\x1b[0m call" in paper
    assert paper.count("Call Cambio?") == 2
    assert sitting.table.log[0] == (0, "call")
    piped = desk(Table.from_position(CALLER), ["call"])
    assert "Call Cambio?" not in piped.play()
    assert piped.table.log[0] == (0, "call")


# ---- words for moves

SWAPS = """match_mania seats=3 turn=0
hand 0: r6 y7 g2
hand 1: b5 b6
hand 2: g5 g6
pile: y1
deck: r1 r2 r3 r4 r5
option seven_o: on
"""


@pytest.mark.parametrize("line", ["swap 2", "swap Bruno", "bruno", "2"])
def test_a_seat_is_chosen_by_its_name_too(line: str) -> None:
    sitting = desk(Table.from_position(SWAPS), ["y7", line])
    assert "1) swap Ada 2) swap Bruno" in " ".join(sitting.play().split())
    assert sitting.table.log[1] == (0, "swap 2")


def test_a_refusal_calls_the_seats_by_name() -> None:
    party = make_party(3, 1, "")
    with speaking(names=party.names, listener=0):
        assert about(0, "refusal.turn", must=whose(2)) == "It's Bruno's turn, not yours."
        assert about(1, "refusal.turn", must=whose(0)) == "It's your turn, not Ada's."
    assert about(1, "refusal.turn", must=whose(0)) == "It's seat 0's turn, not seat 1's."


# ---- cutting in

CASUAL = """switch seats=3 turn=1
hand 0: 9s 2c Kd
hand 1: 9h 8h 4c 4s
hand 2: Ks 3s 6c
pile: 4d 4h
deck: 2s 5h 6h 7h 9c
option interrupts: on
"""


def test_a_person_who_may_cut_in_is_asked_before_the_bot_moves() -> None:
    start = CASUAL.replace("pile: 4d 4h", "pile: 4d 9d")
    paper = talk("play 9s", position=start)
    assert "You may act out of turn, or press Enter to let it go:\n  1) play ♠9\n> " in paper
    assert "You cut in and play ♠9." in paper


def test_a_chance_is_let_go_with_enter_and_not_offered_twice() -> None:
    start = CASUAL.replace("pile: 4d 4h", "pile: 4d 9d")
    sitting = desk(Table.from_position(start), [""])
    paper = sitting.play()
    assert sitting.table.log[0][0] == 1
    before_the_move = paper.split("Ada plays")[0]
    assert before_the_move.count("You may act out of turn") == 1


# ---- the clock


def test_the_house_moves_for_a_person_whose_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = desk(Table.from_position(QUIET + "option turn_seconds: 30\n"), ["hint"])
    answer = sitting.reader.line

    def late(prompt: str, seconds: float | None = None) -> str:
        assert seconds is not None and 0 < seconds <= 30
        if not sitting.reader.answers and not sitting.table.log:
            raise TimeRanOut
        return answer(prompt, seconds)

    monkeypatch.setattr(sitting.reader, "line", late)
    paper = sitting.play()
    assert "Play or draw. You have 30 seconds." in paper
    assert "Your time is up: the house moves for you.\nYou run out of time." in paper
    assert sitting.table.log[0] == (0, "time up")


def test_nobody_is_waited_for_longer_than_the_clock_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    silent, ours = os.pipe()
    with open(silent) as nobody, open(ours, "w"):
        monkeypatch.setattr("sys.stdin", nobody)
        with pytest.raises(TimeRanOut):
            Reader(PaperScreen()).line("> ", 0.02)


# ---- whole games


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_played_to_its_end_and_told(game_id: str) -> None:
    sitting = desk(Table.new(game_id, seed=3), width=60, to_the_end=True)
    paper = sitting.play()
    assert sitting.table.result is not None
    assert re.search(r"wins? the game\.\n", paper)
    assert f"── {find_game(game_id).name}: the end" in paper


def test_a_match_adds_up_its_rounds() -> None:
    match = Match.new("switch", 2, seed=4, rounds=2)
    paper = desk(Sitting(match), to_the_end=True).play()
    assert match.result is not None
    assert paper.count("the round.\n") == 2
    assert "Switch, round 2 of 2" in paper
    for seat, name in enumerate(["You", "Ada"]):
        assert re.search(rf"  {name} +\d+ this round +{match.scores[seat]} in total\n", paper)
    assert re.search(r"wins? the match\.\n$", paper)


def test_bots_play_alone_where_there_is_no_person() -> None:
    result = run("play", "switch", "--people", "0", "--seed", "1")
    assert result.exit_code == 0
    assert "wins the game." in result.output
    assert "> " not in result.output


def test_the_same_seed_and_the_same_answers_repeat_a_game() -> None:
    arguments = ("play", "switch", "--no-stats", "--seats", "3", "--set", "interrupts=on", "--seed", "tea")
    typed = "1\n" * 300
    first = run(*arguments, typed=typed).output
    assert run(*arguments, typed=typed).output == first
    assert "To play this deal again:\n  parlour play switch --seats 3 --set interrupts=on --seed tea\n" in first
    assert run(*arguments[:-1], "milk", typed=typed).output != first


def test_without_a_seed_a_fresh_one_is_told_at_the_end() -> None:
    first = run("play", "switch", typed="quit\n").output
    command = first.splitlines()[-1].split()
    assert command[:3] == ["parlour", "play", "switch"]
    assert re.fullmatch("(?:-[a-z2-9]{4}){3}", f"-{command[-1]}")
    assert run(*command[1:], typed="quit\n").output == first
    assert run("play", "switch", typed="quit\n").output != first


def test_the_house_asks_which_game_by_number_or_name() -> None:
    names = [find_game(game_id).name for game_id in game_ids()]
    for number, name in enumerate(names, 1):
        for answer in (str(number), name, game_ids()[number - 1]):
            result = run("play", typed=f"{answer}\nquit\n")
            assert f"── {name} " in result.output
            assert result.exit_code == 0
    result = run("play", typed="0\nno such game\n\n")
    assert result.exit_code == 0
    assert "Unknown game 'no such game'" in result.output
    assert result.output.endswith("The input ended before a game was chosen.\n")


@pytest.mark.parametrize("line", ["swap", "swap Bert", "swap 7"])
def test_a_move_that_needs_a_player_offers_their_names(line: str) -> None:
    table = Table.from_position("swap_switch seats=3 turn=0 seed=7\nhand 0: Jh 2c 7d\nhand 1: Ks 3s\nhand 2: 4s\npile: 4h")
    paper = desk(table, ["play Jh", line]).play()
    assert "Say which: swap Ada · swap Bruno." in paper
    assert table.log == [(0, "play Jh")]


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (["play"], "play ♦7 · play ♥8 · play ♥8 ♣8."),
        (["p"], "play ♦7 · play ♥8 · play ♥8 ♣8."),
        (["play As", "name"], "name clubs · name diamonds · name hearts · name spades."),
    ],
)
def test_a_verb_alone_is_answered_with_its_moves(lines: list[str], moves: str) -> None:
    hand = "8h 8c 7d" if len(lines) == 1 else "8h As 7d"
    table = Table.from_position(f"switch seats=2 turn=0 seed=7\nhand 0: {hand}\nhand 1: Ks 3s\npile: 4h")
    assert f"Say which: {moves}" in desk(table, lines).play().replace("\n", " ")
    assert len(table.log) == len(lines) - 1


def test_a_verb_of_slots_is_answered_with_the_slots() -> None:
    table = Table.new("cambio", 2, seed=5, options={"first_seat": "seat0"})
    paper = desk(table, ["draw", "sw"]).play().replace("\n", " ")
    assert "Say which: swap slot 1 · swap slot 2 · swap slot 3 · swap slot 4." in paper
    assert [words for _, words in table.log] == ["draw"]


def test_points_are_explained_at_the_end() -> None:
    table = Table.from_position("swap_switch seats=2 turn=0 seed=7\nhand 0: 8h\nhand 1: Ks 3s\npile: 4h")
    paper = " ".join(desk(table, ["play 8h"]).play().split())
    assert "13 points" in paper and "The winner scores the cards left in the other hands" in paper
