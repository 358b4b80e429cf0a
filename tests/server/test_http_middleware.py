"""The middleware over real sockets: hosts, origins, sizes, garbage, security headers, rate limits, errors."""

import asyncio
import gzip
import re
import socket
import struct
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour import game_ids
from parlour.server.http.middleware import is_own_origin
from parlour.server.http.names import HouseNames
from parlour.server.ops.settings import Settings
from tests.server.helpers.clients import Client, HouseProcess, Http, house_in
from tests.server.helpers.raw_http import asked, raw, sentence

GAME = game_ids()[0]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    arguments = ["--origins", "https://cards.example"]
    environment = {"PARLOUR_MOST_SOCKETS_PER_PERSON": "2"}
    with house_in(tmp_path_factory.mktemp("house"), *arguments, environment=environment) as house:
        yield house
    assert not [line for line in house.said if "Traceback" in line or "ERROR" in line], "".join(house.said)


@pytest.fixture
def guest(house: HouseProcess) -> Http:
    return Http(house.url)


# ---- headers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/", None, 200),
        ("GET", "/r/BBBBBB", None, 200),
        ("GET", "/verify.js", None, 200),
        ("HEAD", "/", None, 200),
        ("GET", "/api/games", None, 200),
        ("HEAD", "/api/games", None, 200),
        ("GET", "/metrics", None, 200),
        ("POST", "/api/rooms", {"game": "?"}, 400),
        ("GET", "/api/rooms/x", None, 404),
        ("GET", "/nothing", None, 404),
        ("GET", "/api/nothing", None, 404),
        ("PUT", "/api/me", None, 405),
        ("POST", "/", None, 405),
        ("BREW", "/api/me", None, 400),
    ],
)
def test_every_answer_has_security_headers(guest: Http, method: str, path: str, body: object, status: int) -> None:
    found, headers, _ = guest.full(method, path, body)
    assert found == status
    if method == "BREW":
        return  # not an HTTP method: refused before the house sees it
    policy = headers["Content-Security-Policy"]
    assert (
        policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ") and "frame-ancestors 'none'" in policy
    )
    assert "unsafe" not in policy.replace("wasm-unsafe-eval", "")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert "Strict-Transport-Security" not in headers and "Server" not in headers
    if path.startswith("/api"):
        assert headers["Cache-Control"] == "no-store"


def test_a_wrong_method_is_told_the_right_ones(guest: Http) -> None:
    for path, allowed in (("/api/me", "DELETE, GET, HEAD, PATCH"), ("/api/rooms", "GET, HEAD, POST"), ("/api/verify", "POST")):
        status, headers, text = guest.full("PUT", path)
        assert (status, headers["Allow"]) == (405, allowed)
        assert sentence(text) == "This method is not allowed here."
    assert guest.full("OPTIONS", "/api/me")[0] == 405
    assert guest.full("POST", "/verify.css")[1]["Allow"] == "GET, HEAD"


def test_errors_are_json_for_programs_and_pages_for_people(guest: Http) -> None:
    for path in ("/api/nothing", "/api/me/", "/api//me", "/api/games/x"):
        status, headers, text = guest.full("GET", path)
        assert status == 404 and headers["Content-Type"] == "application/json"
        assert sentence(text) == "There is nothing here."
    status, headers, text = guest.full("GET", "/<script>")
    assert status == 404 and headers["Content-Type"] == "text/html; charset=utf-8"
    assert text.startswith("<!doctype html>") and "<script>" not in text


# ---- hosts and origins --------------------------------------------------------------------------------------------


BAD_HOSTS = ["", "a b", "a/b", "a@b", "x:99999", "x:", "[::1", "é", "a\nHost: b", "<b>", "x" * 300, "javascript:alert(1)"]


