"""Too many requests, slow requests and internal errors: the client gets a sentence, and the log has no secrets."""

import asyncio
import http.client
import io
import logging
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from websockets.exceptions import InvalidStatus

from parlour import game_ids
from parlour.server.app import make_app
from parlour.server.fairness import verifier
from parlour.server.house import House
from parlour.server.http import protocol, requests
from parlour.server.http.intake import MOST_SILENT_PER_ADDRESS, SPARE_CONNECTIONS, SPARE_PER_ADDRESS, Intake
from parlour.server.ops import logs
from parlour.server.ops.settings import Settings
from parlour.server.people.people import Person
from parlour.server.program.process import listen
from parlour.server.store.errors import StoreError
from parlour.server.store.store import Store
from parlour.server.ws.protocol import MOST_QUEUED
from tests.server.helpers.clients import Client, Http
from tests.server.helpers.databases import sqlite_in
from tests.server.helpers.frames import TEXT, framed
from tests.server.helpers.inside import HouseInside
from tests.server.helpers.quiet import FakeConnection
from tests.server.helpers.raw_http import raw, sentence

GAME = game_ids()[0]


# ---- too much -----------------------------------------------------------------------------------------------------


def refused(guest: Http, method: str, path: str, body: object = None, most: int = 60, **headers: str) -> int:
    """Return how many requests are answered before one is refused because there were too many."""
    for number in range(most):
        status, found, text = guest.full(method, path, body, headers)
        if status == 429:
            assert int(found["Retry-After"]) >= 1
            assert sentence(text) == "Too many requests: try again in a moment."
            return number
    return most


def test_codes_cannot_be_tried_one_after_the_other(tmp_path: Path) -> None:
    with HouseInside(tmp_path, still=True) as inside:
        guest = Http(inside.url)
        code = guest("POST", "/api/rooms", {"game": GAME})[1]["code"]
        assert refused(guest, "GET", "/api/rooms/BBBBBB") == 30
        assert Http(inside.url)("GET", f"/api/rooms/{code}")[0] == 429
        neighbour = Http(inside.url)
        assert neighbour("GET", "/api/me")[0] == 200
        assert neighbour("GET", f"/api/rooms/{code}")[0] == 200, "a valid code from somebody who has not been guessing"
        assert refused(neighbour, "GET", "/api/rooms/BBBBBB") == 3
        assert neighbour("GET", f"/api/rooms/{code}")[0] == 429
        assert guest("GET", f"/api/rooms/{code}")[0] == 200, "a person with a seat there is let in all the same"
        assert guest("GET", "/api/me")[0] == 200
        assert refused(guest, "POST", "/api/me/redeem", {"code": "A" * 10}) == 10
        assert refused(guest, "POST", "/api/me/code") == 5


def test_guests_rooms_and_requests_per_address_are_limited(tmp_path: Path) -> None:
    with HouseInside(tmp_path, most_people_made=3, most_rooms_made=2, still=True) as inside:
        guests = [Http(inside.url) for _ in range(5)]
        assert [guest("GET", "/api/me")[0] for guest in guests] == [200, 200, 200, 429, 429]
        status, headers, _ = guests[4].full("GET", "/")
        assert status == 200 and "Set-Cookie" not in headers
        assert [guest("POST", "/api/rooms", {"game": GAME})[0] for guest in guests[:3]] == [201, 201, 429]
        assert refused(guests[0], "POST", "/api/rooms", {"game": GAME}) == 0
    with HouseInside(tmp_path, requests_per_second=2, name="slow", still=True) as inside:
        assert refused(Http(inside.url), "GET", "/api/games") == 10
        inside.seconds += 1.1
        assert Http(inside.url)("GET", "/api/games")[0] == 200


