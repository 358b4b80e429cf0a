"""Tables over real sockets: people, bots and watchers at a house in a separate process."""

import asyncio
import json
import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from parlour import find_game
from parlour.server.fairness.contributor import Contributor
from tests.server.helpers.clients import Client, HouseProcess, house_in
from tests.server.helpers.tables import every_game, guests, play_on, run, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("house"), environment={"PARLOUR_SEND_TIMEOUT": "1"}) as house:
        yield house
    assert not [line for line in house.said if "Traceback" in line], "".join(house.said)


@every_game
def test_a_game_is_played_to_its_end_against_bots(house: HouseProcess, game: str) -> None:
    async def talk() -> None:
        _, (ana,) = await seated(house, 1, 3 if find_game(game).most_seats >= 3 else 2, game)
        await play_on([ana])
        assert ana.room["phase"] == "over" and ana.room["result"]["winners"]
        await ana.until(lambda: ana.room["replay"])
        numbers = [event["number"] for event in ana.events]
        assert numbers == list(range(1, len(numbers) + 1)), "every event comes once and in order"
        status, save = await asyncio.to_thread(ana.http, "GET", f"/api/replays/{ana.room['replay']}")
        promised = next(message["commitment"] for message in ana.messages if message["type"] == "room")
        assert status == 200 and save["fair"]["commitment"] == promised
        await ana.close()

    run(talk())


def test_two_people_and_a_watcher_see_what_each_may(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2)
        (eve,) = await guests(house, 1)
        await eve.done("enter", room=code)
        await eve.until(lambda: eve.update)
        assert eve.view["viewer"] is None and eve.view["moves"] == []
        hands = {zone["owner"]: zone["cards"] for zone in eve.view["zones"] if zone["kind"] == "hand"}
        assert all(card == "??" for cards in hands.values() for card in cards)
        assert (ana.view["viewer"], ben.view["viewer"]) == (0, 1)
        await play_on([ana, ben])
        await eve.until(lambda: eve.room["phase"] == "over")
        await eve.until(lambda: eve.update["number"] == ana.update["number"])
        for client in (ana, ben, eve):
            await client.close()

    run(talk())


def test_hints_among_people_need_the_host_and_everybody_is_told(house: HouseProcess) -> None:
    async def talk() -> None:
        for allowed in (False, True):
            _, clients = await seated(house, 2, 2, hints=allowed)
            asker, other = sorted(clients, key=lambda client: not client.my_turn)
            assert asker.room["hints"] is other.room["hints"] is allowed
            if not allowed:
                assert (await asker.refused("hint")).startswith("Hints are off at this table")
                await other.done("chat", text="Go on!")
            else:
                for _ in range(2):
                    assert (await asker.done("hint"))["hint"]
                await other.done("chat", text="I saw that.")
            said = [[line["seat"], line["hint"]] for line in await heard(other, 1 + allowed)]
            assert said == [[asker.room["you"], True]] * allowed + [[other.room["you"], False]], "told once for each decision"
            assert await other.refused("hint") != ""
            for client in clients:
                await client.close()

    run(talk())


async def heard(client: Client, count: int) -> list[dict[str, Any]]:
    """Wait for this many chat messages and return them."""
    await client.until(lambda: sum(message["type"] == "said" for message in client.messages) >= count)
    return [message for message in client.messages if message["type"] == "said"]


def test_alone_with_bots_hints_are_always_there(house: HouseProcess) -> None:
    async def talk() -> None:
        _, (ana,) = await seated(house, 1, 2)
        await ana.until(lambda: ana.my_turn or ana.room["phase"] == "over")
        if ana.my_turn:
            assert ana.room["hints"] and (await ana.done("hint"))["hint"]
        assert not any(message["type"] == "said" for message in ana.messages)
        await ana.close()

    run(talk())


