"""Bots that search at a table of the house: nobody waits for them, they say so, and hints give reasons."""

import asyncio
from pathlib import Path

from parlour import game_ids
from tests.server.clients import Client, house_in

PATIENCE = 300.0
"""Compiling takes half a minute, on a busy machine several."""


def test_an_expert_gets_ready_and_a_hint_gives_reasons(tmp_path: Path) -> None:
    async def talk(url: str) -> None:
        ana = await Client(url).open()
        await ana.make_room(game_ids()[-1], 2, ("expert",), pace=0)
        said = await ana.until(lambda: ana.room["chairs"][1])
        assert said["level"] == "expert"
        assert said["waits"] in ("", "Expert is getting ready and plays like Skilled until then.")
        await ana.until(lambda: not ana.room["chairs"][1]["waits"], PATIENCE)
        await ana.done("start")
        for _ in range(3):
            await ana.until(lambda: ana.has_update() and (ana.my_turn or ana.view["result"]))
            if ana.view["result"]:
                break
            hint = await ana.done("hint")
            assert hint["hint"] in [move["words"] for move in ana.view["moves"]]
            assert "games played on from here" in hint["why"]
            await ana.move(hint["hint"])
        await ana.close()

    with house_in(tmp_path, environment={"PARLOUR_SEARCH": "on"}) as house:
        asyncio.run(talk(house.url))
        assert not [line for line in house.said if "ERROR" in line]