def test_the_word_of_a_trusted_proxy_counts_and_of_no_other(tmp_path: Path) -> None:
    said = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
    with HouseInside(tmp_path, most_people_made=1, still=True) as inside:
        assert Http(inside.url)("GET", "/api/me", None, said)[0] == 200
        status, headers, _ = Http(inside.url).full("GET", "/api/games", None, said)
        assert status == 200 and "Strict-Transport-Security" not in headers
        assert Http(inside.url)("GET", "/api/me", None, {"X-Forwarded-For": "192.0.2.8"})[0] == 429
    with HouseInside(tmp_path, most_people_made=1, behind_proxy=("127.0.0.1",), name="proxied") as inside:
        guest = Http(inside.url)
        status, headers, _ = guest.full("GET", "/api/me", None, said)
        assert status == 200 and headers["Set-Cookie"].endswith("; Secure")
        assert headers["Strict-Transport-Security"] == "max-age=31536000"
        assert Http(inside.url)("GET", "/api/me", None, {"X-Forwarded-For": "192.0.2.7, 127.0.0.1"})[0] == 429
        assert Http(inside.url)("GET", "/api/me", None, {"X-Forwarded-For": "192.0.2.8"})[0] == 200
        own = {**said, "Origin": "https://cards.example", "Host": "cards.example"}
        status, room = guest("POST", "/api/rooms", {"game": GAME}, own)
        assert status == 201 and room["link"].startswith("https://cards.example/r/")


def test_each_proxy_may_add_a_header_of_its_own(tmp_path: Path) -> None:
    """HAProxy behind Caddy, as in `deploy/houses`: Caddy's header names the client, and HAProxy's names Caddy."""

    def guest_at(client: str) -> int:
        line = http.client.HTTPConnection(urlsplit(inside.url).netloc, timeout=30)
        line.putrequest("GET", "/api/me")
        for hop in (client, "127.0.0.2"):
            line.putheader("X-Forwarded-For", hop)
        line.endheaders()
        return line.getresponse().status

    with HouseInside(tmp_path, most_people_made=1, behind_proxy=("127.0.0.0/8",), still=True) as inside:
        assert [guest_at(client) for client in ("192.0.2.7", "192.0.2.8", "192.0.2.7")] == [200, 200, 429]


def test_a_client_that_floods_the_house_and_disconnects_is_gone_at_once(tmp_path: Path) -> None:
    """Otherwise the messages that still wait would be handled one by one, and their sender would count as present."""

    async def talk(inside: HouseInside) -> None:
        host, flood = [await Client(inside.url).open() for _ in range(2)]
        code = await host.make_room(GAME, 2)
        await flood.done("enter", room=code)
        await host.until(lambda: len(host.room["watchers"]) == 1)
        assert flood._socket is not None
        flood._socket.transport.write(framed(TEXT, b'{"type":"ping"}') * 4 * MOST_QUEUED)
        await host.until(lambda: not host.room["watchers"])
        await host.close()

    with HouseInside(tmp_path, still=True) as inside:
        asyncio.run(talk(inside))


def test_a_full_house_says_so_with_a_503_and_old_codes_make_it_no_fuller(tmp_path: Path) -> None:
    with HouseInside(tmp_path, most_rooms=2, most_sockets=1, still=True) as inside:
        rooms = inside.house.rooms
        guest = Http(inside.url)
        codes = [guest("POST", "/api/rooms", {"game": GAME})[1]["code"] for _ in range(2)]
        status, headers, text = guest.full("POST", "/api/rooms", {"game": GAME})
        assert status == 503 and headers["Retry-After"] and sentence(text) == "The house is full: try again later."
        loop = inside.house._tasks[0].get_loop()
        loop.call_soon_threadsafe(rooms.unload, rooms.keepers[codes[0]])
        while codes[0] in rooms.keepers:
            time.sleep(0.01)
        codes.append(guest("POST", "/api/rooms", {"game": GAME})[1]["code"])
        for code in codes * 2:
            assert guest("GET", f"/api/rooms/{code}")[0] == 200
            assert len(rooms.keepers) <= 2, "an idle room makes space for the old one"

        async def talk() -> None:
            first = await Client(inside.url, guest.cookie).open()
            for keeper in list(rooms.keepers.values()):
                keeper.presence.viewers[FakeConnection(rooms, Person("x", "x", "red"), 0.0)] = None
            away = next(code for code in codes if code not in rooms.keepers)
            assert guest("GET", f"/api/rooms/{away}")[0] == 503
            with pytest.raises(InvalidStatus) as refusal:
                await Client(inside.url, guest.cookie).open()
            assert refusal.value.response.status_code == 503
            for keeper in list(rooms.keepers.values()):
                keeper.presence.viewers.clear()
            await first.close()

        asyncio.run(asyncio.wait_for(talk(), 20))