def test_the_same_id_never_moves_twice(house: HouseProcess) -> None:
    async def talk() -> None:
        _, (ana, ben) = await seated(house, 2, 2)
        mover = ana if ana.my_turn else ben
        words, seen = mover.view["moves"][0]["words"], mover.update["number"]
        first = await mover.ask("move", move=words, seen=seen, id="once")
        await mover.until(lambda: mover.update["number"] > seen)
        made = mover.view["moves_made"]
        mover.messages.clear()
        again = await mover.ask("move", move=words, seen=seen, id="once")
        assert first["type"] == again["type"] == "done"
        await mover.done("resync")
        await mover.until(lambda: any(message["type"] == "update" for message in mover.messages))
        assert mover.view["moves_made"] == made
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_a_move_about_an_outdated_position_is_stale(house: HouseProcess) -> None:
    async def talk() -> None:
        _, (ana, ben) = await seated(house, 2, 2)
        mover, other = (ana, ben) if ana.my_turn else (ben, ana)
        answer = await mover.move(mover.view["moves"][0]["words"], seen=mover.update["number"] - 1)
        assert (answer["type"], answer["stale"]) == ("refused", True)
        answer = await other.move("draw")
        assert answer["type"] == "refused" and not answer["stale"] and "turn" in answer["why"], answer
        answer = await mover.move("sing a song", seen=mover.update["number"])
        assert answer["code"].endswith("refusal.noMove") and answer["parts"]["text"] == "sing a song", answer
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_a_person_who_reconnects_returns_to_their_seat(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2)
        seen = ben.update["number"]
        ben.break_off()
        await ana.until(lambda: not ana.room["chairs"][1]["present"])
        assert ana.room["chairs"][1]["stand_in"] == ""
        back = await Client(house.url, ben.http.cookie).open()
        await back.done("enter", room=code, seen=seen)
        await back.until(lambda: back.update)
        assert back.view["viewer"] == 1 and back.update["number"] == seen and back.update["events"] == []
        await ana.until(lambda: ana.room["chairs"][1]["present"])
        for client in (ana, back):
            await client.close()

    run(talk())


def test_a_bot_takes_an_empty_seat_and_gives_it_back(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2, grace=1, pace=200)
        await ben.close()
        await ana.until(lambda: ana.room["chairs"][1]["stand_in"])
        if ana.my_turn:
            await ana.move(ana.view["moves"][0]["words"])
        await ana.until(lambda: ana.room["phase"] != "playing" or ana.my_turn)
        back = await Client(house.url, ben.http.cookie).open()
        await back.done("enter", room=code)
        await ana.until(lambda: not ana.room["chairs"][1]["stand_in"] or ana.room["phase"] == "over")
        for client in (ana, back):
            await client.close()

    run(talk())


def test_a_person_who_leaves_a_game_is_replaced_at_once(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2, grace=600)
        await ana.done("leave")
        assert any(message["type"] == "left" for message in ana.messages)
        await ben.until(lambda: ben.room["chairs"][0]["stand_in"])
        assert ben.room["you_host"], "somebody who is there is the host"
        await ana.done("enter", room=code)
        await ben.until(lambda: not ben.room["chairs"][0]["stand_in"] or ben.room["phase"] == "over")
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_nothing_moves_while_nobody_is_present(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana,) = await seated(house, 1, 2, pace=400)
        await ana.close()
        await asyncio.sleep(1.2)
        back = await Client(house.url, ana.http.cookie).open()
        await back.done("enter", room=code)
        await back.until(lambda: back.update)
        assert back.update["number"] <= ana.update["number"] + 12 and back.room["phase"] == "playing"
        await back.close()

    run(talk())


