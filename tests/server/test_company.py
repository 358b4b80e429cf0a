"""No stalled tables: the soft clock, stand-ins, bots' seats, removals, the door, and votes. The test sets the time."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour import find_game
from parlour.server import wire
from parlour.server.house import House
from parlour.server.people.people import CHARACTERS
from parlour.server.rooms.keeper import Keeper
from parlour.server.rooms.refusals import RequestRefused
from parlour.server.rooms.room import USUAL_PATIENCE, Room
from parlour.server.rooms.stall import MISSED_TURNS, answer_seconds
from parlour.server.store import log
from tests.server.helpers.direct import GAME
from tests.server.helpers.quiet import FakeConnection, quiet_house

LIMIT = 60
TURN = 30
ANSWER_SECONDS = answer_seconds(USUAL_PATIENCE)


class Party:
    """A table with people and bots whose clock the test sets."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = house
        self.people: list[FakeConnection] = []
        self._now = house.store.now()
        monkeypatch.setattr(house.store, "now", lambda: self._now)
        monkeypatch.setattr(house.people, "_clock", lambda: self._now)

    async def sit(self, people: int, bots: int = 0, **plan: Any) -> Keeper:
        self.people = [await self.visitor() for _ in range(people)]
        made = log.Plan(GAME, people + bots, pace=5_000, **plan)
        code = await self.house.rooms.open(self.people[0].person, made, ["beginner"] * bots)
        keeper = await self.house.rooms.keeper(code)
        assert keeper is not None
        self.keeper = keeper
        for person in self.people:
            await keeper.enter(person, 0)
            await person.ask(wire.Sit())
        return keeper

    async def deal(self, people: int, bots: int = 0, **plan: Any) -> Keeper:
        keeper = await self.sit(people, bots, **plan)
        await done(self.people[0], wire.Start())
        return keeper

    async def visitor(self) -> FakeConnection:
        return FakeConnection(self.house.rooms, await self.house.people.new(), 0.0)

    async def enter(self, visitor: FakeConnection) -> FakeConnection:
        await self.keeper.enter(visitor, 0)
        return visitor

    async def wait(self, seconds: float) -> None:
        """Let time pass, and let the keeper do what is due."""
        self._now += seconds
        self.keeper.stall.look()
        self.keeper.updates.changed(game=False)

    @property
    def mover(self) -> FakeConnection:
        return next(person for person in self.people if person.seat == self.keeper.room.table.must)

    @property
    def others(self) -> list[FakeConnection]:
        return [person for person in self.people if person is not self.mover]

    def chair(self, seat: int) -> wire.Chair:
        return self.keeper.updates.room_state(self.people[0].person).chairs[seat]


async def done(person: FakeConnection, request: wire.Request) -> None:
    answer = await person.ask(request)
    assert isinstance(answer, wire.Done), answer


async def refusal(person: FakeConnection, request: wire.Request) -> str:
    answer = await person.ask(request)
    assert isinstance(answer, wire.Refused), answer
    return answer.code


