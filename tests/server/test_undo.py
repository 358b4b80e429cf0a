"""Moves taken back at a table: alone against bots, among people by vote, in the log, and in everybody's updates."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from parlour import find_game, game_ids
from parlour.core.table import Table
from parlour.server.fairness.claims import UNDONE
from parlour.server.people.history import games_played, statistics_change, statistics_of
from parlour.server.people.people import Person
from parlour.server.rooms.finished import finished_game
from parlour.server.rooms.plans import MOST_PACE, Seating, continued_room
from parlour.server.rooms.presence import Presence
from parlour.server.rooms.refusals import RequestRefused
from parlour.server.rooms.room import Room
from parlour.server.rooms.takeback import MOST_UNDONE, undo_entries
from parlour.server.rooms.updates import Updates
from parlour.server.store import log
from parlour.server.store.rows import OVER, PLAYING, PlayedRow
from parlour.server.wire import Undo
from tests.server.helpers.clients import Client, house_in
from tests.server.helpers.inside import HouseInside
from tests.server.helpers.tables import GAME, guests, play_on, run, seated
from tests.server.test_room import ANA, BEN, Somebody, full, play_to_the_end

CAMBIO = """
cambio seats=3 turn=0 seed=7
grid 0: 4c 5c 6c 2c
grid 1: 6d 9d 2d 3d
grid 2: 6s 9s 2s 3s
pile: 4d Js
deck: 8d Kc 9c
phase: switch
option matching: off
"""


class Story:
    """A room with its log: what is asked for is written and read again, as in the store."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.told: list[log.Entry] = []

    def ask(self, person: Somebody, **request: Any) -> None:
        for entry in undo_entries(self.room, person.id, Undo(seen=0, **request)):
            self.tell(entry)

    def why_not(self, person: Somebody, **request: Any) -> str:
        with pytest.raises(RequestRefused) as refusal:
            undo_entries(self.room, person.id, Undo(seen=0, **request))
        return refusal.value.sentence.key

    def tell(self, entry: log.Entry) -> None:
        self.told.append(entry)
        self.room.apply(log.decode(log.encode(entry)), 2.0)

    def move(self, words: str = "") -> None:
        table = self.room.table
        assert table.must is not None
        seat, by = table.must, "person" if self.room.places[table.must].person else "bot"
        self.tell(log.Moved(seat, words or table.advice(seat, len(table.log)) or "", by))  # type: ignore[arg-type]

    def move_until_turn_of(self, seat: int) -> None:
        while self.room.table.must != seat:
            self.move()


def alone(game: str = GAME, seats: int = 3) -> Story:
    room = Room("BCDFGH")
    plan = log.Plan(game, seats)
    entries: list[log.Entry] = [log.Opened(plan, ANA.id), log.Committed("ab" * 32), log.Sat(0, ANA.id, ANA.name, "")]
    entries += [log.BotSat(seat, "beginner", f"Bot {seat}") for seat in range(1, seats)]
    story = Story(room)
    for entry in [*entries, log.Dealt(find_game(game).version, mixed=True)]:
        story.tell(entry)
    return story


def updates_of(room: Room) -> Updates:
    return Updates(room, Presence(room))


def seen_by(room: Room, person: str, since: int = 0) -> dict[str, Any]:
    frame = updates_of(room).update(person, since, 0.0)
    assert frame is not None
    return dict(json.loads(frame))


@pytest.mark.parametrize("game", game_ids())
def test_alone_a_player_goes_back_a_decision_any_number_of_times(game: str) -> None:
    story = alone(game)
    room, saves = story.room, list[str]()
    for _ in range(3):
        story.move_until_turn_of(0)
        saves.append(room.table.save())
        story.move()
    while room.phase == PLAYING and room.table.must == 0:  # a decision of several moves
        saves.append(room.table.save())
        story.move()
    if room.phase == PLAYING:
        story.move()
    number = room.number
    for save in reversed(saves):
        story.ask(ANA)
        assert room.table.save() == save
        assert room.number > number, "no two events have the same number"
        number = room.number
    assert room.practice == "undone" and room.undone == len(saves)


def test_the_log_makes_the_same_room_again_and_every_older_entry_is_still_in_it() -> None:
    story = alone()
    story.move_until_turn_of(0)
    story.move()
    story.tell(log.Said(ANA.name, 0, "Oops", person=ANA.id))
    story.ask(ANA)
    story.move()
    again = Room("BCDFGH")
    again.apply_all((2.0, log.decode(log.encode(entry))) for entry in story.told)
    for person in (ANA.id, BEN.id):
        assert seen_by(again, person) == seen_by(story.room, person)
    assert list(again.chat) == list(story.room.chat)
    assert sum(isinstance(entry, log.Moved) for entry in story.told) > len(again.table.log)


