"""HTTP over real sockets: people, games, rooms, finished games, and the house itself."""

import asyncio
import gzip
import json
import re
import time
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest

from parlour import Table, find_game, game_ids
from parlour.server import wire
from parlour.server.app import ENDPOINTS
from parlour.server.people.people import COLOURS
from tests.server.helpers.clients import Client, HouseProcess, Http, house_in

every_game = pytest.mark.parametrize("game", game_ids())
SMALL = min(game_ids(), key=lambda game: find_game(game).most_seats)
CODE = re.compile("[BCDFGHJKLMNPQRSTVWXZ]{6}")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("house")) as house:
        yield house
    assert not [line for line in house.said if "Traceback" in line or "ERROR" in line], "".join(house.said)


@pytest.fixture
def ana(house: HouseProcess) -> Http:
    return Http(house.url)


@pytest.fixture
def ben(house: HouseProcess) -> Http:
    return Http(house.url)


def made(guest: Http, **asked: Any) -> dict[str, Any]:
    status, answer = guest("POST", "/api/rooms", {"game": SMALL, "seats": 2, **asked})
    assert status == 201, answer
    return dict(answer)


# ---- people -------------------------------------------------------------------------------------------------------


def test_a_guest_is_made_once_and_known_again(ana: Http) -> None:
    status, headers, text = ana.full("GET", "/api/me")
    me = json.loads(text)
    assert status == 200 and me["name"].startswith("Guest ") and me["colours"] == list(COLOURS)
    cookie = headers["Set-Cookie"]
    assert cookie.startswith("parlour=") and "Secure" not in cookie
    assert {"Max-Age=31536000", "Path=/", "HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))
    assert ana("GET", "/api/me") == (200, me)


def test_the_catalogue_is_compressed_where_the_client_allows_it(house: HouseProcess) -> None:
    def fetched(accepted: str) -> tuple[str | None, bytes]:
        with urlopen(Request(f"{house.url}/api/games", headers={"Accept-Encoding": accepted})) as answer:
            assert "accept-encoding" in answer.headers["Vary"]
            return answer.headers["Content-Encoding"], answer.read()

    encoding, body = fetched("gzip")
    assert encoding == "gzip"
    assert fetched("identity") == (None, gzip.decompress(body))
    assert len(body) < len(gzip.decompress(body)) / 3


def test_a_cookie_among_others_and_a_forged_one(ana: Http) -> None:
    _, me = ana("GET", "/api/me")
    good = ana.cookie
    ana.cookie = f"theme=dark; parlour=forged.x; {good}; other"
    assert ana("GET", "/api/me") == (200, me)
    stranger = Http(f"http://{ana.address.netloc}", good[:-2] + "xx")
    assert stranger("GET", "/api/me")[0] == 200
    assert stranger.cookie.partition(".")[0] != good.partition(".")[0]


def test_guests_are_created_only_if_necessary(ana: Http) -> None:
    for path in ("/api/games", "/api/rooms", "/api/me/history", "/api/me/statistics", "/health", "/metrics", "/verify.js"):
        status, headers, _ = ana.full("GET", path)
        assert status == 200 and "Set-Cookie" not in headers, path
    for body in (b"{", b"7", b'{"game": 7}'):
        status, headers, _ = ana.full("POST", "/api/rooms", raw=body)
        assert status == 400 and "Set-Cookie" not in headers


def test_name_and_colour(ana: Http) -> None:
    status, me = ana("PATCH", "/api/me", {"name": "  Ana  ", "colour": "teal"})
    assert (status, me["name"], me["colour"]) == (200, "Ana", "teal")
    assert ana("PATCH", "/api/me", {"colour": "pink"})[1]["name"] == "Ana"
    assert ana("PATCH", "/api/me", {})[1]["colour"] == "pink"
    assert ana("GET", "/api/me")[1] == ana("PATCH", "/api/me", {"name": None})[1]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"name": ""}, "A name must have 1 to 24 characters."),
        ({"name": "   "}, "A name must have 1 to 24 characters."),
        ({"name": "x" * 25}, "A name must have 1 to 24 characters."),
        ({"name": "a\u202eb"}, "A name can only have visible characters."),
        ({"name": 7}, "Invalid request"),
        ({"colour": "puce"}, "Unknown colour"),
        ({"nmae": "Ana"}, "Invalid request"),
        ([], "Invalid request"),
        (None, "one JSON object"),
    ],
)
def test_bad_names(ana: Http, body: object, why: str) -> None:
    status, answer = ana("PATCH", "/api/me", body)
    assert status == 400 and why in answer["error"] and answer["error"].endswith(".")


