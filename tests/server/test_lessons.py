"""Lessons over HTTP: the server keeps nothing, answers every move, and shows the learner's seat only."""

from collections.abc import Iterator
from typing import Any

import pytest

from parlour import find_game, game_ids
from parlour.lessons import LEARNER, Practice, lessons_of
from tests.server.helpers.clients import HouseProcess, Http, house_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("house")) as house:
        yield house


def tried(guest: Http, game: str, lesson: str, moves: list[str], move: str = "") -> dict[str, Any]:
    status, answer = guest("POST", f"/api/games/{game}/lessons/{lesson}", {"moves": moves, "move": move})
    assert status == 200, answer
    return dict(answer)


@pytest.mark.parametrize("game", game_ids())
def test_every_lesson_can_be_done_from_its_hints(house: HouseProcess, game: str) -> None:
    guest = Http(house.url)
    _, told = guest("GET", "/api/games")
    listed = next(info["lessons"] for info in told["games"] if info["id"] == game)
    assert [lesson["id"] for lesson in listed] == [lesson.id for lesson in lessons_of(find_game(game))]
    for lesson in listed:
        state = tried(guest, game, lesson["id"], [])
        assert state["title"] == lesson["title"] and state["task"] and not state["done"]
        while not state["over"]:
            assert_only_the_learner_sees(game, state)
            state = tried(guest, game, lesson["id"], state["moves"], state["hint"])
            assert state["done"] and state["says"] and state["steps"][0]["seat"] == LEARNER
        assert state["hint"] == "" and len(state["moves"]) == len(find_lesson(game, lesson["id"]).tasks)


def find_lesson(game: str, name: str) -> Any:
    return next(lesson for lesson in lessons_of(find_game(game)) if lesson.id == name)


def assert_only_the_learner_sees(game: str, state: dict[str, Any]) -> None:
    """The last view is that of seat 0 in the same practice, and shows no card that seat 0 cannot know."""
    practice = Practice(find_game(game), find_lesson(game, state["lesson"]), state["moves"])
    view = state["steps"][-1]["view"]
    hidden = {practice.game.pack.name(card) for card in unseen(practice)}
    shown = {card for zone in view["zones"] for card in zone["cards"]}
    known = {card for zone in practice.view().zones for card in zone.cards}
    assert view["viewer"] == LEARNER and shown == known
    assert not hidden & shown or len(set(practice.game.pack.names)) < len(practice.game.pack.names)


def unseen(practice: Practice) -> list[int]:
    cards = practice.game.unseen(practice.table._state, LEARNER)
    return [card for card in range(len(practice.game.pack.names)) if cards >> card & 1]


def test_another_move_is_answered_and_changes_nothing(house: HouseProcess) -> None:
    guest = Http(house.url)
    first = tried(guest, "switch", "match", [])
    again = tried(guest, "switch", "match", [], "draw")
    assert not again["done"] and "Play ♥Q" in again["says"]
    illegal = tried(guest, "switch", "match", [], "play 4s")
    assert not illegal["done"] and illegal["says"] == "♠4 matches neither ♥ nor 9."
    assert {**again, "says": ""} == {**illegal, "says": ""} == first


def test_unknown_lessons_are_refused_in_a_sentence(house: HouseProcess) -> None:
    guest = Http(house.url)
    for path, body, wanted in (
        ("/api/games/nonsense/lessons/match", {}, 404),
        ("/api/games/switch/lessons/nonsense", {}, 404),
        ("/api/games/switch/lessons/match", {"moves": ["draw"]}, 400),
        ("/api/games/switch/lessons/match", {"moves": ["play Qh"] * 17}, 400),
        ("/api/games/switch/lessons/match", {"move": "x" * 501}, 400),
        ("/api/games/switch/lessons/match", {"seat": 1}, 400),
    ):
        status, answer = guest("POST", path, body)
        assert status == wanted and answer["error"].endswith("."), (path, answer)