def test_when_the_time_is_up_the_house_moves(house: HouseProcess) -> None:
    async def talk() -> None:
        _, (ana, ben) = await seated(house, 2, 2, options={"turn_seconds": 5})
        mover = ana if ana.my_turn else ben
        assert 4000 < mover.update["clock"] <= 5000
        began = time.monotonic()
        await mover.until(lambda: any(event["kind"] == "time_ran_out" for event in mover.events))
        assert time.monotonic() - began > 4.0
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_rounds_and_rematch(house: HouseProcess) -> None:
    async def talk() -> None:
        _, (ana,) = await seated(house, 1, 2, rounds=2)
        ana.guest = Contributor()
        await play_on([ana])
        assert ana.room["phase"] == "scored" and ana.room["round"] == 1
        await ana.until(lambda: ana.view["result"])
        number = ana.update["number"]
        await ana.done("next")
        await ana.until(lambda: ana.room["phase"] == "playing")
        await ana.until(lambda: ana.update["base"] == number)
        await play_on([ana])
        assert ana.room["phase"] == "over"
        old = await ana.until(lambda: ana.room["replay"])
        promised = ana.room["commitment"]
        await ana.until(lambda: [pledge["seat"] for pledge in ana.room["pledges"]] == [0])
        await ana.done("rematch")
        await ana.until(lambda: ana.room["phase"] == "playing")
        assert ana.room["you"] == 1 and ana.room["games"] == 2 and ana.room["commitment"] == promised
        await ana.until(lambda: ana.update["view"]["viewer"] == 1)
        while ana.room["phase"] != "over":
            if ana.room["phase"] == "scored":
                await ana.done("next")
                await ana.until(lambda: ana.room["phase"] == "playing")
            await play_on([ana])
        replay = await ana.until(lambda: ana.room["replay"] != old and ana.room["replay"])
        _, save = await asyncio.to_thread(ana.http, "GET", f"/api/replays/{replay}")
        assert save["fair"]["commitment"] == promised and ana.guest.numbers[promised] in str(save["fair"]["numbers"])
        query = f"?commitment={promised}&number={ana.guest.numbers[promised]}"
        status, verdict = await asyncio.to_thread(ana.http, "POST", f"/api/verify{query}", save)
        assert status == 200 and verdict["fair"] and "Your own number is one of them." in verdict["sentences"], verdict
        await ana.close()

    run(talk())


def test_talk_mute_and_limits(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2)
        (eve,) = await guests(house, 1)
        await eve.done("enter", room=code)
        await ben.done("chat", text="good \u202eluck\n")
        said = await ana.until(lambda: next((m for m in ana.messages if m["type"] == "said"), None))
        assert (said["text"], said["seat"]) == ("good luck", 1)
        await ana.done("emote", name="smile")
        assert "Unknown emote" in await ana.refused("emote", name="frobnicate")
        await ana.done("mute", seat=1)
        assert await ben.refused("chat", text="hello?") == "The host has muted you."
        await eve.done("chat", text="from outside")
        await ana.until(lambda: ana.room["watchers"])
        await ana.done("mute", watcher=0)
        assert await eve.refused("chat", text="again") == "The host has muted you."
        answers = [await ana.ask("chat", text=f"{i}") for i in range(10)]
        assert "Not so fast: try again in a moment." in {answer.get("why") for answer in answers}
        for client in (ana, ben, eve):
            await client.close()
        (zoe,) = await guests(house, 1)
        await zoe.done("enter", room=code)
        await zoe.until(lambda: zoe.room)
        told = [m for m in zoe.messages if m["type"] == "said"]
        assert [said["text"] for said in told[:3]] == ["good luck", "", "from outside"]
        assert [said["count"] for said in told] == list(range(1, len(told) + 1))
        await zoe.close()

    run(talk())


def test_a_table_without_watchers(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2, watchers=False)
        (eve,) = await guests(house, 1)
        assert await eve.refused("enter", room=code) == "This table is not open to watchers."
        assert await eve.refused("enter", room="BCDFGH") == "There is no such table."
        assert await eve.refused("chat", text="hello") == "You aren't at a table."
        for client in (ana, ben, eve):
            await client.close()

    run(talk())


def test_a_closed_table_is_gone(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2)
        assert await ben.refused("close") == "Only the host of the table can do that."
        await ana.done("close")
        left = await ben.until(lambda: next((m for m in ben.messages if m["type"] == "left"), None))
        assert left["why"] == "The host has closed the table."
        assert await ben.refused("enter", room=code) == "There is no such table."
        for client in (ana, ben):
            await client.close()

    run(talk())


