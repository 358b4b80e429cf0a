"""The house of a page, opened here as the worker of a page opens it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from parlour.core.game import game_ids
from parlour.offline.house import Gateway, open_door
from parlour.offline.page_socket import PageSocket
from parlour.server.store.errors import StoreError


class Page:
    """One person's line to the house, and what came over it."""

    def __init__(self, door: Gateway, who: str) -> None:
        self.told: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.line: PageSocket = door.connect(who, "/ws", self._take, self.news.set)

    def _take(self, text: str) -> None:
        self.told.append(json.loads(text))
        self.news.set()

    def say(self, **request: object) -> None:
        self.line.say(json.dumps(request))

    async def until(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while not (found := [message for message in self.told if message["type"] == kind]):
                self.news.clear()
                await self.news.wait()
            return found[-1]


async def asked(door: Gateway, method: str, address: str, body: object = None, who: str = "a") -> Any:
    given = b"" if body is None else json.dumps(body).encode()
    status, media, answer = await door.ask(who, method, address, {"content-type": "application/json"}, given)
    assert media == "application/json"
    return status, json.loads(answer)


async def dealt(door: Gateway, game: str) -> tuple[str, Page]:
    status, room = await asked(door, "POST", "/api/rooms", {"game": game, "seats": 2, "bots": ["casual"]})
    assert status == 201, room
    page = Page(door, "a")
    page.say(type="enter", id="1", room=room["code"], seen=0)
    page.say(type="start", id="2")
    await page.until("update")
    return room["code"], page


def test_every_game_is_dealt_and_goes_on_from_the_image(tmp_path: Path):
    async def play() -> None:
        commits: list[None] = []
        door = await open_door(b"", lambda: commits.append(None), tmp_path / "house.db")
        codes = []
        for game in game_ids():
            before = len(commits)
            code, page = await dealt(door, game)
            codes.append(code)
            assert len(commits) > before
        seen = (await page.until("update"))["view"]
        _, me = await asked(door, "GET", "/api/me")
        again = await open_door(door.store.image(), lambda: None, tmp_path / "again.db")
        assert (await asked(again, "GET", "/api/me"))[1]["name"] == me["name"], "the cookie is kept with the games"
        page = Page(again, "a")
        page.say(type="enter", id="1", room=codes[-1], seen=0)
        found = (await page.until("update"))["view"]
        assert (found["game"], found["viewer"]) == (seen["game"], seen["viewer"])
        assert found["moves_made"] >= seen["moves_made"], "a bot may have moved since"

    asyncio.run(play())


def test_people_at_one_device_are_different_guests(tmp_path: Path):
    async def play() -> None:
        door = await open_door(b"", lambda: None, tmp_path / "house.db")
        names = {(await asked(door, "GET", "/api/me", who=who))[1]["name"] for who in ("a", "b", "c", "a")}
        assert len(names) == 3

    asyncio.run(play())


@pytest.mark.parametrize("image", [b"not a database at all", b"SQLite format 3\0" + bytes(4000)])
def test_a_damaged_image_is_refused_in_a_sentence(tmp_path: Path, image: bytes):
    with pytest.raises(StoreError, match=r"^The games kept on this device cannot be read\.$"):
        asyncio.run(open_door(image, lambda: None, tmp_path / "house.db"))


def test_unknown_addresses_are_refused_like_those_of_a_server(tmp_path: Path):
    async def play() -> None:
        door = await open_door(b"", lambda: None, tmp_path / "house.db")
        status, told = await asked(door, "GET", "/api/nothing")
        assert (status, bool(told["error"])) == (404, True)
        status, told = await asked(door, "GET", "/api/admin/rooms")
        assert status == 404, "a page has no operator"

    asyncio.run(play())
