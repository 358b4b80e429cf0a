"""Endpoints about puzzles: list them, show a puzzle's position, and judge a move in it.

The server stores nothing about a puzzle's solver. A position is sent as the solver would know it; the answer is sent only once
it is found or asked for.
"""

from typing import Annotated

from msgspec import Meta, Struct

from ...core.view import View
from ...puzzles import Puzzle, all_puzzles, checked_day, find_puzzle, puzzle_of_day, today
from ..http.endpoint import Call, Endpoint
from ..http.errors import http_errors
from ..store.log import Options
from .replays import busy

Words = Annotated[str, Meta(max_length=500)]


class PuzzleInfo(Struct, kw_only=True):
    """A puzzle in a list. `grade` is easy, medium or hard; `options` are the house rules that differ from the standard game."""

    id: str
    game: str
    number: int
    grade: str
    seats: int
    options: Options


class PuzzleOfDay(Struct, kw_only=True):
    """The puzzle of a day. `today` is the current day: a day begins at midnight UTC."""

    day: str
    today: str
    puzzle: PuzzleInfo


class Puzzles(Struct, kw_only=True):
    """All puzzles, and today's puzzle."""

    of_day: PuzzleOfDay
    puzzles: list[PuzzleInfo]


class DayQuery(Struct, kw_only=True):
    """A day like 2026-11-18, by default today."""

    day: Annotated[str, Meta(max_length=40)] = ""


class PuzzlePosition(Struct, kw_only=True):
    """A puzzle to solve, as the seat to move knows it.

    `known` says whether the view shows cards face up that a player would have to remember. The solver's own name is empty.
    """

    puzzle: PuzzleInfo
    seat: int
    names: list[str]
    options: Options
    known: bool
    missed: str
    view: View


class PuzzleAnswered(Struct, kw_only=True, forbid_unknown_fields=True):
    """The move to judge; without one, the answer is shown."""

    move: Words = ""


class PuzzleJudged(Struct, kw_only=True):
    """Whether a move is the best one, and why or how much worse it is, in sentences.

    `answer` is the best move once it is found or asked for, else empty.
    """

    right: bool
    says: list[str]
    answer: str


async def puzzles(call: Call) -> Puzzles:
    call.take(call.house.limits.puzzles)
    with http_errors(404), busy():
        return await call.house.replays.run(lambda: Puzzles(of_day=_of_day(""), puzzles=[_info(one) for one in all_puzzles()]))


async def of_day(call: Call, query: DayQuery) -> PuzzleOfDay:
    call.take(call.house.limits.puzzles)
    with http_errors(), busy():
        return await call.house.replays.run(lambda: _of_day(query.day))


async def position(call: Call) -> PuzzlePosition:
    puzzle = await _asked(call)
    with http_errors(), busy():
        return await call.house.replays.run(lambda: _position(puzzle))


async def answer(call: Call, body: PuzzleAnswered) -> PuzzleJudged:
    puzzle = await _asked(call)
    with http_errors(), busy():
        return await call.house.replays.run(lambda: _judged(puzzle, body.move))


async def _asked(call: Call) -> Puzzle:
    call.take(call.house.limits.puzzles)
    with http_errors(404), busy():
        return await call.house.replays.run(lambda: find_puzzle(call.path["puzzle"]))


def _of_day(day: str) -> PuzzleOfDay:
    now = today()
    wanted = checked_day(day) if day else now
    return PuzzleOfDay(day=wanted.isoformat(), today=now.isoformat(), puzzle=_info(puzzle_of_day(wanted)))


def _info(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        number=puzzle.number,
        grade=puzzle.grade,
        seats=len(puzzle.names),
        options=puzzle.house_rules,
    )


def _position(puzzle: Puzzle) -> PuzzlePosition:
    return PuzzlePosition(
        puzzle=_info(puzzle),
        seat=puzzle.seat,
        names=list(puzzle.names),
        options=puzzle.table().options,
        known=puzzle.is_known_more,
        missed=puzzle.missed,
        view=puzzle.view(),
    )


def _judged(puzzle: Puzzle, move: str) -> PuzzleJudged:
    if not move:
        return PuzzleJudged(right=False, says=list(puzzle.why()), answer=puzzle.answer)
    found = puzzle.judged(move)
    return PuzzleJudged(right=found.is_right, says=list(found.says), answer=puzzle.answer if found.is_right else "")


ENDPOINTS = [
    Endpoint("GET", "/api/puzzles", "All puzzles, without their answers, and today's puzzle.", puzzles, errors=(404, 503)),
    Endpoint("GET", "/api/puzzle-of-day", "The puzzle of a day, the same for everybody.", of_day, errors=(503,)),
    Endpoint("GET", "/api/puzzles/{puzzle}", "A puzzle as its solver sees it.", position, errors=(404, 503)),
    Endpoint(
        "POST",
        "/api/puzzles/{puzzle}",
        "Judge a move, or show the answer. Nothing is kept on the server.",
        answer,
        errors=(404, 503),
    ),
]