def test_nobody_is_told_anything_new_but_that_a_move_was_taken_back() -> None:
    """After going back, players and watchers see what they saw then; the events that remain come again under a higher base."""
    story = alone()
    story.move_until_turn_of(0)
    room = story.room
    before = {person: seen_by(room, person) for person in (ANA.id, BEN.id)}
    since = room.number
    story.move()
    undone = {event["number"] + room.base for event in seen_by(room, BEN.id, since)["events"]}
    story.ask(ANA)
    for person, then in before.items():
        now = seen_by(room, person, max(undone))
        assert {**now, "base": 0, "number": 0, "undone": 0} == {**then, "base": 0, "number": 0, "undone": 0}
        assert now["undone"] == 1 and now["base"] > then["number"] and not undone & set(range(now["base"], now["number"]))
    line = updates_of(room).chat_after(room.chat_count - 1, BEN.id)
    assert line is not None and (line.undo, line.name, line.text, line.after) == (True, ANA.name, "", room.number)


def test_there_is_an_end_to_it_and_nothing_before_the_first_move() -> None:
    story = alone()
    assert story.why_not(ANA) == "refusal.notMovedYet"
    story.move_until_turn_of(0)
    story.move()
    story.room.undone = MOST_UNDONE
    assert story.why_not(ANA) == "refusal.undo.many"


def test_taking_back_a_vote_alone_takes_no_move_back() -> None:
    story = alone()
    story.move_until_turn_of(0)
    story.move()
    number = story.room.number
    story.ask(ANA, on=False)
    assert (story.room.number, story.room.practice) == (number, "")


def test_a_continued_game_stays_one_and_is_nobodys() -> None:
    """Nobody was dealt these cards, so the game belongs to nobody's history, whatever is taken back in it."""
    table = Table.new(GAME, seats=3, seed=7)
    story = Story(Room("BCDFGH"))
    for entry in continued_room(table, ANA, Seating(0, "beginner", (), 0)):
        story.tell(entry)
    story.move_until_turn_of(0)
    story.move()
    if story.room.phase == PLAYING:
        story.ask(ANA)
    play_to_the_end(story.room)
    assert story.room.undone == 1 and story.room.practice == "continued"
    assert finished_game(story.room).people == []


def practised() -> Room:
    story = alone()
    story.move_until_turn_of(0)
    story.move()
    story.ask(ANA)
    play_to_the_end(story.room)
    return story.room


def test_a_game_with_moves_taken_back_counts_for_nothing() -> None:
    room, person = practised(), Person(ANA.id, ANA.name, "")
    counted = alone().room
    play_to_the_end(counted)
    rows = [
        PlayedRow(str(number), GAME, number, seat, game.entry)
        for number, game in enumerate(map(finished_game, (counted, room)))
        for _, seat in game.people
    ]
    assert [game.practice for game in games_played(rows, person)] == ["", "undone"], "both can be seen again"
    assert {figures.games for figures in statistics_of(rows, person).figures} == {1}
    assert statistics_change("1", rows, person).after is None and statistics_change("0", rows, person).after is not None
    assert updates_of(room).room_state(ANA).practice == "undone"


def test_the_next_game_counts_again() -> None:
    room = practised()
    assert room.phase == OVER
    room.apply(log.Ended("x"), 4.0)
    room.apply(log.Committed("cd" * 32), 4.0)
    room.apply(log.Dealt(find_game(GAME).version, mixed=True), 4.0)
    assert (room.practice, room.undone) == ("", 0)


# ---- among people -----------------------------------------------------------------------------------------------------


def together(position: str = CAMBIO) -> Story:
    """Ana and Ben against a bot, in a position where Ana moves."""
    room = full()
    for entry in (log.Fixed([]), log.Dealt(find_game(GAME).version, mixed=True)):
        room.apply(entry, 2.0)
    assert room.match is not None
    room.match.table = Table.from_position(position)
    return Story(room)


@pytest.mark.rules("CA-3.3", "CA-3.6")
def test_among_people_all_have_to_agree() -> None:
    story = together()
    room, before = story.room, story.room.table.save()
    story.move("switch 0:0 1:1")
    assert story.why_not(BEN, seat=0) == "refusal.undo.notAsked"
    story.ask(ANA)
    (vote,) = updates_of(room).room_state(BEN).votes
    assert (vote.matter, vote.seat, vote.voters, vote.needed) == ("undo", 0, [0], 2)
    assert room.table.save() != before
    story.ask(BEN, seat=0)
    assert room.table.save() == before and room.practice == "undone" and not room.votes


