"""People, bots and watchers at tables of a house in its own process."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from parlour import find_game, game_ids
from tests.server.helpers.clients import Client, HouseProcess
from tests.server.helpers.quiet import LONGEST

every_game = pytest.mark.parametrize("game", game_ids())
GAME = next(game for game in game_ids() if find_game(game).most_seats >= 4)


def run(talk: Awaitable[None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LONGEST):
            await talk

    asyncio.run(limited())


async def guests(house: HouseProcess, count: int) -> list[Client]:
    return [await Client(house.url).open() for _ in range(count)]


async def seated(house: HouseProcess, people: int, seats: int, game: str = GAME, **plan: Any) -> tuple[str, list[Client]]:
    """Return a room with this many people, the rest bots, after the deal."""
    clients = await guests(house, people)
    plan = {"pace": 0, **plan}
    code = await clients[0].make_room(game, seats, ("beginner",) * (seats - people), **plan)
    # bots sit from seat 1 on, so people take the free seats
    for client in clients[1:]:
        await client.done("enter", room=code)
        await client.done("sit")
    await clients[0].done("start")
    for client in clients:
        await client.until(client.has_update)
    return code, clients


async def play_on(clients: list[Client], until: Callable[[], bool] = lambda: False) -> None:
    """Let everybody play the move in the middle of their list until the game is over."""
    while clients[0].room["phase"] == "playing" and not until():
        for client in clients:
            if not client.my_turn:  # asked again for each: an update may have come while another moved
                continue
            moves = client.view["moves"]
            answer = await client.move(moves[len(moves) // 2]["words"])
            # a bot may have moved, or ended the game, while the move was under way
            assert answer["type"] == "done" or answer["stale"] or answer["code"] == "refusal.noGameNow", answer
        await asyncio.sleep(0.002)  # updates may be on their way to any of them
