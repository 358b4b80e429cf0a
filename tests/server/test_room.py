"""A room computed from its log, and the requests it accepts, without a server."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec import structs

from parlour import Table, game_ids
from parlour.core.game import find_game
from parlour.server import wire
from parlour.server.fairness import deal
from parlour.server.rooms.chat import plain_text
from parlour.server.rooms.context import Context
from parlour.server.rooms.handlers import HANDLERS, RoomHandler
from parlour.server.rooms.names import name_in, watcher_names
from parlour.server.rooms.plans import new_room
from parlour.server.rooms.presence import Presence
from parlour.server.rooms.refusals import RequestRefused
from parlour.server.rooms.room import CHAT_KEPT, Room
from parlour.server.rooms.updates import Updates
from parlour.server.store import log
from parlour.server.store.rows import GATHERING, OVER, PLAYING, SCORED

GAME = game_ids()[0]


@dataclass(frozen=True)
class Somebody:
    id: str
    name: str
    colour: str = "teal"
    character: str = ""


ANA, BEN, CLEO = Somebody("a" * 32, "Ana"), Somebody("b" * 32, "Ben"), Somebody("c" * 32, "Cleo")


def opened(seats: int = 3, bots: tuple[str, ...] = (), **plan: Any) -> Room:
    room = Room("BCDFGH")
    room.apply_all((1.0, entry) for entry in new_room(log.Plan(GAME, seats, **plan), ANA, bots))
    return room


def entries_for(room: Room, person: Somebody, request: wire.Request, watchers: Sequence[Somebody] = ()) -> list[log.Entry]:
    """Return what a room's keeper would write to the log."""
    handler = HANDLERS[type(request)]
    assert isinstance(handler, RoomHandler)
    return handler.entries(Context(room, person, watchers), request)


def do(room: Room, person: Somebody, request: wire.Request, at: float = 2.0) -> None:
    """Send a request that must succeed; entries go through their stored form."""
    for entry in entries_for(room, person, request):
        room.apply(log.decode(log.encode(entry)), at)


def why_not(room: Room, person: Somebody, request: wire.Request) -> str:
    with pytest.raises(ValueError) as refusal:
        entries_for(room, person, request)
    return str(refusal.value)


def play_to_the_end(room: Room) -> None:
    while room.phase == PLAYING:
        table = room.table
        seat = table.must
        assert seat is not None
        words = table.advice(seat, len(table.log))
        assert words is not None
        room.apply(log.Moved(seat, words, "bot"), 3.0)


def full(**plan: Any) -> Room:
    room = opened(3, **plan)
    do(room, BEN, wire.Sit())
    do(room, ANA, wire.AddBot())
    return room


def test_people_of_the_same_name_are_told_apart():
    room = opened()
    do(room, Somebody("d", ANA.name.upper()), wire.Sit())
    do(room, Somebody("e", ANA.name), wire.Sit())
    assert room.names == [ANA.name, f"{ANA.name.upper()} (2)", f"{ANA.name} (3)"]
    do(room, Somebody("d", ANA.name), wire.Rise())
    do(room, Somebody("e", "Eve"), wire.Sit(seat=1))
    assert name_in(room, Somebody("e", "Eve")) == "Eve"
    assert name_in(room, Somebody("e", ANA.name)) == f"{ANA.name} (2)"


def test_the_host_sits_and_others_take_free_seats():
    room = opened()
    assert (room.phase, room.host, room.seat_of(ANA.id)) == (GATHERING, ANA.id, 0)
    do(room, BEN, wire.Sit(seat=2))
    assert room.seat_of(BEN.id) == 2
    do(room, BEN, wire.Sit(seat=1))
    assert room.seat_of(BEN.id) == 1 and room.places[2].is_free
    assert why_not(room, CLEO, wire.Sit(seat=1)) == "That seat is taken."
    assert why_not(room, CLEO, wire.Sit(seat=7)) == "There is no seat 7 at a table of 3."
    do(room, CLEO, wire.Sit())
    assert room.seat_of(CLEO.id) == 2
    assert why_not(room, Somebody("d", "Dan"), wire.Sit()) == "All seats are taken."
    do(room, BEN, wire.Rise())
    assert room.seat_of(BEN.id) is None


