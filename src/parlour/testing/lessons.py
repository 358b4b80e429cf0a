"""Checks of a game's lessons: every step is legal, leads to the position it states, and leaves nobody stuck."""

from ..core.game import find_game
from ..core.sentence import Invalid
from ..core.texts import has_text, text
from ..lessons import LEARNER, NAMES, Lesson, Practice, Task, lesson_keys, lessons_of
from ..lessons.course import AGAIN
from .sentences import flaw_of
from .trials import expect

LEAST, MOST = 5, 8
"""The fewest and the most lessons of a game, not counting those about house rules."""
LONGEST_TITLE = 40
LONGEST_TEXT = 300


def check_lessons(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that every way through every lesson of a game can be played, and that all texts exist. A game may have no
    lessons."""
    game = find_game(game_id)
    lessons = lessons_of(game)
    basic = [lesson for lesson in lessons if not lesson.is_extra]
    number = f"{len(basic)} lesson{'' if len(basic) == 1 else 's'}"
    assert not lessons or LEAST <= len(basic) <= MOST, f"{game_id}: A game has {LEAST} to {MOST} lessons or none, not {number}."
    assert lessons[: len(basic)] == tuple(basic), f"{game_id}: lessons about house rules come last."
    for lesson in lessons:
        check_texts(lesson)
        assert lesson.tasks, f"{lesson.key}: there is nothing to do."
        assert lesson.tasks[-1].leads_to, f"{lesson.key}: the last task does not say where it leads."
        practice = Practice(game, lesson)
        expect(practice.table.game is game, practice.table, f"{lesson.key}: the position is from another game.")
        expect(practice.table.seats <= len(NAMES), practice.table, f"{lesson.key}: not every seat has a name.")
        check_ways(practice)


def check_texts(lesson: Lesson) -> None:
    """Check that every text of a lesson exists and is short enough to be read in passing."""
    numbers = range(1, len(lesson.tasks) + 1)
    optional = [key for number in numbers if has_text(key := f"{lesson.key}.{number}.{AGAIN}")]
    for key in (*lesson_keys(lesson), *optional):
        assert has_text(key), f"texts.json has no {key}."
        said = text(key, one="Ada", two="Bruno", three="Clara")
        if key == lesson.key:
            assert len(said) <= LONGEST_TITLE, f"{key} is too long for a title."
        else:
            flaw = flaw_of(said)
            assert not flaw and len(said) <= LONGEST_TEXT, f"{key} is not a short text for a player, {flaw}: {said}"


def check_ways(practice: Practice) -> None:
    """Check that from here on every accepted move can be made, others change nothing, and every way leads to the end."""
    table, lesson = practice.table, practice.lesson
    if practice.is_over:
        expect(not practice.attempt("draw").is_done, table, f"{lesson.key}: the lesson goes on after its end.")
        return
    task = practice.task
    moves = table.moves(LEARNER)
    can_move = table.must == LEARNER or any(task.accepts(words) for words in moves)
    expect(can_move, table, f"{lesson.key}: the game waits for seat {table.must}, not for the learner.")
    accepted = [words for words in moves if task.accepts(words)]
    useless = [wanted for wanted in task.accept if not any(Task((wanted,)).accepts(words) for words in accepted)]
    expect(accepted and not useless, table, f"{lesson.key}: {useless or 'the task'} cannot be done: {moves}")
    expect(practice.hint in accepted, table, f"{lesson.key}: the hint “{practice.hint}” does not help.")
    others = {words.partition(" ")[0] for words in moves if words not in accepted}
    if attempt := table.view(LEARNER).attempt:
        others.add(attempt)
    expect(set(task.again) <= others, table, f"{lesson.key}: no move leads to the answers for {task.again}.")
    key = f"{lesson.key}.{len(practice.moves) + 1}.{AGAIN}"
    is_needed = bool(others - set(task.again))
    expect(has_text(key) == is_needed, table, f"{key} is {'missing' if is_needed else 'never used'} in texts.json.")
    for words in (*moves, "", "no such move"):
        if words not in accepted:
            check_another_try(practice, words)
    for words in accepted:
        check_accepted(practice, words)


def check_another_try(practice: Practice, words: str) -> None:
    """Check that a move that doesn't solve the task gets a sentence as its answer and changes nothing."""
    before = practice.table.position()
    answer = practice.attempt(words)
    expect(not answer.is_done and not flaw_of(answer.says), practice.table, f"“{words}” is answered “{answer.says}”.")
    expect(practice.table.position() == before, practice.table, f"“{words}”, which is not accepted, changes the table.")


def check_accepted(practice: Practice, words: str) -> None:
    """Check that a solution and the replies to it can be made and lead where the lesson says; then check on from there."""
    lesson, task = practice.lesson, practice.task
    then = Practice(practice.game, lesson, practice.moves)
    try:
        answer = then.attempt(words)
    except Invalid as error:
        raise AssertionError(f"{lesson.key}: a reply to “{words}” cannot be made: {error}\n{then.table.position()}") from None
    expect(answer.is_done and bool(answer.says), then.table, f"{lesson.key}: “{words}” is not accepted.")
    lines = then.table.position().splitlines()
    for line in task.leads_to:
        expect(line in lines, then.table, f"{lesson.key}: “{words}” does not lead to “{line}”.")
    check_ways(then)
