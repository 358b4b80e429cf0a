"""Nothing that was acknowledged is lost: not by kill -9, not by a database that goes away."""

import asyncio
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection

from parlour.server.store.errors import CommitUncertain, LogConflict, StoreError
from parlour.server.store.store import Store
from tests.server.helpers import postgres
from tests.server.helpers.rooms import PLAYING, moved, open_room, timed

ROOT = Path(__file__).parents[2]
KILLS = 6
ROOMS = 6


# ---- kill -9 --------------------------------------------------------------------------------------------------------


def test_what_was_acknowledged_survives_kill_9(database: str):
    ids = asyncio.run(_rooms(database))
    acknowledged: dict[int, list[int]] = {room: [] for room in ids}
    dice = random.Random(9)
    for _ in range(KILLS):
        for room, number in _killed_while_it_appends(database, dice.uniform(0, 0.15)):
            acknowledged[room].append(number)
        logs = asyncio.run(_logs(database, ids))
        for room, numbers in acknowledged.items():
            entries = [entry for _, entry in logs[room][1:]]
            # a write that was not acknowledged may be there too, but nothing is missing, doubled or out of order
            assert entries == [moved(number) for number in range(1, len(entries) + 1)]
            assert numbers == sorted(set(numbers)) and set(numbers) <= set(range(1, len(entries) + 1))
            assert len(entries) - len(numbers) <= KILLS
    assert sum(map(len, acknowledged.values())) >= KILLS * ROOMS


async def _rooms(database: str) -> list[int]:
    store = Store.open(database, "house")
    ids = [await open_room(store, f"R{number:05}", summary=PLAYING) for number in range(ROOMS)]
    await store.close()
    return ids


async def _logs(database: str, ids: list[int]) -> dict[int, list[tuple[float, object]]]:
    store = Store.open(database, "house")
    logs = await store.logs_of(ids)
    await store.close()
    return {room: list(entries) for room, entries in logs.items()}


