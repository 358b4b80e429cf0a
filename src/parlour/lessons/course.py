"""The lessons of a game, read from its `lessons.toml`.

    [[lesson]]
    id = "match"
    extra = true                # a house rule: it comes after the lessons that everybody needs
    position = '''
    GAME seats=2 turn=0
    hand 0: 9c Kh
    '''

    [[lesson.task]]
    accept = ["play 9c"]        # moves that solve the task; "name *" is any move that begins with "name"
    replies = ["1 draw"]        # what other seats do then, each a seat and a move
    leads_to = ["hand 0: Kh"]   # lines of the position after that
    again = ["draw"]            # first words of other moves with an answer of their own

The texts are in `texts.json`: `lesson.match` is the title; `lesson.match.1.do` says what to do in the first task,
`lesson.match.1.done` what happened and why, `lesson.match.1.again.draw` answers a draw, and `lesson.match.1.again`
any other legal move, if there is one. {one}, {two} and {three} are the names of seats 1 to 3.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core.game import Game
from ..core.sentence import Invalid, quoted
from ..core.texts import sentence, text

LEARNER = 0
"""The seat of the learner."""
AGAIN = "again"
"""Suffix of the key of the answer to a legal move that does not solve the task."""


@dataclass(frozen=True, slots=True)
class Task:
    """One move to find: the accepted moves, the other seats' replies, and lines of the resulting position."""

    accept: tuple[str, ...]
    replies: tuple[tuple[int, str], ...] = ()
    leads_to: tuple[str, ...] = ()
    again: tuple[str, ...] = ()

    def accepts(self, words: str) -> bool:
        """Whether a legal move solves the task."""
        return any(_fits(words, wanted) for wanted in self.accept)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position and its tasks. `key` is the prefix of its texts in the catalogue."""

    id: str
    key: str
    position: str
    tasks: tuple[Task, ...]
    is_extra: bool = False
    """Whether it teaches a house rule. Such lessons follow those that everybody needs."""

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return text(self.key)


def _fits(words: str, wanted: str) -> bool:
    return words.startswith(wanted[:-1]) if wanted.endswith(" *") else words == wanted


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game in their order; none if it has no `lessons.toml`."""
    try:
        source = game.lessons_text
    except (OSError, UnicodeDecodeError):
        raise Invalid(f"The lessons of {game.id} cannot be read: lessons.toml is not a text file.") from None
    return read_lessons(source, game.id)


def find_lesson(game: Game, name: str) -> Lesson:
    """Return the lesson of a game by its id, or raise ValueError."""
    found = next((lesson for lesson in lessons_of(game) if lesson.id == name), None)
    if found is None:
        raise Invalid(sentence("refusal.noLesson", game=game.name, lesson=quoted(name)))
    return found


def read_lessons(source: str, game_id: str) -> tuple[Lesson, ...]:
    """Return the lessons in a text, or raise a ValueError that says what is wrong with it."""
    try:
        data = tomllib.loads(source)
        lessons = tuple(_lesson(given, game_id) for given in data.pop("lesson", []))
        _refuse_others(data)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Invalid(f"The lessons of {game_id} cannot be read: {error}.") from None
    if len({lesson.id for lesson in lessons}) < len(lessons):
        raise Invalid(f"The lessons of {game_id} cannot be read: two have the same id.")
    return lessons


def _lesson(given: dict[str, Any], game_id: str) -> Lesson:
    name = str(given.pop("id"))
    position, tasks = str(given.pop("position")), tuple(map(_task, given.pop("task")))
    lesson = Lesson(name, f"{game_id}.lesson.{name}", position, tasks, bool(given.pop("extra", False)))
    _refuse_others(given)
    return lesson


def _task(given: dict[str, Any]) -> Task:
    task = Task(
        tuple(given.pop("accept")),
        tuple(map(_reply, given.pop("replies", ()))),
        tuple(given.pop("leads_to", ())),
        tuple(given.pop("again", ())),
    )
    _refuse_others(given)
    return task


def _reply(given: str) -> tuple[int, str]:
    """Return the seat and the move of a reply such as `1 play 9d`."""
    seat, _, words = given.partition(" ")
    return int(seat), words


def _refuse_others(given: Mapping[str, Any]) -> None:
    if given:
        raise ValueError(f"unknown: {', '.join(given)}")


def lesson_keys(lesson: Lesson) -> Iterator[str]:
    """Return the keys of the texts that a lesson must have."""
    yield lesson.key
    for number, task in enumerate(lesson.tasks, 1):
        key = f"{lesson.key}.{number}"
        yield from (f"{key}.do", f"{key}.done", *(f"{key}.{AGAIN}.{verb}" for verb in task.again))
