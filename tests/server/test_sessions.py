"""Sessions: cookies that cannot be forged and are replaced, logging out everywhere, and a key that is not in the database."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import inspect, text, update

from parlour.server.ops.settings import SHORTEST_KEY, read_settings
from parlour.server.people.people import People
from parlour.server.people.sessions import CACHE_SECONDS, OVERLAP_SECONDS, ROTATE_SECONDS, Sessions
from parlour.server.store.database import plain_engine, prepare_file
from parlour.server.store.migrations import alembic_config
from parlour.server.store.schema import people as people_table
from parlour.server.store.store import Store
from tests.server.helpers.clients import Client, Http
from tests.server.helpers.inside import HouseInside
from tests.server.helpers.raw_http import raw, sentence


class Desk:
    """The sessions of a store, on a clock that the test advances."""

    def __init__(self, store: Store, key: bytes) -> None:
        self.store = store
        self.now = 1_000_000.0
        self.people = People(store, key, lambda: self.now)
        self.sessions = self.another()

    def another(self) -> Sessions:
        """The sessions of another server on the same database."""
        return Sessions(self.store, self.people, lambda: self.now)

    async def who(self, cookie: str, sessions: Sessions | None = None) -> str:
        found = await (sessions or self.sessions).by_cookie(cookie)
        return "" if found is None else found.person.id

    async def renewed(self, cookie: str) -> str | None:
        """Return the cookie in the answer to a request with this one."""
        found = await self.sessions.by_cookie(cookie)
        assert found is not None
        return await self.sessions.cookie_for(found.person, found)


def at_the_desk(url: str, talk: Callable[[Desk], Awaitable[None]], key: bytes = b"") -> None:
    async def whole() -> None:
        store = Store.open(url, "test")
        try:
            await talk(Desk(store, key or store.key()))
        finally:
            await store.close()

    asyncio.run(whole())


def test_a_cookie_cannot_be_forged(sqlite_url: str) -> None:
    async def talk(desk: Desk) -> None:
        person, other = await desk.people.new(), await desk.people.new()
        cookie = await desk.sessions.begin(person)
        assert await desk.who(cookie) == person.id
        id, token, signature = cookie.split(".")
        session, _, serial = token.partition("-")
        forged = [
            *("", ".", "..", "...", id, f"{id}.", f"{id}..", "é.é.é", "x" * 10_000, f"{cookie}\x00", f"{cookie}."),
            *(f"{other.id}.{token}.{signature}", f"{id}.{token}.{signature[:-1]}", f"{id}.{token}.{signature}="),
            *(f"{id}.{session}-2.{signature}", f"{id}.{session}.{signature}", f"{id}.-.{signature}", f"{id}.{signature}"),
            f"{id}.{desk.people.signature('guest', id)}",  # cookies of the old kind are no longer given out
        ]
        for value in forged:
            assert await desk.who(value) == "", value
        strange = Sessions(desk.store, People(desk.store, b"another key" * 3), lambda: desk.now)
        assert await strange.by_cookie(cookie) is None
        assert serial == "1"

    at_the_desk(sqlite_url, talk)


def test_a_forged_cookie_identifies_nobody_anywhere(tmp_path: Path) -> None:
    """A client that sends one is a stranger: it is refused in a sentence or becomes a new guest. Nothing of the person is told
    or changed."""
    with HouseInside(tmp_path, unlimited=True) as inside:
        guest = Http(inside.url)
        _, me = guest("PATCH", "/api/me", {"name": "Ana"})
        signed, _, signature = guest.cookie.partition("=")[2].rpartition(".")
        other = People(inside.house.store, b"another key" * 3).signature("session", signed)
        forged = [
            *(f"{signed}.{wrong}".encode() for wrong in ("", signature[:-2], signature[::-1], signature * 300, other)),
            *(signed.encode(), b"x" * 20_000, b"\xff\xfe." * 3, "é.é-1.é".encode(), b"%00.%00.%00", b"..", b""),
        ]

        def answer(request: str, cookie: bytes, more: bytes = b"") -> tuple[int, bytes]:
            head = f"{request} HTTP/1.1\r\nHost: {inside.url[7:]}\r\nContent-Type: application/json\r\n".encode()
            told = raw(inside.url, head + b"Cookie: parlour=" + cookie + b"\r\n" + (more or b"Connection: close\r\n\r\n"))
            return int(told.split(b" ", 2)[1]), told.partition(b"\r\n\r\n")[2]

        name = b'Connection: close\r\nContent-Length: 14\r\n\r\n{"name":"Eve"}'
        upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        for cookie in forged:
            for request, more in (("GET /api/me", b""), ("PATCH /api/me", name), ("DELETE /api/me", b"")):
                status, told = answer(request, cookie, more)
                assert status == 200 and me["name"].encode() not in told, (request, cookie, told)
            status, told = answer("GET /ws", cookie, upgrade + b"A" * 22 + b"==\r\n\r\n")
            assert status == (403 if len(cookie) < 8_000 else 431) and sentence(told), (cookie, told)
        assert guest("GET", "/api/me")[1] == me


def test_a_cookie_is_replaced_and_the_old_one_ends_a_little_after_the_new_one_is_used(database: str) -> None:
    async def talk(desk: Desk) -> None:
        person = await desk.people.new()
        first = await desk.sessions.begin(person)
        desk.now += ROTATE_SECONDS - 1
        assert await desk.renewed(first) == first
        desk.now += 1
        second = await desk.renewed(first)
        assert second is not None and second != first
        # the answer was lost, or another tab was quicker: the old cookie still gets the same new one
        desk.now += 10 * OVERLAP_SECONDS
        assert await desk.renewed(first) == second
        assert await desk.who(second) == person.id
        desk.now += OVERLAP_SECONDS - 1
        assert await desk.who(first) == person.id and await desk.renewed(first) is None, "the old cookie gets nothing any more"
        desk.now += 1
        assert await desk.who(first) == "" and await desk.who(second) == person.id
        assert await desk.who(first, desk.another()) == "" and await desk.who(second, desk.another()) == person.id

    at_the_desk(database, talk)


def test_two_devices_have_sessions_of_their_own_and_all_others_can_be_logged_out(sqlite_url: str) -> None:
    async def talk(desk: Desk) -> None:
        person = await desk.people.new()
        phone, laptop = await desk.sessions.begin(person), await desk.sessions.begin(person)
        elsewhere = desk.another()
        assert await desk.who(phone, elsewhere) == person.id
        code = await desk.people.new_code(person)
        kept = await desk.sessions.by_cookie(laptop)
        assert await desk.sessions.end_all(person, kept) == 1
        assert await desk.who(phone) == "" and await desk.who(laptop) == person.id
        desk.now += CACHE_SECONDS
        assert await desk.who(phone, elsewhere) == ""
        assert await desk.people.redeem(code) is None, "a code that somebody has copied is worth as much as a cookie"

    at_the_desk(sqlite_url, talk)


def test_a_cookie_of_an_earlier_version_is_accepted_until_its_person_logs_out_everywhere(sqlite_url: str) -> None:
    async def talk(desk: Desk) -> None:
        person = await desk.people.new()
        await desk.store.write(lambda connection: connection.execute(update(people_table).values(old_cookies=True)))
        old = f"{person.id}.{desk.people.signature('guest', person.id)}"
        assert await desk.who(old) == person.id
        renewed = await desk.renewed(old)
        assert renewed is not None and await desk.who(renewed) == person.id and renewed.count(".") == 2
        await desk.sessions.end_all(person)
        assert await desk.who(old) == await desk.who(renewed) == ""

    at_the_desk(sqlite_url, talk)


def test_logging_out_everywhere_over_http(tmp_path: Path) -> None:
    async def talk(inside: HouseInside) -> None:
        phone = await Client(inside.url).open()
        laptop = Http(inside.url)
        _, code = await asyncio.to_thread(phone.http, "POST", "/api/me/code")
        assert (await asyncio.to_thread(laptop, "POST", "/api/me/redeem", {"code": code["code"]}))[0] == 200
        _, me = await asyncio.to_thread(laptop, "GET", "/api/me")
        assert await asyncio.to_thread(laptop, "POST", "/api/me/logout", {}) == (200, {"count": 1})
        assert (await asyncio.to_thread(laptop, "GET", "/api/me"))[1] == me
        with pytest.raises(ConnectionError):
            await phone.until(lambda: False)
        assert (await asyncio.to_thread(phone.http, "GET", "/api/me"))[1] != me, "a new guest"
        await asyncio.to_thread(laptop, "POST", "/api/me/logout", {"here": True})
        assert laptop.cookie == "parlour="

    with HouseInside(tmp_path) as inside:
        asyncio.run(talk(inside))


def test_the_key_can_be_outside_the_database(tmp_path: Path) -> None:
    key = "k" * SHORTEST_KEY
    (tmp_path / "key").write_text(key + "\n")
    assert read_settings({}, {"PARLOUR_SIGNING_KEY": f"@{tmp_path / 'key'}"}).signing_key == key
    for flag in (key[1:], f"@{tmp_path / 'missing'}"):
        with pytest.raises(ValueError, match=r"^--signing-key must be .*\.$") as why:
            read_settings({"signing_key": flag}, {})
        assert key[1:] not in str(why.value)
    cookies: list[str] = []
    for signing_key in (key, key, f"{key}x"):
        with HouseInside(tmp_path, signing_key=signing_key) as inside:
            guest = Http(inside.url, cookies[0] if cookies else "")
            assert guest("GET", "/api/me")[0] == 200
            cookies.append(guest.cookie)
    ids = [cookie.partition(".")[0] for cookie in cookies]
    assert ids[0] == ids[1] != ids[2], "another key accepts no cookie of the first"
    assert key.encode() not in (tmp_path / "inside.db").read_bytes()


@pytest.mark.parametrize("has_tables", [False])
def test_the_tables_of_sessions_have_a_way_back(database: str, has_tables: bool) -> None:
    assert not has_tables
    if database.startswith("sqlite"):
        prepare_file(Path(database.removeprefix("sqlite:///")))
    engine = plain_engine(database)
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0002")
        connection.execute(text("INSERT INTO people VALUES ('ann', 'Ann', 'red', 1, 1, :old)"), {"old": False})
        connection.execute(text("INSERT INTO sessions VALUES ('s', 'ann', 1, 1, 0)"))
        command.downgrade(alembic_config(connection), "0001")
        assert connection.execute(text("SELECT id, name FROM people")).all() == [("ann", "Ann")]
        assert not {"sessions", "blocks", "reports"} & set(inspect(connection).get_table_names())
        command.upgrade(alembic_config(connection), "head")
        assert connection.scalar(text("SELECT old_cookies FROM people")), "an older version has given her a cookie of its own"
    engine.dispose()
