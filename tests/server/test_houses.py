"""Several houses on one database: each room has one owner, clients are sent there, and survivors take over."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from parlour import game_ids
from tests.server.helpers.chaos import NO_LIMITS
from tests.server.helpers.clients import SECONDS, Client, HouseProcess, Http
from tests.server.helpers.houses import short_leases

TAKEN_OVER = 20.0
"""Seconds within which survivors own every room of a dead house: its lease, and a slow machine."""
LEASE = 4.0
"""Seconds that the leases last here: half as long as usual."""


@contextmanager
def two_houses(database: str) -> Iterator[list[HouseProcess]]:
    environment = {**NO_LIMITS, **short_leases(LEASE)}
    houses = [HouseProcess(database, "--name", name, environment=environment) for name in ("one", "two")]
    with houses[0], houses[1]:
        yield houses


@asynccontextmanager
async def a_table(url: str) -> AsyncIterator[tuple[Client, str]]:
    """Somebody who plays against a bot."""
    ana = await Client(url).open()
    code = await ana.make_room(game_ids()[0], 2, ("beginner",), pace=0)
    await ana.done("start")
    await ana.until(lambda: ana.my_turn)
    yield ana, code
    await ana.close()


async def told(client: Client, type: str) -> dict[str, object]:
    found: dict[str, object] = await client.until(
        lambda: next((message for message in client.messages if message["type"] == type), None)
    )
    return found


async def back_at(url: str, ana: Client, code: str) -> Client:
    """Come back to a table at another house, as soon as that house owns it."""
    async with asyncio.timeout(TAKEN_OVER):
        while True:
            again = await Client(url, ana.http.cookie).open(f"/{code}")
            if (await again.ask("enter", room=code, seen=0))["type"] == "done":
                await again.until(again.has_update)
                return again
            await again.close()
            await asyncio.sleep(0.3)


def test_clients_are_sent_to_the_house_that_keeps_the_room(postgresql_url: str) -> None:
    async def talk(one: HouseProcess, two: HouseProcess) -> None:
        async with a_table(one.url) as (ana, code):
            ben = await Client(two.url, ana.http.cookie).open(f"/{code}")
            assert "house" in await ben.refused("enter", room=code)
            assert (await told(ben, "moved"))["url"] == f"/ws/{code}?house=one"
            status, headers, _ = await asyncio.to_thread(ben.http.full, "GET", f"/api/rooms/{code}")
            assert (status, headers["location"]) == (307, f"/api/rooms/{code}?house=one")
            assert (await asyncio.to_thread(Http(one.url, ana.http.cookie), "GET", f"/api/rooms/{code}"))[0] == 200
            await ben.close()
            move = {"move": ana.view["moves"][-1]["words"], "seen": ana.update["number"], "id": "once"}
            await ana.done("move", **move)

    with two_houses(postgresql_url) as (one, two):
        asyncio.run(asyncio.wait_for(talk(one, two), SECONDS))


def test_a_house_that_stops_hands_its_rooms_over(postgresql_url: str) -> None:
    async def talk(one: HouseProcess, two: HouseProcess) -> None:
        async with a_table(one.url) as (ana, code):
            number = ana.update["number"]
            words = ana.view["moves"][-1]["words"]
            assert (await ana.ask("move", move=words, seen=number, id="once"))["type"] == "done"
            stopping = asyncio.create_task(asyncio.to_thread(one.stop))
            assert (await told(ana, "moved"))["url"] == f"/ws/{code}?house=two"
            again = await back_at(two.url, ana, code)
            assert await stopping == 0
            answer = await again.ask("move", move=words, seen=number, id="once")
            assert answer["type"] == "done", "the same id has one effect across owners"
            moved = [event for event in again.events if event["move"] == 1]
            assert moved and again.update["number"] >= number
            await again.close()

    with two_houses(postgresql_url) as (one, two):
        asyncio.run(asyncio.wait_for(talk(one, two), SECONDS))


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_survivors_take_over_and_a_house_that_wakes_up_only_loses_the_room(postgresql_url: str, end: signal.Signals) -> None:
    async def talk(one: HouseProcess, two: HouseProcess) -> None:
        async with a_table(one.url) as (ana, code):
            commitment = ana.room["commitment"]
            os.kill(one.pid, end)
            again = await back_at(two.url, ana, code)
            assert again.room["commitment"] == commitment
            await again.until(lambda: again.my_turn or again.room["phase"] == "over")
            if again.my_turn:
                assert (await again.move(again.view["moves"][-1]["words"]))["type"] == "done"
            if end is signal.SIGSTOP:
                os.kill(one.pid, signal.SIGCONT)
                late = await Client(one.url, ana.http.cookie).open(f"/{code}")
                while not any(message["type"] == "moved" for message in late.messages):  # refused until it has a lease again
                    assert (await late.ask("enter", room=code))["type"] == "refused"
                    await asyncio.sleep(0.1)
                assert (await told(late, "moved"))["url"] == f"/ws/{code}?house=two"
                await late.make_room(game_ids()[0], 2)
                await late.close()
            await again.close()

    with two_houses(postgresql_url) as (one, two):
        asyncio.run(asyncio.wait_for(talk(one, two), 2 * SECONDS))


async def play_to_the_end(client: Client) -> None:
    while client.room["phase"] != "over":
        number = client.update["number"]
        if client.my_turn:
            await client.move(client.view["moves"][0]["words"])
        await client.until(lambda: client.update["number"] > number or client.room["phase"] == "over")  # noqa: B023


def test_houses_share_history_lobby_bans_names_announcements_and_limits(postgresql_url: str) -> None:
    token = "operator-token-of-the-test"
    settings = {**NO_LIMITS, "PARLOUR_ADMIN_TOKEN": token, "PARLOUR_MOST_ROOMS_PER_PERSON": "2"}
    operator = {"Authorization": f"Bearer {token}"}

    async def heard(client: Client, found: Callable[[dict[str, Any]], object]) -> None:
        await client.until(lambda: next(filter(found, client.messages), None))

    async def talk(one: HouseProcess, two: HouseProcess) -> None:
        async with a_table(one.url) as (ana, code):
            there = Http(two.url, ana.http.cookie)
            await play_to_the_end(ana)
            replay = await ana.until(lambda: ana.room["replay"])
            played = (await asyncio.to_thread(there, "GET", "/api/me/history"))[1]["games"]
            assert [game["id"] for game in played] == [replay], "what was played at one house is in the history at the other"
            assert (await asyncio.to_thread(there, "GET", f"/api/replays/{replay}"))[0] == 200
            body = {"game": game_ids()[0], "seats": 2, "bots": ["beginner"], "public": True}
            assert (await asyncio.to_thread(there, "POST", "/api/rooms", body))[0] == 201
            lobbies = [await asyncio.to_thread(Http(house.url), "GET", "/api/rooms") for house in (one, two)]
            assert lobbies[0] == lobbies[1] and len(lobbies[0][1]["rooms"]) == 1
            status, answer = await asyncio.to_thread(there, "POST", "/api/rooms", body)
            assert status == 400 and "2" in answer["error"], "the rooms of both houses count"

            await asyncio.to_thread(there, "PATCH", "/api/me", {"name": "Anastasia"})
            await heard(ana, lambda told: told["type"] == "room" and told["chairs"][0]["name"] == "Anastasia")
            orders = Http(two.url)
            await asyncio.to_thread(orders, "POST", "/api/admin/announce", {"text": "Tea is served."}, operator)
            await heard(ana, lambda told: told.get("text") == "Tea is served.")
            status, headers, _ = await asyncio.to_thread(orders.full, "POST", f"/api/admin/rooms/{code}/close", {}, operator)
            assert (status, headers["location"]) == (307, f"/api/admin/rooms/{code}/close?house=one")

            people = (await asyncio.to_thread(orders, "GET", "/api/admin/people?name=Anastasia", None, operator))[1]["people"]
            guessed: Counter[int] = Counter()
            for number, letter in enumerate(2 * "BCDFGHJKLMNPQRSTVWXZ"):
                house = (one, two)[number % 2]
                guessed[(await asyncio.to_thread(Http(house.url), "GET", f"/api/rooms/BCD{letter}GH"))[0]] += 1
                await asyncio.sleep(0.01)
            assert 30 <= guessed[404] < 36 and guessed[429] == 40 - guessed[404], "hardly more than at one house"

            order = {"person": people[0]["id"], "why": "test", "addresses": True}
            assert (await asyncio.to_thread(orders, "POST", "/api/admin/bans", order, operator))[1] == {"count": 1}
            with pytest.raises(ConnectionError):
                await ana.until(lambda: False)
            while len(found := (await asyncio.to_thread(orders, "GET", "/api/admin/bans", None, operator))[1]["bans"]) < 2:
                await asyncio.sleep(0.05)
            assert found[0] == {"key": "127.0.0.1", "why": "test"}, "the house at which she was has banned her address"

    houses = [HouseProcess(postgresql_url, "--name", name, environment=settings) for name in ("one", "two")]
    with houses[0], houses[1]:
        asyncio.run(asyncio.wait_for(talk(*houses), SECONDS))
