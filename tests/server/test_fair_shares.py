"""Nobody can stall the house: what one guest may cost everybody else, counted in bytes, events and frames."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from parlour.core.sentence import as_str
from parlour.core.table import Table
from parlour.core.texts import speaking
from parlour.server import wire
from parlour.server.house import House
from parlour.server.ops.limits import EVENTS_PER_MESSAGE, Limit
from parlour.server.ops.metrics import Metrics
from parlour.server.people import viewer
from parlour.server.rooms import encoding, journal
from parlour.server.rooms.autoplay import LEAST_PAUSE_ALONE
from parlour.server.rooms.crowd import AT_ONCE, PAUSE
from parlour.server.rooms.finished import finished_game
from parlour.server.rooms.keeper import Keeper
from parlour.server.rooms.registry import Rooms
from parlour.server.rooms.room import Room
from parlour.server.rooms.threads import BotThreads
from parlour.server.rooms.updates import LEAST_COST, MOST_EVENTS, Updates
from parlour.server.store import log
from parlour.server.store.rows import FinishedGame
from parlour.server.ws.connection import MOST_BYTES_WAITING
from tests.server.helpers.direct import GAME, Client, at_a_table
from tests.server.helpers.quiet import FakeConnection, quiet_house, sit_down

LONG_GAME = 10_000
SOCKETS = 20
BIG_ONES = 8


def run(folder: Path, talk: Callable[[House], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(60), quiet_house(folder) as house:
            await talk(house)

    asyncio.run(whole())


def lengthen(table: Table) -> None:
    """Make a game as long as the longest ones by repeating its last events, each time as another move."""
    raw = [event for event, _ in table._raw[-6:]]
    while len(table._raw) < LONG_GAME:
        table.log.append(table.log[-1])
        table._heard.append(table._heard[-1] + 1)
        table._raw += [(event, len(table.log)) for event in raw]


async def long_game(house: House) -> tuple[Keeper, Client, Client]:
    one, two = await at_a_table(house)
    keeper = one.connection.keeper
    assert keeper is not None
    keeper.room.table.play(keeper.room.table.moves()[0])
    lengthen(keeper.room.table)
    return keeper, one, two


# ---- events again and again -----------------------------------------------------------------------------------------


def test_an_update_has_a_bounded_number_of_events_and_the_rest_can_be_asked_for(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, one, two = await long_game(house)
        await one.answer("resync", seen=0)
        number = keeper.room.number
        while (update := await one.latest("update"))["number"] != number:
            await asyncio.sleep(0.001)
        numbers = [event["number"] for event in update["events"]]
        assert numbers == list(range(number - MOST_EVENTS + 1, number + 1))
        assert update["skipped"] == number - MOST_EVENTS
        assert len(json.dumps(update)) < 200_000

        past = one.messages[await one.answer("earlier", until=number - MOST_EVENTS)]
        assert past["type"] == "past" and past["base"] == update["base"]
        assert [event["number"] for event in past["events"]] == [n - MOST_EVENTS for n in numbers] and past["story"]
        few = one.messages[await one.answer("earlier", since=3, until=5)]
        assert [event["number"] for event in few["events"]] == [4, 5]
        for nothing in ({"until": 0}, {"since": 9, "until": 3}, {"since": number, "until": 2**53}):
            assert one.messages[await one.answer("earlier", **nothing)]["events"] == []
        for client in (one, two):
            await client.close()

    run(tmp_path, talk)


def test_a_frame_put_together_is_the_update_that_the_protocol_describes(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, connections = await sit_down(house, 0.0, 0.0, bots=1)
        table = keeper.room.table
        while len(table.log) < 12 and table.must is not None:
            table.play(table.moves()[0])
        with speaking(typed=False):
            for person in (connections[0].person.id, connections[1].person.id, ""):
                for since in (0, 3, table.told):
                    frame = keeper.updates.update(person, since, 0.0)
                    assert frame is not None
                    update = msgspec.json.decode(frame, type=wire.Update)
                    seat = keeper.room.viewer_of(person)
                    names = keeper.room.player_names
                    assert update.events == table.events_for(seat, since, names)
                    assert update.story == table.narrate(seat, since, names)
                    assert json.loads(frame)["view"] == json.loads(
                        msgspec.json.encode(table.view(seat, names), enc_hook=as_str)
                    )
                    assert update.skipped == 0 and update.number == table.told

    run(tmp_path, talk)


def test_a_guest_with_many_sockets_gets_no_more_events_than_with_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty sockets that ask for a long game again and again are sent what one person may have, and it is encoded once."""
    encoded: Counter[str] = Counter()
    encode_move = encoding.encode_move

    def counting(table: Table, seat: int | None, names: Any, first: int, last: int) -> encoding.EncodedMove:
        encoded["events"] += last - first + 1
        return encode_move(table, seat, names, first, last)

    monkeypatch.setattr("parlour.server.rooms.updates.encode_move", counting)

    async def talk(house: House) -> None:
        keeper, one, two = await long_game(house)
        code, person = keeper.room.code, await house.people.new()
        crowd = [Client(house, person) for _ in range(SOCKETS)]
        for client in crowd:
            client.say(json.dumps({"type": "enter", "room": code}))
            for seen in range(100):
                client.say(json.dumps({"type": "resync", "seen": seen}))
        await asyncio.sleep(0.5)
        mark = await two.answer("earlier", until=3)
        assert two.messages[mark]["type"] == "past", "others are answered at once"
        frames = [m for client in crowd for m in client.messages if m["type"] == "update"]
        most = house.limits.events_of_person.most / MOST_EVENTS
        assert 1 <= len(frames) <= 2 * most, "each request is charged to the person, not to the socket"
        assert encoded["events"] < 4 * MOST_EVENTS, "the same events are encoded once"
        for client in (one, two, *crowd):
            await client.cut()

    run(tmp_path, talk)