@pytest.mark.parametrize("host", ["", *(f"Host: {host}\n" for host in BAD_HOSTS)])
def test_a_malformed_host_is_refused(house: HouseProcess, host: str) -> None:
    status, body = asked(house.url, f"GET /api/games HTTP/1.1\n{host}")
    assert status == 400
    assert sentence(body) == "The Host header is missing or malformed."


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "[::1]:80", "cards.example", "192.0.2.7:8765", "my_house"])
def test_a_good_host_is_the_one_in_links(guest: Http, host: str) -> None:
    status, answer = guest("POST", "/api/rooms", {"game": GAME}, {"Host": host})
    assert status == 201 and answer["link"] == f"http://{host.lower()}/r/{answer['code']}"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8765", "localhost.evil.example", "evil.example."])
def test_a_page_that_rebinds_its_name_to_this_house_is_refused(guest: Http, host: str) -> None:
    own = {"Host": host, "Origin": f"http://{host}"}
    status, headers, text = guest.full("PATCH", "/api/me", {"name": "Eve"}, own)
    assert status == 421 and "Set-Cookie" not in headers
    assert sentence(text).startswith(f"This server is not called {host}.")
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "x" * 22 + "==",
    }
    assert guest("GET", "/ws", None, {**own, **upgrade})[0] == 421
    assert guest("GET", "/", None, {"Host": host})[0] == 421


@pytest.mark.parametrize(
    ("settings", "host", "scheme", "is_own"),
    [
        ({}, "cards.example", "http", False),
        ({}, "nas.local:8765", "http", True),
        ({"host": "cards.example"}, "cards.example:8765", "http", True),
        ({"public_url": "https://cards.example"}, "cards.example", "http", True),
        ({"public_url": "https://cards.example"}, "evil.example", "https", False),
        ({"behind_proxy": ("10.0.0.0/8",)}, "cards.example", "https", True),
        ({"behind_proxy": ("10.0.0.0/8",)}, "cards.example", "http", False),
        ({"behind_proxy": ("10.0.0.0/8",), "public_url": "https://cards.example"}, "evil.example", "wss", False),
    ],
)
def test_the_names_of_a_house_are_set_or_learned(settings: dict[str, Any], host: str, scheme: str, is_own: bool) -> None:
    assert HouseNames(Settings(**settings)).include(host, {"scheme": scheme}) == is_own


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "PUT"])
@pytest.mark.parametrize("origin", ["null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "http://", ""])
def test_pages_of_others_change_nothing(guest: Http, method: str, origin: str) -> None:
    status, headers, text = guest.full(method, "/api/me", {"name": "Eve"}, {"Origin": origin})
    assert status == 403 and "Set-Cookie" not in headers
    assert sentence(text) == "This request comes from a page of another site."


def test_own_pages_and_allowed_ones_may(guest: Http, house: HouseProcess) -> None:
    for origin in (house.url, "https://cards.example", "HTTPS://Cards.example"):
        assert guest("PATCH", "/api/me", {"name": "Ana"}, {"Origin": origin})[0] == 200
    assert guest("GET", "/api/me", None, {"Origin": "https://evil.example"})[0] == 200


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://a.example", "a.example", True),
        ("http://a.example", "a.example:80", True),
        ("https://a.example", "a.example", True),
        ("https://a.example", "a.example:443", True),
        ("https://a.example:443", "a.example", True),
        ("https://a.example", "a.example:80", False),
        ("http://a.example:8080", "a.example", False),
        ("http://[::1]:8765", "[::1]:8765", True),
        ("http://b.example", "a.example", False),
        ("http://a.example.evil", "a.example", False),
        ("http://a.example@evil", "a.example", False),
        ("ftp://a.example", "a.example", False),
        ("file://", "a.example", False),
        ("null", "a.example", False),
        ("http://[", "a.example", False),
        ("http://a.example:x", "a.example", False),
    ],
)
def test_origins_that_belong_to_the_house(origin: str, host: str, own: bool) -> None:
    assert is_own_origin(origin, host, ()) is own


# ---- sizes and garbage --------------------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_not_read(house: HouseProcess, guest: Http) -> None:
    head = "POST /api/rooms HTTP/1.1\nHost: a\nContent-Length: {}\n"
    for length in ("70000", "9" * 18):
        status, body = asked(house.url, head.format(length))
        assert status == 413 and sentence(body) == "A request body may have at most 65536 bytes."
    assert guest("POST", "/api/rooms", raw=b" " * 65_536)[0] == 400
    assert guest("POST", "/api/verify", raw=b" " * 200_000)[0] == 200