def test_a_guest_moves_to_another_device(ana: Http, ben: Http) -> None:
    _, me = ana("PATCH", "/api/me", {"name": "Ana", "colour": "olive"})
    status, along = ana("POST", "/api/me/code")
    assert status == 200 and len(along["code"]) == 10 and along["seconds"] == 600
    ben("GET", "/api/me")
    assert ben("POST", "/api/me/redeem", {"code": along["code"].lower()}) == (200, me)
    assert ben.cookie.partition(".")[0] == ana.cookie.partition(".")[0] and ben.cookie != ana.cookie
    status, answer = ben("POST", "/api/me/redeem", {"code": along["code"]})
    assert status == 404
    assert (status, answer) == ben("POST", "/api/me/redeem", {"code": "no code"})


# ---- games --------------------------------------------------------------------------------------------------------


def test_the_catalogue_says_all_that_a_page_needs(ana: Http) -> None:
    _, catalogue = ana("GET", "/api/games")
    assert [game["id"] for game in catalogue["games"]] == game_ids()
    # this house does not search, and says so for the levels that would
    says = {level["name"]: level["says"] for level in catalogue["levels"]}
    assert [name for name, text in says.items() if "needs the search engine" in text] == ["strong", "expert"]
    for told in catalogue["games"]:
        game = find_game(told["id"])
        assert (told["name"], told["pitch"], told["target"]) == (game.name, game.pitch, game.target)
        assert [told["least_seats"], told["most_seats"], told["usual_seats"]] == [
            game.least_seats,
            game.most_seats,
            game.usual_seats,
        ]
        assert [option["name"] for option in told["options"]] == list(game.options)
        for option in told["options"]:
            assert option["says"] and option["kind"] in ("toggle", "choice", "number")
            assert (option["kind"] == "number") is (option["low"] is not None) is (not option["values"])
            assert option["kind"] != "choice" or option["default"] in option["values"]


@every_game
def test_the_catalogue_is_enough_to_set_every_house_rule(ana: Http, game: str) -> None:
    told = next(one for one in ana("GET", "/api/games")[1]["games"] if one["id"] == game)
    defaults = {option["name"]: option["default"] for option in told["options"]}
    status, checked = ana("POST", f"/api/games/{game}/check", {"options": defaults})
    assert (status, checked) == (200, {"ok": True, "why": "", "options": defaults})


@every_game
def test_the_rules_with_the_house_rules_as_set(ana: Http, game: str) -> None:
    status, told = ana("GET", f"/api/games/{game}/rules?seats={find_game(game).least_seats}&turn_seconds=45")
    assert status == 200 and told["seats"] == find_game(game).least_seats
    assert told["markdown"].startswith("# ")
    assert "| turn_seconds | **45** |" in told["markdown"]
    assert "| first_seat | seat0 |" in told["markdown"]


@every_game
def test_the_rules_as_a_tree_for_a_page(ana: Http, game: str) -> None:
    _, told = ana("GET", f"/api/games/{game}/rules?turn_seconds=45")
    first, *others = told["guide"]["sections"]
    assert first["title"] == find_game(game).name and first["level"] == 1 and others
    assert {block["kind"] for block in first["blocks"]} <= {"paragraph", "list", "table", "code", "heading"}
    changed, *rest = told["guide"]["house_rules"]
    assert (changed["name"], changed["value"], changed["usual"]) == ("turn_seconds", "45", "No clock")
    assert changed["is_changed"] and changed["example"][0]["kind"] == "text"
    assert len(rest) == len(find_game(game).options) - 1 and not any(rule["is_changed"] for rule in rest)
    text = " ".join(section["words"] for section in told["guide"]["sections"])
    assert "At this table: “Seconds per move: 45”" in text


