"""Games that a visitor plays without a page, for tests of what follows: on a page they would take a hundred times as long."""

import asyncio
import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from tests.server.helpers.clients import Client

from .tables import finished_room
from .visitors import Visitor


def play_out(code: str, *visitors: Visitor) -> str:
    """Deal if necessary and play this room's game to its end with random moves; return the name of its replay."""
    with ThreadPoolExecutor(1) as aside:  # Playwright runs an event loop in this thread
        aside.submit(asyncio.run, _play_out(code, visitors)).result()
    return str(finished_room(visitors[0], code)["replay"])


async def _play_out(code: str, visitors: Iterable[Visitor]) -> None:
    await asyncio.gather(*(_play_as(visitor, code) for visitor in visitors))


async def _play_as(visitor: Visitor, code: str) -> None:
    client, chance = await Client(visitor.url, visitor.http.cookie).open(), random.Random(0)
    await client.done("enter", room=code)
    await client.until(lambda: client.room)
    if client.room["phase"] == "gathering":
        await client.done("start")
    while True:
        await client.until(lambda: client.my_turn or client.room["phase"] == "over")
        if client.room["phase"] == "over":
            break
        number = client.update["number"]
        answer = await client.move(chance.choice(client.view["moves"])["words"])
        if answer["type"] == "done":
            await client.until(lambda: client.update["number"] > number)  # noqa: B023
    await client.close()
