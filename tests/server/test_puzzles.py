"""Puzzles over HTTP: a solver sees what its seat knows, answers come when asked for, and the server keeps nothing."""

import json
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from parlour.core.texts import speaking
from parlour.puzzles import all_puzzles, find_puzzle, puzzle_of_day, today
from tests.server.helpers.clients import Http
from tests.server.helpers.inside import HouseInside

PUZZLE = all_puzzles()[0]
LESSON = f"/api/games/{PUZZLE.game}/lessons/nonsense"


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Http]:
    with HouseInside(tmp_path_factory.mktemp("house"), unlimited=True) as inside:
        yield Http(inside.url)


def test_every_puzzle_is_listed_and_shown_without_its_answer(guest: Http) -> None:
    status, told = guest("GET", "/api/puzzles")
    assert status == 200 and [info["id"] for info in told["puzzles"]] == [puzzle.id for puzzle in all_puzzles()]
    for info in told["puzzles"][::9]:  # the other tests look at all of them
        puzzle = find_puzzle(info["id"])
        assert set(info) == {"id", "game", "number", "grade", "seats", "options"}
        assert (info["grade"], info["seats"], info["options"]) == (puzzle.grade, puzzle.table().seats, puzzle.house_rules)
        status, shown = guest("GET", f"/api/puzzles/{puzzle.id}")
        with speaking(typed=False):
            assert status == 200 and shown["view"] == json.loads(json.dumps(puzzle.view().as_dict()))
        assert shown["known"] == (puzzle.view().zones != puzzle.table().view(puzzle.seat).zones)
        assert set(shown) == {"puzzle", "seat", "names", "options", "known", "missed", "view"}


def test_a_move_is_judged_and_the_answer_shown_on_request(guest: Http) -> None:
    path = f"/api/puzzles/{PUZZLE.id}"
    status, wrong = guest("POST", path, {"move": PUZZLE.other})
    assert status == 200 and not wrong["right"] and wrong["answer"] == "" and wrong["says"][0] == "Not the best move."
    status, right = guest("POST", path, {"move": PUZZLE.answer})
    assert status == 200 and right["right"] and right["answer"] == PUZZLE.answer and right["says"][0] == "Right!"
    status, shown = guest("POST", path, {})
    assert status == 200 and not shown["right"] and shown["answer"] == PUZZLE.answer and shown["says"] == right["says"][1:]


def test_the_puzzle_of_the_day_is_that_of_the_library(guest: Http) -> None:
    before = today()
    status, told = guest("GET", "/api/puzzle-of-day")
    assert status == 200 and before <= date.fromisoformat(told["today"]) <= today() and told["day"] == told["today"]
    assert told["puzzle"]["id"] == puzzle_of_day(date.fromisoformat(told["day"])).id
    status, told = guest("GET", "/api/puzzle-of-day?day=2026-01-02")
    assert status == 200 and told["day"] == "2026-01-02" and told["puzzle"]["id"] == puzzle_of_day(date(2026, 1, 2)).id


@pytest.mark.parametrize(
    ("method", "path", "body", "wanted"),
    [
        ("GET", "/api/puzzles/nothing-1", None, 404),
        ("POST", "/api/puzzles/nothing-1", {}, 404),
        ("POST", f"/api/puzzles/{PUZZLE.id}", {"move": "fly away"}, 400),
        ("POST", f"/api/puzzles/{PUZZLE.id}", {"move": "x" * 501}, 400),
        ("POST", f"/api/puzzles/{PUZZLE.id}", {"seat": 1}, 400),
        ("GET", f"/api/puzzle-of-day?day={today() + timedelta(days=3)}", None, 400),
        ("GET", "/api/puzzle-of-day?day=tomorrow", None, 400),
        ("GET", f"/api/puzzle-of-day?day={'9' * 41}", None, 400),
    ],
)
def test_bad_input_is_refused_in_a_sentence(guest: Http, method: str, path: str, body: object, wanted: int) -> None:
    status, answer = guest(method, path, body)
    assert status == wanted and answer["error"].endswith(".")


@pytest.mark.parametrize(
    ("limit", "method", "path"),
    [("lessons", "POST", LESSON), ("puzzles", "POST", "/api/puzzles/none"), ("puzzles", "GET", "/api/puzzles/none")],
)
def test_lessons_and_puzzles_are_limited_by_address(
    tmp_path_factory: pytest.TempPathFactory, limit: str, method: str, path: str
) -> None:
    with HouseInside(tmp_path_factory.mktemp("house"), still=True) as inside:
        getattr(inside.house.limits, limit).most = 2
        guest = Http(inside.url)
        body: object = {} if method == "POST" else None
        assert [guest(method, path, body)[0] for _ in range(3)] == [404, 404, 429]
        inside.seconds += 1
        assert guest(method, path, body)[0] == 404
