"""Invitations: addresses for others, QR codes, link previews, and the way back to your own tables."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from parlour import find_game, game_ids
from parlour.server.ops import network
from parlour.server.ops.network import addresses_for_others, is_open_to_others, own_addresses
from parlour.server.program.command import invite
from parlour.terminal.qr import lines_of, qr
from parlour.terminal.screen import Screen
from tests.server.helpers.clients import Client, HouseProcess, Http, house_in
from tests.server.helpers.tables import run, seated

CODES = Path(__file__).parents[2] / "web" / "tests" / "codes.ts"
CODE = re.compile(r'\[\s*"([^"]*)",\s*(\d+),\s*(\d+),\s*"([^"]*)",?\s*\]')
TAG = re.compile(r'<meta property="([a-z:_]+)" content="([^"]*)">')
GAME = game_ids()[0]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("house")) as house:
        yield house


# ---- addresses ----------------------------------------------------------------------------------------------------


def test_only_what_listens_to_others_has_addresses_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.1.5", "10.0.0.7"])
    everywhere = ["http://192.168.1.5:8765/", "http://10.0.0.7:8765/"]
    assert addresses_for_others("0.0.0.0", 8765) == addresses_for_others("::", 8765) == everywhere
    assert addresses_for_others("192.168.1.9", 80) == ["http://192.168.1.9/"]
    for host in ("127.0.0.1", "127.3.3.3", "::1", "localhost"):
        assert addresses_for_others(host, 8765) == [] and not is_open_to_others(host)


def test_this_machine_is_never_offered_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter(["127.0.0.1", "169.254.3.4", "192.168.1.5", "192.168.1.5", "0.0.0.0"])
    monkeypatch.setattr(network, "_by_interface", lambda: found)
    monkeypatch.setattr(network, "_way_out", lambda: iter(["10.1.1.1"]))
    assert own_addresses() == ["10.1.1.1", "192.168.1.5"]


def test_the_page_learns_whether_others_can_come(house: HouseProcess) -> None:
    assert Http(house.url)("GET", "/api/addresses") == (200, {"open": False, "addresses": []})


@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_shows_the_first_address_as_a_code(capsys: pytest.CaptureFixture[str], colour: bool) -> None:
    screen, addresses = Screen(), ["http://192.168.1.5:8765/", "http://10.0.0.7:8765/"]
    invite(screen, addresses)
    said = [f"Others open it at {address}" for address in addresses]
    assert capsys.readouterr().out.splitlines() == said, "no QR code is written to a file"
    screen.is_terminal, screen.ink.colour = True, colour
    invite(screen, addresses)
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in capsys.readouterr().out.splitlines()]
    assert lines == said + lines_of(addresses[0], inverted=not colour) and len(lines) > 12


def test_codes_are_those_of_another_program() -> None:
    known = CODE.findall(CODES.read_text(encoding="utf-8"))
    assert len(known) >= 5
    for text, mask, size, rows in known:
        wanted = [f"{int(row, 16):0{size}b}" for row in rows.split()]
        found = qr(text, int(mask))
        assert found and ["".join("01"[cell] for cell in row) for row in found] == wanted
    assert qr("x" * 200) is None and lines_of("x" * 200, inverted=True) == []


# ---- link previews ------------------------------------------------------------------------------------------------


def previewed(house: HouseProcess, path: str) -> dict[str, str]:
    """The tags that a messenger without a cookie finds at a path."""
    status, _, body = Http(house.url).full("GET", path)
    assert status == 200
    return {name: unescape(value) for name, value in TAG.findall(body if isinstance(body, str) else body.decode())}


def test_links_have_previews_that_tell_no_more_than_the_table(house: HouseProcess) -> None:
    ana, game = Http(house.url), find_game(GAME)
    ana("PATCH", "/api/me", {"name": "Secret <Ana>"})
    first = previewed(house, "/")
    assert first["og:title"] == "Parlour" and first["og:url"] == f"{house.url}/"
    picture = first["og:image"].removeprefix(house.url)
    status, headers, _ = ana.full("GET", picture)
    assert status == 200 and headers["Content-Type"] == "image/jpeg"

    def opened(**plan: object) -> str:
        status, answer = ana("POST", "/api/rooms", {"game": GAME, "seats": game.most_seats, **plan})
        assert status == 201
        return str(answer["code"])

    open_room = previewed(house, f"/r/{opened()}")
    assert game.name in open_room["og:title"] and game.pitch in open_room["og:description"]
    assert not any("Ana" in value for value in open_room.values())
    nobody = {name: value for name, value in previewed(house, "/r/BBBBBB").items() if name != "og:url"}
    assert nobody == {name: value for name, value in first.items() if name != "og:url"}, "as if there were no such table"


def test_a_running_table_without_watchers_is_not_previewed(house: HouseProcess) -> None:
    async def talk() -> None:
        code, (ana,) = await seated(house, 1, find_game(GAME).least_seats, watchers=False)
        assert previewed(house, f"/r/{code}")["og:title"] == "Parlour"
        await ana.close()

    run(talk())


# ---- your tables --------------------------------------------------------------------------------------------------


def test_a_persons_tables_are_found_and_say_whose_turn_it_is(house: HouseProcess) -> None:
    async def talk() -> None:
        code, clients = await seated(house, 2, 2)
        gone = await clients[0].make_room(GAME, 2)
        await clients[0].done("close")
        for client in clients:
            (table,) = asked(client, f"{code},{gone},{code},nonsense")
            assert (table["code"], table["seated"], table["phase"]) == (code, True, "playing")
            assert table["turn"] is (client.view["must"] == client.view["viewer"]) and len(table["others"]) == 1
        stranger = Http(house.url)
        assert stranger("GET", f"/api/me/tables?codes={code}") == (200, {"tables": []})
        stranger("GET", "/api/me")
        status, answer = stranger("GET", f"/api/me/tables?codes={code}")
        assert status == 200 and [(table["seated"], table["turn"]) for table in answer["tables"]] == [(False, False)]
        for client in clients:
            await client.close()

    def asked(client: Client, codes: str) -> list[dict[str, Any]]:
        status, answer = client.http("GET", f"/api/me/tables?codes={codes}")
        assert status == 200
        return list(answer["tables"])

    run(talk())
