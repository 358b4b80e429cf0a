"""Storms over several houses on one database: nothing that was acknowledged is lost or doubled."""

import asyncio
import copy
from collections.abc import Callable
from typing import cast

import psycopg
import pytest

from parlour.server.store.store import Store
from tests.server.helpers import postgres
from tests.server.helpers.chaos import Sent
from tests.server.helpers.houses import AuditOfHouses, HousesStorm, Roamer, houses_storm
from tests.server.helpers.storm import Figures
from tests.server.helpers.witness import (
    Ack,
    Claim,
    Write,
    flaws_of_acks,
    flaws_of_claims,
    flaws_of_notices,
    flaws_of_telling,
    flaws_of_writes,
    unowned,
)


def test_nothing_is_lost_in_a_storm_over_two_houses(postgres_server: postgres.Server, postgresql_url: str) -> None:
    """A proxy, a replica and a third house are in the long storm (tests/soak/test_houses_soak.py). Leases are shorter here."""
    faults = ["clock", "commit", "kill", "door", "commit", "drain", "stop", "deaf", "claims"]
    storm = houses_storm(
        postgres_server,
        postgresql_url.rpartition("/")[2],
        "houses 1",
        houses=2,
        tables=3,
        faults=faults,
        owned_within=20.0,
        pauses=(0.1, 0.6),
        lease=4.0,
    )
    assert storm.figures.acknowledged > 20 and storm.figures.games
    assert any(player.notes.acks for player in players_of(storm))
    assert '{"kind":"rooms","sender":"one"}' in storm.heard.payloads, "a house that is drained says that its rooms are free"
    asyncio.run(check_that_planted_flaws_are_found(storm))
    with psycopg.connect(storm.database, autocommit=True) as connection:
        connection.execute("UPDATE rooms SET phase = 'playing', owner = 'nobody' WHERE code = %s", [storm.spreads[0].code])
    assert unowned(storm.database) == [storm.spreads[0].code]


# ---- the audit finds planted flaws ------------------------------------------------------------------------------------


def players_of(storm: HousesStorm) -> list[Roamer]:
    return [cast(Roamer, player) for table in storm.spreads for player in table.players]


def mover_of(storm: HousesStorm) -> tuple[Roamer, str]:
    """Somebody with an acknowledged move, and the id of that move."""
    return next(
        (player, mark) for player in players_of(storm) for mark, sent in player.notes.sent.items() if sent.is_acknowledged
    )


def acknowledge_nothing(storm: HousesStorm) -> None:
    player, mark = mover_of(storm)
    player.notes.sent["ghost"] = Sent({"type": "move", "id": "ghost"}, player.notes.sent[mark].answers)


def refuse_a_move(storm: HousesStorm) -> None:
    player, mark = mover_of(storm)
    player.notes.sent[mark].answers[:] = [{"type": "refused", "why": "No.", "id": mark}]


def forget_a_move(storm: HousesStorm) -> None:
    player, mark = mover_of(storm)
    del player.notes.sent[mark]


def tell_another_event(storm: HousesStorm) -> None:
    player, _ = mover_of(storm)
    number = max(player.notes.events)
    player.notes.events[number] = {**player.notes.events[number], "card": "As"}


def tell_too_early(storm: HousesStorm) -> None:
    player, _ = mover_of(storm)
    player.notes.told_at[max(player.notes.told_at)] = 0.0


def show_another_commitment(storm: HousesStorm) -> None:
    player, _ = mover_of(storm)
    player.notes.commitments[1] = "00" * 32


def acknowledge_elsewhere(storm: HousesStorm) -> None:
    player = next(player for player in players_of(storm) if player.notes.acks)
    _, *when = player.notes.acks[0]
    player.notes.acks[0] = ("another", *when)  # type: ignore[assignment]


def show_a_card(storm: HousesStorm) -> None:
    storm.heard.payloads.append('{"kind":"said","about":"8h","sender":"one"}')


PLANTED: dict[Callable[[HousesStorm], None], str] = {
    refuse_a_move: "was refused and made",
    forget_a_move: "nobody sent",
    tell_another_event: "was told",
    tell_too_early: "it was committed at",
    show_another_commitment: "other commitments",
    acknowledge_elsewhere: "did not own the room",
    show_a_card: "says more",
}


