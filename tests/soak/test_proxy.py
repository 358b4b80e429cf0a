"""Houses behind a real proxy, with the configuration for operators."""

import asyncio

import pytest
from websockets.exceptions import InvalidStatus

from parlour import game_ids
from tests.server.helpers import postgres
from tests.server.helpers.clients import SECONDS, Client, HouseProcess, Http
from tests.server.helpers.haproxy import haproxy
from tests.server.test_houses import TAKEN_OVER, two_houses

CHECKED = 4.0
"""Seconds after which the proxy has left out every house that does not answer its checks."""


def test_guests_behind_a_proxy_find_their_room_wherever_it_is(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The proxy picks a house by the code of the room; the house says who keeps the room, and survivors take rooms over."""

    async def enter(url: str, ana: Client, code: str) -> tuple[Client, str]:
        """Enter as a page does: follow `moved`, and begin again after a refusal. Return the connection and its last address."""
        where = f"/{code}"
        async with asyncio.timeout(2 * TAKEN_OVER):
            while True:
                try:
                    again = await Client(url, ana.http.cookie).open(where)
                    if (await again.ask("enter", room=code, seen=0))["type"] == "done":
                        await again.until(again.has_update)
                        return again, where
                    sent = [str(message["url"]) for message in again.messages if message["type"] == "moved"]
                    where = sent[0].removeprefix("/ws") if sent else f"/{code}"
                    await again.close()
                except (OSError, ConnectionError, InvalidStatus):
                    where = f"/{code}"
                await asyncio.sleep(0.1)

    async def talk(url: str, one: HouseProcess) -> None:
        seen = set()
        await asyncio.sleep(CHECKED)
        assert (await asyncio.to_thread(Http(url), "GET", "/health"))[0] == 200, "the houses pass the checks of the proxy"
        for _ in range(6):  # all rooms are at one house, but the proxy sends some of their codes to the other
            ana = await Client(one.url).open()
            code = await ana.make_room(game_ids()[0], 2, ("beginner",), pace=0)
            await ana.done("start")
            await ana.until(ana.has_update)
            again, where = await enter(url, ana, code)
            seen.add("house=" in where)
            status, headers, _ = await asyncio.to_thread(Http(url, ana.http.cookie).full, "GET", f"/api/rooms/{code}")
            assert status == 200 or headers["location"] == f"/api/rooms/{code}?house=one"
            await again.close()
        assert seen == {True, False}, "the hash leads some guests straight to their room, and the others are sent on"
        one.kill()
        back, _ = await enter(url, ana, code)
        await back.until(lambda: back.my_turn or back.room["phase"] == "over")
        await back.close()

    server = postgres.shared(tmp_path_factory.getbasetemp() / "postgres")
    with (
        two_houses(server.url(server.new_database())) as (one, two),
        haproxy([f"127.0.0.1:{house.port}" for house in (one, two)]) as url,
    ):
        asyncio.run(asyncio.wait_for(talk(url, one), 3 * SECONDS))