# ---- mistakes -----------------------------------------------------------------------------------------------------


def test_an_internal_error_is_a_sentence_and_logged_without_its_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("the seed is 12 and the next card the queen of hearts")

    with HouseInside(tmp_path) as inside:
        monkeypatch.setattr(inside.house.people, "new", fail)
        status, headers, text = Http(inside.url).full("GET", "/api/me")
        assert status == 500 and headers["X-Content-Type-Options"] == "nosniff"
        assert sentence(text) == "Something went wrong on the server. The error has been logged."
        page = Http(inside.url).full("GET", "/")
        assert page[0] == 500 and page[2].startswith("<!doctype html>")
        assert "parlour_errors_total 2.0\n" in Http(inside.url).full("GET", "/metrics")[2]
    notes = [record.getMessage() for record in caplog.records if record.name == "parlour.server"]
    assert any("RuntimeError at " in note and "fail" in note for note in notes)
    assert "queen" not in caplog.text


def test_a_failing_store_is_not_an_internal_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise StoreError("The disk is full.")

    with HouseInside(tmp_path) as inside:
        monkeypatch.setattr(inside.house.people, "new", fail)
        status, headers, text = Http(inside.url).full("GET", "/api/me")
        assert status == 503 and headers["Retry-After"] == "2" and "database" in sentence(text)
        monkeypatch.setattr(inside.house.rooms, "open", fail)
        monkeypatch.undo()
        guest = Http(inside.url)
        monkeypatch.setattr(inside.house.rooms, "open", fail)
        assert guest("POST", "/api/rooms", {"game": GAME})[0] == 503


def test_a_failed_task_or_thread_is_logged_without_its_message() -> None:
    out = io.StringIO()
    loop = asyncio.new_event_loop()
    old = threading.excepthook
    logs.configure_logging(stream=out)
    try:
        try:
            raise ValueError("queen of hearts") from RuntimeError("the seed is 12")
        except ValueError as error:
            logs.logger.exception("Something went wrong.")
            logs.log_task_error(loop, {"message": "never retrieved", "exception": error, "future": error})
            thread = threading.Thread(target=int, args=("king of spades",))
            thread.start()
            thread.join()
        logs.log_task_error(loop, {"message": "slow"})
    finally:
        threading.excepthook = old
        loop.close()
        for name in ("parlour.server", "uvicorn", "asyncio"):
            logging.getLogger(name).handlers.clear()
            logging.getLogger(name).propagate = True
    said = out.getvalue()
    assert "ValueError at " in said and "; after RuntimeError" in said and "A thread failed: ValueError" in said
    assert not any(word in said for word in ("queen", "seed", "king", "Traceback", "/home"))


# ---- slow clients, other servers ----------------------------------------------------------------------------------


