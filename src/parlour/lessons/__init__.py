"""Lessons: a game taught by playing it.

A lesson is a position with one to a few tasks. A task accepts certain moves of the learner, who sits on seat 0; other seats
then make scripted moves. A `Practice` runs a lesson over a table, for the terminal and the server alike. The lessons of a game
are data in its folder (`lessons.toml`), and their words are in its `texts.json`. Nothing here depends on a particular game.

>>> from parlour import games
>>> from parlour.lessons import Practice, lessons_of
>>> game = games.find(games.ids()[0])
>>> practice = Practice(game, lessons_of(game)[0])
>>> practice.attempt(practice.hint).is_done
True
"""

from .course import LEARNER, Lesson, Task, find_lesson, lesson_keys, lessons_of, read_lessons
from .practice import NAMES, Answer, Practice

__all__ = [
    "LEARNER",
    "NAMES",
    "Answer",
    "Lesson",
    "Practice",
    "Task",
    "find_lesson",
    "lesson_keys",
    "lessons_of",
    "read_lessons",
]