def _killed_while_it_appends(database: str, seconds: float) -> list[tuple[int, int]]:
    """Return what a process that appends has acknowledged when it is killed some time after its first output."""
    command = [sys.executable, "-m", "tests.server.helpers.rooms", database, "house", "append"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(seconds)
        process.kill()
        lines += process.stdout.readlines()
    # a line that was cut short does not count
    return [(int(words[0]), int(words[1])) for line in lines if line.endswith(b"\n") and (words := line.split())]


# ---- SQLite ---------------------------------------------------------------------------------------------------------


def _pragma(text: str) -> Callable[[Connection], int | None]:
    return lambda connection: connection.exec_driver_sql(f"PRAGMA {text}").scalar()


@pytest.mark.anyio
async def test_a_full_disk_fails_what_does_not_fit_and_is_left_behind(sqlite_url: str):
    store = Store.open(sqlite_url, "house")
    room = await open_room(store, "BCDFGH")
    pages = await store.write(_pragma("page_count"))
    await store.write(_pragma(f"max_page_count = {pages}"))
    with pytest.raises(StoreError, match="the disk is full"):
        await store.append(room, 1, timed(1, 2000), None)
    assert len(await store.log_of(room)) == 1
    await store.write(_pragma("max_page_count = 100000"))
    await store.append(room, 1, timed(1, 2000), None)
    assert len(await store.log_of(room)) == 2001
    await store.close()


@pytest.mark.anyio
async def test_a_database_that_another_program_holds(sqlite_url: str, tmp_path: Path):
    store = Store.open(sqlite_url, "house")
    room = await open_room(store, "BCDFGH")
    await store.write(_pragma("busy_timeout = 50"))
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    appends = [store.append(room, number, timed(number, number), None) for number in range(1, 20)]
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert {str(outcome) for outcome in outcomes} == {"The database has been locked by another program for too long."}
    assert len(await store.log_of(room)) == 1
    other.close()
    await store.append(room, 1, timed(1, 1), None)
    await store.close()


# ---- PostgreSQL -----------------------------------------------------------------------------------------------------


@pytest.fixture
def name(postgresql_url: str) -> str:
    """The name of the database."""
    return postgresql_url.rpartition("/")[2]


@pytest.mark.anyio
async def test_cut_connections_are_opened_again(
    postgresql_url: str, name: str, postgres_server: postgres.Server, capfd: pytest.CaptureFixture[str]
):
    store = Store.open(postgresql_url, "house")
    room = await open_room(store, "BCDFGH")
    for number in range(1, 6):
        assert len(await store.log_of(room)) == number
        await asyncio.to_thread(postgres_server.cut, name)
        await store.append(room, number, timed(number, number), None)
        await asyncio.to_thread(postgres_server.cut, name)
    assert len(await store.log_of(room)) == 6
    await store.close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.anyio
async def test_while_the_database_is_gone_writes_and_reads_fail_and_then_they_succeed_again(
    postgresql_url: str, name: str, postgres_server: postgres.Server
):
    store = Store.open(postgresql_url, "house")
    room = await open_room(store, "BCDFGH")
    postgres_server.do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    postgres_server.cut(name)
    jobs = [store.append(room, number, timed(number, number), None) for number in range(1, 20)]
    outcomes = await asyncio.gather(*jobs, store.log_of(room), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {StoreError}
    assert {str(outcome) for outcome in outcomes} == {"The database cannot be reached."}
    postgres_server.do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    await store.append(room, 1, timed(1, 1), None)
    assert len(await store.log_of(room)) == 2
    await store.close()


@pytest.mark.anyio
async def test_a_connection_that_is_lost_in_the_middle_of_a_group_loses_nothing(
    postgresql_url: str, name: str, postgres_server: postgres.Server
):
    store = Store.open(postgresql_url, "house")
    room = await open_room(store, "BCDFGH")
    cuts = 0

    def cut(connection: Connection) -> None:
        nonlocal cuts
        cuts += 1
        if cuts == 1:
            postgres_server.cut(name)
        connection.exec_driver_sql("SELECT 1")

    await asyncio.gather(store.append(room, 1, timed(1, 1), None), store.write(cut), store.append(room, 2, timed(2, 2), None))
    assert len(await store.log_of(room)) == 3
    await store.close()


DIE_AT_COMMIT = """
CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER die AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()
"""


@pytest.mark.anyio
async def test_a_commit_without_an_answer_is_not_tried_again(postgresql_url: str):
    store = Store.open(postgresql_url, "house")
    room = await open_room(store, "BCDFGH")
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute(DIE_AT_COMMIT)
    appends = [store.append(room, number, timed(number, number), None) for number in range(1, 5)]
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {CommitUncertain}
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute("DROP TRIGGER die ON log")
    assert len(await store.log_of(room)) == 1
    await store.append(room, 1, timed(1, 1), None)
    with pytest.raises(LogConflict):
        await store.append(room, 1, timed(1, 1), None)
    await store.close()


# ---- the PostgreSQL of the tests ------------------------------------------------------------------------------------

USER_OF_POSTGRES = """
import sys, time, pathlib
from tests.server.helpers import postgres
postgres.shared(pathlib.Path(sys.argv[1])).do("SELECT 1")
print("ready", flush=True)
time.sleep(60)
"""


def test_the_server_of_the_tests_stops_when_its_users_are_killed(tmp_path: Path):
    command = [sys.executable, "-c", USER_OF_POSTGRES, str(tmp_path)]
    users = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) for _ in range(2)]
    assert [user.stdout and user.stdout.readline() for user in users] == [b"ready\n"] * 2
    server = postgres.described(tmp_path)
    for user in users:
        assert postgres.is_saved(tmp_path) and server.is_listening()
        user.kill()
        user.communicate()
    deadline = time.monotonic() + 60
    while postgres.is_saved(tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert not server.is_listening()
    assert not Path(server.place).exists()