def test_only_the_host_arranges_the_table():
    room = opened()
    do(room, BEN, wire.Sit())
    plan = log.Plan(GAME, 2)
    requests = (wire.AddBot(), wire.Unseat(seat=0), wire.Replan(plan=plan), wire.Start(), wire.Close(), wire.PassHost(seat=1))
    for request in (*requests, wire.Mute(seat=0)):
        assert why_not(room, BEN, request) == "Only the host of the table can do that."
    do(room, ANA, wire.PassHost(seat=1))
    assert room.host == BEN.id
    do(room, BEN, wire.AddBot())
    do(room, BEN, wire.Unseat(seat=0))
    assert room.places[0].is_free


def test_a_removed_person_stays_out_until_the_host_lets_them_in():
    room = opened()
    do(room, BEN, wire.Sit())
    do(room, ANA, wire.Unseat(seat=1))
    assert why_not(room, BEN, wire.Sit()) == "You have been removed from this table."
    assert Presence(room).why_not_enter(BEN.id) == Presence(room).why_leave(BEN.id) == "room.removed"
    assert why_not(room, CLEO, wire.Admit(removed=0)) == "Only the host of the table can do that."
    assert why_not(room, ANA, wire.Admit(removed=1)) == "Nobody with that number was removed."
    do(room, ANA, wire.Admit(removed=0))
    do(room, BEN, wire.Sit())
    do(room, ANA, wire.Unseat(seat=0))
    assert not room.removed and Presence(room).why_leave(ANA.id) == "", "a person who frees their own seat removes nobody"


def test_a_smaller_table_keeps_as_many_people_and_bots_as_fit():
    room = opened(4)
    do(room, BEN, wire.Sit(seat=3))
    do(room, ANA, wire.AddBot(seat=2))
    do(room, ANA, wire.Replan(change=wire.Change(seats=2)))
    assert [place.person for place in room.places] == [ANA.id, BEN.id]
    do(room, ANA, wire.Replan(change=wire.Change(seats=4)))
    do(room, ANA, wire.AddBot(seat=3))
    do(room, ANA, wire.Replan(change=wire.Change(seats=3)))
    assert room.places[2].level
    do(room, ANA, wire.Unseat(seat=2))
    do(room, CLEO, wire.Sit())
    assert f"{CLEO.name} is in a seat" in why_not(room, ANA, wire.Replan(change=wire.Change(seats=2)))


def test_bots_have_names_and_levels_of_their_own():
    room = opened(4, ("beginner", ""))
    assert [place.level for place in room.places] == ["", "beginner", "skilled", ""]
    assert len(set(room.names)) == 4
    do(room, ANA, wire.AddBot(seat=1, level="casual"))
    assert room.places[1].level == "casual"
    assert "Unknown bot level 'genius'" in why_not(room, ANA, wire.AddBot(level="genius"))
    assert why_not(room, ANA, wire.AddBot(seat=0)) == "Ana is sitting there."


def test_a_plan_that_cannot_be_played_is_refused_in_a_sentence():
    room = opened()
    for plan, part in (
        (log.Plan("tarot", 3), "tarot"),
        (log.Plan(GAME, 99), "99"),
        (log.Plan(GAME, 2, {"no_such_rule": True}), "no_such_rule"),
        (log.Plan(GAME, 2, rounds=0), "rounds"),
        (log.Plan(GAME, 2, target=-1), "target"),
        (log.Plan(GAME, 2, rounds=2, target=50), "not both"),
        (log.Plan(GAME, 2, pace=-1), "pause"),
        (log.Plan(GAME, 2, grace=0), "seconds"),
    ):
        assert part in why_not(room, ANA, wire.Replan(plan=plan))
    do(room, ANA, wire.Replan(plan=log.Plan(GAME, 4, public=True)))
    assert len(room.places) == 4 and room.plan.public


def test_changes_that_two_tabs_ask_for_in_the_same_moment_both_hold():
    room = opened(public=True)
    before = room.plan
    one, other = [name for name, option in find_game(GAME).options.items() if option.kind == "toggle"][:2]
    do(room, ANA, wire.Replan(change=wire.Change(options={one: not before.options[one]}, pace=400)))
    do(room, ANA, wire.Replan(change=wire.Change(options={other: not before.options[other]}, seats=4)))
    changed = {one: not before.options[one], other: not before.options[other]}
    assert room.plan == structs.replace(before, options={**before.options, **changed}, pace=400, seats=4)
    assert "99" in why_not(room, ANA, wire.Replan(change=wire.Change(seats=99)))
    # a complete plan sets everything
    do(room, ANA, wire.Replan(plan=log.Plan(GAME, 3)))
    assert room.plan.options == before.options and not room.plan.public