def test_a_body_in_pieces_is_counted_too(house: HouseProcess) -> None:
    piece = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    head = "POST /api/rooms HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n"
    status, body = asked(house.url, head, piece * 3)
    assert status == 413 and sentence(body)
    status, body = asked(house.url, head, b"2\r\n{}\r\n0\r\n\r\n")
    assert status == 400 and "game" in sentence(body)


def test_a_client_that_lies_about_its_length_or_goes_does_no_harm(house: HouseProcess, guest: Http) -> None:
    parts = urlsplit(house.url)
    for _ in range(5):
        with socket.create_connection((parts.hostname, parts.port)) as line:
            line.sendall(b"POST /api/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert guest("GET", "/health")[0] == 200


def test_an_endless_head_is_ended(house: HouseProcess) -> None:
    for endless in (b"GET /" + b"x" * 100_000, b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 100_000):
        try:
            answer = raw(house.url, endless + b" HTTP/1.1\r\n" + b"Y: y\r\n" * 20_000)
        except ConnectionError:
            continue
        assert answer.startswith(b"HTTP/1.1 400 ") or not answer


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[" * 60_000,
        b'{"name":' * 8_000,
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"name": 1e999}',
        b'{"name": ' + b"9" * 50_000 + b"}",
        b'{"name": "a", "name": 5}',
        b"{}x",
        b"\x00",
    ],
)
def test_garbage_gets_a_sentence(guest: Http, body: bytes) -> None:
    for path in ("/api/rooms", "/api/me/redeem", f"/api/games/{GAME}/check"):
        status, _, text = guest.full("POST", path, raw=body)
        assert status == 400 and sentence(text), (path, text)


