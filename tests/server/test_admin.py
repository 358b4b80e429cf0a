"""The operator: commands and an API behind a token that list people and rooms, ban, close, announce and drain."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from websockets.exceptions import InvalidStatus

from parlour import game_ids
from parlour.server.api import admin as admin_api
from tests.server.helpers.clients import Client, Http
from tests.server.helpers.inside import HouseInside
from tests.terminal.helpers.desk import run

TOKEN = "a-token-for-tests-only"
GOOD = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[HouseInside]:
    with HouseInside(tmp_path, admin_token=TOKEN) as house:
        yield house


def parlour(inside: HouseInside, *arguments: str, token: str = TOKEN) -> Result:
    return run("admin", "--url", inside.url, "--token", token, *arguments, COLUMNS="200")


def said(inside: HouseInside, *arguments: str) -> str:
    result = parlour(inside, *arguments)
    assert result.exit_code == 0, result.stderr
    return result.output


def failed(inside: HouseInside, *arguments: str, token: str = TOKEN) -> str:
    result = parlour(inside, *arguments, token=token)
    assert (result.exit_code, result.stdout) == (1, ""), result.output
    assert result.stderr.count("\n") == 1 and result.stderr.endswith(".\n")
    return result.stderr.strip()


async def table(inside: HouseInside) -> tuple[Client, str]:
    """Somebody at a table."""
    ana = Client(inside.url)
    await ana.open()
    return ana, await ana.make_room(game_ids()[0], 2)


async def called(*arguments: Any) -> str:
    """Run a command while the clients of this loop go on."""
    return await asyncio.to_thread(said, *arguments)


# ---- who may use them --------------------------------------------------------------------------------------------------------


def test_every_endpoint_needs_the_token(inside: HouseInside) -> None:
    bodies = {"/api/admin/unban": {"key": "x"}, "/api/admin/announce": {"text": "x"}, "/api/admin/reports/close": {"id": 1}}
    http = Http(inside.url)
    for endpoint in admin_api.ENDPOINTS:
        body = bodies.get(endpoint.path, {}) if endpoint.method == "POST" else None
        path = endpoint.path.format(code="BCDFGH")
        for headers in ({}, {"Authorization": "Bearer wrong-wrong-wrong-wrong"}):
            assert http(endpoint.method, path, body, headers)[0] == 401, endpoint
    assert http("GET", "/api/admin/state", headers=GOOD)[0] == 200


def test_a_house_without_a_token_has_no_operator(tmp_path: Path) -> None:
    with HouseInside(tmp_path) as inside:
        assert Http(inside.url)("GET", "/api/admin/state", headers={"Authorization": "Bearer "})[0] == 404
        assert "has no admin token: start it with --admin-token." in failed(inside, "state")


def test_errors_are_reported_in_a_sentence(inside: HouseInside) -> None:
    assert failed(inside, "state", token="wrong-wrong-wrong-wrong") == "The house does not accept this token."
    assert failed(inside, "close", "BCDFGH") == "There is no open room with this code."
    assert failed(inside, "close", "../state") == "There is nothing here."
    assert failed(inside, "ban", "nobody") == "There is no person with this id."
    assert failed(inside, "ban") == "Name a person or an address to ban."
    for address in ("999.1.1.1", "192.0.2.0/24", "cards.example"):
        assert failed(inside, "ban", "--address", address) == f"'{address}' is not an IP address."
    assert said(inside, "bans") == ""
    assert failed(inside, "unban", "nobody") == "There is no such ban."
    nowhere = run("admin", "--url", "http://127.0.0.1:1", "--token", TOKEN, "state")
    assert (nowhere.exit_code, nowhere.stderr) == (1, "No house answers at http://127.0.0.1:1.\n")
    for arguments, sentence in (
        (("--url", "cards", "--token", TOKEN), "--url must be an address such as https://cards.example, not 'cards'."),
        ((), "The admin token is missing: give the one that the house was started with as --token or PARLOUR_ADMIN_TOKEN."),
        (("--token", "short"), "--admin-token must be 16 to 200 letters, digits or symbols, or @ and a file's path."),
    ):
        result = run("admin", *arguments, "state", COLUMNS="200")
        assert (result.exit_code, result.stderr) == (2, f"{sentence}\n")


def test_the_page_of_the_operator_holds_nothing_secret(inside: HouseInside) -> None:
    http = Http(inside.url)
    status, headers, page = http.full("GET", "/admin")
    assert status == 200 and headers["Content-Type"].startswith("text/html") and TOKEN not in page
    for name in ("admin.js", "admin.css"):
        assert f"/{name}" in page and http.full("GET", f"/{name}")[0] == 200


# ---- the commands ---------------------------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_people_and_rooms_are_listed_and_a_room_is_closed(inside: HouseInside) -> None:
    ana, code = await table(inside)
    await asyncio.to_thread(ana.http, "PATCH", "/api/me", {"name": "Ana 100%"})
    listed = await called(inside, "people", "100%")
    assert "Ana 100%" in listed and "1 connections" in listed
    assert await called(inside, "people", "100_") == ""
    assert f"{code}  {game_ids()[0]}  gathering" in await called(inside, "rooms")
    assert "Rooms: 1, games in progress: 0, connected clients: 1, bans: 0." in await called(inside, "state")
    assert await called(inside, "close", code.lower()) == f"The room {code} is closed.\n"
    await ana.until(lambda: any(message["type"] == "left" for message in ana.messages))
    assert await called(inside, "rooms") == ""
    await ana.close()


@pytest.mark.anyio
async def test_a_banned_person_is_disconnected_and_stays_out_until_the_ban_is_lifted(inside: HouseInside) -> None:
    ana, _ = await table(inside)
    id = ana.http.cookie.partition("=")[2].partition(".")[0]
    assert await called(inside, "ban", id, "--why", "rude") == "Banned.\n"
    with pytest.raises(ConnectionError):
        await ana.until(lambda: False)
    again = Client(inside.url, ana.http.cookie)
    with pytest.raises((InvalidStatus, AssertionError)):
        await again.open()
    status, told = await asyncio.to_thread(again.http, "GET", "/api/me")
    assert (status, told["error"]) == (403, "You have been banned from this house.")
    assert await called(inside, "bans") == f"{id}  rude\n"
    assert "banned" in await called(inside, "people")
    assert await called(inside, "unban", id) == "The ban is lifted.\n"
    assert (await asyncio.to_thread(again.http, "GET", "/api/me"))[0] == 200


def test_a_banned_address_stays_out_after_a_restart_too_and_the_operator_does_not(tmp_path: Path) -> None:
    with HouseInside(tmp_path, admin_token=TOKEN) as inside:
        assert said(inside, "ban", "--address", "127.0.0.1") == "Banned.\n"
    with HouseInside(tmp_path, admin_token=TOKEN) as inside:
        assert Http(inside.url)("GET", "/api/me")[0] == 403
        assert Http(inside.url)("GET", "/healthz")[0] == 200
        assert said(inside, "unban", "127.0.0.1") == "The ban is lifted.\n"
        assert Http(inside.url)("GET", "/api/me")[0] == 200


def test_an_address_of_the_next_protocol_is_banned_with_its_network(inside: HouseInside) -> None:
    assert said(inside, "ban", "--address", "2001:db8::7") == "Banned.\n"
    assert said(inside, "bans") == "2001:db8::/64\n"
    assert said(inside, "unban", "2001:db8::9") == "The ban is lifted.\n"


@pytest.mark.anyio
async def test_an_announcement_is_said_in_every_room(inside: HouseInside) -> None:
    ana, _ = await table(inside)
    assert await called(inside, "announce", "Closing at ten. \u202e") == "Announced in 1 room.\n"
    line = await ana.until(lambda: next((one for one in ana.messages if one["type"] == "said"), None))
    assert (line["name"], line["seat"], line["text"]) == ("★ The house", None, "Closing at ten.")
    await ana.close()


@pytest.mark.anyio
async def test_a_draining_house_lets_games_go_on_and_opens_no_rooms(inside: HouseInside) -> None:
    ana, _ = await table(inside)
    assert "The server is draining" in await called(inside, "drain", "--wait")
    status, told = await asyncio.to_thread(ana.http, "POST", "/api/rooms", {"game": game_ids()[0]})
    assert status in (400, 409, 503) and "about to close" in told["error"]
    assert (await asyncio.to_thread(ana.http, "GET", "/readyz"))[0] == 503
    await ana.done("add_bot")
    assert "Ready." in await called(inside, "drain", "--off")
    assert (await asyncio.to_thread(ana.http, "POST", "/api/rooms", {"game": game_ids()[0]}))[0] in (200, 201)
    await ana.close()
