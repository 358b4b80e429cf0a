"""People who come and go, hosts who leave, and clocks: problems found by attackers, over real sockets."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.helpers.clients import Client, HouseProcess, house_in
from tests.server.helpers.tables import GAME, guests, run, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("house"), environment={"PARLOUR_IDLE_UNLOAD": "1"}) as house:
        yield house
    assert not [line for line in house.said if "Traceback" in line], "".join(house.said)


def test_a_clock_stands_still_where_nobody_plays_and_the_room_is_unloaded(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana,) = await seated(house, 1, 2, options={"turn_seconds": 6}, pace=5000)
        await ana.until(lambda: ana.my_turn)
        left = ana.update["clock"]
        await ana.close()
        await asyncio.sleep(4)
        back = await Client(house.url, ana.http.cookie).open()
        await back.done("enter", room=code)
        await back.until(back.has_update)
        clock = await back.until(lambda: back.update["clock"])
        assert left - 3000 < clock <= left + 50
        await back.close()

    run(talk())


def test_the_clock_that_is_shown_is_the_one_that_runs_and_leaving_gains_no_time(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2, options={"turn_seconds": 6}, pace=5000)
        mover, other = (ana, ben) if ana.my_turn else (ben, ana)
        first = mover.update["clock"]
        await asyncio.sleep(1.5)
        mover.update = {}
        await mover.done("resync", seen=0)
        await mover.until(mover.has_update)
        assert mover.update["clock"] < first - 1000
        began = time.monotonic()
        while time.monotonic() - began < 60 and not any(event["kind"] == "time_ran_out" for event in other.events):
            await mover.ask("leave")
            await mover.ask("enter", room=code)
            await asyncio.sleep(0.8)
        await other.until(lambda: any(event["kind"] == "time_ran_out" for event in other.events))
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_a_host_who_leaves_after_the_end_leaves_a_host_and_a_free_seat(house: HouseProcess) -> None:
    async def talk() -> None:
        _, (ana, ben) = await seated(house, 2, 2)
        while ana.room["phase"] == "playing":
            for client in (ana, ben):
                if client.my_turn:
                    moves = client.view["moves"]
                    await client.move(moves[len(moves) // 2]["words"])
            await asyncio.sleep(0.002)
        await ana.until(lambda: ana.room["replay"])
        await ana.done("leave")
        await ben.until(lambda: ben.room["you_host"] and ben.room["chairs"][0]["kind"] == "free")
        await ben.done("add_bot", level="")
        await ben.done("rematch")
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_a_host_who_is_away_is_replaced_after_the_grace_time(house: HouseProcess) -> None:
    async def talk() -> None:
        ana, ben = await guests(house, 2)
        code = await ana.make_room(GAME, 3, grace=1)
        await ana.close()
        await ben.done("enter", room=code)
        await ben.done("sit")
        await ben.until(lambda: ben.room["you_host"])
        await ben.close()

    run(talk())


def test_a_watcher_does_not_make_bots_play_for_others(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2, grace=1)
        (eve,) = await guests(house, 1)
        await eve.done("enter", room=code)
        for client in (ana, ben):
            await client.close()
        await asyncio.sleep(2.5)
        assert eve.room["phase"] == "playing" and not any(chair["stand_in"] for chair in eve.room["chairs"])
        await eve.close()

    run(talk())


def test_entering_a_forbidden_room_changes_nothing(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2, watchers=False)
        _, (eve, dan) = await seated(house, 2, 2)
        assert await eve.refused("enter", room=code) == "This table is not open to watchers."
        await eve.done("resync")
        assert not any(message["type"] == "left" for message in eve.messages)
        assert eve.http("GET", f"/api/rooms/{code}")[0] == 404, "nor is anybody told of it"
        for client in (ana, ben, eve, dan):
            await client.close()

    run(talk())


def test_where_nobody_may_watch_a_late_friend_takes_a_bots_seat_at_the_door(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana,) = await seated(house, 1, 2, watchers=False)
        ben, eve = await guests(house, 2)
        assert (
            await ben.refused("enter", room=code)
            == "A game is in progress, and nobody may watch it. You can take over from a bot."
        )
        assert ben.http("GET", f"/api/rooms/{code}")[0] == 404 and not ben.has_update(), "nothing is told at the door"
        await ben.done("enter", room=code, sit=True)
        await ben.until(ben.has_update)
        assert ben.view["viewer"] == 1 and ben.room["you"] == 1
        assert await eve.refused("enter", room=code, sit=True) == "This table is not open to watchers.", "no bot is left"
        for client in (ana, ben, eve):
            await client.close()

    run(talk())


def test_a_new_name_reaches_open_connections(house: HouseProcess) -> None:
    async def talk() -> None:
        ana, ben = await guests(house, 2)
        code = await ana.make_room(GAME, 3)
        assert ben.http("PATCH", "/api/me", {"name": "Benedict"})[0] == 200
        await ben.done("enter", room=code)
        await ben.done("sit")
        await ana.until(lambda: "Benedict" in [chair["name"] for chair in ana.room["chairs"]])
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_a_wrong_request_is_refused_by_its_id(house: HouseProcess) -> None:
    async def talk() -> None:
        (ana,) = await guests(house, 1)
        await ana.make_room(GAME, 3)
        answer = await ana.ask("sit", seat=99, id="q1")
        assert answer["type"] == "refused" and answer["id"] == "q1"
        await ana.close()

    run(talk())


def test_an_endless_head_holds_nobody_up(house: HouseProcess) -> None:
    async def talk() -> None:
        (ana,) = await guests(house, 1)

        def shout() -> int:
            """Send an endless header until the house closes the connection; return how many bytes it took."""
            sent = 0
            with socket.create_connection(("127.0.0.1", house.port)) as line:
                line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX: ")
                try:
                    while sent < 50_000_000:
                        line.sendall(b"a" * 65_536)
                        sent += 65_536
                except OSError:
                    return sent
            return sent

        sent = await asyncio.to_thread(shout)
        assert sent < 20_000_000, "the house hangs up soon"
        await ana.send({"type": "ping", "id": "p"})
        await ana.until(lambda: any(message["type"] == "pong" for message in ana.messages))
        await ana.close()

    run(talk())


def test_a_flood_of_frames_ends_the_connection(house: HouseProcess) -> None:
    async def talk() -> None:
        (ana,) = await guests(house, 1)
        with socket.create_connection(("127.0.0.1", house.port)) as line:
            line.sendall(
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: {ana.http.cookie}\r\n\r\n".encode()
            )
            ping = bytes([0x89, 0x80, 0, 0, 0, 0]) * 10_000
            with pytest.raises(OSError):
                for _ in range(20_000):
                    line.sendall(ping)
        await ana.close()

    asyncio.run(talk())


def test_a_removed_person_is_told_on_every_way_in_even_after_a_restart(tmp_path: Path) -> None:
    why = "You have been removed from this table."

    async def talk() -> None:
        house = house_in(tmp_path).start()
        ana, ben = await guests(house, 2)
        code = await ana.make_room(GAME, 3)
        await ben.done("enter", room=code)
        await ben.done("sit")
        await ana.done("unseat", seat=1)
        left = await ben.until(lambda: next((m for m in ben.messages if m["type"] == "left"), None))
        assert left["why"] == why
        house.kill()
        house = house_in(tmp_path, port=house.port).start()
        ana, ben = [await Client(house.url, client.http.cookie).open() for client in (ana, ben)]
        assert await ben.refused("enter", room=code) == why
        for method, path in (("GET", ""), ("POST", "/join")):
            status, answer = await asyncio.to_thread(ben.http, method, f"/api/rooms/{code}{path}", {} if path else None)
            assert (status, answer["error"]) == (409, why), answer
        await ana.done("enter", room=code)
        await ana.until(lambda: ana.room.get("removed"))
        await ana.done("admit", removed=0)
        await ben.done("enter", room=code)
        await ben.done("sit")
        await ana.until(lambda: not ana.room["removed"] and ana.room["chairs"][1]["kind"] == "person")
        for client in (ana, ben):
            await client.close()
        house.kill()

    run(talk())