def test_garbage_is_answered_in_a_sentence_and_then_the_connection_ends(house: HouseProcess) -> None:
    async def talk() -> None:
        _, (ana, ben) = await seated(house, 2, 2)
        before = ana.update["number"]
        wrong = ('{"type":"move"}', '{"type":"dance"}', '{"type":"move","move":1,"seen":0}')
        for frame in ("", "null", "[]", "{", "\x00", *wrong):
            ben.messages.clear()
            await ben.send(frame)
            answer = await ben.until(lambda: ben.messages)
            assert answer[-1]["type"] == "refused" and answer[-1]["why"].endswith("."), (frame, answer)
        await ben.send(json.dumps({"type": "chat", "text": "x" * 9000}))
        await ana.until(lambda: not ana.room["chairs"][1]["present"])
        assert ana.update["number"] == before
        await ana.close()

    run(talk())


def test_a_client_that_reads_nothing_is_dropped_and_holds_nobody_up(house: HouseProcess) -> None:
    resync = _masked(json.dumps({"type": "resync", "id": "again"}).encode())

    async def talk() -> None:
        code, (ana, ben) = await seated(house, 2, 2)

        async def median_of_requests(deaf: socket.socket | None = None) -> float:
            times = []
            for _ in range(60):
                began = time.monotonic()
                await ben.done("resync")
                times.append(time.monotonic() - began)
                if deaf is not None:
                    deaf.sendall(5 * resync)
            return statistics.median(times)

        calm = await median_of_requests()
        deaf = _deaf_socket(house, ana.http.cookie)
        deaf.sendall(_masked(json.dumps({"type": "enter", "room": code}).encode()))
        assert await median_of_requests(deaf) < 10 * calm + 0.02
        held = 0
        async with asyncio.timeout(60):  # two seconds are allowed; the machine may be busy
            with suppress(ConnectionError):
                while True:
                    deaf.sendall(resync)
                    await asyncio.sleep(0.005)
                    held = max(held, _unread(house, deaf))
        assert 30_000 < held < 250_000, "the systems keep little for it"
        deaf.close()
        for client in (ana, ben):
            await client.close()

    run(talk())


def _unread(house: HouseProcess, client: socket.socket) -> int:
    """The bytes that wait in both systems' buffers for this client, as Linux counts them."""
    ends = {client.getsockname()[1], house.port}
    lines = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return sum(
        int(queues.partition(":")[2 * (int(local.rpartition(":")[2], 16) != house.port)], 16)
        for _, local, remote, _, queues, *_ in lines
        if {int(address.rpartition(":")[2], 16) for address in (local, remote)} == ends
    )


def _deaf_socket(house: HouseProcess, cookie: str) -> socket.socket:
    """A WebSocket that was opened and is never read."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", house.port))
    deaf.sendall(
        (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
    )
    assert deaf.recv(12) == b"HTTP/1.1 101"
    return deaf


def _masked(data: bytes) -> bytes:
    """A text frame with a mask of zeros."""
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_games_continue_after_a_restart(tmp_path, end: str) -> None:
    async def talk(house: HouseProcess) -> tuple[str, list[Client]]:
        code, clients = await seated(house, 2, 3)
        await play_on(clients, until=lambda: clients[0].view["moves_made"] >= 6)
        return code, clients

    async def whole() -> None:
        house = house_in(tmp_path).start()
        code, clients = await talk(house)
        save = [client.update for client in clients]
        if end == "kill":
            house.kill()
        else:
            await asyncio.to_thread(house.stop)
            assert all(any(m["type"] == "stopping" for m in client.messages) for client in clients)
        house = house_in(tmp_path, port=house.port).start()
        back = [await Client(house.url, client.http.cookie).open() for client in clients]
        for client, old in zip(back, save, strict=True):
            await client.done("enter", room=code)
            await client.until(client.has_update)
            assert client.update["number"] >= old["number"]
            assert client.events[: old["number"]] == clients[back.index(client)].events[: old["number"]]
        await play_on(back)
        assert back[0].room["phase"] == "over"
        for client in back:
            await client.close()
        assert house.stop() == 0
        assert not [line for line in house.said if "Traceback" in line]

    run(whole())