def at_a_party(folder: Path, monkeypatch: pytest.MonkeyPatch, talk: Callable[[Party], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(LIMIT), quiet_house(folder) as house:
            await talk(Party(house, monkeypatch))

    asyncio.run(whole())


def test_an_idle_person_is_asked_before_the_host_may_let_a_bot_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(2)
        host = party.people[0]
        while party.mover is host:
            await host.move(keeper.room.table.moves(host.seat)[0])
        seat = party.mover.seat
        assert seat is not None
        assert await refusal(host, wire.StandIn(seat=seat)) == "refusal.stillPlays"
        await party.wait(USUAL_PATIENCE - 1)
        assert not party.chair(seat).asked
        await party.wait(1)
        assert party.chair(seat).asked and not party.chair(seat).overdue
        await done(party.mover, wire.Here())
        assert not party.chair(seat).asked
        await party.wait(USUAL_PATIENCE)
        assert party.chair(seat).asked
        assert await refusal(host, wire.StandIn(seat=seat)) == "refusal.stillPlays"
        await party.wait(ANSWER_SECONDS)
        assert party.chair(seat).overdue
        await done(host, wire.StandIn(seat=seat))
        assert party.chair(seat).stand_in and not party.chair(seat).overdue
        await done(party.people[1], wire.Here())
        assert not party.chair(seat).stand_in

    at_a_party(tmp_path, monkeypatch, talk)


def test_the_others_together_replace_an_idle_host_who_is_host_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(3)
        host = party.people[0]
        while party.mover is not host:
            await party.mover.move(keeper.room.table.moves(party.mover.seat)[0])
        await party.wait(USUAL_PATIENCE + ANSWER_SECONDS)
        first, second = party.others
        assert host.seat is not None
        await done(first, wire.StandIn(seat=host.seat))
        (vote,) = keeper.updates.room_state(host.person).votes
        assert (vote.matter, vote.seat, vote.voters, vote.needed) == ("stand_in", host.seat, [first.seat], 2)
        await done(first, wire.StandIn(seat=host.seat, on=False))
        await done(second, wire.StandIn(seat=host.seat))
        assert not party.chair(host.seat).stand_in, "one of two is not more than half"
        await done(first, wire.StandIn(seat=host.seat))
        assert party.chair(host.seat).stand_in and keeper.room.host == first.person.id
        assert not keeper.room.votes

    at_a_party(tmp_path, monkeypatch, talk)


def test_nobody_is_asked_alone_with_bots_or_if_patience_is_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        for people, bots, plan in ((1, 1, {}), (2, 0, {"patience": 0})):
            keeper = await party.deal(people, bots, **plan)
            await party.wait(10 * USUAL_PATIENCE)
            assert (keeper.stall.asked, keeper.stall.overdue) == (None, None)

    at_a_party(tmp_path, monkeypatch, talk)


@pytest.mark.rules("ALL-8")
def test_where_turns_have_a_clock_only_missed_turns_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(2, options={"turn_seconds": TURN})
        seat = party.mover.seat
        assert seat is not None
        keeper.room.missed_turns[seat] = MISSED_TURNS - 1
        await party.wait(USUAL_PATIENCE + ANSWER_SECONDS)
        assert keeper.stall.overdue is None
        keeper.room.missed_turns[seat] = MISSED_TURNS
        await party.wait(0)
        assert keeper.stall.overdue == seat

    at_a_party(tmp_path, monkeypatch, talk)


def test_the_clock_counts_missed_turns_until_the_person_moves() -> None:
    room = Room("BCDFGH")
    for entry in (
        log.Opened(log.Plan(GAME, 2, {"turn_seconds": TURN}), "ann"),
        log.Committed("ab" * 32),
        log.Sat(0, "ann", "Ann", "red"),
        log.Sat(1, "ben", "Ben", "red"),
        log.Dealt(find_game(GAME).version),
    ):
        room.apply(entry, 100.0)
    seat = room.table.must
    assert seat is not None
    room.apply(log.Moved(seat, "", "clock"), 130.0)
    assert room.missed_turns == {seat: 1}
    while room.table.must != seat:
        other = room.table.must
        assert other is not None
        room.apply(log.Moved(other, room.table.moves(other)[0], "person", room.places[other].person), 140.0)
    room.apply(log.Moved(seat, room.table.moves(seat)[0], "person", room.places[seat].person), 150.0)
    assert not room.missed_turns


@pytest.mark.rules("ALL-3")
def test_a_watcher_takes_a_bots_seat_and_sees_what_that_seat_may_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(1, 2)
        room, late = keeper.room, await party.enter(await party.visitor())
        bots = [seat for seat, place in enumerate(room.places) if place.level]
        assert keeper.updates.room_state(late.person).seats_for_you == bots
        assert keeper.updates.room_state(party.people[0].person).seats_for_you == []
        assert room.viewer_of(late.person.id) is None
        assert await refusal(late, wire.Sit()) == "refusal.gameIsOn"
        assert await refusal(late, wire.Sit(seat=0)) == "refusal.sitsThere"
        assert await refusal(party.people[0], wire.Sit(seat=bots[0])) == "refusal.gameIsOn"
        late.person = replace(late.person, character=CHARACTERS[0])
        await done(late, wire.Sit(seat=bots[0]))
        assert party.chair(bots[0]).character == CHARACTERS[0]
        assert room.viewer_of(late.person.id) == late.seat == bots[0]
        assert room.player_names[bots[0]] == late.person.name
        # somebody who was removed from one seat may not look at a second hand in the same round
        await done(party.people[0], wire.Remove(seat=bots[0]))
        assert room.places[bots[0]].level and room.viewer_of(late.person.id) is None
        del keeper.presence.viewers[late]
        await done(party.people[0], wire.Admit(removed=0))
        await party.enter(late)
        assert keeper.updates.room_state(late.person).seats_for_you == [bots[0]]
        assert await refusal(late, wire.Sit(seat=bots[1])) == "refusal.sawOtherHand"
        await done(late, wire.Sit(seat=bots[0]))

    at_a_party(tmp_path, monkeypatch, talk)


def test_a_vote_of_two_removes_a_player_and_never_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(4)
        host, rude, cy, dee = party.people
        assert rude.seat is not None and host.seat is not None
        assert await refusal(cy, wire.Remove(seat=host.seat)) == "refusal.hostStays"
        assert await refusal(cy, wire.Remove(seat=cy.seat)) == "refusal.removeOther"
        assert await refusal(await party.enter(await party.visitor()), wire.Remove(seat=rude.seat)) == "refusal.hostOnly"
        await done(cy, wire.Remove(seat=rude.seat))
        await done(dee, wire.Remove(seat=rude.seat))
        assert rude.person.id in keeper.room.removed and not keeper.room.votes
        assert keeper.presence.why_leave(rude.person.id) == "room.removed"

    at_a_party(tmp_path, monkeypatch, talk)


def test_absent_people_block_no_vote_and_their_votes_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(7)
        host, rude, *voters, ben, cy = party.people

        async def go_away(person: FakeConnection) -> None:
            keeper.remove(person)
            await keeper.write()

        def shown() -> tuple[list[int], int]:
            (vote,) = keeper.updates.room_state(host.person).votes
            return vote.voters, vote.needed

        for voter in voters:
            await done(voter, wire.Remove(seat=rude.seat))
        assert shown() == ([voter.seat for voter in voters], 4), "the host, ben and cy have not voted"
        await go_away(voters.pop())
        assert shown() == ([voter.seat for voter in voters], 3)
        await go_away(ben)
        assert shown() == ([voter.seat for voter in voters], 3)
        assert rude.person.id not in keeper.room.removed
        await go_away(cy)
        assert rude.person.id in keeper.room.removed, "two of the three who are there"
        assert not keeper.room.votes

    at_a_party(tmp_path, monkeypatch, talk)


def test_a_removed_watcher_stays_out_under_a_new_cookie_and_earlier_guests_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(2)
        neighbour, rude = await party.visitor(), await party.enter(await party.visitor())
        await party.wait(1)
        await done(party.people[0], wire.Remove(watcher=0))
        again = await party.visitor()
        for person, code in ((rude, "room.removed"), (again, "room.removedHere")):
            with pytest.raises(ValueError) as why:
                await party.enter(person)
            assert isinstance(why.value, RequestRefused) and why.value.sentence.key == code
        away = await party.visitor()
        away.address = "10.1.2.3"
        await party.enter(away)
        await party.enter(neighbour)
        assert "127.0.0.1" not in str(keeper.room.removed_marks)
        await done(party.people[0], wire.Admit(removed=0))
        await party.enter(again)

    at_a_party(tmp_path, monkeypatch, talk)


def test_behind_a_shut_door_only_those_inside_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(2, public=True)
        host, ben = party.people
        watcher = await party.enter(await party.visitor())
        assert await refusal(ben, wire.Door(open=False)) == "refusal.hostOnly"
        await done(host, wire.Door(open=False))
        assert await party.house.store.lobby(10) == []
        for person in (watcher, ben):
            del keeper.presence.viewers[person]
            await party.enter(person)
        with pytest.raises(ValueError, match="shut the door"):
            await party.enter(await party.visitor())
        await done(host, wire.Door(open=True))
        await party.enter(await party.visitor())
        assert len(await party.house.store.lobby(10)) == 1

    at_a_party(tmp_path, monkeypatch, talk)


def test_guests_propose_a_rematch_and_it_begins_if_the_host_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(2)
        host, ben = party.people
        assert await refusal(ben, wire.Rematch()) == "refusal.notOver"
        while keeper.room.phase == "playing":
            moves = keeper.room.table.moves(party.mover.seat)
            await party.mover.move(moves[len(moves) // 2])
        while not keeper.room.is_saved:
            await asyncio.sleep(0.001)
        await done(ben, wire.Rematch())
        (vote,) = keeper.updates.room_state(host.person).votes
        assert (vote.matter, vote.voters) == ("rematch", [ben.seat])
        await done(ben, wire.Rematch(on=False))
        assert not keeper.room.votes
        await done(ben, wire.Rematch())
        assert keeper.room.phase == "over"
        await party.wait(USUAL_PATIENCE)
        while keeper.room.phase != "playing":
            await asyncio.sleep(0.001)
        assert keeper.room.games == 2 and not keeper.room.votes

    at_a_party(tmp_path, monkeypatch, talk)


def test_what_happened_to_the_company_is_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(party: Party) -> None:
        keeper = await party.deal(3, 1)
        host, ben, cy = party.people
        late = await party.enter(await party.visitor())
        await done(late, wire.Sit(seat=next(seat for seat, place in enumerate(keeper.room.places) if place.level)))
        await done(ben, wire.Remove(seat=cy.seat))
        await done(host, wire.Door(open=False))
        await done(host, wire.Remove(seat=late.seat))
        again = Room(keeper.room.code)
        again.apply_all(await party.house.store.log_of(keeper.journal.id))
        for name in ("places", "players", "votes", "removed", "removed_marks", "held", "is_shut", "inside", "host"):
            assert getattr(again, name) == getattr(keeper.room, name), name

    at_a_party(tmp_path, monkeypatch, talk)