MANY = "&".join("abc" * 99)


@pytest.mark.parametrize("query", ["seats=99", "seats=x", "turn_seconds=x", "strange=1", "a=1&a=2", "%ff=1", MANY])
def test_invalid_requests_for_rules_are_refused(ana: Http, query: str) -> None:
    status, answer = ana("GET", f"/api/games/{SMALL}/rules?{query}")
    assert status == 400 and answer["error"].endswith(".")


def test_incompatible_and_unknown_house_rules_are_refused(ana: Http) -> None:
    for body in ({"seats": 1}, {"options": {"first_seat": "nobody"}}, {"options": {"strange": True}}):
        status, checked = ana("POST", f"/api/games/{SMALL}/check", body)
        assert status == 200 and not checked["ok"] and checked["why"].endswith(".") and checked["options"] == {}
    assert ana("POST", f"/api/games/{SMALL}/check", {"options": {"first_seat": []}})[0] == 400
    status, answer = ana("POST", "/api/games/chess/check", {})
    assert status == 404 and "Unknown game 'chess'" in answer["error"]


# ---- rooms --------------------------------------------------------------------------------------------------------


def test_a_room_by_link(ana: Http, ben: Http, house: HouseProcess) -> None:
    ana("PATCH", "/api/me", {"name": "Ana"})
    ben("PATCH", "/api/me", {"name": "Ben"})
    room = made(ana, options={"turn_seconds": 60})
    assert CODE.fullmatch(room["code"]) and room["link"] == f"{house.url}/r/{room['code']}"
    status, told = ben("GET", f"/api/rooms/{room['code'].lower()}")
    assert status == 200
    assert told["plan"]["options"]["turn_seconds"] == 60 and told["plan"]["grace"] == 30
    assert [chair["kind"] for chair in told["chairs"]] == ["person", "free"]
    assert (told["you"], told["you_host"], told["host"]) == (None, False, 0)
    status, told = ben("POST", f"/api/rooms/{room['code']}/join", {})
    assert status == 200 and told["you"] == 1 and told["chairs"][1]["name"] == "Ben"
    assert ana("GET", f"/api/rooms/{room['code']}")[1]["you_host"] is True
    status, answer = Http(house.url)("POST", f"/api/rooms/{room['code']}/join", {"seat": 1})
    assert (status, answer) == (409, {"error": "That seat is taken.", "code": "refusal.taken"})
    assert Http(house.url)("GET", f"/api/rooms/{room['code']}")[1]["you"] is None


def test_a_new_name_is_announced_at_the_table(ana: Http) -> None:
    code = made(ana)["code"]
    ana("PATCH", "/api/me", {"name": "Anabel"})
    end = time.monotonic() + 60
    while ana("GET", f"/api/rooms/{code}")[1]["chairs"][0]["name"] != "Anabel":
        assert time.monotonic() < end, "the table was not told"
        time.sleep(0.05)


def test_a_room_with_bots(ana: Http) -> None:
    levels = [level["name"] for level in ana("GET", "/api/games")[1]["levels"]]
    code = made(ana, seats=find_game(SMALL).most_seats, bots=levels[:1])["code"]
    chairs = ana("GET", f"/api/rooms/{code}")[1]["chairs"]
    assert [chair["kind"] for chair in chairs[:3]] == ["person", "bot", "free"]
    assert chairs[1]["level"] == levels[0]


