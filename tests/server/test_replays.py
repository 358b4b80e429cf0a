"""Finished games step by step, and playing on from the middle of one."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour import Table, game_ids
from parlour.server.people.replays import LoadedGames
from tests.server.helpers.clients import Client, HouseProcess, Http, house_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("house")) as house:
        yield house


def middle(client: Client) -> str:
    """A move from the middle of the list: neither always a draw nor always the same card."""
    moves = client.view["moves"]
    return str(moves[len(moves) // 2]["words"])


async def finished(house: HouseProcess, game: str, **plan: Any) -> Client:
    """A client that has played a game to its end."""
    client = await Client(house.url).open()
    await client.make_room(game, 2, ("beginner",), pace=0, **plan)
    await client.done("start")
    await client.until(client.has_update)
    while client.room["phase"] != "over":
        if client.room["phase"] == "scored":
            await client.done("next")
            await client.until(lambda: client.room["phase"] != "scored")
        elif client.my_turn:
            await client.move(middle(client))
        await asyncio.sleep(0.002)
    await client.until(lambda: client.room["replay"] and client.view["result"])
    return client


@pytest.mark.parametrize("game", game_ids())
def test_a_replay_shows_every_step_as_it_was(house: HouseProcess, game: str) -> None:
    async def talk() -> None:
        client = await finished(house, game)
        path = f"/api/replays/{client.room['replay']}/steps"
        status, mine = client.http("GET", f"{path}?viewer=0")
        chairs = client.room["chairs"]
        assert status == 200 and mine["names"] == [chair["name"] for chair in chairs]
        assert mine["bots"] == [chair["kind"] == "bot" for chair in chairs]
        assert mine["colours"] == [chair["colour"] for chair in chairs]
        assert mine["characters"] == [chair["character"] for chair in chairs]
        told = [event["text"] for step in mine["steps"] for event in step["events"]]
        assert told == [event["text"] for event in client.events], "the same sentences as in the game"
        last = {**client.view, "prompt": ""}
        assert {**mine["steps"][-1]["view"], "prompt": ""} == last
        _, opened = client.http("GET", path)
        assert len(opened["steps"]) == len(mine["steps"])
        hands = [zone for zone in opened["steps"][0]["view"]["zones"] if zone["kind"] in ("hand", "grid")]
        assert hands and all(card != "??" for zone in hands for card in zone["cards"])
        _, watched = client.http("GET", f"{path}?viewer=watcher")
        hidden = [zone for zone in watched["steps"][0]["view"]["zones"] if zone["kind"] in ("hand", "grid")]
        assert any(card == "??" for zone in hidden for card in zone["cards"])
        await client.close()

    asyncio.run(talk())


def test_unknown_replays_and_steps_are_refused_in_a_sentence(house: HouseProcess) -> None:
    async def talk() -> None:
        client = await finished(house, game_ids()[0], rounds=2)
        path = f"/api/replays/{client.room['replay']}"
        assert client.http("GET", f"{path}/steps?round=1")[1]["round"] == 1
        for query in ("round=2", "viewer=7", "viewer=nobody", "round=-1", "round=x"):
            status, answer = client.http("GET", f"{path}/steps?{query}")
            assert status == 400 and answer["error"].endswith("."), (query, answer)
        assert client.http("GET", "/api/replays/nothing/steps")[0] == 404
        for query, why in (
            ("round=2", "from 0 to 1"),
            ("seat=x", ""),
            ("round=0", "search engine"),
        ):  # this house never searches
            status, answer = client.http("GET", f"{path}/review?{query}")  # this house never searches
            assert status == 400 and why in answer["error"], (query, answer)
        assert client.http("GET", "/api/replays/nothing/review")[0] == 404
        for body in ({"step": 99999, "seat": 0}, {"step": 0, "seat": 9}, {"step": 0, "seat": 0, "level": "genius"}):
            status, answer = client.http("POST", f"{path}/go_on", body)
            assert status == 400 and answer["error"].endswith("."), answer
        await client.close()

    asyncio.run(talk())


# other tests save and load every game at every step; this one is about the house
@pytest.mark.parametrize("game", game_ids()[::2])
def test_a_game_continued_from_the_middle_survives_a_restart(tmp_path: Path, game: str) -> None:
    async def talk() -> None:
        with house_in(tmp_path) as house:
            client = await finished(house, game)
            other = Http(house.url)
            status, made = other("POST", f"/api/replays/{client.room['replay']}/go_on", {"step": 3, "seat": 1, "pace": 0})
            assert status == 201, made
            await client.close()
        with house_in(tmp_path) as house:
            player = await Client(house.url, other.cookie).open()
            await player.done("enter", room=made["code"])
            await player.until(player.has_update)
            assert player.view["viewer"] == 1 and player.view["moves_made"] >= 2
            assert player.room["commitment"] == "" and player.room["phase"] == "playing"
            while player.room["phase"] == "playing":
                if player.my_turn:
                    await player.move(middle(player))
                await asyncio.sleep(0.002)
            await player.until(lambda: player.room["replay"])
            _, save = player.http("GET", f"/api/replays/{player.room['replay']}")
            assert "fair" not in save
            assert player.http("GET", "/api/me/history")[1]["games"] == [], "it counts for nobody"
            await player.close()

    asyncio.run(talk())


def test_games_are_kept_loaded_up_to_a_length_whatever_their_number() -> None:
    saves = [Table.new(game_ids()[0], seed=seed).save() for seed in range(5)]
    loaded = LoadedGames(most=3 * max(map(len, saves)))
    first = loaded.tables(saves[0])
    assert loaded.tables(saves[0])[0] is first[0]
    for save in saves:
        assert loaded.tables(save)[0].save() == save
    assert len(loaded) == 3
    assert loaded.tables(saves[0])[0] is not first[0]
    nothing = LoadedGames(most=len(saves[0]) - 1)
    assert nothing.tables(saves[0]) and len(nothing) == 0
