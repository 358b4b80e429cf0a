"""A rolling update of three houses behind HAProxy, or of the workers behind one port: how long does a table stand still?"""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException

from parlour import game_ids
from tests.server.helpers import postgres
from tests.server.helpers.chaos import NO_LIMITS
from tests.server.helpers.clients import SECONDS, Client, HouseProcess, Http
from tests.server.helpers.haproxy import NAMES, haproxy
from tests.server.test_workers import workers_of

TABLES = 15
LONGEST = 3.0
"""Seconds for which no table may stand still."""
CHECKED = 2.0
"""Seconds after which the proxy knows that a house is back."""


class Guest:
    """A person who plays against a bot, follows the table wherever it goes, and notes how long it stands still."""

    def __init__(self, url: str, game: str) -> None:
        self.url, self.game = url, game
        self.code = ""
        self.moves = 0
        self.longest = 0.0
        self.is_over = False
        self._cookie = ""
        self._moved_at = 0.0

    async def open(self) -> None:
        """Open the table."""
        http = Http(self.url)
        await asyncio.to_thread(http, "GET", "/api/me")
        body = {"game": self.game, "seats": 2, "bots": ["beginner"], "pace": 0}
        status, made = await asyncio.to_thread(http, "POST", "/api/rooms", body)
        assert status == 201, made
        self.code, self._cookie = made["code"], http.cookie

    async def play(self) -> None:
        """Play until it is over."""
        where, self._moved_at = f"/{self.code}", time.monotonic()
        while not self.is_over:
            try:
                where = await self._visit(where)
            except (OSError, WebSocketException, InvalidStatus):
                where = f"/{self.code}"
                await asyncio.sleep(0.1)

    async def _visit(self, where: str) -> str:
        """Play on one connection; return where to continue."""
        client = await Client(self.url, self._cookie, keep=False).open(where)
        try:
            answer = await client.ask("enter", room=self.code, seen=0)
            while not self.is_over:
                moved = [str(message["url"]) for message in client.messages if message["type"] == "moved"]
                if moved:
                    return moved[0].removeprefix("/ws")
                if answer["type"] == "refused" and not answer.get("stale"):
                    raise ConnectionError
                answer = await self._step(client)
            return where
        finally:
            with suppress(OSError, WebSocketException):
                client.break_off()

    async def _step(self, client: Client) -> dict[str, object]:
        def is_due() -> bool:
            has_moved = any(message["type"] == "moved" for message in client.messages)
            return has_moved or self.is_over or client.my_turn or client.room.get("phase") in ("gathering", "over")

        await client.until(is_due)
        if any(message["type"] == "moved" for message in client.messages) or self.is_over:
            return {"type": "done"}
        if client.room["phase"] == "gathering":
            answer = await client.ask("start")
            await client.until(lambda: client.room["phase"] != "gathering")
            return answer
        if client.room["phase"] == "over":
            await client.until(lambda: client.room["replay"] or client.room["phase"] != "over")
            self._note()
            return await client.ask("rematch") if client.room["phase"] == "over" else {"type": "done"}
        number = client.update["number"]
        answer = await client.ask("move", move=client.view["moves"][0]["words"], seen=number, id=f"m{number}")
        if answer["type"] == "done":
            self.moves += 1
            self._note()
        return answer

    def _note(self) -> None:
        now = time.monotonic()
        self.longest, self._moved_at = max(self.longest, now - self._moved_at), now


async def check_update(url: str, update: Callable[[], Awaitable[None]]) -> None:
    """Let people play while something is updated; no table may stand still for long."""
    await asyncio.sleep(CHECKED)
    guests = [Guest(url, game_ids()[number % len(game_ids())]) for number in range(TABLES)]
    for guest in guests:
        await guest.open()
    games = asyncio.gather(*(guest.play() for guest in guests))
    await asyncio.sleep(3)
    before = max(guest.longest for guest in guests)
    for guest in guests:
        guest.longest = 0.0
    await update()
    longest = sorted(guest.longest for guest in guests)
    for guest in guests:
        guest.is_over = True
    await games
    moves = sum(guest.moves for guest in guests)
    print(
        f"rolling update: {moves} moves at {TABLES} tables; the longest pause of a table was {longest[-1]:.2f} s "
        f"(median {longest[len(longest) // 2]:.2f} s; before the update {before:.2f} s)"
    )
    assert longest[-1] < LONGEST


@pytest.fixture
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    server = postgres.shared(tmp_path_factory.getbasetemp() / "postgres")
    return server.url(server.new_database())


def test_a_rolling_update_of_three_houses_stalls_no_table_for_long(database: str) -> None:
    async def update() -> None:
        for house in houses:
            assert await asyncio.to_thread(house.stop) == 0
            await asyncio.to_thread(house.start)
            await asyncio.sleep(CHECKED)

    houses = [HouseProcess(database, "--name", name, environment=NO_LIMITS) for name in NAMES]
    with ExitStack() as stack:
        for house in houses:
            stack.enter_context(house)
        url = stack.enter_context(haproxy([f"127.0.0.1:{house.port}" for house in houses]))
        asyncio.run(asyncio.wait_for(check_update(url, update), 4 * SECONDS))


def test_workers_are_replaced_one_after_the_other_and_no_table_stalls_for_long(database: str) -> None:
    async def update() -> None:
        old = set(workers_of(house.pid))
        os.kill(house.pid, signal.SIGHUP)
        while old & set(workers_of(house.pid)) or len(workers_of(house.pid)) < len(old):
            await asyncio.sleep(0.1)
        await asyncio.sleep(CHECKED)

    with HouseProcess(database, "--workers", "3", "--name", "w", environment=NO_LIMITS) as house:
        asyncio.run(asyncio.wait_for(check_update(house.url, update), 4 * SECONDS))
        assert house.stop() == 0
        assert not [line for line in house.said if "started again" in line]
