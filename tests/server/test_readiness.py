"""Alive and ready: a house says within three seconds that its database is full, read-only or gone, and that it is back."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

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


def in_loop(inside: HouseInside, work: Coroutine[Any, Any, None]) -> None:
    assert inside.loop is not None
    asyncio.run_coroutine_threadsafe(work, inside.loop).result(60)


def after_a_look(inside: HouseInside, status: int) -> str:
    """Let the house look at its database, as it does every second; check its status, and return the sentence."""
    in_loop(inside, inside.house.readiness.check())
    found, said = probe(inside)
    assert found == status, said
    return said


def in_writer(inside: HouseInside, statement: str) -> None:
    """Run a statement on the connection that writes."""

    def run(connection: Connection) -> None:
        connection.execute(text(statement))

    assert inside.loop is not None
    with suppress(StoreError):  # the statement takes effect at once, even if it keeps this very write from being committed
        asyncio.run_coroutine_threadsafe(inside.house.store.write(run), inside.loop).result(10)


def check_outage(inside: HouseInside, begin: Callable[[], None], end: Callable[[], None], why: str) -> None:
    assert after_a_look(inside, 200) == "ready"
    begin()
    assert after_a_look(inside, 503) == why
    assert Http(inside.url)("GET", "/healthz") == (200, {"status": "alive"})
    assert "parlour_ready 0.0\n" in Http(inside.url).full("GET", "/metrics")[2]
    end()
    assert after_a_look(inside, 200) == "ready"


def test_the_house_looks_once_a_second_and_one_look_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Together with the tests of single looks below, this shows that the house tells the truth within three seconds."""
    pauses: list[float] = []
    looks: list[int] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) > 3:
            raise asyncio.CancelledError

    class Looking(readiness.Readiness):
        async def check(self) -> None:
            looks.append(len(pauses))

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(Looking(SimpleNamespace()).watch())  # type: ignore[arg-type]
    assert pauses == [readiness.PAUSE] * 4 and looks == [1, 2, 3]
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


def test_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing fails; the answer just never comes."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(readiness, "time", SimpleNamespace(monotonic=lambda: clock.now))

    async def answer() -> None:
        pass

    ready = readiness.Readiness(SimpleNamespace(check=answer))  # type: ignore[arg-type]
    asyncio.run(ready.check())
    for seconds, why in ((readiness.LATEST, ""), (SOON, "The database has not answered for 3 seconds.")):
        clock.now = 100 + seconds
        assert ready.problem == why


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