@pytest.mark.parametrize(
    "line",
    [
        "GET /%ff%fe HTTP/1.1",
        "GET /api/rooms/%00 HTTP/1.1",
        "GET /api/rooms/%0d%0aSet-Cookie:x HTTP/1.1",
        "GET //evil.example HTTP/1.1",
        "GET /api/me/history?limit=%ff HTTP/1.1",
        "GET /?%00 HTTP/1.1",
        "GET http://evil.example/api/games HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "GET /\xff HTTP/1.1",
        "GET / HTTP/3.7",
        "get / HTTP/1.1",
        "\x00\x01",
    ],
)
def test_strange_requests_do_no_harm(house: HouseProcess, guest: Http, line: str) -> None:
    answer = raw(house.url, line.encode("latin-1") + b"\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert not answer or int(answer.split(b" ", 2)[1]) < 500
    assert b"\nSet-Cookie: x" not in answer and b"\nset-cookie:x" not in answer.lower().replace(b"set-cookie: parlour", b"")
    assert guest("GET", "/health")[0] == 200


# ---- files --------------------------------------------------------------------------------------------------------


def test_files_have_types_and_tags_and_are_compressed(guest: Http) -> None:
    for path, media in (("/verify.js", "text/javascript; charset=utf-8"), ("/verify.css", "text/css; charset=utf-8")):
        status, headers, text = guest.full("GET", path)
        assert status == 200 and headers["Content-Type"] == media and "Content-Encoding" not in headers
        assert headers["Cache-Control"] == "private, no-cache" and headers["Vary"] == "accept-encoding"
        tag = headers["ETag"]
        status, headers, body = guest.full("GET", path, None, {"If-None-Match": f'"other", W/{tag}'})
        assert (status, body, headers["ETag"]) == (304, "", tag)
        assert guest.full("GET", path, None, {"If-None-Match": '"other"'})[0] == 200
        assert guest.full("HEAD", path)[1]["Content-Length"] == str(len(text.encode()))


def test_gzip_is_only_sent_to_clients_that_accept_it(house: HouseProcess) -> None:
    plain = asked(house.url, "GET /verify.js HTTP/1.1\nHost: a\n")[1]
    for accepted, squeezed in (("gzip", True), ("br, GZIP;q=0.5", True), ("*", True), ("gzip;q=0", False), ("br", False)):
        body = asked(house.url, f"GET /verify.js HTTP/1.1\nHost: a\nAccept-Encoding: {accepted}\n")[1]
        assert (gzip.decompress(body) if squeezed else body) == plain, accepted


DOTS = ["/../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "/%2e%2e%2fapp.py", "/..\\app.py", "/./verify.js"]
SLASHES = ["//verify.js", "/verify.js/", "/pages/verify.js", "/etc/passwd", "/%2fetc%2fpasswd"]
OTHERS = ["/verify.js%00", "/.hidden", "/house.db", "/VERIFY.JS", "/index.html.gz"]


@pytest.mark.parametrize("path", DOTS + SLASHES + OTHERS)
def test_no_address_leads_out_of_the_pages(house: HouseProcess, path: str) -> None:
    status, body = asked(house.url, f"GET {path} HTTP/1.1\nHost: a\n")
    assert status == 404 and b"There is nothing here." in body


PREVIEW = re.compile(r'<meta property="og:[^>]*>')


def test_pages_make_a_guest_and_differ_only_in_their_previews(guest: Http, house: HouseProcess) -> None:
    code = guest("POST", "/api/rooms", {"game": GAME})[1]["code"]
    pages = set()
    for path in ("/", f"/r/{code}", "/r/nothing", "/replay/x"):
        status, headers, text = Http(house.url).full("GET", path)
        assert status == 200 and headers["Set-Cookie"].startswith("parlour=")
        pages.add(PREVIEW.sub("", text))
    assert len(pages) == 1
    assert "Set-Cookie" not in guest.full("GET", "/")[1]


def test_pages_have_no_script_or_style_of_their_own(guest: Http) -> None:
    for path in ("/verify", "/nothing"):
        text = guest.full("GET", path)[2]
        assert "<style" not in text and " style=" not in text and " on" + "click" not in text
        assert text.count("<script") == text.count('<script type="module" src="/')


# ---- the WebSocket ------------------------------------------------------------------------------------------------


def dial(house: HouseProcess, **headers: str) -> int:
    """The status with which a WebSocket is refused; 101 if it is accepted."""

    async def talk() -> int:
        try:
            async with connect(house.url.replace("http", "ws") + "/ws", additional_headers=headers) as line:
                await line.recv()
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    return asyncio.run(talk())


def test_a_socket_is_for_guests_of_own_pages(house: HouseProcess, guest: Http) -> None:
    guest("GET", "/api/me")
    assert dial(house) == 403
    assert dial(house, Cookie="parlour=forged.x") == 403
    assert dial(house, Cookie=guest.cookie) == 101
    assert dial(house, Cookie=guest.cookie, Origin=house.url) == 101
    for origin in ("https://evil.example", "null"):
        assert dial(house, Cookie=guest.cookie, Origin=origin) == 403


async def opened(url: str, cookie: str) -> Client | None:
    """A client that is let in, or None if it is refused for now."""
    try:
        return await Client(url, cookie).open()
    except (InvalidStatus, ConnectionClosed):
        return None


def test_sockets_per_person_are_limited(house: HouseProcess) -> None:
    async def talk() -> None:
        first = await Client(house.url).open()
        second = await Client(house.url, first.http.cookie).open()
        await first.until(lambda: first.messages)
        await second.until(lambda: second.messages)
        with pytest.raises(InvalidStatus):
            await Client(house.url, first.http.cookie).open()
        await second.close()
        async with asyncio.timeout(60):
            while (third := await opened(house.url, first.http.cookie)) is None:
                await asyncio.sleep(0.02)
        await third.until(lambda: third.messages)
        await third.close()
        await first.close()

    asyncio.run(talk())


def test_a_socket_at_another_path_is_refused(house: HouseProcess) -> None:
    async def talk() -> None:
        for path in ("/", "/api/me", "/ws/", "/nothing"):
            with pytest.raises(InvalidStatus):
                await connect(house.url.replace("http", "ws") + path)

    asyncio.run(talk())
    assert Http(house.url)("GET", "/ws")[0] == 404
