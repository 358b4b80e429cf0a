"""Games played without a server are checked before they join a person's history, and claim nothing about their deal."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from parlour.bots import choose
from parlour.core import saves
from parlour.core.game import game_ids
from parlour.core.table import Table
from parlour.offline.house import Gateway, open_door


def finished(game: str, seed: int = 5) -> str:
    """Return the save of a game that rule bots have played to its end."""
    table = Table.new(game, 2, seed)
    while (seat := table.must) is not None:
        table.play(choose(table, seat, "casual", len(table.log)) or table.moves(seat)[0], seat)
    return table.save()


async def sent(door: Gateway, address: str, body: str, method: str = "POST") -> tuple[int, Any]:
    status, _, answer = await door.ask("", method, address, {}, body.encode())
    return status, json.loads(answer)


def test_a_game_joins_the_history_once_and_counts_for_nothing(tmp_path: Path):
    async def play() -> None:
        door = await open_door(b"", lambda: None, tmp_path / "house.db")
        for game in game_ids():
            save = finished(game)
            (status, first), (_, again) = (
                await sent(door, "/api/me/games?seat=1", save),
                await sent(door, "/api/me/games?seat=1", save),
            )
            assert (status, first["id"]) == (201, again["id"])
        _, history = await sent(door, "/api/me/history", "", "GET")
        assert sorted(game["game"] for game in history["games"]) == sorted(game_ids())
        assert {(game["practice"], game["seat"], game["seats"][1]["you"]) for game in history["games"]} == {
            ("offline", 1, True)
        }
        _, statistics = await sent(door, "/api/me/statistics", "", "GET")
        assert statistics["figures"] == []
        _, file = await sent(door, f"/api/replays/{first['id']}", "", "GET")
        status, verdict = await sent(door, "/api/verify", json.dumps(file))
        assert (status, verdict["proved"], verdict["fair"]) == (200, True, False)
        assert "device without a server" in verdict["title"]

    asyncio.run(play())


def changed(save: str) -> str:
    return save.replace('"seats": 2', '"seats": 3')


def named(save: str, name: str) -> str:
    """Return the save with a player of this name and a matching checksum, written in ASCII."""
    data = saves.read("table", save)
    kept = {key: value for key, value in data.items() if key not in ("parlour", "format")}
    return json.dumps(json.loads(saves.write("table", {**kept, "names": [name, "B"]})))


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda save: save[: len(save) // 2], "cut"),
        (changed, "changed"),
        (lambda save: "{}", "saved"),
        (lambda save: Table.new(game_ids()[0], 2, 1).save(), "not over"),
        (lambda save: named(save, "\ud800"), "not a saved game"),
    ],
)
def test_a_file_that_is_no_whole_game_is_refused_in_a_sentence(tmp_path: Path, make: Any, why: str):
    async def play() -> None:
        door = await open_door(b"", lambda: None, tmp_path / "house.db")
        status, told = await sent(door, "/api/me/games?seat=0", make(finished(game_ids()[0])))
        assert status == 400 and why in told["error"].lower(), told
        assert (await sent(door, "/api/me/games?seat=7", finished(game_ids()[0])))[0] == 400
        _, history = await sent(door, "/api/me/history", "", "GET")
        assert history["games"] == []

    asyncio.run(play())


def test_a_file_is_opened_for_its_replay_alone(tmp_path: Path):
    async def play() -> None:
        door = await open_door(b"", lambda: None, tmp_path / "house.db")
        save = finished(game_ids()[0])
        status, told = await sent(door, "/api/replays", save)
        assert status == 201
        assert (await sent(door, f"/api/replays/{told['id']}", "", "GET"))[1] == json.loads(save), "so that it can be verified"
        status, replay = await sent(door, f"/api/replays/{told['id']}/steps", "", "GET")
        assert status == 200 and len(replay["steps"]) > 2
        assert (await sent(door, "/api/me/history", "", "GET"))[1]["games"] == []

    asyncio.run(play())
