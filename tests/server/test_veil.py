"""After a draw nobody else can tell whether the card could be played: not by what they are told, nor by when (MM-7.8)."""

import asyncio
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour import find_game, game_ids
from parlour.core.table import Table
from parlour.server.house import House
from parlour.server.rooms.keeper import Keeper
from parlour.server.rooms.veil import LONGEST as LONGEST_PAUSE
from parlour.server.rooms.veil import USUAL_TIMES
from parlour.server.store import log
from tests.server.helpers.direct import Client
from tests.server.helpers.quiet import LONGEST, quiet_house

VEILED = next(game for game in game_ids() if find_game(game).veiled_moves)
PAUSE = 100_000.0
"""Seconds; longer than any test takes, which ends the pause itself."""
POSITION = """
    match_mania seats=2 turn=0 seed=7
    hand 0: b1 g2 b3
    hand 1: y4 y6 g7
    pile: r5
    deck: {card} y1 y2 b9
"""
PLAYABLE, UNPLAYABLE = "r7", "g9"


async def at_the_table(house: House, card: str, **options: Any) -> tuple[Keeper, Client, Client]:
    """Two people, the first of whom has to draw this card."""
    people = [await house.people.rename(await house.people.new(), name=name) for name in ("Ann", "Ben")]
    code = await house.rooms.open(people[0], log.Plan(VEILED, 2, options=options), [])
    one, two = (Client(house, person) for person in people)
    for client in (one, two):
        await client.answer("enter", room=code)
    await two.answer("sit")
    await one.answer("start")
    keeper = one.connection.keeper
    assert keeper is not None and keeper.room.match is not None
    keeper.room.match.table = Table.from_position(POSITION.format(card=card))
    keeper.updates.changed(game=True)
    for client in (one, two):
        await client.answer("resync", seen=0)
        await shown(client, 0)
        client.messages.clear()
    return keeper, one, two


async def shown(client: Client, must: int) -> dict[str, Any]:
    """The first update that says whose turn it is now."""
    while not (found := [m for m in client.messages if m["type"] == "update" and m["view"]["must"] == must]):
        await asyncio.sleep(0.002)
    return found[0]


async def draw(client: Client, keeper: Keeper) -> None:
    place = await client.answer("move", move="draw", seen=keeper.room.number)
    assert client.messages[place]["type"] == "done"


async def told_after(house: House, card: str, **options: Any) -> list[Any]:
    """Return everything that the other player receives after a draw, which is shown after the pause and not before."""
    keeper, one, two = await at_the_table(house, card, **options)
    number = keeper.room.number
    await draw(one, keeper)
    hidden = keeper.veil.hidden
    assert hidden is not None and hidden.until >= hidden.began + PAUSE
    assert (await one.latest("update"))["number"] > number, "the player sees the card at once"
    if card == PLAYABLE:
        assert not keeper.mailbox.is_scheduled("veil")
        await one.answer("move", move="keep", seen=keeper.room.number)
    await two.answer("resync", seen=number)
    again = await shown(two, 0)
    assert again["number"] == number and again["view"]["moves"] == []
    refused = two.messages[await two.answer("move", move="play y4", seen=number)]
    assert refused["type"] == "refused" and not refused["stale"], "as before the draw"
    done = two.messages[await two.answer("chat", text="Well?")]
    assert done["number"] == number and (await two.latest("said"))["after"] == number
    hint = two.messages[await two.answer("hint")]
    assert hint["type"] == "refused"
    assert keeper.veil.hidden is hidden and keeper.mailbox.is_scheduled("veil")
    due = keeper.mailbox._timers["veil"].when() - asyncio.get_running_loop().time()
    assert abs(due - (hidden.until - time.monotonic())) < LONGEST, "the timer ends with the pause, however slow this machine is"
    keeper.mailbox.post_later("veil", 0, keeper.veil._lift)
    await shown(two, 1)
    updates = [m for m in two.messages if m["type"] == "update"]
    for client in (one, two):
        await client.cut()
    return updates


