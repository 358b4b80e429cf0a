"""A terminal at a running house: the same room as other clients, over the same wire."""

import asyncio
import os
import random
import re
import sys
from asyncio.subprocess import PIPE
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from textual.pilot import Pilot

from parlour.core.view import Choice
from parlour.fullscreen.app import FullScreen
from parlour.fullscreen.table import TableScreen
from parlour.guest.host import RemoteHost
from parlour.guest.house import GuestHouse, NoHouse, address_of
from parlour.guest.room import GuestRoom
from tests.contract.helpers.sources import PACKAGE
from tests.server.helpers.clients import Client, house_in
from tests.terminal.helpers.desk import refusal, run

SECONDS = 60


async def played(client: Client, dice: random.Random) -> None:
    """Play a seat with random moves until the game is over."""
    while True:
        await client.until(lambda: client.room["phase"] == "over" or client.update.get("view", {}).get("moves"))
        if client.room["phase"] == "over":
            return
        move = dice.choice(client.update["view"]["moves"])["words"]
        seen = client.update["number"]
        answer = await client.ask("move", move=move, seen=seen)
        if answer["type"] == "done":
            await client.until(partial(_is_later, client, seen))


def _is_later(client: Client, seen: int) -> bool:
    return bool(client.update["number"] > seen or client.room["phase"] == "over")


async def press(pilot: Pilot[int], pick: str) -> None:
    """Go to a spot with Tab and press Enter."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    places = [place for place, spot in enumerate(screen.spots) if spot.pick == pick]
    assert places, (pick, screen.spots)
    await pilot.press(*["tab"] * ((places[0] - screen.cursor) % len(screen.spots)), "enter")


async def keyed(pilot: Pilot[int], host: RemoteHost, dice: random.Random) -> None:
    """Play the terminal's seat with keys until the game is over."""
    room = host.room
    while room.room.get("phase") != "over":
        if not (room.view and room.view.moves and room.room["phase"] == "playing"):
            await asyncio.sleep(0.005)
            continue
        number, moves = room.update["number"], room.view.moves
        single = [move for move in moves if len(move.picks) == 1] or list(moves)
        choice: Choice = dice.choice(single)
        for pick in choice.picks:
            if room.update["number"] == number:
                await pilot.pause()
                await press(pilot, pick)
        if pilot.app.screen.picked:  # type: ignore[attr-defined]
            await pilot.press("enter")
        async with asyncio.timeout(SECONDS):
            while room.update["number"] == number and room.room["phase"] == "playing" and not host._said:
                await asyncio.sleep(0.005)