@every_game
def test_every_game_can_be_opened_with_nothing_but_its_name(ana: Http, game: str) -> None:
    status, room = ana("POST", "/api/rooms", {"game": game})
    assert status == 201
    assert len(ana("GET", f"/api/rooms/{room['code']}")[1]["chairs"]) == find_game(game).usual_seats


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "chess"},
        {"game": SMALL, "seats": 60},
        {"game": SMALL, "seats": 0},
        {"game": SMALL, "options": {"strange": 1}},
        {"game": SMALL, "rounds": 3, "target": 50},
        {"game": SMALL, "rounds": 0},
        {"game": SMALL, "grace": 0},
        {"game": SMALL, "bots": ["genius"]},
        {"game": SMALL, "bots": ["beginner"] * 30},
        {"game": SMALL, "bots": "beginner"},
        {"game": SMALL, "secret": "00"},
        {},
    ],
)
def test_invalid_rooms_are_refused(ana: Http, asked: object) -> None:
    status, answer = ana("POST", "/api/rooms", asked)
    assert status == 400 and answer["error"].endswith(".") and "Traceback" not in answer["error"]


def test_the_lobby_shows_public_rooms_only(ana: Http) -> None:
    ana("PATCH", "/api/me", {"name": "Ana"})
    hidden, shown = made(ana)["code"], made(ana, public=True)["code"]
    rooms = {room["code"]: room for room in ana("GET", "/api/rooms")[1]["rooms"]}
    assert hidden not in rooms
    assert rooms[shown] == {
        "code": shown,
        "phase": "gathering",
        "game": SMALL,
        "seats": 2,
        "taken": 1,
        "watchers": True,
        "host": "Ana",
    }


def test_unknown_and_invalid_addresses_get_the_same_answer(ana: Http) -> None:
    answers = {ana.full("GET", f"/api/rooms/{code}")[2] for code in ("BBBBBB", "AEIOUY", "x", "B" * 500, "..", "%00", "%2e%2e")}
    answers |= {ana.full("GET", f"/api/replays/{id}")[2] for id in ("x", "B" * 22, "B" * 500, "%00", "%F0%9F%98%80")}
    answers.add(ana.full("POST", "/api/rooms/BBBBBB/join", {})[2])
    assert len(answers) == 1 and json.loads(answers.pop()) == {"error": "There is nothing here.", "code": "app.lost"}


# ---- finished games -----------------------------------------------------------------------------------------------


async def play_to_the_end(client: Client, code: str) -> str:
    """Play with a bot until the game is over; return the id of its replay."""
    await client.done("start")
    await client.until(lambda: client.update)
    seen: set[int] = set()
    while client.room["phase"] == "playing":
        await client.until(lambda: client.update["number"] not in seen or client.room["phase"] != "playing")
        seen.add(client.update["number"])
        if client.my_turn:
            # by the time of the answer the game may be further on than the last update
            if words := (await client.ask("hint")).get("hint"):
                await client.move(words)
    await client.until(lambda: client.room["replay"])
    return str(client.room["replay"])