def test_a_resync_is_charged_by_what_it_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A resync that brings no events costs so little that it is never slowed down."""
    charged: list[float] = []

    async def charging(rooms: Rooms, limit: Limit, person: str, cost: float = 1.0, **_: object) -> bool:
        if limit is rooms.limits.events_of_person:
            charged.append(cost)
        return True

    async def talk(house: House) -> None:
        keeper, one, two = await long_game(house)
        monkeypatch.setattr(Rooms, "slow_down", charging)
        number = keeper.room.number
        for seen in (number, number + 5, number - 10, 0):
            await one.answer("resync", seen=seen)
        for text in ("one", "two"):
            await two.answer("chat", text=text)
        await one.answer("resync", seen=number)
        assert charged == [LEAST_COST, LEAST_COST, LEAST_COST + 10, LEAST_COST + MOST_EVENTS, LEAST_COST + 2]
        assert LEAST_COST <= EVENTS_PER_MESSAGE, "as often as messages are allowed"
        for client in (one, two):
            await client.close()

    run(tmp_path, talk)


class Slow(Client):
    """A client that reads only when the test says so. `held` is the most that was ever kept for it."""

    held = most_written = 0

    def write(self, frames: Sequence[str]) -> None:
        super().write(frames)
        self.is_writable = False
        self.most_written = max(self.most_written, sum(map(len, frames)))
        self.held = max(self.held, self.connection._waiting)

    def read(self) -> None:
        """Read everything that was written."""
        self.held = max(self.held, self.connection._waiting)
        self.is_writable = True
        assert self.on_writable is not None
        self.on_writable()


async def slow_client_of_a_long_game(house: House) -> Slow:
    """Somebody who asks for several large parts of a long game at once."""
    keeper, one, two = await long_game(house)
    slow = Slow(house, await house.people.new())
    house.connections.add(slow.connection)
    slow.say(json.dumps({"type": "enter", "room": keeper.room.code}))
    for number in range(BIG_ONES):
        slow.say(json.dumps({"type": "earlier", "until": LONG_GAME, "id": f"e{number}"}))
    for client in (one, two):
        await client.close()
    return slow


def test_requests_sent_at_once_are_answered_as_fast_as_the_client_reads(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        slow = await slow_client_of_a_long_game(house)
        while len([m for m in slow.messages if m["type"] == "past"]) < BIG_ONES:
            await asyncio.sleep(0.002)
            assert slow.connection._is_open, "somebody who reads is never dropped"
            slow.read()
        assert slow.most_written > 50_000, "the answers are large"
        assert slow.held <= 120_000 < MOST_BYTES_WAITING, "one answer is kept at a time"
        await slow.close()

    run(tmp_path, talk)


def test_a_client_that_never_reads_is_kept_one_answer_for_and_dropped_in_time(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        slow = await slow_client_of_a_long_game(house)
        while not slow.connection._waiting:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)
        assert slow.connection._waiting <= 120_000
        assert slow._frames.qsize() == BIG_ONES - 1, "the other requests wait"
        assert slow.connection.sending_since
        patience = house.settings.send_timeout
        house.connections.drop_stalled(slow.connection.sending_since + patience - 1)
        assert slow.connection._is_open
        house.connections.drop_stalled(slow.connection.sending_since + patience + 1)
        assert slow.disconnected
        await asyncio.wait_for(slow._task, 10)

    run(tmp_path, talk)


def test_a_person_chats_no_more_on_many_sockets_than_on_one(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        clock = SimpleNamespace(now=0.0)
        house.limits.chats_of_person._clock = lambda: clock.now
        one, two = await at_a_table(house)
        keeper = one.connection.keeper
        assert keeper is not None
        crowd = [Client(house, one.connection.person) for _ in range(4)]
        for client in crowd:
            await client.answer("enter", room=keeper.room.code)

        async def said() -> int:
            answers = [(client, await client.answer("chat", text="Hello")) for client in (one, *crowd) for _ in range(3)]
            told = [client.messages[place] for client, place in answers]
            assert all(answer["type"] == "done" or answer["code"] == "refusal.notSoFast" for answer in told)
            return sum(answer["type"] == "done" for answer in told)

        most = house.limits.chats_of_person.most
        assert await said() == most < 15
        assert await said() == 0
        assert two.messages[await two.answer("chat", text="Hello")]["type"] == "done", "others are not slowed down"
        clock.now += 1 / house.limits.chats_of_person.per_second
        assert await said() == 1
        for client in (one, two, *crowd):
            await client.cut()

    run(tmp_path, talk)


# ---- watchers -------------------------------------------------------------------------------------------------------


def test_a_room_is_described_once_however_many_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described: Counter[str] = Counter()

    def count(name: str) -> None:
        work = getattr(Updates, name)

        def counting(updates: Updates, *about: Any) -> wire.RoomState:
            described[name] += 1
            state: wire.RoomState = work(updates, *about)
            return state

        monkeypatch.setattr(Updates, name, counting)

    count("_room_state")
    count("_told_to")

    async def talk(house: House) -> None:
        keeper, (one, two) = await sit_down(house, 0.0, 0.0, bots=1)
        guests = [await house.people.new() for _ in range(50)]
        watching = [FakeConnection(house.rooms, guest, 0.0) for guest in guests for _ in range(4)]
        for connection in watching:
            await keeper.enter(connection, 0)
        keeper.updates.renew()
        described.clear()
        with speaking(typed=False):
            frames = {keeper.updates.room_frame(connection.person) for connection in (one, two, *watching)}
        assert len(frames) == 3, "one for the host, one for the other player, one for all who watch"
        assert described == {"_room_state": 1, "_told_to": 3}
        assert len({json.loads(frame)["you"] for frame in frames}) == 3
        with speaking(typed=False):
            keeper.updates.room_frame(one.person)
        assert described.total() == 4, "nothing has changed"

    run(tmp_path, talk)


def test_hundreds_of_watchers_are_told_a_few_at_a_time(tmp_path: Path) -> None:
    """Players are told of each change at once; a watcher is told once of many changes."""

    async def talk(house: House) -> None:
        keeper, players = await sit_down(house, 0.0, 0.0, bots=1)
        guest = await house.people.new()
        watching = [FakeConnection(house.rooms, guest, 0.0) for _ in range(5 * AT_ONCE)]
        for connection in watching:
            await keeper.enter(connection, 0)
        while any(keeper.crowd._waiting):
            await asyncio.sleep(0.001)
        for connection in (*players, *watching):
            connection.woken.clear()
        for change in range(1, 4):
            keeper.refresh()
            assert all(len(player.woken) == change for player in players)
        assert 0 < sum(len(connection.woken) for connection in watching) <= AT_ONCE, "nobody waits for more than one group"
        while keeper.crowd._waiting:
            await asyncio.sleep(PAUSE / 10)
        assert {len(connection.woken) for connection in watching[AT_ONCE:]} == {1}, "once for all three changes"
        assert all(len(connection.woken) >= 1 for connection in watching)

    run(tmp_path, talk)


def test_watchers_of_one_name_are_told_apart(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, _ = await sit_down(house, 0.0, 0.0, bots=1)
        for _ in range(3):
            guest = await house.people.rename(await house.people.new(), name="Ann")
            await keeper.enter(FakeConnection(house.rooms, guest, 0.0), 0)
        state = keeper.updates.room_state(await house.people.new())
        assert [watcher.name for watcher in state.watchers] == ["Ann", "Ann (2)", "Ann (3)"]

    run(tmp_path, talk)


# ---- the end of a game, and replays -----------------------------------------------------------------------------------


def near_the_end(keeper: Keeper) -> None:
    """Play on until the next move of the first kind ends the game."""
    table = keeper.room.table
    while True:
        trial = table.copy()
        trial.play(trial.moves()[0])
        if trial.must is None:
            return
        table.play(table.moves()[0])


def test_the_last_move_is_answered_and_told_before_the_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_keep = threading.Event()

    def slowly(room: Room) -> FinishedGame:
        assert may_keep.wait(30)
        return finished_game(room)

    monkeypatch.setattr(journal, "finished_game", slowly)

    async def talk(house: House) -> None:
        one, two = await at_a_table(house)
        keeper = one.connection.keeper
        assert keeper is not None
        room = keeper.room
        near_the_end(keeper)
        mover, other = (one, two) if room.table.must == room.seat_of(one.connection.person.id) else (two, one)
        place = await mover.answer("move", move=room.table.moves()[0], seen=room.number)
        assert mover.messages[place]["type"] == "done"
        while not (await other.latest("update"))["view"]["result"] or (await other.latest("room"))["phase"] != "over":
            await asyncio.sleep(0.001)
        assert not room.is_saved and (await other.latest("room"))["replay"] == "", "it is not saved yet"
        may_keep.set()
        while not (await other.latest("room"))["replay"]:
            await asyncio.sleep(0.001)
        assert (await house.store.finished_game(room.replay)) is not None
        for client in (one, two):
            await client.close()

    run(tmp_path, talk)


def test_replays_have_threads_of_their_own_and_are_computed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_show = threading.Event()
    computed: list[tuple[int, str]] = []

    def slowly(save: str, round: int, viewer: str) -> dict[str, str]:
        computed.append((round, viewer))
        assert may_show.wait(30)
        return {"save": save}

    monkeypatch.setattr(viewer, "replay_of", slowly)

    async def talk(house: House) -> None:
        waiting = [asyncio.create_task(house.replays.show("id", "a save", 0, str(seat))) for seat in range(4) for _ in range(3)]
        await asyncio.sleep(0.05)
        one, two = await at_a_table(house)
        keeper = one.connection.keeper
        assert keeper is not None
        near_the_end(keeper)
        await keeper.journal.write([log.Moved(keeper.room.table.must or 0, keeper.room.table.moves()[0], "bot")])
        keeper.refresh()
        keeper.mailbox.post(keeper.journal.save_game)
        while not keeper.room.is_saved:
            await asyncio.sleep(0.001)
        assert len(computed) == 1, "a game is saved while one replay is computed and the others wait"
        more = [asyncio.create_task(house.replays.show("id", "a save", round, "open")) for round in range(viewer.MOST_WAITING)]
        await asyncio.sleep(0.05)
        may_show.set()
        assert set(await asyncio.gather(*waiting)) == {b'{"save":"a save"}'}
        refused = [
            error for error in await asyncio.gather(*more, return_exceptions=True) if isinstance(error, viewer.ViewerBusy)
        ]
        assert len(refused) == 4, "only a limited number may wait"
        before = len(computed)
        await house.replays.show("id", "a save", 0, "3")
        assert before == len(computed) == 4 + viewer.MOST_WAITING - 4
        for client in (one, two):
            await client.close()

    run(tmp_path, talk)


# ---- bots ------------------------------------------------------------------------------------------------------------


def test_many_bots_of_one_guest_delay_others_by_at_most_one_thought() -> None:
    async def talk() -> None:
        threads = BotThreads(2, Metrics())
        order: list[str] = []
        done = asyncio.Event()
        steps = threading.Barrier(2)  # two decisions take equally long, however busy the machine is

        def think(person: str) -> None:
            def work() -> None:
                with suppress(threading.BrokenBarrierError):
                    steps.wait(60)

            def then(result: None) -> None:
                order.append(person)
                if len(order) - order.count("greedy") == 8:
                    steps.abort()
                if len(order) == 108:
                    done.set()

            threads.run(person, work, then)

        for _ in range(100):
            think("greedy")
        for person in ("ann", "ben"):
            for _ in range(4):
                think(person)
        assert threads.waiting == 107 - 1, "the greedy one has one thread, the first of the others has the second"
        await asyncio.wait_for(done.wait(), 60)
        assert max(place for place, person in enumerate(order) if person != "greedy") < 30
        threads.shut_down()

    asyncio.run(talk())


def test_a_bot_that_fails_or_a_house_that_stops_leaves_no_thread_taken() -> None:
    async def talk() -> None:
        threads, results = BotThreads(1, Metrics()), list[object]()
        for work in (lambda: 1 // 0, lambda: 7):
            threads.run("ann", work, results.append)
        while len(results) < 2:
            await asyncio.sleep(0.001)
        assert results == [None, 7] and threads.waiting == 0
        threads.is_stopped = True
        threads.run("ann", lambda: 8, results.append)
        assert results[-1] is None
        threads.shut_down()

    asyncio.run(talk())


def test_bots_alone_take_their_time(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        host = FakeConnection(house.rooms, await house.people.new(), 0.0)
        code = await house.rooms.open(host.person, log.Plan(GAME, 2, pace=0), ["beginner"])
        keeper = await house.rooms.keeper(code)
        assert keeper is not None
        await keeper.enter(host, 0)
        for request in (wire.Rise(), wire.AddBot(seat=0, level="beginner"), wire.Start()):
            assert isinstance(await host.ask(request), wire.Done)
        await asyncio.sleep(3 * LEAST_PAUSE_ALONE)
        assert len(keeper.room.table.log) <= 4

    run(tmp_path, talk)
