"""Reviews over HTTP by a house that searches, and challenges with luck taken out. Few games are simulated for each."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from parlour import Match, game_ids
from parlour.bots.readiness import make_ready
from parlour.review import review
from parlour.server.api import challenges
from parlour.server.people.challenges import parts_of
from parlour.server.people.reviews import NotReady, told
from tests.review.helpers.games import finished_game
from tests.server.helpers.clients import Client, Http
from tests.server.helpers.inside import HouseInside
from tests.server.helpers.tables import play_on, run

one_game = pytest.mark.parametrize("game_id", game_ids()[-1:])
SHORT = {"hand_size": 3}
FEW = {
    "report": {"DECISION_PLAYOUTS": 2_000, "FEWEST_PLAYOUTS": 50, "OPEN_WORLDS": 10},
    "valuation": {"LINE_PLAYOUTS": 1_000, "FEWEST_WORLDS": 8, "DEAL_WORLDS": 50},
}


@pytest.fixture
def house(game_id: str, machine_code: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[HouseInside]:
    """A house that searches."""
    monkeypatch.setenv("PARLOUR_SEARCH", "on")
    for module, numbers in FEW.items():
        for name, value in numbers.items():
            monkeypatch.setattr(f"parlour.review.{module}.{name}", value)
    make_ready(game_id)
    with HouseInside(tmp_path, unlimited=True) as inside:
        yield inside


def over_http(told: object) -> Any:
    """Return a value as it looks after a round trip through JSON."""
    return json.loads(json.dumps(to_builtins(told, str_keys=True, enc_hook=str)))


@one_game
def test_a_finished_game_is_reviewed_as_the_library_does(house: HouseInside, game_id: str) -> None:
    table = finished_game(game_id, 2**70 + 5, seats=2)
    ask = Http(house.url)
    ask("GET", "/api/me")
    status, kept = ask("POST", "/api/me/games?seat=1", raw=table.save().encode())
    assert status == 201, kept
    path = f"/api/replays/{kept['id']}/review"
    for seat in range(2):
        status, _, text = ask.full("GET", f"{path}?round=0&seat={seat}")
        assert status == 200 and str(table.seed) not in text
        found = over_http(told(review(table, seat)))
        answer = json.loads(text)
        assert {**answer, "decisions": []} == {**found, "decisions": []}
        for one, other in zip(answer["decisions"], found["decisions"], strict=True):
            assert {**one, "why": []} == {**other, "why": []} and all(why.endswith(".") for why in one["why"])
    for query, why in (("seat=2", "no seat 2"), ("round=1", "from 0 to 0")):
        status, answer = ask("GET", f"{path}?{query}")
        assert status == 400 and why in answer["error"]


@one_game
def test_nothing_is_reviewed_before_the_whole_match_is_over(house: HouseInside, game_id: str) -> None:
    """Neither a running game nor a finished round of a running match, at a table or handed over as a file."""

    async def talk() -> None:
        ana = await Client(house.url).open()
        await ana.make_room(game_id, 2, ("beginner",), pace=0, rounds=2, options=SHORT)
        await ana.done("start")
        await ana.until(ana.has_update)
        await play_on([ana])
        await ana.until(lambda: ana.room["phase"] == "scored")
        assert not ana.room["replay"]
        assert ana.http("GET", f"/api/replays/{ana.room['code']}/review")[0] == 404
        await ana.done("next")
        await ana.until(lambda: ana.room["phase"] == "playing")
        await play_on([ana])
        await ana.until(lambda: ana.room["replay"])
        for round in range(2):
            status, found = ana.http("GET", f"/api/replays/{ana.room['replay']}/review?round={round}")
            assert status == 200 and found["round"] == round
        await ana.close()

    run(talk())
    running = Match.new(game_id, seats=2, seed=1, rounds=2)
    running.table.play(running.table.moves()[0])
    ask = Http(house.url)
    ask("GET", "/api/me")
    for save in (running.save(), running.table.save()):
        status, answer = ask("POST", "/api/me/games?seat=0", raw=save.encode())
        assert status == 400 and "over" in answer["error"]


@one_game
def test_luck_is_taken_out_of_challenges(house: HouseInside, game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def finished(client: Client) -> str:
        await client.until(client.has_update)
        await play_on([client])
        await client.until(lambda: client.room["replay"])
        return str(client.room["replay"])

    async def talk() -> None:
        ana, ben = [await Client(house.url).open() for _ in range(2)]
        await ana.make_room(game_id, 2, ("beginner",), pace=0, options=SHORT)
        await ana.done("start")
        games = {False: await finished(ana)}
        path = f"/api/challenges/{ana.http('POST', f'/api/replays/{games[False]}/challenge')[1]['id']}"
        _, room = ben.http("POST", f"{path}/play", {"pace": 0})
        await ben.done("enter", room=room["code"])
        games[True] = await finished(ben)

        async def results(query: str = "?reviewed=true") -> tuple[bool, dict[bool, tuple[float | None, float | None]]]:
            status, told = await asyncio.to_thread(ben.http, "GET", path + query)
            assert status == 200 and told["finished"] == 2
            return told["pending"], {one["you"]: (one["play"], one["guesses"]) for one in told["results"]}

        nothing = {False: (None, None), True: (None, None)}
        assert await results("") == (False, nothing)
        with monkeypatch.context() as patch:
            patch.setattr(challenges, "check_ready", not_ready)
            assert await results() == (True, nothing), "the rules are still being compiled"
            patch.undo()
            patch.setattr(challenges, "MOST_AT_ONCE", 1)
            pending, found = await results()
            assert pending and list(found.values()).count((None, None)) == 1, "one at a time"
        pending, found = await results()
        assert not pending
        for is_own, id in games.items():
            save = ben.http.full("GET", f"/api/replays/{id}")[2]
            assert found[is_own] == pytest.approx(parts_of(save, 0))
        monkeypatch.setattr(challenges, "parts_of", not_ready)
        assert await results("") == (False, found), "the results are kept"
        assert await results() == (False, found)
        for client in (ana, ben):
            await client.close()

    def not_ready(*_: object) -> None:
        raise NotReady

    run(talk())


@one_game
def test_a_match_has_the_mean_of_its_rounds(house: HouseInside, game_id: str) -> None:
    match = Match.new(game_id, seats=2, seed=3, rounds=2, options=SHORT)
    while match.result is None:
        while match.table.must is not None:
            match.table.play(match.table.moves()[0])
        if match.result is None:
            match.next_round()
    parts = [review(table, 1).parts for table in Match.load(match.save()).tables()]
    assert parts_of(match.save(), 1) == pytest.approx((mean_of(parts, "play"), mean_of(parts, "guesses")))


def mean_of(parts: list[Any], name: str) -> float:
    return float(sum(getattr(one, name) for one in parts) / len(parts))
