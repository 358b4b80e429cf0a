"""Endpoints about lessons: the state of a lesson, and trying a move in it.

The server stores nothing about a lesson. A client sends all the moves it has made so far, and they are checked again each time.
"""

from typing import Annotated

from msgspec import Meta, Struct

from ...core.events import Event
from ...core.game import Game, game_ids
from ...core.narration import NarratedMove
from ...core.view import View
from ...lessons import LEARNER, Lesson, Practice, find_lesson
from ..http.endpoint import Call, Endpoint
from ..http.errors import http_errors
from ..store.log import Options
from .games import find_listed
from .replays import busy

Words = Annotated[str, Meta(max_length=500)]


class LessonTried(Struct, kw_only=True, forbid_unknown_fields=True):
    """The moves made so far in a lesson, and the move to try next; without a move, the answer is the state of the lesson."""

    moves: Annotated[list[Words], Meta(max_length=16)] = []
    move: Words = ""


class LessonStep(Struct, kw_only=True):
    """The result of one move for the learner: who moved, the events (as data and as sentences), and the view afterwards."""

    seat: int | None
    events: list[Event]
    story: list[NarratedMove]
    view: View


class LessonState(Struct, kw_only=True):
    """The state of a lesson as the learner on seat 0 sees it.

    `done` says whether the move that was tried was accepted. `says` is the answer to it: what happened and why, or a sentence
    before another try. `task` is what to do now and `hint` a move that does it, both empty once the lesson is `over`. `moves`
    are the accepted moves so far. `steps` are the moves that this request has caused, those of other seats included; if there
    are none, its only item is the position as it stands.
    """

    lesson: str
    title: str
    names: list[str]
    options: Options
    done: bool
    says: str
    task: str
    hint: str
    over: bool
    moves: list[str]
    steps: list[LessonStep]


async def lesson(call: Call, body: LessonTried) -> LessonState:
    call.take(call.house.limits.lessons)
    game = find_listed(call)
    with http_errors(404):
        wanted = find_lesson(game, call.path["lesson"])
    with http_errors(), busy():
        return await call.house.replays.run(lambda: tried(game, wanted, body))


def tried(game: Game, wanted: Lesson, body: LessonTried) -> LessonState:
    """Return the state of a lesson after a move; a ValueError says that the moves before it do not belong to the lesson."""
    practice = Practice(game, wanted, body.moves)
    made = len(practice.table.log)
    answer = practice.attempt(body.move) if body.move else None
    played = range(made + 1, len(practice.table.log) + 1)
    return LessonState(
        lesson=wanted.id,
        title=wanted.title,
        names=list(practice.names),
        options=practice.table.options,
        done=answer is not None and answer.is_done,
        says=answer.says if answer is not None else "",
        task="" if practice.is_over else practice.says,
        hint=practice.hint,
        over=practice.is_over,
        moves=practice.moves,
        steps=[_step(practice, count) for count in played] or [_now(practice)],
    )


def _step(practice: Practice, count: int) -> LessonStep:
    """Return what the move with this number, counted from 1, changed."""
    before, table, names = practice.table.at(count - 1), practice.table.at(count), practice.names
    return LessonStep(
        seat=table.log[-1][0],
        events=table.events_for(LEARNER, before.told, names),
        story=table.narrate(LEARNER, before.told, names),
        view=practice.view(table),
    )


def _now(practice: Practice) -> LessonStep:
    return LessonStep(seat=None, events=[], story=[], view=practice.view())


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/games/{id}/lessons/{lesson}",
        "The state of a lesson, and the result of a move. Nothing is kept on the server.",
        lesson,
        parameters={"id": {"enum": game_ids()}},
        errors=(404, 503),
    ),
]