@pytest.mark.rules("MM-5.3", "MM-6.4")
def test_history_statistics_replay_and_verdict(house: HouseProcess) -> None:
    async def talk() -> tuple[str, Http, str]:
        client = await Client(house.url, mixes=True).open()
        client.http("PATCH", "/api/me", {"name": "Ana"})
        code = await client.make_room(SMALL, 2, ("beginner",), pace=0)
        commitment = client.room["commitment"]
        async with asyncio.timeout(60):
            id = await play_to_the_end(client, code)
        await client.close()
        return id, client.http, commitment

    id, ana, commitment = asyncio.run(talk())
    ana("PATCH", "/api/me", {"name": "Anabel"})
    status, told = ana("GET", "/api/me/history")
    assert status == 200 and told["before"] is None
    (game,) = told["games"]
    assert (game["id"], game["game"], game["seat"]) == (id, SMALL, 0)
    assert [seat["you"] for seat in game["seats"]] == [True, False]
    assert [seat["bot"] for seat in game["seats"]] == [False, True]
    assert game["seats"][0]["name"] == "Anabel" and game["moves"] > 0
    assert sum(seat["won"] for seat in game["seats"]) >= 1
    assert ana("GET", f"/api/me/history?before={id}")[1] == {"games": [], "before": None}
    assert ana("GET", "/api/me/history?limit=1")[1]["before"] == id

    status, told = ana("GET", "/api/me/statistics")
    assert status == 200 and told["name"] == "Anabel"
    assert [(one["game"], one["games"], one["wins"]) for one in told["figures"]] == [(SMALL, 1, int(game["won"]))]
    assert ana("GET", f"/api/me/statistics/{id}") == (200, {"before": None, "after": told["figures"][0]})
    assert Http(house.url)("GET", f"/api/me/statistics/{id}") == (200, {"before": None, "after": None})

    status, headers, save = Http(house.url).full("GET", f"/api/replays/{id}")
    assert status == 200 and headers["Content-Disposition"] == f'attachment; filename="parlour-{SMALL}-{id[:8]}.json"'
    assert Table.load(save).result is not None
    own_id = ana.cookie.removeprefix("parlour=").partition(".")[0]
    assert own_id not in save + json.dumps(told) + json.dumps(game)

    status, verdict = ana("POST", f"/api/verify?commitment={commitment}", raw=save.encode())
    assert status == 200 and verdict["proved"] is True, verdict
    assert verdict["commitment"] == commitment and verdict["fair"] is True
    assert "That is the commitment you were shown." in verdict["sentences"]
    assert ana("POST", f"/api/verify?commitment={'0' * 64}", raw=save.encode())[1]["proved"] is False


@pytest.mark.parametrize("raw", [b" ", b"\xff", b"{}", b"[" * 100_000, Table.new(SMALL, seed=0).save().encode()])
def test_verdicts_on_what_proves_nothing(ana: Http, raw: bytes) -> None:
    status, verdict = ana("POST", "/api/verify", raw=raw)
    assert status == 200 and verdict["proved"] is False and verdict["why"].endswith(".")
    assert verdict["sentences"] == verdict["compare"] == []


LONG = f"before={'x' * 65}"


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "limit=x", "before=%20", "before=", LONG, "limit=1&limit=2"])
def test_invalid_requests_for_a_history_are_refused(ana: Http, query: str) -> None:
    assert ana("GET", f"/api/me/history?{query}")[0] == 400


def test_a_request_without_a_cookie_has_no_history(ana: Http) -> None:
    assert ana("GET", "/api/me/history") == (200, {"games": [], "before": None})
    assert ana("GET", "/api/me/statistics") == (200, {"name": "", "figures": []})
    assert ana("GET", "/api/me/statistics/nothing") == (200, {"before": None, "after": None})


# ---- the house ----------------------------------------------------------------------------------------------------


def test_health(ana: Http) -> None:
    status, health = ana("GET", "/health")
    assert status == 200 and health["status"] == "open" and health["protocol"] == wire.PROTOCOL


def test_figures(ana: Http) -> None:
    ana("GET", "/api/rooms/BBBBBB")
    status, headers, text = ana.full("GET", "/metrics")
    assert status == 200 and headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'parlour_requests_total{method="GET",path="/api/rooms/{code}",status="404"} ' in text
    assert "BBBBBB" not in text


def test_the_schema_of_the_wire(ana: Http) -> None:
    assert ana("GET", "/schema.json") == (200, json.loads(json.dumps(wire.schema())))


def test_the_description_names_every_endpoint_and_its_types(ana: Http) -> None:
    status, told = ana("GET", "/openapi.json")
    assert status == 200 and told["openapi"] == "3.1.0"
    described = {(method.upper(), path) for path, operations in told["paths"].items() for method in operations}
    assert described == {(one.method, one.path) for one in ENDPOINTS} | {("GET", "/openapi.json")}
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"].endswith((".", "?")), (path, method)
            assert "default" in operation["responses"]
    names = set(told["components"]["schemas"])
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(told)))
    assert used <= names and {"Error", "RoomState", "NewRoom"} <= used
