"""A guest looks at cards as long as a page would show them, and the house is told when they are turned back (CA-7.1)."""

import asyncio
import time
from collections.abc import Callable

import pytest

from parlour import Table, game_ids
from parlour.core.cards import HIDDEN
from parlour.fullscreen.app import FullScreen
from parlour.guest.host import SEEN, RemoteHost
from parlour.guest.plain import PlainRoom
from parlour.terminal.drawing import cards_in
from parlour.terminal.looks import lying
from parlour.terminal.screen import WIPE
from tests.guest.helpers.pretend import PretendHouse
from tests.terminal.helpers.desk import PaperScreen

pytestmark = [
    pytest.mark.rules("CA-7.1"),
    pytest.mark.skipif("cambio" not in game_ids(), reason="needs a game in which players look at cards"),
]
START = """cambio seats=2 turn=0
grid 0: Qh Jh Kh Th
grid 1: Qc Jc Kc Tc
knows 0:
knows 1:
pile: 5s
deck: 7d 8d 3d 4d 6d
"""
SHORT, LONG = 0.1, 60.0
"""Seconds of a look: one that ends during a test, and one that does not."""


def looked() -> Table:
    """Return a table at which the guest has just looked at the ♥J in their slot 2."""
    table = Table.from_position(START)
    for move in ("draw", "discard", "look 0:1"):
        table.play(move)
    assert lying(table.view(0)) == {"Jh"}
    return table


async def pass_time(house: PretendHouse) -> None:
    """Let the time of all looks pass."""
    looks = house.room.sightings._looks
    looks.update({place: (card, 0.0) for place, (card, _) in looks.items()})
    await house.room._turn_back()


