"""After a draw nobody else can tell whether the card could be played: not by what they are told, nor by when (MM-7.8)."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from parlour import find_game, game_ids
from parlour.core.table import Table
from parlour.server.house import House
from parlour.server.rooms.keeper import Keeper
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


async def at_the_table(house: House, card: str) -> tuple[Keeper, Client, Client]:
    """Two people, the first of whom has to draw this card."""
    people = [await house.people.new(), await house.people.new()]
    code = await house.rooms.open(people[0], log.Plan(VEILED, 2), [])
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


async def told_after(house: House, card: str) -> list[str]:
    """Return everything that the other player receives after a draw, which is shown after the pause and not before."""
    keeper, one, two = await at_the_table(house, card)
    number, before = keeper.room.number, time.monotonic()
    await draw(one, keeper)
    hidden, after = keeper.veil.hidden, time.monotonic()
    assert hidden is not None and before <= hidden.until - PAUSE <= after, "it takes equally long whatever the card is"
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
    frames = [json.dumps(m, sort_keys=True) for m in two.messages if m["type"] == "update"]
    for client in (one, two):
        await client.cut()
    return frames


@pytest.mark.rules("MM-7.8", "ALL-3")
def test_a_kept_card_and_an_unplayable_one_look_the_same_and_take_as_long(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path, PAUSE) as house:
            kept, passed = [await told_after(house, card) for card in (PLAYABLE, UNPLAYABLE)]
            # the same frame may be sent twice on a busy machine
            for one, other in zip(dict.fromkeys(kept), dict.fromkeys(passed), strict=True):
                assert stripped(one) == stripped(other)

    asyncio.run(talk())


def stripped(frame: str) -> Any:
    """A frame without the names of the guests, which are random."""
    update = json.loads(frame)
    for event in update["events"]:
        event["text"] = ""
    update["story"] = len(update["story"])
    update["view"]["prompt"] = ""
    return update


@pytest.mark.rules("MM-7.8", "ALL-3")
def test_thinking_about_a_drawn_card_shows_nothing_and_a_play_is_shown_at_once(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(120), quiet_house(tmp_path, 0.05) as house:
            keeper, one, two = await at_the_table(house, PLAYABLE)
            number = keeper.room.number
            await draw(one, keeper)
            await asyncio.sleep(0.3)
            assert not [m for m in two.messages if m["type"] == "update"], "to the others, the turn goes on as before"
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
