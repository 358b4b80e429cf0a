"""Bots that search at a table of the house: nobody waits for them, they say so, and hints give reasons."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.bots.readiness import make_ready
from tests.server.helpers.clients import Client, house_in

PATIENCE = 120.0


def is_asked(client: Client, since: int) -> bool:
    """Whether the client has seen the event with this number, and is to move or has seen the end."""
    if not client.has_update() or client.update["number"] < since:
        return False
    return client.my_turn or client.view["result"] is not None


@pytest.mark.late
def test_an_expert_gets_ready_and_a_hint_gives_reasons(tmp_path: Path) -> None:
    async def talk(url: str) -> None:
        ana = await Client(url).open()
        await ana.make_room(game_ids()[-1], 2, ("expert",), pace=0)
        said = await ana.until(lambda: ana.room["chairs"][1])
        assert said["level"] == "expert"
        assert said["waits"] in ("", "Expert is getting ready and plays as Skilled until then.")
        await ana.until(lambda: not ana.room["chairs"][1]["waits"], PATIENCE)
        await ana.done("start")
        moved = 0
        for _ in range(3):
            await ana.until(partial(is_asked, ana, moved))
            if ana.view["result"]:
                break
            hint = await ana.done("hint")
            assert hint["hint"] in [move["words"] for move in ana.view["moves"]]
            first = hint["reasons"][0]
            assert "tactic." in first["key"] or first["key"].startswith("advice.")
            assert hint["why"].startswith(first["text"])
            assert hint["rated"][0]["words"] == hint["hint"]
            moved = (await ana.move(hint["hint"]))["number"]
        await ana.close()

    # a house compiles at low priority: while other tests run, that would take minutes
    make_ready(find_game(game_ids()[-1]))
    with house_in(tmp_path, environment={"PARLOUR_SEARCH": "on"}) as house:
        asyncio.run(talk(house.url))
        assert not [line for line in house.said if "ERROR" in line]