async def until(found: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(20):
        while not found():
            await asyncio.sleep(0.01)


def test_a_look_ends_by_itself() -> None:
    async def look() -> None:
        house = PretendHouse(looked(), look_seconds=SHORT)
        host = RemoteHost(house.room)
        await house.tell_room()
        await house.tell()
        await until(lambda: house.of_type("looked"))
        assert "Jh" not in cards_in(host.view())

    asyncio.run(look())


def test_a_look_ends_in_view_feed_and_log_and_the_house_is_told() -> None:
    async def look() -> None:
        table = Table.from_position(START)
        house = PretendHouse(table, look_seconds=LONG)
        host = RemoteHost(house.room)
        await house.tell_room()
        await house.tell()
        for move in ("draw", "discard", "look 0:1"):
            table.play(move)
        await house.tell()
        assert "Jh" in cards_in(host.view()) and any("♥J" in line for line in host.feed())
        assert SEEN in dict(host.buttons()) and not house.of_type("looked")
        assert any("Memorise it" in note for note in host.notes())
        await pass_time(house)
        assert "Jh" not in cards_in(host.view())
        assert not any("♥J" in line for line in [*host.feed(), *host.log(), *host.notes()])
        assert any("You look at your slot 2." in line for line in host.log())
        assert SEEN not in dict(host.buttons()) and len(house.of_type("looked")) == 1

    asyncio.run(look())


def test_a_guest_who_has_seen_enough_ends_the_look_at_once() -> None:
    async def look() -> None:
        house = PretendHouse(looked())
        host = RemoteHost(house.room)
        await house.tell_room()
        await house.tell()
        assert not await host.follow_button(SEEN)
        assert house.of_type("looked") and "Jh" not in cards_in(host.view())

    asyncio.run(look())


def test_the_same_card_can_be_looked_at_again_and_a_reconnection_is_no_other_look() -> None:
    async def look() -> None:
        table = looked()
        house = PretendHouse(table)
        room = house.room
        await house.tell_room()
        await house.tell()
        await room.end_looks()
        room._is_live = False  # the first update on another connection
        house._told = 0
        await house.tell()
        assert not room.sightings.open
        for move in ("pass", "draw", "discard", "decline", "pass"):
            if move in table.moves() or table.must is not None:
                table.play(move if move in table.moves() else table.moves()[-1])
        again = Table.from_position(START)
        for move in ("draw", "discard", "look 0:1"):
            again.play(move)
        events = [event for event in again.events_for(0, 0, house.names) if event.looks]
        assert room.view is not None
        room.sightings.take(again.view(0, house.names), events)
        assert room.sightings.open == {(0, 1): "Jh"}

    asyncio.run(look())


def test_a_watcher_is_shown_what_everybody_is_shown_and_no_longer() -> None:
    async def look() -> None:
        table = Table.from_position(START.replace("turn=0", "turn=1") + "phase: match\noption matching: own_turn\n")
        house = PretendHouse(table, None, look_seconds=LONG)
        host = RemoteHost(house.room)
        await house.tell_room()
        await house.tell()
        table.play("match 1")
        await house.tell()
        assert "Jc" in cards_in(host.view())
        await pass_time(house)
        assert "Jc" not in lying(host.view()) and not any("♣J" in line for line in host.feed())
        assert not house.of_type("looked")

    asyncio.run(look())


def test_in_full_screen_the_card_is_turned_back() -> None:
    async def look() -> None:
        house = PretendHouse(looked(), look_seconds=LONG)
        host = RemoteHost(house.room)
        stay = asyncio.Event()
        house.room.run = stay.wait  # type: ignore[method-assign, assignment]
        await house.tell_room()
        await house.tell()
        async with FullScreen(host).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "♥J" in str(pilot.app.screen.board.canvas)  # type: ignore[attr-defined]
            await pass_time(house)
            await pilot.pause()
            assert "♥J" not in str(pilot.app.screen.board.canvas)  # type: ignore[attr-defined]

    asyncio.run(look())


@pytest.mark.parametrize("as_terminal", [True, False])
def test_line_by_line_the_screen_is_cleared_and_a_pipe_keeps_what_it_was_told(as_terminal: bool) -> None:
    async def look() -> None:
        house = PretendHouse(looked(), look_seconds=LONG)
        screen = PaperScreen(as_terminal=as_terminal)
        plain = PlainRoom(house.room, screen)
        plain.turns_back = as_terminal
        await house.tell_room()
        await house.tell()
        plain.tell()
        assert "♥J" in screen.paper
        await pass_time(house)
        plain.tell()
        await plain.follow("log")
        assert (WIPE in screen.paper) is as_terminal
        assert "♥J" not in screen.paper.split(WIPE)[-1] or not as_terminal
        assert "match slot 1" in screen.paper.split(WIPE)[-1]

    asyncio.run(look())


def test_a_held_card_may_be_looked_at_without_limit() -> None:
    async def look() -> None:
        table = Table.from_position(START)
        house = PretendHouse(table, look_seconds=LONG)
        host = RemoteHost(house.room)
        await house.tell_room()
        await house.tell()
        table.play("draw")
        await house.tell()
        assert not house.room.sightings.open
        assert any("♦7" in line for line in host.feed())
        table.play("swap 2")
        await house.tell()
        assert not any("♦7" in line for line in host.feed())

    asyncio.run(look())


def test_at_the_own_table_the_same_card_is_shown_again_when_it_is_looked_at_again() -> None:
    from parlour.fullscreen.host import LocalHost
    from parlour.terminal.seats import make_party
    from parlour.terminal.sitting import Sitting

    table = looked()
    host = LocalHost(Sitting(table), make_party(2, 1, ""), 0.0, keeps_score=False)
    assert "Jh" in lying(host.view())
    host.press(SEEN)
    assert lying(host.view()) == set() and HIDDEN in host.view().zones[0].cards
    event = next(event for event in table.events_for(0) if event.looks)
    host._sightings.take(table.view(0), [event])
    assert "Jh" in lying(host.view())


def test_bots_at_the_own_table_wait_for_the_look() -> None:
    from parlour.fullscreen.host import LocalHost
    from parlour.terminal.seats import make_party
    from parlour.terminal.sitting import Sitting

    async def wait() -> None:
        host = LocalHost(Sitting(looked()), make_party(2, 1, ""), 0.01, keeps_score=False)
        waits = asyncio.create_task(host._let_look())
        await asyncio.sleep(0.05)
        assert not waits.done()
        host.press(SEEN)
        began = time.monotonic()
        await waits
        assert time.monotonic() - began < 3

    asyncio.run(wait())
