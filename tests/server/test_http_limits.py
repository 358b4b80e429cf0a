"""Too many requests, too slow ones, and mistakes of the house: whoever asks gets a sentence, and the log no secrets."""

import asyncio
import io
import logging
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from parlour import game_ids
from parlour.server import http, intake, mishaps, verdicts
from parlour.server.app import make_app
from parlour.server.house import House
from parlour.server.serving import listening
from parlour.server.settings import Settings
from parlour.server.store import Store, StoreFailed
from tests.server.by_hand import raw, sentence
from tests.server.clients import Http
from tests.server.inside import HouseInside

GAME = game_ids()[0]


# ---- too much -----------------------------------------------------------------------------------------------------


def refused(guest: Http, method: str, path: str, body: object = None, most: int = 60, **headers: str) -> int:
    """How many requests are answered before one is refused for being too many."""
    for number in range(most):
        status, found, text = guest.full(method, path, body, headers)
        if status == 429:
            assert int(found["Retry-After"]) >= 1
            assert sentence(text) == "That was too much at once: try again in a moment."
            return number
    return most


def test_codes_cannot_be_tried_one_after_the_other(tmp_path: Path) -> None:
    with HouseInside(tmp_path, still=True) as inside:
        guest = Http(inside.url)
        code = guest("POST", "/api/rooms", {"game": GAME})[1]["code"]
        assert refused(guest, "GET", "/api/rooms/BBBBBB") == 30
        assert Http(inside.url)("GET", f"/api/rooms/{code}")[0] == 429
        assert guest("GET", f"/api/rooms/{code}")[0] == 200, "who sits there is let in all the same"
        assert guest("GET", "/api/me")[0] == 200
        assert refused(guest, "POST", "/api/me/redeem", {"code": "A" * 10}) == 10
        assert refused(guest, "POST", "/api/me/code") == 5


def test_one_address_has_only_so_many_guests_rooms_and_requests(tmp_path: Path) -> None:
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


# ---- mistakes -----------------------------------------------------------------------------------------------------


def test_a_mistake_is_a_sentence_and_is_noted_without_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("the seed is 12 and the next card the queen of hearts")

    with HouseInside(tmp_path) as inside:
        monkeypatch.setattr(inside.house.people, "new", fail)
        status, headers, text = Http(inside.url).full("GET", "/api/me")
        assert status == 500 and headers["X-Content-Type-Options"] == "nosniff"
        assert sentence(text) == "The house made a mistake; it has been noted."
        page = Http(inside.url).full("GET", "/")
        assert page[0] == 500 and page[2].startswith("<!doctype html>")
        assert "parlour_errors_total 2\n" in Http(inside.url).full("GET", "/metrics")[2]
    notes = [record.getMessage() for record in caplog.records if record.name == "parlour.server"]
    assert any("RuntimeError at " in note and "fail" in note for note in notes)
    assert "queen" not in caplog.text


def test_a_store_that_fails_is_no_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise StoreFailed("The disk is full: the database cannot write.")

    with HouseInside(tmp_path) as inside:
        monkeypatch.setattr(inside.house.people, "new", fail)
        status, headers, text = Http(inside.url).full("GET", "/api/me")
        assert status == 503 and headers["Retry-After"] == "2" and "books" in sentence(text)
        monkeypatch.setattr(inside.house, "open", fail)
        monkeypatch.undo()
        guest = Http(inside.url)
        monkeypatch.setattr(inside.house, "open", fail)
        assert guest("POST", "/api/rooms", {"game": GAME})[0] == 503


def test_a_task_or_a_thread_that_fails_is_noted_without_its_words() -> None:
    out = io.StringIO()
    loop = asyncio.new_event_loop()
    old = threading.excepthook
    mishaps.keep_log(stream=out)
    try:
        try:
            raise ValueError("queen of hearts") from RuntimeError("the seed is 12")
        except ValueError as error:
            mishaps.say.exception("Something went wrong.")
            mishaps.task_failed(loop, {"message": "never retrieved", "exception": error, "future": error})
            thread = threading.Thread(target=int, args=("king of spades",))
            thread.start()
            thread.join()
        mishaps.task_failed(loop, {"message": "slow"})
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


def test_those_who_say_nothing_or_too_slowly_are_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http, "BODY_SECONDS", 0.3)
    with HouseInside(tmp_path) as inside:
        for begun in (b"", b"GET / HT", b"GET /health HTTP/1.1\r\nHost: a\r\n"):
            began = time.monotonic()
            with suppress(ConnectionError):
                assert raw(inside.url, begun) == b""
            assert 0.2 < time.monotonic() - began < 30
        answer = raw(inside.url, b"POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
        assert answer.startswith(b"HTTP/1.1 408 ") and b"did not come in time" in answer
        assert Http(inside.url)("GET", "/health")[0] == 200


def test_the_application_opens_and_closes_its_house_under_any_server(tmp_path: Path) -> None:
    house = House(Settings(), Store.open(f"sqlite:///{tmp_path / 'house.db'}", "house"))
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(make_app(house), lifespan="on", log_config=None))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    assert Http(f"http://127.0.0.1:{listener.getsockname()[1]}")("GET", "/health")[0] == 200
    server.should_exit = True
    thread.join(20)
    assert house.is_stopping and not thread.is_alive()


def test_a_file_that_takes_too_long_gets_a_verdict_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "SECONDS", 0.01)
    with HouseInside(tmp_path, still=True) as inside:
        status, verdict = Http(inside.url)("POST", "/api/verify", raw=b"{}")
        assert status == 200 and verdict["why"] == verdicts.TOO_LONG
        monkeypatch.setattr(verdicts, "MOST_WAITING", 0)
        status, headers, text = Http(inside.url).full("POST", "/api/verify", raw=b"{}")
        assert status == 503 and headers["Retry-After"] == "3" and sentence(text)
        monkeypatch.undo()
        assert Http(inside.url)("POST", "/api/verify", raw=b"[" + b"{}," * 1_600_000 + b"{}]")[1]["proved"] is False
        assert refused(Http(inside.url), "POST", "/api/verify", []) == 7, "ten, and three were asked above"
