"""Lessons as data and in practice: how they are read, how moves are answered, and that the contract detects errors."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.core import texts
from parlour.core.game import Game
from parlour.lessons import LEARNER, Lesson, Practice, Task, find_lesson, lessons_of, read_lessons
from parlour.testing.lessons import check_ways
from tests.helpers.pseudo import is_wrapped, pseudo_spoken

every_game = pytest.mark.parametrize("game_id", game_ids())


def with_other_moves(game: Game) -> Practice:
    """Return a practice in which the learner also has moves that the task doesn't accept."""
    for lesson in lessons_of(game):
        practice = Practice(game, lesson)
        if any(not practice.task.accepts(words) for words in practice.table.moves(LEARNER)):
            return practice
    raise AssertionError(f"The lessons of {game.id} never allow a wrong move.")


@every_game
def test_a_move_is_done_or_answered_with_another_try(game_id: str) -> None:
    practice = with_other_moves(find_game(game_id))
    before = practice.table.position()
    other = next(words for words in practice.table.moves(LEARNER) if not practice.task.accepts(words))
    for words in (other, "play 99", "x" * 600, ""):
        answer = practice.attempt(words)
        assert not answer.is_done and answer.says.endswith((".", "!", "?"))
    assert (practice.table.position(), practice.moves) == (before, [])
    task = practice.says
    answer = practice.attempt(practice.hint)
    assert answer.is_done and answer.says != task
    assert Practice(practice.game, practice.lesson, practice.moves).table.position() == practice.table.position()


@every_game
def test_the_learner_sees_no_hidden_card(game_id: str) -> None:
    """The view is that of seat 0, and doesn't show any card of another hand."""
    for lesson in lessons_of(find_game(game_id)):
        practice = Practice(find_game(game_id), lesson)
        view = practice.view()
        assert view == practice.table.view(LEARNER, practice.names) and view.viewer == LEARNER
        others = [zone for zone in view.zones if zone.kind == "hand" and zone.owner not in (None, LEARNER)]
        assert all(set(zone.cards) <= {"??"} for zone in others)


@every_game
def test_the_words_of_lessons_can_be_translated(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pseudo_spoken(tmp_path, monkeypatch, typed=False):
        for lesson in lessons_of(find_game(game_id)):
            practice = Practice(find_game(game_id), lesson)
            told = [lesson.title, practice.says]
            while not practice.is_over:
                told.append(practice.attempt(practice.hint).says)
            assert [text for text in told if not is_wrapped(text)] == []


def test_what_does_not_belong_to_a_lesson_is_refused() -> None:
    game = find_game(game_ids()[0])
    first = lessons_of(game)[0]
    with pytest.raises(ValueError, match=r"^These moves don't belong to the lesson “.+”\.$"):
        Practice(game, first, ["draw"] * 10)
    with pytest.raises(ValueError, match=r"has no lesson 'nonsense'\.$"):
        find_lesson(game, "nonsense")
    assert find_lesson(game, first.id) is first
    assert texts.has_text(first.key)


@pytest.mark.parametrize(
    "source",
    [
        "lesson = 1",
        "lesson = [1]",
        "lesson = 'draw'",
        "[[lesson]]\nid = 'a'\nposition = ''\ntask = [{accept = ['draw'], replies = [5]}]",
        "[[lesson]]\nid = 'a'",
        "[[lesson]]\nid = 'a'\nposition = ''\ntask = [{accept = ['draw'], reply = []}]",
        "[[lesson]]\nid = 'a'\nposition = ''\ntask = [{accept = ['draw'], replies = ['draw']}]",
        "[[lesson]]\nid = 'a'\nposition = ''\ntask = []\n[[lesson]]\nid = 'a'\nposition = ''\ntask = []",
        "lessons = 1",
        "nonsense",
    ],
)
def test_a_file_that_is_wrong_is_refused_in_a_sentence(source: str) -> None:
    with pytest.raises(ValueError, match=r"^The lessons of my_game cannot be read: .+\.$"):
        read_lessons(source, "my_game")
    assert read_lessons("", "my_game") == ()


@pytest.mark.parametrize("error", [IsADirectoryError(), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "")])
def test_a_file_that_is_no_text_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def read_text(*_: object, **__: object) -> str:
        raise error

    game = find_game(game_ids()[0])
    monkeypatch.setattr(Path, "read_text", read_text)
    with pytest.raises(ValueError, match=rf"^The lessons of {game.id} cannot be read: lessons\.toml is not a text file\.$"):
        lessons_of.__wrapped__(game)


def changed(lesson: Lesson, **change: object) -> Lesson:
    return replace(lesson, tasks=(replace(lesson.tasks[0], **change), *lesson.tasks[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"accept": ("play no such card",)},
        {"accept": ()},
        {"leads_to": ("hand 0: nothing",)},
        {"replies": ((1, "nonsense"),)},
        {"again": ("nonsense",)},
    ],
)
def test_the_contract_finds_a_broken_lesson(change: dict[str, object]) -> None:
    practice = with_other_moves(find_game(game_ids()[0]))
    check_ways(practice)
    with pytest.raises(AssertionError):
        check_ways(Practice(practice.game, changed(practice.lesson, **change)))


def test_a_lesson_that_waits_for_another_seat_is_a_dead_end() -> None:
    games = [find_game(game_id) for game_id in game_ids()]
    game, lesson = next(
        (game, lesson) for game in games for lesson in lessons_of(game) if len(lesson.tasks) > 1 and lesson.tasks[0].replies
    )
    with pytest.raises(AssertionError, match="not for the learner"):
        check_ways(Practice(game, changed(lesson, replies=(), leads_to=())))


def test_a_pattern_accepts_every_move_that_begins_with_it() -> None:
    task = Task(("name *", "draw"))
    assert [task.accepts(words) for words in ("name red", "draw", "named red", "name", "play r5")] == [
        True,
        True,
        False,
        False,
        False,
    ]
