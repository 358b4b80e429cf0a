"""The fair deal at a table: who adds what, in which order, and what happens if somebody does not."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from parlour import game_ids
from parlour.server import wire
from parlour.server.fairness import deal
from parlour.server.fairness.contributor import Contributor
from parlour.server.fairness.mixing import Stage
from parlour.server.house import House
from parlour.server.ops.limits import Limits
from parlour.server.rooms import dealing
from parlour.server.rooms.keeper import Keeper
from parlour.server.store import log
from parlour.server.store.rows import CLOSED, GATHERING, PLAYING
from tests.server.helpers.quiet import FakeConnection, run

GAME = game_ids()[0]
NUMBERS = ["11" * 16, "22" * 16, "33" * 16]


async def table(house: House, people: int = 2, bots: int = 1) -> tuple[Keeper, list[FakeConnection]]:
    """A table with people and bots before the deal."""
    guests = [FakeConnection(house.rooms, await house.people.new(), 0.0) for _ in range(people)]
    code = await house.rooms.open(guests[0].person, log.Plan(GAME, people + bots, pace=0), ["beginner"] * bots)
    keeper = await house.rooms.keeper(code)
    assert keeper is not None
    for guest in guests:
        await keeper.enter(guest, 0)
    for guest in guests[1:]:
        await done(guest, wire.Sit())
    return keeper, guests


async def done(guest: FakeConnection, request: wire.Request) -> None:
    answer = await guest.ask(request)
    assert isinstance(answer, wire.Done), answer


async def why(guest: FakeConnection, request: wire.Request) -> str:
    answer = await guest.ask(request)
    assert isinstance(answer, wire.Refused), answer
    return answer.code


def pledge(keeper: Keeper, number: str) -> wire.Pledge:
    return wire.Pledge(commitment=deal.number_commitment(keeper.room.commitment, number))


async def begun(keeper: Keeper) -> None:
    """Wait until the cards are dealt."""
    while keeper.room.phase != PLAYING:
        await asyncio.sleep(0.005)


def told(keeper: Keeper, guest: FakeConnection) -> dict[str, Any]:
    """The room message for a guest, as its client reads it."""
    room: dict[str, Any] = msgspec.json.decode(keeper.updates.room_frame(guest.person))
    return room


def test_the_deal_waits_for_all_numbers_and_follows_from_them(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        room, published = keeper.room, keeper.room.commitment
        secret = room.mixing.secret
        await done(ana, pledge(keeper, NUMBERS[0]))
        await done(ben, pledge(keeper, NUMBERS[1]))
        seats = [room.seat_of(guest.person.id) or 0 for guest in (ana, ben)]
        pledges = {pledge["seat"]: pledge["commitment"] for pledge in told(keeper, ana)["pledges"]}
        assert pledges == {seat: deal.number_commitment(published, n) for seat, n in zip(seats, NUMBERS, strict=False)}
        await done(ana, wire.Start())
        assert room.phase == GATHERING and told(keeper, ben)["dealing"] == "revealing"
        await done(ana, wire.Reveal(number=NUMBERS[0]))
        assert room.phase == GATHERING
        # nobody is told a number, or the secret, before the game is over
        assert not any(hidden in keeper.updates.room_frame(ben.person) for hidden in (NUMBERS[0], secret))
        await done(ben, wire.Reveal(number=NUMBERS[1]))
        assert room.phase == PLAYING and room.commitment == published and told(keeper, ben)["dealing"] == ""
        assert room.table.seed == deal.seed_of(secret, sorted(zip(seats, NUMBERS, strict=False)))
        assert len(told(keeper, ana)["pledges"]) == 2

    run(tmp_path, talk)


def test_nothing_can_be_changed_once_the_list_is_fixed(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        mine = pledge(keeper, NUMBERS[0])
        await done(ana, mine)
        await done(ana, mine)
        assert await why(ben, mine) == "refusal.pledgedAlready"
        assert await why(ben, wire.Reveal(number=NUMBERS[1])) == "refusal.notRevealing"
        await done(ana, wire.Start())
        assert keeper.room.mixing.awaited == [ana.person.id]
        assert await why(ben, pledge(keeper, NUMBERS[1])) == "refusal.gameIsOn"
        assert await why(ana, pledge(keeper, NUMBERS[2])) == "refusal.gameIsOn"
        assert await why(ana, wire.Reveal(number=NUMBERS[2])) == "refusal.otherNumber"
        assert await why(ben, wire.Reveal(number=NUMBERS[1])) == "refusal.notRevealing"
        for request in (wire.Start(), wire.Rise(), wire.AddBot(), wire.Replan(change=wire.Change(pace=1))):
            assert await why(ana, request) == "refusal.dealing"
        await done(ana, wire.Reveal(number=NUMBERS[0]))
        assert keeper.room.phase == PLAYING

    run(tmp_path, talk)


def test_a_host_who_has_used_up_the_quotas_of_the_room_keeps_nobody_out_of_the_deal(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        while isinstance(await ana.ask(wire.Replan(change=wire.Change(pace=1))), wire.Done):
            await ana.ask(wire.Replan(change=wire.Change(pace=0)))
        house.rooms.limits.entries_of_room.take(keeper.room.code, 10_000)
        await done(ben, pledge(keeper, NUMBERS[1]))
        house.rooms.limits = Limits(house.rooms.settings)
        await done(ana, wire.Start())
        house.rooms.limits.entries_of_room.take(keeper.room.code, 10_000)
        await done(ben, wire.Reveal(number=NUMBERS[1]))
        assert keeper.room.phase == PLAYING

    run(tmp_path, talk)


def test_nobody_fills_the_log_with_commitments(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, _) = await table(house)
        for number in range(dealing.MOST_PLEDGES):
            await done(ana, pledge(keeper, f"{number:032x}"))
        assert await why(ana, pledge(keeper, NUMBERS[0])) == "refusal.tooMany"

    run(tmp_path, talk)


def test_without_a_pledge_of_somebody_present_the_house_deals_at_once(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        await done(ben, pledge(keeper, NUMBERS[1]))
        keeper.remove(ben)
        await done(ana, wire.Start())
        assert keeper.room.phase == PLAYING
        proof = keeper.room.proof
        assert proof is not None and "numbers" in proof and proof["numbers"] == []

    run(tmp_path, talk)


def test_a_person_who_does_not_reveal_is_left_out_and_the_deal_starts_again(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben, cleo) = await table(house, 3, 1)
        room, mixing = keeper.room, keeper.room.mixing
        for guest, number in zip((ana, ben, cleo), NUMBERS, strict=True):
            await done(guest, pledge(keeper, number))
        await done(ana, wire.Start())
        await done(ana, wire.Reveal(number=NUMBERS[0]))
        await done(ben, wire.Reveal(number=NUMBERS[1]))
        house.rooms.settings = replace(house.rooms.settings, deal_wait=0.01)
        await keeper.write(*dealing.give_up_waiting(room))
        assert room.mixing.secret != mixing.secret
        await begun(keeper)  # this time nobody answers, so the house deals alone
        proof = room.proof
        assert proof is not None and "attempts" in proof and proof["numbers"] == []
        assert [attempt["left_out"] for attempt in proof["attempts"]] == [[room.seat_of(cleo.person.id)]]
        assert told(keeper, ana)["left_out"] == [room.seat_of(cleo.person.id)]

    run(tmp_path, talk)


def test_a_repeated_deal_goes_on_with_the_last_commitment(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        await done(ana, pledge(keeper, NUMBERS[0]))
        await done(ben, pledge(keeper, NUMBERS[1]))
        await done(ana, wire.Start())
        await done(ana, wire.Reveal(number=NUMBERS[0]))
        await keeper.write(*dealing.give_up_waiting(keeper.room))
        assert keeper.room.mixing.stage is Stage.PLEDGING and told(keeper, ana)["dealing"] == "pledging"
        assert await why(ben, pledge(keeper, NUMBERS[1])) == "refusal.leftOut"
        await done(ana, pledge(keeper, NUMBERS[2]))
        assert told(keeper, ana)["dealing"] == "revealing"
        await done(ana, wire.Reveal(number=NUMBERS[2]))
        assert keeper.room.phase == PLAYING
        # a person who was left out takes part in the next deal again
        assert keeper.room.mixing.left_out == set()

    run(tmp_path, talk)


def test_a_deal_goes_on_after_the_room_was_loaded_again(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        await done(ana, pledge(keeper, NUMBERS[0]))
        await done(ana, wire.Start())
        house.rooms.unload(keeper)
        again = await house.rooms.keeper(keeper.room.code)
        assert again is not None and again is not keeper and again.room.mixing.stage is Stage.REVEALING
        house.rooms.settings = replace(house.rooms.settings, deal_wait=0.01)
        await again.enter(FakeConnection(house.rooms, ben.person, 0.0), 0)
        await begun(again)

    run(tmp_path, talk)


def test_deleting_a_person_removes_no_number_from_the_deal(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        room, seat = keeper.room, keeper.room.seat_of(ben.person.id)
        assert seat is not None
        await done(ana, pledge(keeper, NUMBERS[0]))
        await done(ben, pledge(keeper, NUMBERS[1]))
        await done(ana, wire.Start())
        await done(ben, wire.Reveal(number=NUMBERS[1]))
        forgetting = asyncio.create_task(house.forget(ben.person))
        await asyncio.sleep(0)
        await done(ana, wire.Reveal(number=NUMBERS[0]))
        await forgetting
        assert room.proof is not None and "numbers" in room.proof
        assert sorted(part["number"] for part in room.proof["numbers"]) == NUMBERS[:2]
        assert room.phase == PLAYING and room.places[seat].level and not room.places[seat].person

    run(tmp_path, talk)


def test_a_deal_that_nobody_watches_does_not_keep_anybody_from_deleting_themselves(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, _) = await table(house)
        await done(ana, pledge(keeper, NUMBERS[0]))
        await done(ana, wire.Start())
        house.rooms.unload(keeper)
        house.rooms.settings = replace(house.rooms.settings, deal_wait=0.01)
        again = await house.rooms.keeper(keeper.room.code)
        assert again is not None
        await house.forget(ana.person)
        assert again.room.phase == PLAYING and again.room.seat_of(ana.person.id) is None

    run(tmp_path, talk)


def test_a_room_that_is_closed_while_cards_are_dealt_stays_closed(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, _) = await table(house)
        await done(ana, pledge(keeper, NUMBERS[0]))
        await done(ana, wire.Start())
        assert keeper.mailbox.is_scheduled("deal")
        await house.close_room(keeper.room.code)
        assert await why(ana, wire.Chat(text="?")) == "refusal.closed"
        assert not keeper.mailbox.is_scheduled("deal") and keeper.room.phase == CLOSED

    run(tmp_path, talk)


def test_a_program_takes_part_by_itself(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, guests = await table(house)
        clients = [(guest, Contributor()) for guest in guests]
        for stage in ("", "revealing"):
            assert told(keeper, guests[0])["dealing"] == stage
            for guest, client in clients:
                asked = client.answer(told(keeper, guest))
                assert asked is not None
                await done(guest, msgspec.convert(asked, wire.Pledge if not stage else wire.Reveal))
            if not stage:
                assert [client.answer(told(keeper, guest)) for guest, client in clients] == [None, None]
                await done(guests[0], wire.Start())
        assert keeper.room.phase == PLAYING
        assert clients[0][1].answer(told(keeper, guests[0])) is None
        (number,) = clients[0][1].numbers.values()
        assert number in str(keeper.room.proof)

    run(tmp_path, talk)


def test_a_person_who_leaves_during_the_deal_is_replaced_without_the_grace_time(tmp_path: Path) -> None:
    async def talk(house: House) -> None:
        keeper, (ana, ben) = await table(house)
        keeper.room.plan = msgspec.structs.replace(keeper.room.plan, grace=100_000)
        seat = keeper.room.seat_of(ben.person.id)
        assert seat is not None
        await done(ana, pledge(keeper, NUMBERS[0]))
        await done(ana, wire.Start())
        keeper.remove(ben, for_good=True)
        await keeper.write()
        assert keeper.room.mixing.is_dealing and not keeper.room.places[seat].stand_in
        await done(ana, wire.Reveal(number=NUMBERS[0]))
        while not keeper.room.places[seat].stand_in:
            await asyncio.sleep(0.005)
        await keeper.enter(ben, 0)
        await keeper.write()
        assert not keeper.room.places[seat].stand_in, "a person who comes back plays on"

    run(tmp_path, talk)
