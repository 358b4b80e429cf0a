"""Backups: made while the house runs, checked, refused if something is missing, and restored into either database."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from parlour import game_ids
from parlour.server.backup.archive import check
from parlour.server.backup.restore import restore
from parlour.server.backup.snapshot import back_up
from parlour.server.store.errors import ServerReplaced, StoreError
from parlour.server.store.store import Store
from tests.server.helpers.clients import Client
from tests.server.helpers.inside import HouseInside
from tests.server.helpers.rooms import PLAYING, finished, open_room, timed
from tests.terminal.helpers.desk import run

ROOT = Path(__file__).parents[2]


async def _open_table(url: str) -> str:
    """Open a table of two people with a game in progress; return its code."""
    ana, ben = Client(url), Client(url)
    for client in (ana, ben):
        await client.open()
    code = await ana.make_room(game_ids()[0], 2)
    await ben.done("enter", room=code)
    await ben.done("sit")
    await ana.done("start")
    return code


async def _finished_games(url: str, count: int) -> None:
    store = Store.open(url, "house")
    for number in range(count):
        room = await open_room(store, f"BCDFG{'HJKLM'[number]}")
        await store.append(room, 1, timed(1, 3), None, finished(f"game-{number}", ("ann-id", 0)))
    await store.close()


async def _history(url: str) -> tuple[list[str], list[int]]:
    """The games of a person, and the lengths of their rooms' logs."""
    store = Store.open(url, "another")
    try:
        games = [row.id for row in await store.entries_of("ann-id")]
        logs = await store.logs_of(list(range(1, 6)))
        return games, sorted(map(len, logs.values()))
    finally:
        await store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_of_one_kind_is_restored_into_the_other(
    tmp_path: Path, database: str, kind: str, request: pytest.FixtureRequest
) -> None:
    asyncio.run(_finished_games(database, 3))
    made = back_up(database, tmp_path / "backup")
    assert (made.counts["rooms"], made.counts["games"], made.counts["log"]) == (3, 3, 12)
    target = f"sqlite:///{tmp_path / 'restored.db'}" if kind == "sqlite" else _another(request)
    assert restore(tmp_path / "backup", target) == made
    assert asyncio.run(_history(target)) == asyncio.run(_history(database))
    again = back_up(target, tmp_path / "again")
    assert {**again.counts, "servers": 0} == {**made.counts, "servers": 0}
    asyncio.run(_new_room(target))


def _another(request: pytest.FixtureRequest) -> str:
    server = request.getfixturevalue("postgres_server")
    name = server.new_database()
    request.addfinalizer(lambda: server.drop(name))
    url: str = server.url(name)
    return url


async def _new_room(url: str) -> None:
    """A new room gets an id that no restored room has."""
    store = Store.open(url, "house")
    assert await open_room(store, "ZZZZZZ") > 3
    await store.close()


def test_rooms_of_a_backup_replay(tmp_path: Path) -> None:
    with HouseInside(tmp_path) as inside:
        code = asyncio.run(_open_table(inside.url))
        made = back_up(inside.settings.database_url, tmp_path / "backup")
    assert made.broken == () and made.counts["rooms"] == 1
    restore(tmp_path / "backup", f"sqlite:///{tmp_path / 'restored.db'}")
    with HouseInside(tmp_path, database=f"sqlite:///{tmp_path / 'restored.db'}") as restored:
        assert restored.house.rooms.keepers[code].room.phase == "playing"


