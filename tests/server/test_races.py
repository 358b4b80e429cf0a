"""Races: the first to act wins, however slow the connection; nobody waits without need, and no wait reveals a hand."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.table import Table
from parlour.core.texts import text
from parlour.server import wire
from parlour.server.house import House
from parlour.server.rooms import autoplay, bots
from parlour.server.rooms.keeper import Keeper
from parlour.server.rooms.refusals import STALE
from tests.server.helpers.clients import HouseProcess, house_in
from tests.server.helpers.network import people_at
from tests.server.helpers.quiet import (
    LONGEST,
    SEATS,
    a_race,
    play_to,
    racers,
    run,
    sit_down,
)

WINDOW = 0.12
NOISE = 0.5  # what a busy machine may add to any time, in seconds
PACE = 0.8  # the pause before a bot's move, in seconds


def test_the_first_to_act_wins_despite_a_slower_connection(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, connections = await a_race(house, (0.2, 0.01, 0.0))
        (far, far_words), (near, near_words) = racers(keeper.room.table)
        hands = [zone.count for zone in keeper.room.table.view(near).zones]
        made = len(keeper.room.table.log)
        first, second = await asyncio.gather(connections[far].move(far_words), connections[near].move(near_words, after=0.05))
        assert isinstance(first, wire.Done), first
        assert isinstance(second, wire.Refused) and second.stale and second.why == text(STALE)
        table = keeper.room.table
        assert [mover for mover, _ in table.log[made:]] == [far], "the later one has not moved, so it was not punished"
        assert [z.count for z in table.at(made).view(near).zones] == hands

    run(tmp_path, talk)


def test_a_later_action_does_not_win_by_a_slower_connection(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, connections = await a_race(house, (0.2, 0.01, 0.0))
        (far, far_words), (near, near_words) = racers(keeper.room.table)
        late, early = await asyncio.gather(connections[far].move(far_words, after=0.05), connections[near].move(near_words))
        assert isinstance(early, wire.Done) and isinstance(late, wire.Refused) and late.stale

    run(tmp_path, talk)


def test_a_move_is_never_held_longer_than_the_window(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        times = []
        for _ in range(3):
            keeper, connections = await a_race(house, (5.0, 0.0, 0.0))
            _, (near, words) = racers(keeper.room.table)
            began = time.monotonic()
            assert isinstance(await connections[near].move(words), wire.Done)
            times.append(time.monotonic() - began)
        assert WINDOW - 0.01 < min(times) < WINDOW + NOISE

    run(tmp_path, talk)


def test_without_a_slower_rival_nobody_waits(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, connections = await a_race(house, (0.0, 0.1, 0.0))
        waits = [keeper.moves.race_wait(connections[seat].person.id) for seat in range(SEATS)]
        longest = max(connections, key=lambda seat: connections[seat].round_trip)
        assert [round(wait, 3) for wait in waits] == [0.0 if seat == longest else 0.05 for seat in range(SEATS)]
        for line in list(keeper.presence.viewers):
            if line.round_trip:
                del keeper.presence.viewers[line]
        assert all(keeper.moves.race_wait(connection.person.id) == 0 for connection in connections.values())

    run(tmp_path, talk)


def test_where_nobody_may_cut_in_nobody_waits(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        while True:
            keeper, connections = await sit_down(house, 0.0, 0.0, 0.0)
            if await play_to(keeper, connections, lambda table: not table.window and table.must == 0):
                break
        connections[1].round_trip = connections[2].round_trip = 2.0
        assert keeper.moves.race_wait(connections[0].person.id) == 0
        assert isinstance(await connections[0].move(keeper.room.table.moves()[0]), wire.Done)

    run(tmp_path, talk)


def test_a_bot_does_not_move_while_a_person_is_held_up_in_a_race(tmp_path: Path) -> None:
    """The house holds back the person with the faster connection: a bot must not use that time."""

    async def talk(house: House) -> None:
        for _ in range(40):
            keeper, (near, far) = await sit_down(house, 0.0, 0.3, bots=1, pace=round(PACE * 1000))
            if not await play_to(keeper, [near, far], lambda table: table.must == 1 and bool(table.moves(0))):
                continue
            made, request = len(keeper.room.table.log), first_move(keeper)
            # so late that the bot's turn comes while this move is held back; the bot sits on seat 1
            if not await slept(PACE - 0.06):
                continue
            answer = await near.ask(request)
            assert isinstance(answer, wire.Done) and keeper.room.table.log[made][0] == near.seat, answer
            return
        pytest.fail("no bot was ever raced")

    run(tmp_path, talk)


def test_a_bot_waits_for_a_slow_connection_as_a_person_would(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        for _ in range(40):
            keeper, (far, near) = await sit_down(house, 0.0, 0.0, bots=1, pace=round(PACE * 1000))
            if not await play_to(keeper, [far, near], lambda table: table.must == 1 and bool(table.moves(0))):
                continue
            far.round_trip = 0.2
            if not keeper.mailbox.is_scheduled("bot"):  # the bot still waits, now for the slower connection
                # this move is made before the bot's turn and arrives after it
                request = first_move(keeper)
                if not await slept(PACE - 0.08 + far.round_trip / 2):
                    continue
                answer = await far.ask(request)
                assert isinstance(answer, wire.Done), answer
                return
        pytest.fail("no bot was ever raced")

    run(tmp_path, talk)


def first_move(keeper: Keeper) -> wire.Move:
    """Return the first move of seat 0 in the current position."""
    return wire.Move(move=keeper.room.table.moves(0)[0], seen=keeper.room.number)


async def slept(seconds: float) -> bool:
    """Sleep; return whether that took no longer than expected, as it may on a busy machine."""
    began = time.monotonic()
    await asyncio.sleep(seconds)
    return time.monotonic() - began < seconds + 0.03


# ---- what a wait may depend on ------------------------------------------------------------------------------------------


def test_the_wait_depends_only_on_what_everybody_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(house: House) -> None:
        keeper, connections = await a_race(house, (0.2, 0.1, 0.0))
        waits = [keeper.moves.race_wait(connection.person.id) for connection in connections.values()]
        assert any(waits)

        def never(table: Table) -> list[int]:
            raise AssertionError("Who may cut in tells who holds what.")

        with monkeypatch.context() as patch:
            patch.setattr(Table, "may", property(never))
            patch.setattr(Table, "moves", never)
            assert [keeper.moves.race_wait(connection.person.id) for connection in connections.values()] == waits

    run(tmp_path, talk)


def test_nobody_sees_a_bot_think_about_cutting_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that must move does so at its pace, however long others thought about cutting in."""
    slow: list[bool] = []

    def thoughtful(table: Table, levels: dict[int, str], own: object, *, exact: bool) -> tuple[int, list[str]] | None:
        assert table.must is not None
        others = [seat for seat in table.may if seat in levels]
        slow.append(bool(others))
        time.sleep(0.6 if others else 0.0)
        return bots.choose_moves(table, {table.must: levels[table.must]}, exact=exact) if table.must in levels else None

    monkeypatch.setattr(autoplay, "choose_moves", thoughtful)

    async def talk(house: House) -> None:
        times: dict[bool, list[float]] = {True: [], False: []}
        while min(len(found) for found in times.values()) < 3:
            keeper, (connection,) = await sit_down(house, 0.0, bots=2, pace=round(PACE * 1000))
            while keeper.room.phase == "playing" and min(len(found) for found in times.values()) < 3:
                must, made = keeper.room.table.must, len(keeper.room.table.log)
                if must == connection.seat:
                    await connection.move(keeper.room.table.moves()[0])
                    continue
                thinks = any(seat not in (must, connection.seat) for seat in keeper.room.table.may)
                began = time.monotonic()
                await asyncio.sleep(PACE / 2)
                while len(keeper.room.table.log) == made:
                    await asyncio.sleep(0.002)
                times[thinks].append(time.monotonic() - began)
        # a busy machine may notice late that a move was made or due, but not every time
        assert all(max(found) > PACE - 0.05 and min(found) < PACE + NOISE for found in times.values()), times
        assert min(times[True]) - min(times[False]) < 0.4, times

    run(tmp_path, talk)
    assert any(slow), "no bot ever thought about cutting in"


# ---- over real sockets --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("races")) as house:
        yield house
    assert not [line for line in house.said if "Traceback" in line], "".join(house.said)


def test_over_real_sockets_no_claim_about_the_time_counts(house: HouseProcess) -> None:
    async def talk() -> None:
        _, near, third = clients = await people_at(house, 0.02, 0.0, 0.0)
        number = near.update["number"]
        for claim in ({"sent": 0}, {"at": 1.0}, {"time": "before"}, {"trip": 10_000}):
            near.messages.clear()
            await near.send({"type": "move", "move": "draw", "seen": number, **claim})
            await near.until(lambda: near.messages)
            assert near.messages[-1]["type"] == "refused" and "unknown field" in near.messages[-1]["why"]
        assert third.update["number"] == number
        for client in clients:
            await client.close()

    asyncio.run(asyncio.wait_for(talk(), LONGEST))