def told(updates: list[Any]) -> list[str]:
    """The updates without the parts that depend on the time of day. On a busy machine the same one may be sent twice."""
    return list(dict.fromkeys(json.dumps({**update, "clock": None}, sort_keys=True) for update in updates))


@pytest.mark.rules("MM-7.8", "ALL-3")
@pytest.mark.parametrize("turn_seconds", ["off", 600])
def test_a_kept_card_and_an_unplayable_one_look_the_same(tmp_path: Path, turn_seconds: Any) -> None:
    async def talk() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path, PAUSE) as house:
            kept, passed = [await told_after(house, card, turn_seconds=turn_seconds) for card in (PLAYABLE, UNPLAYABLE)]
            assert told(kept) == told(passed) and "Ann" in told(kept)[-1]
            for updates in (kept, passed):
                assert {update["clock"] is None for update in updates} == {turn_seconds == "off"}

    asyncio.run(talk())


@pytest.mark.rules("MM-7.8", "ALL-3")
def test_the_clock_of_a_hidden_turn_is_that_of_the_player_who_drew(tmp_path: Path) -> None:
    """This also holds when the turn has passed to a bot, which has no clock."""

    async def talk() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path, PAUSE) as house:
            keeper, one, two = await at_the_table(house, UNPLAYABLE, turn_seconds=60)
            await draw(one, keeper)
            assert keeper.room.table.must == 1 and keeper.veil.hidden is not None
            now, other = keeper.veil.hidden.decision_at + 20, two.connection.person.id
            assert keeper.updates._clock_left(other, now) == pytest.approx(40)
            keeper.room.places[1] = replace(keeper.room.places[1], stand_in="beginner")
            assert keeper.room.clock_left(now) is None and keeper.updates._clock_left(other, now) == pytest.approx(40)
            for client in (one, two):
                await client.cut()

    asyncio.run(talk())


@pytest.mark.rules("MM-7.8")
def test_an_unplayable_card_takes_as_long_as_this_person_takes_to_keep_one(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path, PAUSE) as house:
            keeper, one, two = await at_the_table(house, UNPLAYABLE)
            veil = keeper.veil
            usual = {veil._usual_time(0) for _ in range(300)}
            assert usual <= {factor * PAUSE for factor in USUAL_TIMES} and len(usual) > 2
            veil._times[0].extend([0.4 * PAUSE, 2.5 * PAUSE, 70 * PAUSE])
            more = {veil._usual_time(0) for _ in range(600)} - usual
            assert more == {2.5 * PAUSE, LONGEST_PAUSE * PAUSE}, "at least the shortest pause, and never very long"
            assert {veil._usual_time(1) for _ in range(300)} <= usual, "everybody has a pace of their own"
            for client in (one, two):
                await client.cut()

    asyncio.run(talk())


@pytest.mark.rules("MM-7.8", "ALL-3")
def test_thinking_about_a_drawn_card_shows_nothing_and_a_play_is_shown_at_once(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(120), quiet_house(tmp_path, 0.05) as house:
            keeper, one, two = await at_the_table(house, PLAYABLE)
            number = keeper.room.number
            await draw(one, keeper)
            await asyncio.sleep(0.3)
            assert not [m for m in two.messages if m["type"] == "update"], "to the others, the turn goes on as before"
            assert not keeper.veil._times[0]
            await one.answer("move", move=f"play {PLAYABLE}", seen=keeper.room.number)
            update = await shown(two, 1)
            kinds = [event["kind"] for event in update["events"] if update["base"] + event["number"] > number]
            assert kinds[:2] == ["drew", "played"]
            for client in (one, two):
                await client.cut()

    asyncio.run(talk())


@pytest.mark.rules("MM-7.8")
def test_nobody_waits_if_nobody_watches(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(120), quiet_house(tmp_path, 30.0) as house:
            keeper, one, two = await at_the_table(house, UNPLAYABLE)
            await two.cut()
            while len(keeper.presence.viewers) > 1:
                await asyncio.sleep(0.002)
            await draw(one, keeper)
            assert keeper.veil.hidden is None
            await one.cut()

    asyncio.run(talk())