def test_a_backup_of_a_busy_house_has_everything_that_was_acknowledged_before(tmp_path: Path, database: str) -> None:
    async def prepare() -> None:
        store = Store.open(database, "house")
        for code in ("BCDFGH", "BCDFGJ", "BCDFGK"):
            await open_room(store, code, summary=PLAYING)
        await store.close()

    asyncio.run(prepare())
    command = [sys.executable, "-m", "tests.server.helpers.rooms", database, "house", "append"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        told: dict[int, int] = {}
        for _ in range(60):
            room, number = map(int, writer.stdout.readline().split())
            told[room] = number
        made = back_up(database, tmp_path / "backup")
        writer.kill()
    with closing(sqlite3.connect(tmp_path / "backup")) as copy:
        for room, number in told.items():
            count, last = copy.execute("SELECT count(*), max(number) FROM log WHERE room = ?", (room,)).fetchone()
            assert last >= number and count == last + 1
    assert set(made.broken) == {"BCDFGH", "BCDFGJ", "BCDFGK"}, "logs that are not games are reported as broken"


# ---- files that are not backups -----------------------------------------------------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as refusal:
        check(path)
    said = str(refusal.value)
    assert said.endswith(".") and "\n" not in said
    return said


def test_a_copy_of_the_file_of_a_running_house_is_refused(tmp_path: Path) -> None:
    with HouseInside(tmp_path) as inside:
        asyncio.run(_open_table(inside.url))
        shutil.copyfile(tmp_path / "inside.db", tmp_path / "copy.db")
    assert "is a copy of a database file, not a backup" in refused(tmp_path / "copy.db")
    result = run("restore", str(tmp_path / "copy.db"), "--database", f"sqlite:///{tmp_path / 'new.db'}")
    assert result.exit_code == 1 and "parlour backup FILE" in result.stderr
    assert not (tmp_path / "new.db").exists()


def test_a_copy_of_the_file_of_a_closed_house_is_refused_too(tmp_path: Path) -> None:
    """It might be complete, but nothing proves it."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(_finished_games(url, 1))
    assert "is a copy of a database file" in refused(tmp_path / "house.db")


def test_damaged_backups_are_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(_finished_games(url, 2))
    back_up(url, tmp_path / "backup")

    def changed(name: str, *statements: str) -> Path:
        path = tmp_path / name
        shutil.copyfile(tmp_path / "backup", path)
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()
        return path

    assert check(tmp_path / "backup").counts["games"] == 2
    assert "7 rows of “log” instead of 8" in refused(changed("short", "DELETE FROM log WHERE room = 1 AND number = 3"))
    assert "its checksum is wrong" in refused(changed("other", "UPDATE people SET name = 'x'", "UPDATE log SET at = at + 1"))
    assert "newer version" in refused(changed("newer", "UPDATE backup SET value = '2' WHERE key = 'format'"))
    (tmp_path / "cut").write_bytes((tmp_path / "backup").read_bytes()[:-9000])
    assert "is not a whole database" in refused(tmp_path / "cut")
    whole = (tmp_path / "backup").read_bytes()
    for more in (b"x", b"\0" * 4096, whole[-4096:], whole):
        (tmp_path / "longer").write_bytes(whole + more)
        assert "there is something after its end" in refused(tmp_path / "longer")
    (tmp_path / "text").write_text("Dear diary")
    assert "is not a backup made by `parlour backup`" in refused(tmp_path / "text")
    assert "cannot be read: no such file or directory" in refused(tmp_path / "none")


# ---- what is already there --------------------------------------------------------------------------------------------


def test_a_backup_is_never_written_over_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(_finished_games(url, 1))
    (tmp_path / "backup").write_text("mine")
    with pytest.raises(StoreError, match="already exists"):
        back_up(url, tmp_path / "backup")
    assert (tmp_path / "backup").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "house.db"]


def test_a_house_is_only_replaced_by_force_and_the_old_one_can_write_no_more(tmp_path: Path, database: str) -> None:
    async def main() -> None:
        await _finished_games(database, 1)
        back_up(database, tmp_path / "backup")
        store = Store.open(database, "house")
        await open_room(store, "ZZZZZZ")
        with pytest.raises(StoreError, match="There is already a house in this database"):
            restore(tmp_path / "backup", database)
        assert await store.find_room("ZZZZZZ") is not None
        restore(tmp_path / "backup", database, force=True)
        assert await store.find_room("ZZZZZZ") is None
        with pytest.raises(ServerReplaced):
            await store.alive(time.time())
        await store.close()

    asyncio.run(main())
    assert asyncio.run(_history(database))[0] == ["game-0"]


def test_the_file_of_another_program_is_never_replaced(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(_finished_games(url, 1))
    back_up(url, tmp_path / "backup")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="belongs to another program"):
        restore(tmp_path / "backup", f"sqlite:///{tmp_path / 'other.db'}", force=True)


# ---- the commands -----------------------------------------------------------------------------------------------------


def parlour(*arguments: str) -> Result:
    result = run(*arguments, COLUMNS="300")
    assert result.stderr.count("\n") <= 1
    return result


def test_the_commands(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    missing = parlour("backup", str(tmp_path / "b"), "--database", url)
    assert (missing.exit_code, missing.stderr) == (1, f"There is no database {tmp_path / 'house.db'}.\n")
    assert not (tmp_path / "house.db").exists()
    with HouseInside(tmp_path, database=url) as inside:
        asyncio.run(_open_table(inside.url))
        done = parlour("backup", str(tmp_path / "b"), "--database", url)
        assert " ".join(done.output.split()) == f"Backed up 1 room, 2 people and 0 finished games to {tmp_path / 'b'}."
    again = parlour("restore", str(tmp_path / "b"), "--database", url)
    assert again.exit_code == 1 and "With --force the backup takes its place." in again.stderr
    done = parlour("restore", str(tmp_path / "b"), "--database", url, "--force")
    assert done.exit_code == 0 and done.output.startswith("Restored 1 room, 2 people")
    assert parlour("backup", str(tmp_path / "no" / "b"), "--database", url).stderr.endswith(
        "cannot be written: no such file or directory.\n"
    )
    assert parlour("backup", str(tmp_path / "c"), "--database", "x").stderr.startswith("--database must be a URL")