def test_a_game_begins_when_every_seat_is_taken():
    room = opened(2)
    assert "A seat is free" in why_not(room, ANA, wire.Start())
    do(room, BEN, wire.Sit())
    do(room, ANA, wire.Start())
    assert room.phase == PLAYING and room.table.seats == 2
    assert why_not(room, ANA, wire.Start()) == "The game has already begun."
    for request in (wire.Sit(), wire.AddBot(), wire.Unseat(seat=1), wire.Pledge(commitment="ab" * 32)):
        assert why_not(room, ANA, request) == "A game is in progress: wait until it's over."


def test_a_deal_of_an_earlier_version_follows_from_the_secret_and_the_texts():
    room = full()
    secret = room.mixing.secret
    for person, text in ((BEN, "heads"), (ANA, "ZZ"), (BEN, "tails")):
        room.apply(log.Added(person.id, text), 2.0)
    room.apply(log.decode('{"is":"dealt","rules":1}'), 3.0)
    assert room.table.seed == deal.text_seed(secret, ["ZZ", "tails"])
    assert room.proof == deal.text_proof(secret, ["ZZ", "tails"]) and room.commitment == deal.commitment(secret)


def test_the_same_log_folds_to_the_same_room():
    entries: list[tuple[float, log.Entry]] = []
    room = Room("BCDFGH")

    def take(new: list[log.Entry], at: float) -> None:
        for entry in new:
            entries.append((at, entry))
            room.apply(entry, at)

    take(new_room(log.Plan(GAME, 2, rounds=2), ANA, ("beginner",)), 1.0)
    take(entries_for(room, ANA, wire.Start()), 2.0)
    while room.phase != OVER:
        if room.phase == SCORED:
            take(entries_for(room, ANA, wire.Next()), 4.0)
        seat = room.table.must
        assert seat is not None
        take([log.Moved(seat, room.table.advice(seat, 1) or "", "bot", id=str(len(entries)), person=ANA.id)], 5.0)
    again = Room("BCDFGH")
    again.apply_all((at, log.decode(log.encode(entry))) for at, entry in entries)
    assert again.table.save() == room.table.save() and again.number == room.number
    assert (again.phase, again.places, again.decision_at, again.base) == (OVER, room.places, 5.0, room.base)
    assert again.has_made(ANA.id, str(len(entries) - 1))


def test_a_match_goes_on_round_by_round_and_numbers_run_through():
    room = full(rounds=2)
    do(room, ANA, wire.Start())
    assert why_not(room, BEN, wire.Next()) == "There is no round to deal now."
    play_to_the_end(room)
    assert room.phase == SCORED
    told = room.number
    do(room, BEN, wire.Next())
    assert room.phase == PLAYING and room.base == told < room.number
    play_to_the_end(room)
    assert room.phase == OVER and room.match is not None and room.match.result is not None


def test_in_a_rematch_the_seats_go_round():
    room = full()
    assert why_not(room, ANA, wire.Rematch()) == "There is no game to repeat yet."
    do(room, ANA, wire.Start())
    assert why_not(room, ANA, wire.Rematch()) == "The game is not over yet."
    play_to_the_end(room)
    assert not room.is_saved
    room.apply(log.Ended("r1"), 4.0)
    room.apply(log.Committed(deal.new_secret()), 4.0)
    before = room.names
    assert why_not(room, BEN, wire.Arrange()) == "Only the host of the table can do that."
    do(room, ANA, wire.Arrange())
    assert room.is_arranging and not entries_for(room, ANA, wire.Arrange())
    do(room, ANA, wire.Rematch())
    assert room.names == [before[2], before[0], before[1]] and room.phase == PLAYING and room.games == 2
    assert room.viewer_of(ANA.id) == 1
    assert not room.is_arranging and why_not(room, ANA, wire.Arrange()) == "A game is in progress: wait until it's over."


def test_after_the_end_people_still_see_the_game_from_their_own_seat():
    room = full()
    do(room, ANA, wire.Start())
    play_to_the_end(room)
    do(room, BEN, wire.Rise())
    do(room, CLEO, wire.Sit(seat=1))
    assert (room.viewer_of(BEN.id), room.viewer_of(CLEO.id)) == (1, None)