def test_silent_and_slow_clients_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(requests, "BODY_SECONDS", 0.3)
    with HouseInside(tmp_path) as inside:
        for begun in (b"", b"GET / HT", b"GET /health HTTP/1.1\r\nHost: a\r\n"):
            began = time.monotonic()
            with suppress(ConnectionError):
                assert raw(inside.url, begun) == b""
            assert 0.2 < time.monotonic() - began < 30
        answer = raw(inside.url, b"POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
        assert answer.startswith(b"HTTP/1.1 408 ") and b"took too long" in answer
        assert Http(inside.url)("GET", "/health")[0] == 200


def test_the_application_opens_and_closes_its_house_under_any_server(tmp_path: Path) -> None:
    house = House(Settings(), Store.open(sqlite_in(tmp_path), "house"))
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(make_app(house), lifespan="on", log_config=None))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    assert Http(f"http://127.0.0.1:{listener.getsockname()[1]}")("GET", "/health")[0] == 200
    server.should_exit = True
    thread.join(20)
    assert house.is_stopping and not thread.is_alive()


def test_a_file_that_takes_too_long_gets_a_verdict_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "SECONDS", 0.01)
    with HouseInside(tmp_path, still=True) as inside:
        status, verdict = Http(inside.url)("POST", "/api/verify", raw=b"{}")
        assert status == 200 and verdict["why"] == verifier.TOO_LONG
        monkeypatch.setattr(verifier, "MOST_WAITING", 0)
        status, headers, text = Http(inside.url).full("POST", "/api/verify", raw=b"{}")
        assert status == 503 and headers["Retry-After"] == "3" and sentence(text)
        monkeypatch.undo()
        assert Http(inside.url)("POST", "/api/verify", raw=b"[" + b"{}," * 1_600_000 + b"{}]")[1]["proved"] is False
        assert refused(Http(inside.url), "POST", "/api/verify", []) == 7, "ten, and three were asked above"


class Line:
    """A connection that notes whether it was closed."""

    is_closed = False

    def abort(self) -> None:
        self.is_closed = True


def test_no_address_takes_all_connections_and_the_silent_make_room() -> None:
    intake = Intake(Settings(most_sockets=1_000, most_sockets_per_address=700, behind_proxy=("10.0.0.0/8",)))
    silent = [Line() for _ in range(2_000)]
    assert all(intake.admit(line, "192.0.2.1") for line in silent)
    assert sum(not line.is_closed for line in silent) == MOST_SILENT_PER_ADDRESS == len(intake)
    assert silent[0].is_closed and not silent[-1].is_closed
    busy = [Line() for _ in range(700)]
    for line in busy:
        if intake.admit(line, "192.0.2.2"):
            intake.heard(line)
    more = [Line() for _ in range(300)]
    admitted = [line for line in more if intake.admit(line, "192.0.2.2")]
    assert len(admitted) == SPARE_PER_ADDRESS
    for line in (*busy, *more):
        intake.remove(line)
    behind = [Line() for _ in range(1_000 + SPARE_CONNECTIONS)]
    assert all(intake.admit(line, "10.1.2.3") for line in behind), "the clients of a trusted proxy do not count as one address"
    assert all(line.is_closed for line in silent), "when the house is full, the silent go first"
    for line in (*behind, *silent):
        intake.remove(line)
    assert len(intake) == 0 and not intake._count and not intake._silent and not intake._silent_of


def test_a_body_without_end_is_cut_off_even_where_nobody_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.3)
    with HouseInside(tmp_path) as inside:
        parts = urlsplit(inside.url)
        with socket.create_connection((parts.hostname, parts.port), timeout=20) as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
            began = time.monotonic()
            with suppress(ConnectionError):
                while line.send(b"x") and time.monotonic() - began < 15:
                    time.sleep(0.05)
            assert time.monotonic() - began < 15, "a byte now and then does not keep it open"


def test_sockets_are_counted_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.2)
    with HouseInside(tmp_path) as inside:
        intake = inside.server.config.http.intake  # type: ignore[union-attr]

        async def talk() -> None:
            client = await Client(inside.url).open()
            assert len(intake) == 1
            await asyncio.sleep(0.4)
            assert client.is_open, "the deadline for a body does not apply to a WebSocket"
            await client.close()
            while len(intake):
                await asyncio.sleep(0.01)

        asyncio.run(asyncio.wait_for(talk(), 20))
