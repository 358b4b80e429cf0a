"""The same deal again: by replay and by link, with the same cards and the same decisions of bots, and without leaks."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import LEVELS, make_ready
from parlour.core import saves
from parlour.server.rooms.bots import choose_moves
from parlour.server.rooms.refusals import RequestRefused
from parlour.server.rooms.repeats import deal_in, repeated_room
from parlour.server.store import log
from tests.server.helpers.clients import Client, HouseProcess, house_in
from tests.server.helpers.tables import run, seated
from tests.server.test_room import ANA

GAME = next(game for game in game_ids() if not Table.new(game, seats=2, seed=0).window)
"""A game in which nobody cuts in, so that the order of moves does not depend on who is faster."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_in(tmp_path_factory.mktemp("house"), environment={"PARLOUR_MOST_ROOMS_MADE": "1000"}) as house:
        yield house


async def play_out(client: Client) -> None:
    """Play to the end of the game or match, always the move in the middle of the list."""
    while not (client.room["phase"] == "over" and client.room["replay"] and client.view["result"]):
        if client.room["phase"] == "scored":
            await client.ask("next")
        elif client.my_turn:
            moves = client.view["moves"]
            await client.move(moves[len(moves) // 2]["words"])
        await asyncio.sleep(0.002)


async def finished(house: HouseProcess, **plan: Any) -> Client:
    """Return somebody who has played a game against two bots of different levels."""
    client = await Client(house.url).open()
    await client.make_room(GAME, 3, ("casual", "skilled"), pace=0, **plan)
    await client.done("start")
    await client.until(client.has_update)
    await play_out(client)
    return client


async def enter(client: Client, code: str) -> None:
    client.update, client.room = {}, {}
    await client.done("enter", room=code)
    await client.until(lambda: client.has_update() and client.room)


def save_of(client: Client) -> dict[str, Any]:
    status, save = client.http("GET", f"/api/replays/{client.room['replay']}")
    assert status == 200
    return dict(save)


def same(save: dict[str, Any]) -> list[Any]:
    """Return everything that was dealt and played, which is the same in equal games."""
    rounds = [*save.get("past", []), save.get("table", save)]
    return [[part[name] for name in ("game", "rules", "seats", "seed", "options", "first", "moves")] for part in rounds]


@pytest.mark.parametrize("plan", [{}, {"rounds": 2}], ids=["game", "match"])
def test_the_same_deal_with_the_same_moves_is_the_same_game(house: HouseProcess, plan: dict[str, Any]) -> None:
    async def talk() -> None:
        ana = await finished(house, **plan)
        first, id = save_of(ana), ana.room["replay"]
        status, room = ana.http("POST", f"/api/replays/{id}/again", {"pace": 0})
        assert status == 201
        await enter(ana, room["code"])
        assert [chair["level"] for chair in ana.room["chairs"]] == ["", "casual", "skilled"]
        assert [chair["name"] for chair in ana.room["chairs"]] == first["names"]
        assert ana.room["practice"] == "repeated" and not ana.room["commitment"]
        await play_out(ana)
        again = save_of(ana)
        assert same(again) == same(first)
        assert (again["repeats"], again["practice"]) == (id, "repeated") and "fair" not in again
        _, verdict = ana.http("POST", "/api/verify", raw=json.dumps(again).encode())
        assert not verdict["proved"] and id in verdict["why"]
        _, history = ana.http("GET", "/api/me/history")
        assert [game["practice"] for game in history["games"]] == ["repeated", ""]
        _, statistics = ana.http("GET", "/api/me/statistics")
        assert {figures["games"] for figures in statistics["figures"]} == {1}

    run(talk())


async def finished_together(house: HouseProcess) -> tuple[Client, Client]:
    """Two people who have played a game against a bot."""
    _, (ana, ben) = await seated(house, 2, 3, GAME)
    while not (ana.room["phase"] == "over" and ana.room["replay"]):
        for client in (ana, ben):
            if client.my_turn and client.room["phase"] == "playing":
                await client.move(client.view["moves"][0]["words"])
        await asyncio.sleep(0.002)
    return ana, ben


def test_a_stranger_takes_the_seat_of_a_person_and_people_become_bots(house: HouseProcess) -> None:
    async def talk() -> None:
        ana, ben = await finished_together(house)
        eve = await Client(house.url).open()
        _, room = eve.http("POST", f"/api/replays/{ana.room['replay']}/again", {"pace": 0})
        await enter(eve, room["code"])
        people = [seat for seat, chair in enumerate(ana.room["chairs"]) if chair["kind"] == "person"]
        assert eve.room["you"] == people[0]
        assert [chair["kind"] for chair in eve.room["chairs"]].count("bot") == 2
        assert ben.room["chairs"][people[1]]["name"] not in [chair["name"] for chair in eve.room["chairs"]]
        status, why = eve.http("POST", f"/api/replays/{ana.room['replay']}/again", {"seat": 9})
        assert status == 400 and "seat" in why["error"]

    run(talk())


def test_a_deal_is_beaten_by_link_and_tells_nothing_before(house: HouseProcess) -> None:
    async def talk() -> None:
        ana = await finished(house)
        first, id = save_of(ana), ana.room["replay"]
        status, made = ana.http("POST", f"/api/replays/{id}/challenge")
        assert status == 201 and made["link"] == f"{house.url}/beat/{made['id']}"
        assert ana.http("POST", f"/api/replays/{id}/challenge")[1] == made, "a deal and a seat have one link"
        path = f"/api/challenges/{made['id']}"
        ben = await Client(house.url).open()
        status, before = ben.http("GET", path)
        assert (status, before["state"], before["results"], before["finished"]) == (200, "new", [], 1)
        secret = [id, first["seed"], first["fair"]["secret"]]
        assert not any(part in json.dumps(before) for part in secret)
        _, room = ben.http("POST", f"{path}/play", {"pace": 0})
        assert ben.http("POST", f"{path}/play", {"pace": 0}) == (201, room), "the table is still there"
        await enter(ben, room["code"])
        assert ben.room["challenge"] == made["id"] and not ben.room["hints"] and ben.room["you"] == 0
        await ben.until(lambda: ben.my_turn)
        assert (await ben.ask("hint"))["code"] == "refusal.hint.challenge"
        await ben.move(ben.view["moves"][len(ben.view["moves"]) // 2]["words"])
        while (answer := await ben.ask("undo", seen=ben.update["number"]))["stale"]:
            await asyncio.sleep(0.002)
        assert answer["code"] == "refusal.undo.challenge"
        eve = await Client(house.url).open()
        for how in ({}, {"sit": True}):
            assert (await eve.ask("enter", room=room["code"], **how))["code"] == "refusal.noWatchers"
        assert ben.http("GET", path)[1]["state"] == "playing"
        assert not any(part in frame for frame in ben.frames for part in secret)
        await play_out(ben)
        assert same(save_of(ben)) == same(first)
        _, after = ben.http("GET", path)
        results = [(told["you"], told["shared"], told["place"], told["points"], told["moves"]) for told in after["results"]]
        assert after["state"] == "finished" and len(results) == 2
        assert results[0][2:] == results[1][2:] and {told[:2] for told in results} == {(True, False), (False, True)}
        made_moves = sum(seat == 0 for seat, _ in first["moves"])
        assert results[0][4] == made_moves
        assert ben.http("POST", f"{path}/play", {})[1]["error"].startswith("You've already played this deal")
        assert ana.http("GET", path)[1]["state"] == "finished" and eve.http("GET", path)[1]["results"] == []
        # a person who deletes all their data is removed from the comparison too
        assert ben.http("DELETE", "/api/me")[0] == 200
        assert ana.http("GET", path)[1]["finished"] == 1

    run(talk())


def test_nobody_plays_a_deal_from_two_seats_by_two_links(house: HouseProcess) -> None:
    """Otherwise the results of one link, or the hand of its seat, would reveal the cards of the other."""

    async def talk() -> None:
        players = await finished_together(house)
        path = f"/api/replays/{players[0].room['replay']}/challenge"
        links = [f"/api/challenges/{client.http('POST', path)[1]['id']}" for client in players]
        assert links[0] != links[1]
        eve = await Client(house.url).open()
        _, room = eve.http("POST", f"{links[0]}/play", {"pace": 0})
        _, other = eve.http("GET", links[1])
        assert (other["state"], other["results"]) == ("left", [])
        assert eve.http("POST", f"{links[1]}/play", {})[0] == 409
        await enter(eve, room["code"])
        await play_out(eve)
        assert eve.http("GET", links[1])[1]["state"] == "finished"
        assert eve.http("POST", f"{links[1]}/play", {})[0] == 409

    run(talk())


def test_links_that_cannot_be_made_or_followed_are_refused_in_a_sentence(house: HouseProcess) -> None:
    async def talk() -> None:
        ana = await finished(house)
        id = ana.room["replay"]
        eve = await Client(house.url).open()
        status, why = eve.http("POST", f"/api/replays/{id}/challenge")
        assert (status, why["error"]) == (403, "Only somebody who played this game can share its deal.")
        for link in ("nothing", "x" * 65, "%2e%2e"):
            status, why = eve.http("GET", f"/api/challenges/{link}")
            assert (status, why["error"]) == (404, "This link doesn't lead to a deal. Links to deals work for 90 days.")
        _, room = ana.http("POST", f"/api/replays/{id}/again", {"pace": 0})
        await enter(ana, room["code"])
        await play_out(ana)
        status, why = ana.http("POST", f"/api/replays/{ana.room['replay']}/challenge")
        assert status == 409 and why["error"].startswith("This was a practice game")

    run(talk())


def test_a_killed_server_goes_on_with_the_same_deal(tmp_path: Path) -> None:
    async def talk() -> None:
        with house_in(tmp_path) as house:
            ana = await finished(house)
            first = save_of(ana)
            _, made = ana.http("POST", f"/api/replays/{ana.room['replay']}/challenge")
            ben = await Client(house.url).open()
            _, room = ben.http("POST", f"/api/challenges/{made['id']}/play", {"pace": 0})
            await enter(ben, room["code"])
            await ben.until(lambda: ben.my_turn)
            moves = ben.view["moves"]
            assert (await ben.move(moves[len(moves) // 2]["words"]))["type"] == "done"
            cookie = ben.http.cookie
            house.kill()
        with house_in(tmp_path) as house:
            ben = await Client(house.url, cookie).open()
            assert ben.http("GET", f"/api/challenges/{made['id']}")[1]["code"] == room["code"]
            await enter(ben, room["code"])
            await play_out(ben)
            assert same(save_of(ben)) == same(first)

    run(talk())


# ---- without a server -------------------------------------------------------------------------------------------------


def played(game: str, seed: int, level: str) -> list[tuple[int, str]]:
    """The moves of a game in which seat 0 follows the rule of thumb and bots of a level play the others."""
    table = Table.new(game, seats=3, seed=seed)
    bots = dict.fromkeys((1, 2), level)
    while table.must is not None and len(table.log) < 60:
        chosen = choose_moves(table.copy(), bots, exact=True)
        seat, moves = chosen or (0, [table.advice(0, len(table.log)) or ""])
        for words in moves:
            table.play(words, seat)
    return table.log


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("level", [level.name for level in LEVELS.values() if not level.playouts])
def test_bots_decide_the_same_again(game: str, level: str) -> None:
    assert played(game, 5, level) == played(game, 5, level) != played(game, 6, level)


@pytest.mark.late
@pytest.mark.parametrize("level", [level.name for level in LEVELS.values() if level.playouts])
def test_bots_that_search_decide_the_same_again(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little time there is: only the number of simulated games counts."""
    game = game_ids()[-1]
    make_ready(find_game(game))
    first = played(game, 5, level)
    monkeypatch.setattr("parlour.server.rooms.bots.THOUGHT_SECONDS", 1e-9)
    assert played(game, 5, level) == first


def saved(**noted: Any) -> str:
    table = Table.new(GAME, seats=3, seed=7)
    return saves.write("table", {**saves.read("table", table.save()), **noted})


def test_an_older_file_has_no_levels() -> None:
    found = deal_in("x", saved(names=["Ana", "Ada", "Ben"], bots=[False, True, False]))
    assert (found.people, [found.level_of(seat) for seat in range(3)]) == ([0, 2], ["skilled"] * 3)
    entries = repeated_room(found, ANA, 2, 0)
    assert [(entry.seat, entry.name) for entry in entries if isinstance(entry, log.BotSat)][1] == (1, "Ada")
    assert deal_in("x", saved()).people == [0], "a file from elsewhere"


def test_there_is_no_deal_in_a_position() -> None:
    table = Table.from_position("switch seats=2 turn=0\nhand 0: 8h\nhand 1: Ks\npile: 9h\n")
    with pytest.raises(RequestRefused, match="no deal to repeat"):
        deal_in("x", table.save())
    with pytest.raises(ValueError, match="newer rules"):
        deal_in("x", saved(rules=99))