def test_time_in_which_nobody_was_there_does_not_count():
    room = full()
    do(room, ANA, wire.Start(), at=10.0)
    assert room.decision_at == 10.0
    room.apply(log.Resumed(5.0), 20.0)
    assert room.decision_at == 15.0


def test_a_game_under_other_rules_cannot_go_on():
    room = full()
    with pytest.raises(ValueError, match="rules"):
        room.apply(log.Dealt(999), 2.0)


def test_only_people_can_be_muted():
    room = full()
    do(room, ANA, wire.Mute(seat=1))
    assert BEN.id in room.muted
    do(room, ANA, wire.Mute(seat=1, on=False))
    assert not room.muted
    do(room, ANA, wire.Mute(seat=1))
    do(room, ANA, wire.PassHost(seat=1))
    assert not room.muted, "Nobody could unmute a muted host."
    do(room, BEN, wire.PassHost(seat=0))
    for request in (wire.Mute(), wire.Mute(seat=2), wire.Mute(seat=0), wire.Mute(watcher=3), wire.Mute(seat=1, watcher=1)):
        assert why_not(room, ANA, request)
    assert entries_for(room, ANA, wire.Mute(watcher=0), [CLEO]) == [log.Muted(CLEO.id, True)]


def test_chat_has_no_invisible_characters():
    assert plain_text("hi\u202e there\x07\n\u200byou") == "hi there you"
    assert plain_text("👩‍🚀 می‌خواهم a\u200db") == "👩‍🚀 می‌خواهم a b"


def test_everything_that_was_said_can_be_read_again():
    room = opened()
    updates = Updates(room, Presence(room))
    for number in range(1, CHAT_KEPT + 21):
        room.apply(log.Said("Ana", 0, str(number)), 0.0)
    entering = updates.chat_after(updates.chat_before, ANA.id)
    assert entering and entering.count == CHAT_KEPT - 29 == int(entering.text)
    texts: list[str] = []
    until = entering.count - 1
    while lines := updates.past_chat(ANA.id, wire.EarlierChat(until=until)).lines:
        texts = [line.text for line in lines] + texts
        until = lines[0].count - 1
    assert texts == [str(number) for number in range(21, entering.count)]


def test_a_plan_of_an_earlier_version_allows_no_hints():
    entry = log.decode('{"is":"planned","plan":{"game":"some_game","seats":2,"grace":5}}')
    assert isinstance(entry, log.Planned) and entry.plan.hints is False
    assert log.decode('{"is":"said","name":"Ana","seat":0,"text":"Hi"}') == log.Said("Ana", 0, "Hi")


def test_too_many_bots_are_refused():
    with pytest.raises(RequestRefused, match="too many"):
        new_room(log.Plan(GAME, 2), ANA, ("", ""))


@pytest.mark.rules("MM-6.1")
def test_bots_take_the_moment_that_a_house_rule_says_unless_the_room_wants_none() -> None:
    for game_id in game_ids():
        has_rule = find_game(game_id).bot_pause(Table.new(game_id).options) is not None
        room = Room("BCDFGH")
        for pace in (1_600, 0):
            plan = log.Plan(game_id, find_game(game_id).usual_seats, pace=pace)
            room.apply_all((1.0, entry) for entry in new_room(plan, ANA, ()))
            assert room.bot_pause == (0.8 if has_rule and pace else pace / 1000)


def test_watchers_of_the_same_name_are_told_apart_and_so_is_what_they_say() -> None:
    room = opened()
    watchers = [Somebody("d" * 32, "Ana"), Somebody("e" * 32, "Ana"), BEN]
    assert watcher_names(room, watchers) == ["Ana (2)", "Ana (3)", "Ben"]
    hello = wire.Chat(text="Hello.")
    assert entries_for(room, watchers[1], hello, watchers) == [log.Said("Ana (3)", None, "Hello.", person="e" * 32)]
    do(room, watchers[0], wire.Sit())
    assert entries_for(room, watchers[0], hello, watchers[1:]) == [log.Said("Ana (2)", 1, "Hello.", person="d" * 32)]


def test_every_request_of_the_protocol_has_a_handler() -> None:
    assert set(HANDLERS) == set(wire.REQUESTS)
