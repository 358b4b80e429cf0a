"""What a guest says and is asked: chat, whether somebody is still there, votes, and tips for first games."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from parlour import Table
from parlour.fullscreen.app import FullScreen
from parlour.guest.host import REMATCH, RemoteHost
from parlour.guest.plain import PlainRoom
from parlour.home.learning import Learning
from tests.guest.helpers.pretend import PretendHouse
from tests.terminal.helpers.desk import PaperScreen

POSITION = """switch seats=2 turn=0
hand 0: 8h 2c 7d Kh
hand 1: Ks 3s 4c
pile: 4d 9h
deck: 2s 5h 6h 7h 9c
"""
VOTE = {"matter": "undo", "seat": 1, "voters": [1], "needed": 2}


def plainly(talk: Callable[[PretendHouse, PlainRoom, PaperScreen], Awaitable[None]], seat: int | None = 0) -> str:
    """Run a conversation with the house in line mode; return what was on the screen."""
    screen = PaperScreen()

    async def run() -> None:
        house = PretendHouse(Table.from_position(POSITION), seat)
        plain = PlainRoom(house.room, screen)
        await house.tell_room()
        await house.tell()
        plain.tell()
        await talk(house, plain, screen)

    asyncio.run(run())
    return screen.paper


def in_full_screen(talk: Callable[[PretendHouse, RemoteHost, Pilot[int]], Awaitable[None]]) -> None:
    """Run a conversation with the house in full screen."""

    async def run() -> None:
        house = PretendHouse(Table.from_position(POSITION))
        host = RemoteHost(house.room)
        house.room.run = asyncio.Event().wait  # type: ignore[method-assign, assignment]
        await house.tell_room()
        await house.tell()
        async with FullScreen(host).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await talk(house, host, pilot)

    asyncio.run(run())


def board(pilot: Pilot[int]) -> str:
    """Return what the full screen shows."""
    return str(pilot.app.screen.board.canvas)  # type: ignore[attr-defined]


# ---- chat -----------------------------------------------------------------------------------------------------------


def test_what_is_said_is_told_once_and_answered() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        for count in (1, 1):  # after a break the house sends the latest messages again
            await house.say(text="Hello!", count=count)
        await house.say(emote="good luck", count=2)
        await house.say(hint=True, count=3)
        plain.tell()
        await plain.follow("say nice cards")
        await plain.follow("say")
        house.refuses["chat"] = "You are muted."
        await plain.follow("say psst")
        assert [message["text"] for message in house.of_type("chat")] == ["nice cards", "psst"]

    told = plainly(talk)
    assert told.count("Ben: Hello!\n") == 1
    assert "Ben: Good luck!\nBen asked for a hint.\nType what you want to say after “say”.\nYou are muted.\n" in told


def test_control_codes_in_a_message_stay_off_the_screen() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        await house.say(text="\x1b[2JBoo\x07", count=1)
        plain.tell()

    told = plainly(talk)
    assert "\x1b" not in told and "\x07" not in told and "Boo" in told


def test_a_message_is_typed_in_full_screen() -> None:
    async def talk(house: PretendHouse, host: RemoteHost, pilot: Pilot[int]) -> None:
        await pilot.press("c")
        await pilot.pause()
        await pilot.press(*"hi", "enter")
        await pilot.pause()
        assert [message["text"] for message in house.of_type("chat")] == ["hi"]
        await house.say(text="Hello!", count=1)
        await pilot.pause()
        assert "Ben: Hello!" in board(pilot)

    in_full_screen(talk)


# ---- questions ------------------------------------------------------------------------------------------------------


def test_a_guest_says_that_they_are_still_there() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        await house.tell_room(chairs={0: {"asked": True}})
        plain.tell()
        plain.tell()
        await plain.follow("yes")
        await house.tell_room(chairs={0: {"stand_in": "casual"}})
        plain.tell()
        await plain.follow("here")
        assert len(house.of_type("here")) == 2

    told = plainly(talk)
    assert told.count("Are you still there? The others are waiting for your move. Type yes or no.") == 1
    assert "A bot is playing for you. Take your seat back? Type yes or no." in " ".join(told.split())


def test_who_joins_again_plays_on_and_who_watches_takes_no_seat() -> None:
    async def come(seat: int | None, **room: Any) -> list[str]:
        house = PretendHouse(Table.from_position(POSITION), seat)
        await house.tell_room(**room)
        await house.tell_room(**room)
        return [message["type"] for message in house.sent]

    assert asyncio.run(come(0, chairs={0: {"stand_in": "casual"}})) == ["here"]
    assert asyncio.run(come(None, seats_for_you=[1])) == []


def test_who_has_a_seat_may_not_watch() -> None:
    async def come(seat: int | None) -> str:
        house = PretendHouse(Table.from_position(POSITION), seat)
        house.room.sits = False
        await house.tell_room()
        return house.room.over

    assert asyncio.run(come(None)) == ""
    assert asyncio.run(come(0)) == "You have a seat in room ABCDEF: `parlour join` takes you back to it."


def test_a_seat_is_taken_once_and_at_the_door_where_nobody_may_watch() -> None:
    async def come() -> list[dict[str, Any]]:
        house = PretendHouse(Table.from_position(POSITION))
        house.seat = None
        await house.room._hear({"type": "refused", "id": "x", "why": "No.", "code": "refusal.seatAtDoor"})
        assert house.sent[-1] | {"id": ""} == {"type": "enter", "room": "ABCDEF", "sit": True, "id": ""}
        await house.room._hear({"type": "refused", "id": "x", "why": "No.", "code": "refusal.seatAtDoor"})
        assert house.room.over == "No."
        house = PretendHouse(Table.from_position(POSITION))
        house.seat = None
        for _ in range(2):
            await house.tell_room("gathering", chairs={1: {"kind": "free"}}, seats_for_you=[])
        assert house.room.is_sitting_down and not RemoteHost(house.room).buttons()
        return house.sent

    assert [message["type"] for message in asyncio.run(come())] == ["sit"]


def test_whoever_sits_down_while_others_play_sees_their_hand() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        assert "♣4" not in screen.paper
        house.seat = 1
        await house.tell_room()
        await house.tell()
        plain.tell()

    assert "♠3" in plainly(talk, None)


def test_what_is_no_message_of_a_house_ends_the_visit_in_a_sentence() -> None:
    async def hear(frame: str) -> str:
        room = PretendHouse(Table.from_position(POSITION)).room
        await room._take(frame)
        return room.over

    wrong = [f'{{"type": "{kind}"}}' for kind in ("hello", "room", "update", "refused", "said")]
    wrong += ['{"type": "room", "you": null, "chairs": 5}']
    for frame in ("", "[" * 100_000, "5", '{"cut": ', *wrong):
        assert asyncio.run(hear(frame)) == "There is no Parlour house at http://house."


def test_votes_are_agreed_to_put_aside_and_taken_back() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        await plain.follow("no")
        await house.tell_room(votes=[VOTE])
        plain.tell()
        await plain.follow("yes")
        (vote,) = house.of_type("undo")
        assert (vote["seat"], vote["on"], vote["seen"]) == (1, True, house.table.told)
        await house.tell_room(votes=[{**VOTE, "voters": [0, 1]}])
        plain.tell()
        await plain.follow("no")
        assert house.of_type("undo")[-1]["on"] is False
        await house.tell_room(votes=[{"matter": "remove", "seat": 1, "voters": [], "needed": 2}])
        plain.tell()
        await plain.follow("no")
        await plain.follow("yes")
        assert not house.of_type("remove")

    told = plainly(talk)
    assert "Ben wants to take a move back. The game will then be practice and won't count. (1 of 2 votes)" in " ".join(
        told.split()
    )
    assert told.count("Nobody is asking you anything.") == 2


def test_somebody_who_does_not_answer_is_replaced_by_a_bot() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        await house.tell_room(chairs={1: {"overdue": True}})
        plain.tell()
        await plain.follow("yes")
        assert house.of_type("stand_in") == [{"type": "stand_in", "id": house.sent[-1]["id"], "seat": 1, "on": True}]

    assert "isn't answering. Let a bot play for Ben? Type yes or no." in " ".join(plainly(talk).split())


def test_a_rematch_is_proposed_and_the_proposal_taken_back() -> None:
    async def ask() -> None:
        table = Table.from_position(POSITION)
        while table.must is not None:
            table.play(table.advice() or "")
        house = PretendHouse(table)
        host = RemoteHost(house.room)
        await house.tell_room("over")
        await house.tell()
        assert dict(host.buttons())[REMATCH] == "Propose a rematch"
        await host.follow_button(REMATCH)
        await house.tell_room("over", votes=[{"matter": "rematch", "voters": [0], "needed": 1}])
        assert dict(host.buttons())[REMATCH] == "Take my vote back"
        await host.follow_button(REMATCH)
        assert [message["on"] for message in house.of_type("rematch")] == [True, False]
        await house.tell_room("over", votes=[{"matter": "rematch", "voters": [1], "needed": 1}])
        assert "Want to play again: Ben." in " ".join(host.notes())

    asyncio.run(ask())


def test_questions_are_buttons_in_full_screen() -> None:
    async def talk(house: PretendHouse, host: RemoteHost, pilot: Pilot[int]) -> None:
        await house.tell_room(votes=[VOTE])
        await pilot.pause()
        assert "Ben wants to take a move back." in board(pilot) and " Agree " in board(pilot)
        host.press(":yes undo 1 None")
        await pilot.pause()
        assert house.of_type("undo")[0]["seat"] == 1
        await pilot.press("q")
        await pilot.pause()
        assert "Leave the room?" in str(pilot.app.screen.query_one(".title").render())
        await pilot.press("y")
        await pilot.pause()
        assert house.of_type("leave") and house.room.over == "You left the room."

    in_full_screen(talk)


# ---- first games ----------------------------------------------------------------------------------------------------


def test_first_games_are_explained_line_by_line_until_that_is_switched_off() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        house.table.play("draw")
        house.table.play(house.table.moves()[0])
        await house.tell()
        plain.tell()
        await plain.follow("tips")
        await plain.follow("table")

    told = plainly(talk)
    before, after = told.split("Tips are off.")
    assert "Match ♥ or 9, play a 7 or an Ace, or draw." in before
    assert "Play or draw." not in before and "Match" not in after
    assert not Learning().has_tips


def test_first_games_are_explained_in_full_screen() -> None:
    async def talk(house: PretendHouse, host: RemoteHost, pilot: Pilot[int]) -> None:
        assert "Match ♥ or 9" in board(pilot)
        update: Any = house.room.update
        update["tip"] = {"now": "Match ♥ or 9, or draw.", "last": "A 2 makes the next player draw."}
        await house.tell_room()
        await pilot.pause()
        assert "A 2 makes the next player draw." in board(pilot)
        await pilot.press("1")
        await pilot.pause()
        (need,) = [note["text"] for note in update["needs"] if note["about"] == "2c"]
        assert need in board(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert "Press T to turn them on again." in board(pilot) and "Match ♥ or 9" not in board(pilot)

    in_full_screen(talk)


def test_games_at_a_house_count_as_first_games() -> None:
    async def finish() -> None:
        for games in (1, 2):
            table = Table.from_position(POSITION)
            while table.must is not None:
                table.play(table.advice() or "")
            house = PretendHouse(table)
            host = RemoteHost(house.room)
            await house.tell_room("over", games=games)
            await house.tell()
            host.follow()
            assert host.has_tips
            host.follow()
        house = PretendHouse(Table.from_position(POSITION))
        host = RemoteHost(house.room)
        await house.tell_room(games=3)
        await house.tell()
        assert not host.has_tips

    asyncio.run(finish())
    assert Learning().finished("switch") == 2


def test_the_help_lists_every_command() -> None:
    async def talk(house: PretendHouse, plain: PlainRoom, screen: PaperScreen) -> None:
        await plain.follow("help")

    told = plainly(talk).split("Kh")[-1]
    for word in ("say …", "yes", "no", "hint", "undo", "table", "log", "rules", "tips", "quit"):
        assert f"\n  {word} " in told
