"""Learning a game in the terminal."""

from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.home.learning import Learning
from parlour.lessons import Practice, lessons_of
from parlour.server.api.catalogue import lesson_infos
from parlour.terminal.learn import Classroom
from parlour.terminal.menu import Menu
from parlour.terminal.seats import YOU
from tests.terminal.helpers.desk import PaperScreen, Script, refusal, run

LAST = len(lessons_of(find_game("switch")))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def right_moves(game_id: str) -> list[str]:
    """Return the moves that go through all lessons of a game, as the menu shows them."""
    moves: list[str] = []
    for lesson in lessons_of(find_game(game_id)):
        practice = Practice(find_game(game_id), lesson)
        while not practice.is_over:
            names = [name or YOU for name in practice.names]
            moves.append(Menu(practice.game, practice.view(), names).typed(practice.hint))
            practice.attempt(practice.hint)
    return moves


@pytest.mark.parametrize("game_id", game_ids())
def test_all_lessons_can_be_done_in_a_pipe_by_typing_the_hints(game_id: str) -> None:
    moves = right_moves(game_id)
    result = run("learn", game_id, typed="".join(f"hint\n{move}\n" for move in moves))
    hints = [line.removeprefix("Hint: ").removesuffix(".") for line in result.output.splitlines() if line.startswith("Hint: ")]
    assert hints == moves
    lessons = lessons_of(find_game(game_id))
    assert result.exit_code == 0 and result.output.endswith(f"Now play a game:\n  parlour play {game_id}\n")
    assert all(lesson.title in result.output for lesson in lessons)
    assert ("You know enough to play now." in result.output) == any(lesson.is_extra for lesson in lessons)
    assert Learning().done(game_id) == [lesson.id for lesson in lessons]


def test_a_wrong_move_a_hint_and_resuming_later() -> None:
    game = find_game("switch")
    first, second, *_ = lessons_of(game)
    output = run("learn", "switch", typed="draw\nplay 4s\n99\n\nhint\n1\nhelp\nlist\nmoves\n1\nq\n").output
    assert "you have a heart that fits" in output and "♠4 matches neither ♥ nor 9." in output
    assert "There is no move 99" in output and "Hint: play ♥Q." in output
    assert f"lesson 2 of {LAST}: {second.title}" in output
    assert output.endswith("To continue learning:\n  parlour learn switch\n")
    again = run("learn", "Switch", typed="back\nn\nn\n").output
    assert f"1) {first.title} (done)" in again and f"2) {second.title}\n" in again
    shown = [line.split("lesson ")[1][0] for line in again.splitlines() if ", lesson " in line]
    assert shown == ["2", "1", "2", "3"]
    assert "The input ended" in again
    assert f"lesson 3 of {LAST}" in run("learn", "switch", "3").output
    assert f"lesson 8 of {LAST}" in run("learn", "switch", "finish").output


def test_an_unfinished_move_is_answered_with_the_moves_that_it_may_mean() -> None:
    output = run("learn", "cambio", "4", typed="draw\ndiscard\nswitch\nswitch 1 2\nswitch slot 1\nquit\n").output
    assert output.replace("\n", " ").count("Say which: switch slot 1 and slot 2 · ") == 3
    assert "from 0" not in output and "has no move" not in output
    output = run("learn", "swap_switch", "5", typed="play Jh\nswap\nswap bruno\nquit\n").output
    assert "Say which: swap Ada · swap Bruno." in output and "Take the single card." in output.replace("\n", " ")


def test_at_a_terminal_the_person_turns_the_page() -> None:
    game = find_game("switch")
    screen = PaperScreen(as_terminal=True)
    reader = Script(screen, ["play 2d", "play 2h", "b", "quit"], as_terminal=True)
    Classroom(game, Learning(), screen, reader).run(2)
    assert reader.asked == ["> ", "> ", "Enter next lesson, b back, q quit: ", "> "]
    assert f"lesson 2 of {LAST}" in screen.paper


def test_unknown_lessons_are_refused() -> None:
    assert "has no lessons. Games with lessons: cambio" in refusal("learn", "crazy_eights")
    assert refusal("learn", "switch", "99") == f"Switch has lessons 1 to {LAST}."
    assert refusal("learn", "switch", "nonsense") == "Switch has no lesson 'nonsense'."
    assert refusal("learn", "nonsense").startswith("Unknown game")


@pytest.mark.parametrize("damage", [b"{", b'{"format": 1, "lessons": {"switch": "match"}}', b"[" * 100_000, b'{"format": 9}'])
def test_a_damaged_file_of_lessons_is_set_aside(damage: bytes, home: Path) -> None:
    home.mkdir()
    (home / "learning.json").write_bytes(damage)
    output = run("learn", "switch", "two", typed="play 2d\nplay 2h\n").output
    assert "The file of finished lessons was damaged. It is kept as" in output.replace("\n", " ")
    assert (home / "learning.damaged-1.json").read_bytes() == damage
    assert Learning().done("switch") == ["two"]


def test_a_folder_that_cannot_be_written_stops_nobody(home: Path) -> None:
    home.write_text("no folder")
    output = run("learn", "switch", "two", typed="play 2d\nplay 2h\n").output
    assert "You finished the lesson, but that couldn't be saved." in output and f"lesson 4 of {LAST}" in output


def test_a_damaged_file_of_lessons_is_refused_in_a_sentence_and_hides_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(game_ids()[0])
    monkeypatch.setattr(type(game), "lessons_text", "x = [")
    lessons_of.cache_clear()
    for lesson in ([], ["1"], ["x"]):
        assert refusal("learn", game.id, *lesson).startswith(f"The lessons of {game.id} cannot be read")
    assert lesson_infos(game) == []