def test_a_vote_is_about_this_position_only_and_can_be_taken_back() -> None:
    story = together()
    story.move("switch 0:0 1:1")
    story.ask(ANA)
    story.ask(ANA, on=False)
    assert not story.room.votes
    story.ask(ANA)
    story.move("call")
    assert not story.room.votes and story.why_not(BEN, seat=0) == "refusal.undo.notAsked"
    assert not story.room.practice


@pytest.mark.rules("CA-2.2", "ALL-3")
def test_among_people_nothing_is_taken_back_after_somebody_saw_a_card() -> None:
    story = together()
    story.move("switch 0:0 1:1")
    story.move("draw")
    assert story.why_not(ANA) == "refusal.undo.news"


def test_a_person_replaced_by_a_bot_has_no_vote_but_still_counts_as_company() -> None:
    story = together()
    story.move("switch 0:0 1:1")
    story.tell(log.TookOver(1, "beginner"))
    story.ask(ANA)
    assert story.room.practice == "undone"
    story = together()
    story.move("switch 0:0 1:1")
    story.move("draw")
    story.tell(log.BotSat(1, "beginner", "Bot"))
    assert story.why_not(ANA) == "refusal.undo.news", "Ben has seen cards of this round"


# ---- a server ---------------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_by_message_and_a_killed_server_remembers(tmp_path: Path) -> None:
    async def talk() -> None:
        with house_in(tmp_path) as house:
            code, (ana,) = await seated(house, 1, 2)
            (watcher,) = await guests(house, 1)
            await watcher.done("enter", room=code)
            await ana.until(lambda: ana.my_turn)
            assert (await ana.ask("undo", seen=ana.update["number"]))["code"] == "refusal.notMovedYet"
            view = ana.view
            # the first move may end the game: a call
            assert (await ana.move(view["moves"][-1]["words"]))["type"] == "done"
            assert (await watcher.ask("undo", seen=watcher.update["number"]))["code"] == "refusal.notSeated"
            assert (await ana.ask("undo", seen=0))["stale"]
            await take_back(ana)
            await ana.until(lambda: ana.update["undone"] == 1)
            await watcher.until(lambda: watcher.update.get("undone") == 1)
            assert ana.view == view and ana.room["practice"] == watcher.room["practice"] == "undone"
            said = [message for message in watcher.messages if message["type"] == "said"]
            assert [line["undo"] for line in said] == [True]
            cookie = ana.http.cookie
            house.kill()
        with house_in(tmp_path) as house:
            again = await Client(house.url, cookie).open()
            await again.done("enter", room=code)
            await again.until(again.has_update)
            assert again.view == view and again.room["practice"] == "undone"
            await play_on([again])
            await again.until(lambda: again.room["phase"] == "over" and again.room["replay"])
            _, steps = again.http("GET", f"/api/replays/{again.room['replay']}/steps")
            _, save = again.http("GET", f"/api/replays/{again.room['replay']}")
            assert len(steps["steps"]) == len(save["moves"]) + 1, "the replay has only the moves that were kept"
            _, verdict = again.http("POST", "/api/verify", raw=json.dumps(save).encode())
            assert verdict["proved"] and UNDONE in verdict["sentences"]
            _, history = again.http("GET", "/api/me/history")
            _, figures = again.http("GET", "/api/me/statistics")
            assert [game["practice"] for game in history["games"]] == ["undone"] and figures["figures"] == []

    run(talk())


def test_who_goes_back_too_often_has_to_wait(tmp_path: Path) -> None:
    """Going back replays every move of the round, which would hold up everybody in the house."""

    async def talk(house: HouseInside) -> None:
        ana = await Client(house.url).open()
        code = await ana.make_room(GAME, 2, ("beginner",), pace=MOST_PACE)
        await ana.done("start")
        await ana.until(lambda: ana.has_update() and ana.my_turn)
        assert (await ana.move(ana.view["moves"][-1]["words"]))["type"] == "done"
        room, limit = house.house.rooms.keepers[code].room, house.house.limits.events_of_person
        while not limit.take(room.host):
            pass
        assert (await asked_back(ana))["code"] == "refusal.notSoFast" and not room.practice
        house.seconds += 60
        await take_back(ana)
        assert room.undone == 1

    with HouseInside(tmp_path, still=True) as house:
        run(talk(house))


async def take_back(client: Client) -> None:
    """Take the client's last move back; bots may move meanwhile."""
    answer = await asked_back(client)
    assert answer["type"] == "done", answer


async def asked_back(client: Client) -> dict[str, Any]:
    """Return the answer to a request to take the last move back, made in time."""
    while (answer := await client.ask("undo", seen=client.update["number"])).get("stale"):
        await asyncio.sleep(0.002)
    return answer
