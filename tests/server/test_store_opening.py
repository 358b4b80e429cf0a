"""Opening a store: the tables are created once, and every error is a sentence without the password."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, NullPool, create_engine, text

from parlour.server.store import database
from parlour.server.store.errors import StoreError
from parlour.server.store.migrations import alembic_config
from parlour.server.store.schema import NEWEST, metadata
from parlour.server.store.store import Store
from tests.server.helpers import postgres
from tests.server.helpers.rooms import open_room

PASSWORD = "s3cr3t-w0rd"
ROOT = Path(__file__).parents[2]


def refusal(url: str) -> str:
    """Return the sentence with which a database is refused; no part of the error contains the password."""
    with pytest.raises(StoreError) as caught:
        Store.open(url, "house")
    said = str(caught.value)
    shown = "".join(traceback.format_exception(caught.value))
    assert PASSWORD not in said + shown
    assert "\n" not in said and said.endswith(".")
    # nothing else is shown with it
    assert shown.count("Traceback") == 1
    return said


def engine(url: str) -> Engine:
    """A second engine for the store's database; each of its connections is closed after use."""
    return create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)


@pytest.fixture
def has_tables() -> bool:
    """Say no: databases are empty, because these tests check how they get their tables."""
    return False


# ---- the tables -----------------------------------------------------------------------------------------------------


def test_the_revisions_make_the_tables_of_the_schema(database: str):
    asyncio.run(Store.open(database, "house").close())
    with engine(database).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert ScriptDirectory.from_config(alembic_config(connection)).get_heads() == [NEWEST]


def test_several_that_open_at_once_make_the_tables_once(database: str):
    command = [sys.executable, "-m", "tests.server.helpers.rooms", database, "house", "open"]
    started = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate()[1] for process in started] == [b""] * 4
    assert _numbers(database) == [4, 1, 1]


def test_several_threads_that_open_at_once_make_the_tables_once(database: str):
    with ThreadPoolExecutor(5) as threads:
        stores = list(threads.map(lambda _: Store.open(database, "house"), range(5)))
    for store in stores:
        asyncio.run(store.close())
    assert len({store.key() for store in stores}) == 1
    assert _numbers(database) == [5, 1, 1]


def test_several_threads_open_databases_of_their_own(tmp_path: Path):
    urls = [f"sqlite:///{tmp_path}/{number}.db" for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        for store in threads.map(lambda url: Store.open(url, "house"), urls):
            asyncio.run(store.close())
    assert [_numbers(url) for url in urls] == [[1, 1, 1]] * 8


def _numbers(database: str) -> list[int]:
    """The epoch, the number of keys and the number of revisions."""
    queries = ("SELECT epoch FROM servers", "SELECT count(*) FROM meta", "SELECT count(*) FROM alembic_version")
    with engine(database).connect() as connection:
        return [connection.execute(text(query)).scalar_one() for query in queries]


def test_a_newer_schema_is_refused(database: str):
    asyncio.run(Store.open(database, "house").close())
    with engine(database).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'ffff'"))
    assert refusal(database) == "This database was created by a newer version of Parlour."


def test_the_tables_of_another_program_are_left_alone(database: str):
    with engine(database).begin() as connection:
        connection.execute(text("CREATE TABLE people (age INTEGER)"))
    assert refusal(database) == "The database already contains tables of another program."
    with engine(database).begin() as connection:
        connection.execute(text("DROP TABLE people"))
    asyncio.run(Store.open(database, "house").close())


# ---- SQLite ---------------------------------------------------------------------------------------------------------


def test_the_files_are_for_their_owner_alone(tmp_path: Path):
    async def look() -> list[int]:
        store = Store.open(f"sqlite:///{tmp_path / 'new folder' / 'house.db'}", "house")
        await open_room(store, "BCDFGH")
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new folder").iterdir()]
        await store.close()
        return modes

    assert asyncio.run(look()) == [0o600] * 3


def test_sqlite_writes_ahead_and_waits_for_the_disk(sqlite_url: str):
    async def look() -> list[object]:
        store = Store.open(sqlite_url, "house")
        pragmas = ("journal_mode", "synchronous", "foreign_keys")
        found = [
            await store.write(lambda connection, name=name: connection.exec_driver_sql(f"PRAGMA {name}").scalar())  # type: ignore[misc]
            for name in pragmas
        ]
        await store.close()
        return found

    assert asyncio.run(look()) == ["wal", 2, 1]


def test_a_path_may_have_any_letters(tmp_path: Path):
    asyncio.run(Store.open(f"sqlite:///{tmp_path}/a%20%3F #%2541 ü.db", "house").close())
    assert (tmp_path / "a ? #%41 ü.db").exists()


def test_a_file_that_is_not_a_database(tmp_path: Path):
    (tmp_path / "house.db").write_text("This is a letter to my aunt, and it is longer than a header of SQLite." * 20)
    assert refusal(f"sqlite:///{tmp_path}/house.db") == f"{tmp_path}/house.db: This file is not a database."


def test_a_folder_is_no_database(tmp_path: Path):
    assert refusal(f"sqlite:///{tmp_path}") == f"{tmp_path}: The database file cannot be opened."


def test_a_folder_that_cannot_be_made(tmp_path: Path):
    (tmp_path / "file").touch()
    assert "cannot create a database there" in refusal(f"sqlite:///{tmp_path}/file/house.db")


def test_a_folder_that_may_not_be_written():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        who = postgres.as_whom()
        # root may do anything: become another user for a moment
        if who:
            os.seteuid(who["user"])
        try:
            said = refusal(f"sqlite:///{folder}/house.db")
        finally:
            os.seteuid(os.getuid())
            Path(folder).chmod(0o755)
    assert said == f"{folder}/house.db: cannot create a database there (Permission denied)."


def test_a_damaged_database(tmp_path: Path, sqlite_url: str):
    asyncio.run(Store.open(sqlite_url, "house").close())
    path = tmp_path / "house.db"
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * 4000 + data[4100:])
    assert "damaged" in refusal(sqlite_url)


