"""A lesson in progress: a table, the current task, and the answer to each attempt."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from ..core.game import Game, Illegal
from ..core.sentence import Invalid, Sentence
from ..core.table import Table
from ..core.texts import sentence, speaking, text
from ..core.view import View
from .course import AGAIN, LEARNER, Lesson, Task

NAMES = ("", "Ada", "Bruno", "Clara")
"""The names of the seats in a lesson. The learner has none: sentences say “you”."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an attempt. If `is_done`, the move was accepted and made; otherwise nothing has changed."""

    is_done: bool
    says: str


class Practice:
    """Runs a lesson on a table. A move that is not accepted changes nothing and may be followed by another try.

    `moves` are the accepted moves so far, which recreate the same practice.
    """

    def __init__(self, game: Game, lesson: Lesson, moves: Sequence[str] = ()) -> None:
        self.game = game
        self.lesson = lesson
        self.table: Table = Table.from_position(lesson.position)
        self.moves: list[str] = []
        for words in moves:
            if self.is_over or not self.attempt(words).is_done:
                raise Invalid(sentence("refusal.lessonMoves", lesson=lesson.title))

    # ---- the current state ---------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return NAMES[: self.table.seats]

    @property
    def is_over(self) -> bool:
        """Whether all tasks are done."""
        return len(self.moves) == len(self.lesson.tasks)

    @property
    def task(self) -> Task:
        """The current task."""
        return self.lesson.tasks[len(self.moves)]

    @property
    def hint(self) -> str:
        """A move that solves the current task; empty once the lesson is over."""
        return "" if self.is_over else next(words for words in self.table.moves(LEARNER) if self.task.accepts(words))

    @property
    def says(self) -> str:
        """The task to do now; once the lesson is over, what happened last and why."""
        return self._said(len(self.moves), "done") if self.is_over else self._said(len(self.moves) + 1, "do")

    def view(self, table: Table | None = None) -> View:
        """Return the learner's view, now or at another moment of the lesson."""
        with self._voice():
            return (table or self.table).view(LEARNER, self.names)

    def _said(self, task: int, what: str) -> Sentence:
        one, two, three = NAMES[1:4]
        return Sentence(text(key := f"{self.lesson.key}.{task}.{what}", one=one, two=two, three=three), key)

    def _voice(self) -> AbstractContextManager[None]:
        return speaking(names=self.names, listener=LEARNER)

    # ---- moves ---------------------------------------------------------------------------------------------------

    def attempt(self, words: str) -> Answer:
        """Try a move of the learner: make it and the replies of the others if it solves the task, else say what is wrong."""
        if self.is_over:
            return Answer(False, self.says)
        try:
            with self._voice():
                trial = self.table.trial(words, LEARNER)
        except Illegal as refusal:
            return Answer(False, str(refusal))
        if not self.task.accepts(trial.words):
            return Answer(False, self._another_try(trial.words))
        replies = self.task.replies
        self.table.accept(trial)
        self.moves.append(trial.words)
        for seat, reply in replies:
            self.table.play(reply, seat)
        return Answer(True, self._said(len(self.moves), "done"))

    def _another_try(self, words: str) -> str:
        """Return the friendly answer to a legal move that does not solve the task."""
        verb = words.partition(" ")[0]
        return self._said(len(self.moves) + 1, f"{AGAIN}.{verb}" if verb in self.task.again else AGAIN)