async def check_that_planted_flaws_are_found(storm: HousesStorm) -> None:
    """Plant one flaw after the other in what a storm has left, and expect each to be found, alone."""
    figures, kept = storm.figures, [(player, player.notes) for player in players_of(storm)]
    heard = storm.heard.payloads[:]
    for plant, flaw in PLANTED.items():
        await _audit(storm, plant)
        assert len(storm.figures.flaws) == 1 and flaw in storm.figures.flaws[0], (plant, storm.figures.flaws)
        for player, notes in kept:
            player.notes = notes
        storm.heard.payloads[:] = heard
    await _audit(storm, acknowledge_nothing)
    assert storm.figures.lost == figures.lost + 1
    player, mark = mover_of(storm)
    audit = AuditOfHouses(cast(Store, None), Figures(), player.table)
    audit.moved[player.person, mark] = 2
    audit._check_moves(player)
    assert audit.figures.doubled == 1
    for player, notes in kept:
        player.notes = notes
    storm.figures = figures


async def _audit(storm: HousesStorm, plant: Callable[[HousesStorm], None]) -> None:
    for player in players_of(storm):
        player.notes = notes = copy.copy(player.notes)
        for name in ("sent", "events", "told_at", "commitments", "acks", "flaws"):
            setattr(notes, name, copy.copy(getattr(notes, name)))
        notes.sent = {mark: Sent(sent.request, sent.answers[:], sent.tabs) for mark, sent in notes.sent.items()}
    plant(storm)
    storm.figures = Figures()
    await storm.audit(storm.spreads)


GOOD = [Write(1, 0, 0, "one"), Write(1, 1, 0, "one"), Write(1, 2, 1, "two"), Write(2, 0, 0, "two"), Write(1, 3, 1, "two")]
OWNERS = [Claim(1, 0, "one", 10.0), Claim(1, 1, "two", 20.0), Claim(1, 2, None, 30.0), Claim(1, 3, "one", 30.0)]


@pytest.mark.parametrize(
    ("planted", "flaw"),
    [
        (Write(1, 4, 0, "one"), "older epoch"),
        (Write(1, 4, 1, "one"), "not written by the owner"),
        (Write(1, 5, 1, "two"), "gap"),
        (Write(1, 3, 1, "two"), "gap"),
    ],
)
def test_planted_flaws_of_writes_are_found(planted: Write, flaw: str) -> None:
    assert flaws_of_writes(GOOD) == []
    found = flaws_of_writes([*GOOD, planted])
    assert len(found) == 1 and flaw in found[0]


@pytest.mark.parametrize("planted", [Claim(1, 5, "two", 40.0), Claim(1, 3, "two", 30.0), Claim(1, 4, "two", 29.0)])
def test_planted_flaws_of_owners_are_found(planted: Claim) -> None:
    assert flaws_of_claims(OWNERS) == []
    assert len(flaws_of_claims([*OWNERS, planted])) == 1


@pytest.mark.parametrize(
    ("ack", "is_right"),
    [
        (Ack(1, "one", 11.0, 12.0), True),
        (Ack(1, "one", 19.9, 25.0), True),  # the answer was on its way for a long time
        (Ack(1, "one", 31.0, 32.0), True),
        (Ack(1, "two", 18.0, 20.1), True),
        (Ack(1, "one", 20.1, 21.0), False),
        (Ack(1, "two", 11.0, 12.0), False),
        (Ack(1, "two", 31.0, 32.0), False),
        (Ack(1, "three", 11.0, 12.0), False),
    ],
)
def test_a_house_that_acknowledges_in_the_time_of_another_is_found(ack: Ack, is_right: bool) -> None:
    assert (not flaws_of_acks([ack], OWNERS)) is is_right


def test_what_is_told_before_its_commit_or_between_houses_is_found() -> None:
    assert flaws_of_telling("ana", {1: 5.0, 2: 6.0}, {1: 5.0, 2: 5.5}) == []
    assert len(flaws_of_telling("ana", {1: 4.9, 2: 6.0, 3: 6.0}, {1: 5.0, 2: 5.5})) == 2
    assert (
        flaws_of_notices(['{"kind":"rooms","sender":"one"}', '{"kind":"person","about":"p1","sender":"one"}'], {"one", "p1"})
        == []
    )
    bad = [
        '{"kind":"person","about":"8h","sender":"one"}',
        '{"kind":"rooms","sender":"one","hand":["8h"]}',
        '{"kind":"card"}',
        "8h",
    ]
    assert len(flaws_of_notices(bad, {"one"})) == len(bad)