def test_a_truncated_database_is_refused_and_left_as_it_is(tmp_path: Path, sqlite_url: str):
    asyncio.run(Store.open(sqlite_url, "house").close())
    path = tmp_path / "house.db"
    data = path.read_bytes()
    for size in (1, 16, 100, 4096, 5000, len(data) // 2, len(data) - 4096, len(data) - 1):
        path.write_bytes(data[:size])
        what = "This file is not a database." if size == 16 else "The database file is damaged."
        assert refusal(sqlite_url) == f"{path}: {what}"
        assert path.read_bytes() == data[:size] and [path] == list(tmp_path.iterdir())


def test_a_read_only_database_is_refused_and_left_as_it_is():
    with tempfile.TemporaryDirectory() as folder:
        path, who = Path(folder) / "house.db", postgres.as_whom()
        asyncio.run(Store.open(f"sqlite:///{path}", "house").close())
        data = path.read_bytes()
        for found in (path, Path(folder)):
            found.chmod(0o555)
        if who:
            os.seteuid(who["user"])
        try:
            assert refusal(f"sqlite:///{path}") == f"{path}: The database is read-only."
        finally:
            os.seteuid(os.getuid())
            Path(folder).chmod(0o755)
        assert path.read_bytes() == data and [path] == list(Path(folder).iterdir())


def test_a_sqlite_file_with_a_table_of_somebody_else_gets_the_tables_too(tmp_path: Path, sqlite_url: str):
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("CREATE TABLE something_else (name TEXT)")
    connection.close()
    asyncio.run(Store.open(sqlite_url, "house").close())
    with sqlite3.connect(tmp_path / "house.db") as connection:
        found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert found >= {"something_else", *metadata.tables}


# ---- URLs and PostgreSQL --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "",
        "house.db",
        f"mysql://ann:{PASSWORD}@localhost/house",
        f"postgresql+asyncpg://ann:{PASSWORD}@localhost/house",
        f"postgresql://ann:{PASSWORD}",
        f"postgresql://ann:{PASSWORD}/house",
        f"ann:{PASSWORD}@localhost",
    ],
)
def test_an_invalid_url(url: str):
    assert refusal(url).startswith("The database URL is invalid. It should look like")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///house.db?mode=ro", "sqlite:///file:x"])
def test_a_sqlite_database_is_a_file(url: str):
    assert refusal(url) == "A SQLite database must be a file, as in sqlite:///house.db."


def test_a_server_that_does_not_answer():
    with tempfile.TemporaryDirectory() as folder:
        closed = postgres.free_port()
        assert refusal(f"postgresql://ann:{PASSWORD}@127.0.0.1:{closed}/house") == (
            f"The PostgreSQL server at 127.0.0.1, port {closed}, cannot be reached."
        )
        assert "cannot be reached" in refusal(f"postgresql://ann:{PASSWORD}@/house?host={folder}")
    assert refusal(f"postgresql://ann:{PASSWORD}@no.such.host.invalid/house") == (
        "The PostgreSQL server at no.such.host.invalid cannot be reached."
    )


def test_a_part_of_a_password_is_not_shown_as_a_host():
    closed = postgres.free_port()
    assert refusal(f"postgresql://ann:x@{PASSWORD}@127.0.0.1:{closed}/house").startswith("The PostgreSQL server cannot")


def test_a_wrong_user_password_or_name(postgresql_url: str, postgres_server: postgres.Server):
    right = f"{postgres.USER}:{postgres_server.password}@"
    where = f"The PostgreSQL server at 127.0.0.1, port {postgres_server.port},"
    for wrong in (f"{postgres.USER}:{PASSWORD}@", f"nobody:{PASSWORD}@", f"{postgres.USER}@"):
        assert refusal(postgresql_url.replace(right, wrong)) == f"{where} refused this user name or password."
    assert refusal(postgres_server.url("no_such_database")) == f"{where} has no database of this name."


def test_every_way_to_write_a_url_of_postgresql(postgresql_url: str):
    for scheme in ("postgresql://", "postgres://", "postgresql+psycopg://"):
        url = postgresql_url.replace("postgresql://", scheme)
        asyncio.run(Store.open(url + "?connect_timeout=3", "house").close())


def test_a_machine_that_is_slow_to_load_the_migrations_opens_the_database(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ends transactions in which nothing happens, so that a server that has stopped holds up nobody."""
    quick = database.migrate_to

    def slow(connection: Connection, revision: str) -> None:
        time.sleep(1.0)
        quick(connection, revision)

    monkeypatch.setattr(database, "_NEVER_IDLE", ("options", "-c idle_in_transaction_session_timeout=200ms"))
    monkeypatch.setattr(database, "migrate_to", slow)
    opened = database.open_database(postgresql_url, "house")
    opened.writer.dispose()
    opened.reader.dispose()