def test_a_terminal_and_another_client_finish_a_game_in_one_room(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        friend = await Client(url, mixes=True).open()
        status, made = await asyncio.to_thread(
            friend.http, "POST", "/api/rooms", {"game": "swap_switch", "seats": 2, "bots": []}
        )
        assert status == 201, made
        address, code = address_of(f"{url}/r/{made['code']}")
        await friend.done("enter", room=code)
        if friend.room["you"] is None:
            await friend.done("sit")
        house = GuestHouse(address)
        await asyncio.to_thread(house.become_guest)
        room = GuestRoom(house, code, sits=True)
        host = RemoteHost(room)
        async with FullScreen(host).run_test(size=(80, 24)) as pilot:
            await friend.until(lambda: all(chair["kind"] == "person" for chair in friend.room["chairs"]))
            await friend.until(lambda: len(friend.room["pledges"]) == 2)
            await friend.done("start")
            await asyncio.gather(played(friend, random.Random(1)), keyed(pilot, host, random.Random(2)))
            await pilot.pause()
            assert room.view is not None and room.view.result is not None
            assert room.view.result.winners == friend.update["view"]["result"]["winners"]
            assert any(spot.pick == ":rematch" for spot in pilot.app.screen.spots)  # type: ignore[attr-defined]
            # the terminal's number was part of the deal
            await friend.until(lambda: friend.room["replay"])
            _, save = await asyncio.to_thread(friend.http, "GET", f"/api/replays/{friend.room['replay']}")
            numbers = {entry["number"] for entry in save["fair"]["numbers"]}
            assert numbers & set(room._contributor.numbers.values())
        await friend.close()

    with house_in(tmp_path) as house:
        asyncio.run(asyncio.wait_for(play(house.url), 120))


def test_a_broken_connection_is_made_again_and_a_code_moves_a_person(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        friend = await Client(url).open()
        _, made = await asyncio.to_thread(friend.http, "POST", "/api/rooms", {"game": "switch", "seats": 3, "bots": []})
        guest = GuestHouse(url)
        name = await asyncio.to_thread(guest.become_guest)
        room = GuestRoom(guest, made["code"], sits=True)
        task = asyncio.create_task(room.run())
        async with asyncio.timeout(SECONDS):
            while room.seat is None:
                await asyncio.sleep(0.01)
            before = room._line
            assert before is not None
            before.transport.abort()
            while room._line in (None, before) or room.status:
                await asyncio.sleep(0.01)
        assert room.seat is not None
        task.cancel()
        code = await asyncio.to_thread(guest.new_code)
        other = GuestHouse(url)
        other.cookie = ""
        assert await asyncio.to_thread(other.redeem, code) == name
        await friend.done("enter", room=made["code"])
        for _ in range(1 + (friend.room["you"] is None)):
            await friend.done("add_bot")
        await friend.close()
        rooms.append(f"{url}/r/{made['code']}")

    rooms: list[str] = []
    with house_in(tmp_path) as house:
        asyncio.run(asyncio.wait_for(play(house.url), 120))
        (link,) = rooms
        home, other = ({"PARLOUR_HOME": str(tmp_path / name)} for name in ("home", "other"))
        printed = run("join", link, "--new-code", **home).output
        code = printed.split()[-1]
        assert printed.startswith("Type this code in the browser, on the “You” page: ")
        joined = run("join", link, "--code", code, "--plain", typed="quit\n", **other)
        assert joined.exit_code == 0, joined.output
        assert run("join", link, "--code", code, "--plain", **other).stderr.count("\n") == 1, "a code works once"
        watched = run("watch", link, "--plain", typed="help\nsay hello\nlog\nquit\n", **home).output
        assert "say something to the others" in watched and watched.endswith("You left the room.\n")
        assert refusal("join", f"{house.url}/r/ZZZZZZ", "--plain") == "There is no such table."


def test_a_room_is_played_line_by_line_through_a_pipe(tmp_path: Path) -> None:
    async def play(url: str) -> str:
        friend = await Client(url).open()
        _, made = await asyncio.to_thread(friend.http, "POST", "/api/rooms", {"game": "switch", "seats": 2, "bots": []})
        await friend.done("enter", room=made["code"])
        if friend.room["you"] is None:
            await friend.done("sit")
        guest = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "parlour.cli", "join", f"{url}/r/{made['code']}", "--plain"),
            stdin=PIPE,
            stdout=PIPE,
            env={**os.environ, "PARLOUR_HOME": str(tmp_path / "guest"), "PYTHONPATH": str(PACKAGE.parent)},
        )
        assert guest.stdin is not None and guest.stdout is not None
        await friend.until(lambda: all(chair["kind"] == "person" for chair in friend.room["chairs"]))
        await friend.done("start")
        other = asyncio.create_task(played(friend, random.Random(1)))
        said, moves = "", 0
        async for line in guest.stdout:
            said += line.decode()
            if re.match(rb" +1\) ", line):  # ten moves or more are numbered with two digits
                moves += 1
                guest.stdin.write(b"1\n" if moves <= 3 else b"hint\nrules\ndance\nquit\n")
        other.cancel()
        await friend.close()
        assert await guest.wait() == 0
        return said

    with house_in(tmp_path) as house:
        said = asyncio.run(asyncio.wait_for(play(house.url), 120))
    assert "── Switch · room " in said
    assert re.search("no move “dance”|It isn't your turn|Name a suit first", said)
    assert said.endswith("You left the room.\n")


@pytest.mark.parametrize(
    "link", ["", "house", "http://", "http://x/r/ABC", "ftp://x/r/ABCDEF", "http://x:99999/r/ABCDEF", "http://[/r/ABCDEF"]
)
def test_a_wrong_link_is_refused(link: str) -> None:
    assert "isn't the link of a room" in refusal("join", link)
    assert address_of("localhost:8765/r/abcdef") == ("http://localhost:8765", "ABCDEF")


@pytest.mark.parametrize("answer", [b"<html>", b"[]", b"5", b"[" * 200_000, b"\xff", b'{"cut": "'])
def test_another_program_at_the_address_is_no_house(answer: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer is refused in a sentence, and its cookie is not kept."""

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Set-Cookie", "who=nobody")
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Write no log."""

    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    with HTTPServer(("127.0.0.1", 0), Other) as server:
        Thread(target=server.handle_request, daemon=True).start()
        house = GuestHouse(f"http://127.0.0.1:{server.server_port}")
        with pytest.raises(NoHouse, match=r"^There is no Parlour house at http://127\.0\.0\.1:\d+\.$"):
            house.become_guest()
    assert not house.cookie and list(tmp_path.iterdir()) == []
