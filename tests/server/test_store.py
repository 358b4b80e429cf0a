"""The contract of the store, on both databases."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from sqlalchemy import Connection, Table, func, select, text

from parlour.server.store import log, rows, schema
from parlour.server.store.errors import CodeTaken, CommitUncertain, LogConflict, ServerReplaced, StoreError
from parlour.server.store.lease import LEASE, Lease
from parlour.server.store.ownership import renew
from parlour.server.store.store import Store
from tests.server.helpers.rooms import OPENED, PLAYING, SUMMARY, finished, moved, open_room, timed

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = Store.open(database, "house")
    yield opened
    await opened.close()


# ---- rooms and their logs -------------------------------------------------------------------------------------------


async def test_a_log_comes_back_as_it_was_written(store: Store):
    room = await store.open_room("BCDFGH", [(1.25, OPENED), (2.5, log.Sat(0, "ann-id", "Änn ♥", "red"))], SUMMARY)
    await store.append(room, 2, [(3.5, moved(2)), (3.5, log.Closed())], None)
    assert await store.log_of(room) == [
        (1.25, OPENED),
        (2.5, log.Sat(0, "ann-id", "Änn ♥", "red")),
        (3.5, moved(2)),
        (3.5, log.Closed()),
    ]


async def test_the_log_is_in_order_of_number(store: Store):
    room = await open_room(store, "BCDFGH")
    await store.append(room, 5, timed(5, 9), None)
    await store.append(room, 1, timed(1, 4), None)
    assert [entry for _, entry in (await store.log_of(room))[1:]] == [moved(number) for number in range(1, 10)]


async def test_a_room_without_a_log_has_an_empty_one(store: Store):
    assert await store.log_of(77) == []
    assert await store.logs_of([]) == {}


async def test_a_number_is_never_written_twice(store: Store):
    room = await open_room(store, "BCDFGH")
    await store.append(room, 1, timed(1, 2), None)
    with pytest.raises(LogConflict, match="must be read again"):
        await store.append(room, 2, timed(2, 3), PLAYING)
    assert len(await store.log_of(room)) == 3
    row = await store.find_room("BCDFGH")
    assert row is not None and row.summary == SUMMARY


async def test_no_log_without_a_room(store: Store):
    with pytest.raises(LogConflict):
        await store.append(4711, 0, timed(0, 0), None)


async def test_an_append_needs_an_entry(store: Store):
    with pytest.raises(ValueError, match="nothing to append"):
        await store.append(1, 0, [], None)
    with pytest.raises(ValueError, match="must not be empty"):
        await store.open_room("BCDFGH", [], SUMMARY)


async def test_a_code_is_taken_once(store: Store):
    first = await open_room(store, "BCDFGH")
    with pytest.raises(CodeTaken):
        await open_room(store, "BCDFGH")
    assert await open_room(store, "BCDFGJ") != first
    assert len(await store.log_of(first)) == 1


async def test_only_one_of_many_gets_a_code_at_once(store: Store):
    outcomes = await asyncio.gather(*(open_room(store, "BCDFGH") for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(outcome, int) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, CodeTaken) for outcome in outcomes) == 19


async def test_a_room_is_found_by_its_code_until_it_is_closed(store: Store):
    room = await open_room(store, "BCDFGH", at=5.5)
    await store.append(room, 1, [(7.5, moved(1))], PLAYING)
    assert await store.find_room("BCDFGH") == rows.RoomRow(room, "BCDFGH", "house", PLAYING, 5.5, 7.5)
    await store.append(room, 2, [(9.0, log.Closed())], replace(PLAYING, phase="closed"))
    assert await store.find_room("BCDFGH") is None
    assert await store.find_room("XXXXXX") is None
    with pytest.raises(CodeTaken):
        await open_room(store, "BCDFGH")


async def test_an_append_without_a_summary_keeps_the_summary(store: Store):
    room = await open_room(store, "BCDFGH", at=5.5)
    await store.append(room, 1, [(7.5, moved(1))], None)
    assert await store.find_room("BCDFGH") == rows.RoomRow(room, "BCDFGH", "house", SUMMARY, 5.5, 5.5)


async def test_the_lobby_shows_public_rooms_where_one_can_sit_or_watch(store: Store):
    shown = {
        "gathering": SUMMARY,
        "playing": PLAYING,
        "scored": replace(PLAYING, phase="scored"),
        "no watchers yet": replace(SUMMARY, watchers=False),
    }
    hidden = {
        "by link": replace(SUMMARY, public=False),
        "not to watch": replace(PLAYING, watchers=False),
        "over": replace(PLAYING, phase="over"),
        "closed": replace(PLAYING, phase="closed"),
    }
    for at, (code, face) in enumerate({**shown, **hidden}.items()):
        await open_room(store, code, at=at, summary=face)
    assert [row.code for row in await store.lobby(10)] == list(shown)[::-1]
    assert [row.code for row in await store.lobby(2)] == ["no watchers yet", "scored"]


async def test_running_rooms_are_those_of_this_server(database: str, store: Store):
    other = Store.open(database, "other")
    await open_room(other, "OTHERS", summary=PLAYING)
    phases = ("gathering", "playing", "scored", "over", "closed")
    ids = {phase: await open_room(store, phase, summary=replace(PLAYING, phase=phase)) for phase in phases}
    await other.close()
    assert [row.id for row in await store.running_rooms()] == [ids["playing"], ids["scored"]]


async def test_the_logs_of_many_rooms_are_read_at_once(store: Store):
    ids = await asyncio.gather(*(open_room(store, f"R{number:05}", at=number) for number in range(1100)))
    await asyncio.gather(*(store.append(room, 1, timed(1, 3), None) for room in ids[::2]))
    logs = await store.logs_of(ids)
    assert set(logs) == set(ids)
    assert logs[ids[1]] == [(1.0, OPENED)]
    assert all(entries[1:] == timed(1, 3) for room, entries in logs.items() if room in ids[::2])


# ---- group commit ---------------------------------------------------------------------------------------------------


def held(store: Store) -> tuple[Callable[[], None], "asyncio.Task[bool]"]:
    """Keep the writer busy, so that later writes wait together; calling the first result lets it continue."""
    gate = threading.Event()
    task = asyncio.create_task(store.write(lambda connection: gate.wait(60)))
    return gate.set, task


async def test_many_rooms_share_a_commit(store: Store):
    ids = await asyncio.gather(*(open_room(store, f"R{number:05}") for number in range(50)))
    commits, writes = store.commits, store.writes

    async def play(room: int) -> None:
        for number in range(1, 21):
            await store.append(room, number, timed(number, number), None)

    await asyncio.gather(*(play(room) for room in ids))
    assert store.writes - writes == 1000
    assert store.commits - commits <= 200
    logs = await store.logs_of(ids)
    assert all(entries[1:] == timed(1, 20) for entries in logs.values())


async def test_only_the_faulty_write_of_a_group_fails(store: Store):
    ids = [await open_room(store, f"R{number:05}") for number in range(30)]
    await store.append(ids[13], 1, timed(1, 1), None)
    go_on, busy = held(store)
    appends = [asyncio.create_task(store.append(room, 1, timed(1, 2), PLAYING)) for room in ids]
    mistake = asyncio.create_task(store.write(lambda connection: 1 // 0))
    people = [asyncio.create_task(store.add_person(f"p{number}", "Ann", "red", 1.0)) for number in (1, 2, 1)]
    await asyncio.sleep(0)
    go_on()
    outcomes = await asyncio.gather(*appends, mistake, *people, return_exceptions=True)
    await busy
    guilty = {index: type(outcome) for index, outcome in enumerate(outcomes) if outcome is not None}
    assert guilty == {13: LogConflict, 30: ZeroDivisionError, 33: StoreError}
    logs = await store.logs_of(ids)
    assert [len(logs[room]) for room in ids] == [3] * 13 + [2] + [3] * 16
    assert await store.person("p2") is not None


async def test_a_write_that_fails_leaves_nothing(store: Store):
    def half(connection: Connection) -> None:
        connection.execute(schema.meta.insert().values(key="half", value="done"))
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        await store.write(half)
    with pytest.raises(RuntimeError):
        await store.write(lambda connection: next(iter(())))
    assert await store.read(_count(schema.meta)) == 1


def _count(table: Table) -> Callable[[Connection], int]:
    return lambda connection: connection.execute(select(func.count()).select_from(table)).scalar_one()


async def test_writes_are_made_in_order_and_say_what_came_of_them(store: Store):
    seen: list[int] = []

    def noted(number: int) -> Callable[[Connection], int]:
        def note(connection: Connection) -> int:
            seen.append(number)
            return number

        return note

    results = await asyncio.gather(*(store.write(noted(number)) for number in range(600)))
    assert seen == results == list(range(600))


async def test_a_write_is_made_even_if_nobody_waits_for_it_any_more(store: Store):
    go_on, busy = held(store)
    task = asyncio.create_task(open_room(store, "BCDFGH"))
    await asyncio.sleep(0)
    task.cancel()
    go_on()
    await busy
    await store.alive(1.0)
    assert await store.find_room("BCDFGH") is not None


async def test_close_finishes_what_waits(database: str):
    store = Store.open(database, "house")
    room = await open_room(store, "BCDFGH")
    go_on, busy = held(store)
    tasks = [asyncio.create_task(store.append(room, number, timed(number, number), None)) for number in range(1, 400)]
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    for late in (store.append(room, 400, timed(400, 400), None), store.log_of(room)):
        with pytest.raises(StoreError, match="closed"):
            await late
    go_on()
    await asyncio.gather(closing, busy, *tasks)
    await store.close()
    again = Store.open(database, "house")
    assert len(await again.log_of(room)) == 400
    await again.close()


# ---- the name, the epoch and the heartbeat --------------------------------------------------------------------------


async def test_what_was_written_is_there_after_reopening(database: str):
    keys = []
    for number in range(3):
        store = Store.open(database, "house")
        keys.append(store.key())
        await open_room(store, f"R{number:05}", summary=PLAYING)
        assert len(await store.running_rooms()) == number + 1
        await store.close()
    assert len(keys[0]) == 32 and len(set(keys)) == 1


async def test_an_older_process_of_the_same_name_can_never_write_again(database: str, store: Store):
    room = await open_room(store, "BCDFGH")
    told: list[str] = []
    store.on_replaced = lambda: told.append("replaced")
    newer = Store.open(database, "house")
    await newer.append(room, 1, timed(1, 1), None)
    late = [store.append(room, number, timed(number, number), None) for number in range(2, 6)]
    outcomes = await asyncio.gather(*late, store.alive(5.0), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ServerReplaced] * 5
    assert "must stop" in str(outcomes[0])
    await asyncio.sleep(0.05)
    assert told == ["replaced"]
    with pytest.raises(ServerReplaced):
        await open_room(store, "BCDFGJ")
    assert len(await store.log_of(room)) == 2
    assert told == ["replaced"]
    await newer.append(room, 2, timed(2, 2), None)
    await newer.close()


async def test_servers_of_other_names_write_side_by_side(database: str, store: Store):
    other = Store.open(database, "other")
    rooms = [await open_room(store, "BCDFGH"), await open_room(other, "BCDFGJ")]
    for number in range(1, 30):
        pairs = zip((store, other), rooms, strict=True)
        await asyncio.gather(*(each.append(room, number, timed(number, number), None) for each, room in pairs))
    await other.close()
    assert [len(entries) for entries in (await store.logs_of(rooms)).values()] == [30, 30]


async def test_when_the_predecessor_was_last_alive(database: str):
    store = Store.open(database, "house")
    assert store.last_alive is None
    await store.alive(1234.5)
    await store.close()
    store, other = Store.open(database, "house"), Store.open(database, "other")
    assert (store.last_alive, other.last_alive) == (1234.5, None)
    await store.close()
    await other.close()


async def test_a_room_is_claimed_when_the_lease_of_its_owner_ended_and_then_the_owner_cannot_write_to_it(
    database: str, store: Store
):
    room, another = await open_room(store, "BCDFGH", summary=PLAYING), await open_room(store, "BCDFGJ", summary=PLAYING)
    other = Store.open(database, "other")
    await store.alive(1000.0)
    assert await store.claim(room, now=2000.0)
    assert not await other.claim(room, now=999.0 + LEASE)
    assert await other.running_rooms() == []
    assert not await other.claim(4711)
    await store.append(room, 1, timed(1, 1), None)
    assert await other.claim(room, now=1000.0 + LEASE)
    assert [(row.owner, row.epoch) for row in await other.running_rooms()] == [("other", 1)]
    late = [store.append(number, at, timed(at, at), None) for number, at in ((room, 2), (another, 1))]
    lost, kept = await asyncio.gather(*late, return_exceptions=True)
    assert isinstance(lost, LogConflict) and kept is None, "losing one room does not cost the others"
    ours: list[bool] = []
    store.on_lapsed = lambda is_ours: ours.extend(map(is_ours, (room, another)))
    await store.alive()
    assert ours == [False, True]
    await other.append(room, 2, timed(2, 2), None)
    await other.close()


async def test_survivors_share_the_rooms_of_a_dead_server(database: str, store: Store):
    rooms = [await open_room(store, f"R{number:05}", summary=PLAYING) for number in range(30)]
    idle = await open_room(store, "BCDFGH")
    others = [Store.open(database, "one"), Store.open(database, "two")]
    assert not await others[0].has_lapsed_rooms() and await others[0].claim_lapsed(100) == []
    await store.close()
    for other in others:
        await other.alive()
    assert await others[0].has_lapsed_rooms()
    assert not await others[0].has_lapsed_rooms(rooms)
    claimed = [await asyncio.gather(*(other.claim_lapsed(5) for other in others)) for _ in range(3)]
    found = [row.id for some in claimed for rows in some for row in rows]
    assert len(found) == len(set(found)) and set(found) <= set(rooms)
    for other in others:
        while await other.claim_lapsed(7):
            pass
        assert not await other.has_lapsed_rooms()
    owners = {row.id: row.owner for other in others for row in await other.running_rooms()}
    assert sorted(owners) == rooms and idle not in owners
    await asyncio.gather(*(other.close() for other in others))


async def test_a_room_is_handed_over(database: str, store: Store):
    room = await open_room(store, "BCDFGH", summary=PLAYING)
    other = Store.open(database, "other")
    other.url = "https://two.example"
    await other.alive()
    assert await store.hand_over(room, "other")
    assert not await store.hand_over(room, "other"), "it is not ours any more"
    owner = await store.owner_of(room)
    assert owner is not None and (owner.name, owner.url) == ("other", "https://two.example")
    with pytest.raises(LogConflict):
        await store.append(room, 1, timed(1, 1), None)
    assert not await store.claim(room) and await other.claim(room)
    await other.append(room, 1, timed(1, 1), None)
    await other.close()
    assert await store.owner_of(room) is None
    assert await store.claim(room)
    await store.append(room, 2, timed(2, 2), None)


async def test_nothing_is_acknowledged_after_the_lease_ended(store: Store):
    room = await open_room(store, "BCDFGH")
    time = [100.0]
    store.lease = Lease(is_needed=True, clock=lambda: time[0])
    await store.alive()
    await store.append(room, 1, timed(1, 1), None)
    time[0] += LEASE
    with pytest.raises(CommitUncertain):
        await store.append(room, 2, timed(2, 2), None)
    assert len(await store.log_of(room)) == 3
    await store.alive()
    await store.append(room, 3, timed(3, 3), None)


async def test_a_lease_that_was_renewed_after_the_time_was_asked_for_holds(database: str, store: Store):
    room = await open_room(store, "BCDFGH", summary=PLAYING)
    other = Store.open(database, "other")
    await store.alive(1000.0)
    assert not await other.claim(room, now=999.9), "the other asked for the time a moment before this server renewed its lease"
    await other.close()


async def test_a_server_whose_renewal_was_not_answered_learns_that_it_has_lost_a_room(database: str, store: Store):
    room = await open_room(store, "BCDFGH", summary=PLAYING)
    time, is_ours = [100.0], list[bool]()
    store.lease = Lease(is_needed=True, clock=lambda: time[0])
    store.on_lapsed = lambda asked: is_ours.append(asked(room))
    await store.alive(1000.0)
    is_ours.clear()
    time[0] += LEASE
    other = Store.open(database, "other")
    assert await other.claim(room, now=1000.0 + LEASE)
    await store.write(lambda connection: renew(connection, store.server, "", None) and None)  # committed, but never answered
    await store.alive()
    assert is_ours == [False]
    await other.close()


async def test_a_server_learns_about_the_others_when_it_renews_its_lease(database: str, store: Store):
    other = Store.open(database, "other")
    await store.alive()
    assert store.renewal is not None and [each.name for each in store.renewal.neighbours] == ["other"]
    assert store.renewal.owned is None and not store.renewal.lapsed
    await other.alive(1.0)
    await store.alive()
    assert not store.renewal.neighbours and list(store.renewal.lapsed) == ["other"]
    await other.alive()
    assert other.renewal is not None and other.renewal.owned == {}
    await other.close()


async def test_a_room_without_an_owner_is_claimed(store: Store):
    room = await open_room(store, "BCDFGH", summary=PLAYING)
    await store.write(lambda connection: connection.execute(text("UPDATE rooms SET owner = NULL")) and None)
    assert await store.running_rooms() == []
    assert await store.claim(room)
    assert len(await store.running_rooms()) == 1


# ---- people ---------------------------------------------------------------------------------------------------------


async def test_people(store: Store):
    await store.add_person("ann-id", "Änn ♥", "red", 10.0)
    assert await store.person("ann-id") == rows.PersonRow("ann-id", "Änn ♥", "red", 10.0, 10.0)
    await store.rename("ann-id", "Bo", "blue")
    await store.touch("ann-id", 12.5)
    assert await store.person("ann-id") == rows.PersonRow("ann-id", "Bo", "blue", 10.0, 12.5)
    assert await store.person("nobody") is None


async def test_a_code_is_redeemed_once_and_in_time(store: Store):
    await store.add_person("ann-id", "Ann", "red", 10.0)
    await store.add_code("hash", "ann-id", 600.0)
    await store.add_code("late", "ann-id", 600.0)
    assert await store.redeem("other", 500.0) is None
    assert await store.redeem("hash", 599.0) == "ann-id"
    assert await store.redeem("hash", 599.0) is None
    assert await store.redeem("late", 600.0) is None


async def test_only_one_of_many_redeems_a_code_at_once(database: str, store: Store):
    other = Store.open(database, "other")
    await store.add_person("ann-id", "Ann", "red", 10.0)
    for number in range(20):
        await store.add_code(f"hash {number}", "ann-id", 600.0)
        tries = (each.redeem(f"hash {number}", 1.0) for each in (store, other, store, other))
        assert sorted(await asyncio.gather(*tries), key=str) == [None, None, None, "ann-id"]
    await other.close()


# ---- games ----------------------------------------------------------------------------------------------------------


async def test_a_finished_game_is_written_with_its_last_move(store: Store):
    room = await open_room(store, "BCDFGH")
    game = finished("replay-1", ("ann-id", 0), ("bo-id", 2))
    await store.append(room, 1, timed(1, 1), replace(PLAYING, phase="over"), game)
    assert await store.finished_game("replay-1") == rows.GameRow(
        "replay-1", room, 1, "some_game", 1001.0, game.save, game.entry
    )
    assert await store.finished_game("replay-2") is None
    assert await store.entries_of("bo-id") == [rows.PlayedRow("replay-1", "some_game", 1001.0, 2, game.entry)]
    assert await store.entries_of("cy-id") == []
    with pytest.raises(LogConflict):
        await store.append(room, 1, timed(1, 1), None, finished("replay-2", ("ann-id", 0)))
    assert await store.finished_game("replay-2") is None


async def test_history_comes_in_pages_and_skips_nothing_that_ended_at_the_same_time(store: Store):
    room = await open_room(store, "BCDFGH")
    times = [1.0, 2.0, 2.0, 2.0, 2.0, 3.0, 4.0]
    for number, at in enumerate(times, 1):
        game = finished(f"replay-{number}", ("ann-id", 0), (f"other-{number}", 1))
        await store.append(room, number, [(at, moved(number))], None, game)
    pages, before = [], None
    while page := await store.history("ann-id", 2, before):
        pages.append([row.id for row in page])
        before = page[-1].id
    names = [f"replay-{number}" for number in range(7, 0, -1)]
    assert pages == [names[0:2], names[2:4], names[4:6], names[6:]]
    assert await store.history("ann-id", 2, "replay-8") == []
    assert await store.history("other-3", 2, "replay-2") == []
    assert [row.id for row in await store.entries_of("ann-id")] == names[::-1]


# ---- sweeping -------------------------------------------------------------------------------------------------------

DAY = 86_400.0


async def test_a_sweep_closes_rooms_in_which_nothing_happens_any_more(store: Store):
    now = 100 * DAY
    phases = ("gathering", "playing", "scored", "over", "closed")
    old = {phase: await open_room(store, phase, 90 * DAY, replace(SUMMARY, phase=phase)) for phase in phases}
    kept = await open_room(store, "kept", 90 * DAY)
    active = await open_room(store, "active", 90 * DAY)
    await store.append(active, 1, [(99 * DAY, moved(1))], None)
    await open_room(store, "new", 99 * DAY)
    assert await store.sweep(now, 7 * DAY, kept={kept}) == rows.Swept(codes=0, closed=4, compacted=0, forgotten=0, people=0)
    open_codes = {code for code in (*phases, "kept", "active", "new") if await store.find_room(code)}
    assert open_codes == {"kept", "active", "new"}
    assert (await store.log_of(old["over"]))[-1] == (now, log.Closed())
    with pytest.raises(LogConflict):
        await store.append(old["gathering"], 1, timed(1, 1), None)
    assert (await store.sweep(now, 7 * DAY, kept={kept})).closed == 0


async def test_a_sweep_leaves_rooms_that_another_server_keeps_alive(database: str, store: Store):
    other = Store.open(database, "other")
    await open_room(other, "OTHERS", 90 * DAY)
    await other.alive(100 * DAY)
    assert (await store.sweep(100 * DAY, 7 * DAY)).closed == 0
    assert (await store.sweep(101 * DAY, 7 * DAY)).closed == 1
    await other.close()


async def test_a_sweep_reduces_the_logs_of_closed_rooms_to_their_ends_and_keeps_their_games(store: Store):
    now = 100 * DAY
    played, waiting = await open_room(store, "BCDFGH"), await open_room(store, "BCDFGJ")
    await store.append(played, 1, timed(1, 500), None, finished("kept", ("ann-id", 0)))
    await store.append(waiting, 1, [(now, log.Rose(0)), (now, log.Rose(1)), (now, log.Rose(2))], None)
    assert (await store.sweep(now, 7 * DAY, compact=14 * DAY)).closed == 1
    assert (await store.sweep(now + 13 * DAY, 70 * DAY, compact=14 * DAY)).compacted == 0
    assert (await store.sweep(now + 15 * DAY, 70 * DAY)).compacted == 0, "0 means never"
    assert (await store.sweep(now + 15 * DAY, 70 * DAY, compact=14 * DAY)).compacted == 1
    assert (await store.sweep(now + 15 * DAY, 70 * DAY, compact=14 * DAY)).compacted == 0, "once is enough"
    assert [entry for _, entry in await store.log_of(played)] == [OPENED, log.Closed()]
    assert len(await store.log_of(waiting)) == 4, "the logs of open rooms are complete"
    assert [game.id for game in await store.entries_of("ann-id")] == ["kept"]


async def test_a_sweep_deletes_codes_and_if_asked_rooms_and_guests(store: Store):
    now = 100 * DAY
    for id, seen in (("old", 10 * DAY), ("played", 10 * DAY), ("new", 99 * DAY)):
        await store.add_person(id, "Ann", "red", seen)
        await store.add_code(f"over {id}", id, now)
    await store.add_code("good", "old", now + 1)
    room = await open_room(store, "BCDFGH", 10 * DAY)
    await store.append(room, 1, [(10 * DAY, moved(1))], replace(SUMMARY, phase="closed"), finished("replay", ("played", 0)))
    assert await store.sweep(now, 7 * DAY) == rows.Swept(codes=3, closed=0, compacted=0, forgotten=0, people=0)
    assert await store.sweep(now, 7 * DAY, forget=30 * DAY, people=60 * DAY) == rows.Swept(0, 0, 0, 1, 1)
    assert await store.log_of(room) == []
    assert [bool(await store.person(id)) for id in ("old", "played", "new")] == [False, True, True]
    assert await store.redeem("good", now) is None
    assert await store.finished_game("replay") is not None
    await open_room(store, "BCDFGH")
