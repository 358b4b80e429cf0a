"""Alive and ready: a house says within three seconds that its database is full, read-only or gone, and that it is back."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from parlour.server.store import readiness
from parlour.server.store.errors import StoreError, StoreUnreachable
from parlour.server.store.store import Store
from tests.server.helpers import postgres
from tests.server.helpers.clients import Http
from tests.server.helpers.inside import HouseInside

SOON = 3.0
"""Seconds within which readiness tells the truth."""


def probe(inside: HouseInside) -> tuple[int, str]:
    status, answer = Http(inside.url)("GET", "/readyz")
    return status, answer.get("error") or answer["status"]


def wait_until(inside: HouseInside, status: int) -> str:
    """Wait for this status and return the sentence. A busy machine may take longer for it than the house itself does."""
    began = time.monotonic()
    while True:
        found, said = probe(inside)
        if found == status:
            return said
        assert time.monotonic() - began < 60, (found, said)
        time.sleep(0.05)


def in_writer(inside: HouseInside, statement: str) -> None:
    """Run a statement on the connection that writes."""

    def run(connection: Connection) -> None:
        connection.execute(text(statement))

    assert inside.loop is not None
    with suppress(StoreError):  # the statement takes effect at once, also if it keeps this very write from being committed
        asyncio.run_coroutine_threadsafe(inside.house.store.write(run), inside.loop).result(10)


def check_outage(inside: HouseInside, begin: Callable[[], None], end: Callable[[], None], why: str) -> None:
    assert wait_until(inside, 200) == "ready"
    begin()
    assert wait_until(inside, 503) == why
    assert Http(inside.url)("GET", "/healthz") == (200, {"status": "alive"})
    assert "parlour_ready 0.0\n" in Http(inside.url).full("GET", "/metrics")[2]
    end()
    assert wait_until(inside, 200) == "ready"


def test_the_house_looks_often_enough() -> None:
    assert readiness.PAUSE < readiness.LATEST < SOON


def test_a_full_database(tmp_path: Path) -> None:
    with HouseInside(tmp_path) as inside:
        check_outage(
            inside,
            lambda: in_writer(inside, "PRAGMA max_page_count = 1"),  # SQLite uses the current size as the minimum
            lambda: in_writer(inside, "PRAGMA max_page_count = 100000"),
            "The database cannot be written: the disk is full.",
        )


def test_a_read_only_database(tmp_path: Path) -> None:
    def allow() -> None:
        # a read-only connection cannot commit anything, so the writer cannot be asked
        inside.house.store._engines[0].dispose()

    def forbid() -> None:
        with suppress(StoreError):  # another write of the same commit fails, and then this one too when it is tried alone
            in_writer(inside, "PRAGMA query_only = ON")

    with HouseInside(tmp_path) as inside:
        check_outage(inside, forbid, allow, "The database is read-only.")


def test_a_database_file_that_is_gone(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "inside.db", tmp_path / "elsewhere.db"
    with HouseInside(tmp_path) as inside:
        check_outage(inside, lambda: _move(file, elsewhere), lambda: _move(elsewhere, file), "The database file is gone.")


def _move(file: Path, to: Path) -> None:
    file.rename(to)


def test_a_postgresql_that_is_read_only(tmp_path: Path, postgres_server: postgres.Server, postgresql_url: str) -> None:
    name = postgresql_url.rpartition("/")[2]

    def set_read_only(value: str) -> None:
        postgres_server.do(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")
        postgres_server.cut(name)

    with HouseInside(tmp_path, database=postgresql_url) as inside:
        check_outage(inside, lambda: set_read_only("on"), lambda: set_read_only("off"), "The database is read-only.")


def test_a_postgresql_that_is_gone(tmp_path: Path, postgres_server: postgres.Server, postgresql_url: str) -> None:
    name = postgresql_url.rpartition("/")[2]

    def allow(value: str) -> None:
        postgres_server.do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {value}")
        postgres_server.cut(name)

    with HouseInside(tmp_path, database=postgresql_url) as inside:
        check_outage(inside, lambda: allow("false"), lambda: allow("true"), "The database cannot be reached.")


def test_a_database_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing fails; the answer just never comes."""

    async def never() -> None:
        await asyncio.sleep(100)

    with HouseInside(tmp_path) as inside:
        assert wait_until(inside, 200) == "ready"
        monkeypatch.setattr(inside.house.store, "check", never)
        assert wait_until(inside, 503).startswith("The database has not answered for ")


def test_a_house_that_is_about_to_stop_is_alive_and_not_ready(tmp_path: Path) -> None:
    with HouseInside(tmp_path) as inside:
        inside.house.rooms.begin_stopping()
        assert probe(inside) == (503, "The server is about to stop.")
        assert Http(inside.url)("GET", "/healthz")[0] == 200


# ---- while the database comes up ------------------------------------------------------------------------------------


def test_a_house_waits_for_its_database_to_come_up(postgres_server: postgres.Server, postgresql_url: str) -> None:
    name = postgresql_url.rpartition("/")[2]
    postgres_server.do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")

    async def later() -> None:
        await asyncio.sleep(1)
        await asyncio.to_thread(postgres_server.do, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    async def both() -> None:
        store, _ = await asyncio.gather(asyncio.to_thread(Store.open_patiently, postgresql_url, "house", 20), later())
        await store.close()

    asyncio.run(both())


def test_the_wait_for_a_database_has_a_limit() -> None:
    began = time.monotonic()
    with pytest.raises(StoreUnreachable, match=r"^The PostgreSQL server at 127\.0\.0\.1, port 1, cannot be reached\.$"):
        Store.open_patiently("postgresql://ana@127.0.0.1:1/cards", "house", 0.6)
    assert 0.6 <= time.monotonic() - began < 20


def test_a_database_that_will_never_open_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 100)
    began = time.monotonic()
    with pytest.raises(ValueError, match="not a database"):
        Store.open_patiently(f"sqlite:///{tmp_path / 'text.db'}", "house", 60)
    assert time.monotonic() - began < 20
