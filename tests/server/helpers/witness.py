"""The witness of a storm over several houses: what the database and the guests saw, and what they must never see.

Triggers note every write and every new owner. Guests note which house acknowledged a move, and when they were told of each
event.
"""

import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import psycopg

from parlour.server.store.notices import CHANNEL, Notice

RECORD = """
CREATE TABLE writes (room int, number int, epoch int, writer text);
CREATE TABLE claims (room int, epoch int, owner text, at double precision);
CREATE FUNCTION record_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO writes SELECT NEW.room, NEW.number, epoch, current_setting('application_name') FROM rooms WHERE id = NEW.room;
    RETURN NEW;
END $$;
CREATE FUNCTION record_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO claims VALUES (NEW.id, NEW.epoch, NEW.owner, extract(epoch FROM clock_timestamp()));
    RETURN NEW;
END $$;
CREATE TRIGGER record_write AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION record_write();
CREATE TRIGGER record_claim AFTER INSERT OR UPDATE OF owner, epoch ON rooms FOR EACH ROW EXECUTE FUNCTION record_claim();
"""
UNOWNED = """
SELECT code FROM rooms WHERE phase IN ('playing', 'scored') AND NOT EXISTS (
    SELECT FROM servers WHERE name = owner AND name <> %s AND lease_until > extract(epoch FROM clock_timestamp())
)
"""
COMMITS = "SELECT number, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 FROM log WHERE room = %s"


class Write(NamedTuple):
    """An entry of a log as the database saw it arrive: the epoch of the room then, and the house that wrote it."""

    room: int
    number: int
    epoch: int
    writer: str


class Claim(NamedTuple):
    """A new owner of a room, and the time of the change; the owner is None while nobody has the room."""

    room: int
    epoch: int
    owner: str | None
    at: float


class Ack(NamedTuple):
    """A move that a house acknowledged between two moments: when it was sent, and when the answer arrived."""

    room: int
    house: str
    sent_at: float
    heard_at: float
    mark: str = ""


def flaws_of_writes(writes: Iterable[Write]) -> list[str]:
    """Return what is wrong with the writes of all rooms: gaps, an epoch that goes back, or two writers in one epoch."""
    flaws: list[str] = []
    last: dict[int, Write] = {}
    writers: dict[tuple[int, int], str] = {}
    for write in sorted(writes):
        before = last.get(write.room)
        if write.number != (0 if before is None else before.number + 1):
            flaws.append(f"there is a gap before {write}")
        if before is not None and write.epoch < before.epoch:
            flaws.append(f"{write} is of an older epoch than {before}")
        if writers.setdefault((write.room, write.epoch), write.writer) != write.writer:
            flaws.append(f"{write} was not written by the owner, {writers[write.room, write.epoch]}")
        last[write.room] = write
    return flaws


def flaws_of_claims(claims: Iterable[Claim]) -> list[str]:
    """Return what is wrong with the owners of all rooms: every new one has the next epoch, and begins after the one before."""
    flaws: list[str] = []
    last: dict[int, Claim] = {}
    for claim in sorted(claims, key=lambda claim: (claim.room, claim.epoch)):
        before = last.get(claim.room)
        if claim.epoch != (0 if before is None else before.epoch + 1):
            flaws.append(f"{claim} does not have the epoch after {before}")
        if before is not None and claim.at < before.at:
            flaws.append(f"{claim} began before {before}")
        last[claim.room] = claim
    return flaws


def flaws_of_acks(acks: Iterable[Ack], claims: Iterable[Claim]) -> list[str]:
    """Return the moves that a house acknowledged at a time when it did not own the room."""
    owners: dict[int, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda claim: claim.epoch):
        owners[claim.room].append(claim)
    flaws = []
    for ack in acks:
        known = owners[ack.room]
        ends = [later.at for later in known[1:]] + [float("inf")]
        mine = [(claim.at, end) for claim, end in zip(known, ends, strict=True) if claim.owner == ack.house]
        if not any(begin <= ack.heard_at and ack.sent_at <= end for begin, end in mine):
            flaws.append(f"{ack} was given by a house that did not own the room: {known}")
    return flaws


def flaws_of_telling(name: str, told: Mapping[int, float], committed: Mapping[int, float]) -> list[str]:
    """Return the events that somebody was told before the move was committed, by event number."""
    commits = {number: committed.get(number, float("inf")) for number in told}
    early = [(number, at, commits[number]) for number, at in told.items() if at < commits[number]]
    return [f"{name} was told event {number} at {at}, it was committed at {commit}" for number, at, commit in early]


ADDRESS = "127.0.0.1"
"""The address from which everybody in a storm connects."""


def flaws_of_notices(payloads: Iterable[str], known: Collection[str]) -> list[str]:
    """Return the notices between houses that are not an id or are of an unknown kind: they must never name a card.

    `known` are ids of people and names of houses.
    """
    flaws = []
    for payload in payloads:
        try:
            notice = msgspec.json.decode(payload, type=Notice)
        except msgspec.DecodeError:
            flaws.append(f"{payload!r} is not a notice")
            continue
        more = msgspec.json.decode(payload).keys() - {"kind", "about", "sender"}
        about = notice.about.rpartition(" ")[2] if notice.kind == "counted" else notice.about
        if more or (about and about not in {*known, ADDRESS}) or notice.sender not in known:
            flaws.append(f"{payload!r} says more than who has changed")
    return flaws


class Heard:
    """The notices of the houses, as received by somebody who also listens on the database.

    One connection stays open from before the first notice to the end: between two connections, notices are lost.
    """

    def __init__(self) -> None:
        self.payloads: list[str] = []
        self.is_listening = threading.Event()
        self.is_over = threading.Event()

    def listen(self, database: str) -> None:
        """Listen until all is over, in a thread; a connection that is lost ends it early."""
        with suppress(psycopg.Error), psycopg.connect(database, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self.is_listening.set()
            while not self.is_over.is_set():
                for notice in connection.notifies(timeout=1.0):
                    self.payloads.append(notice.payload)


def recorded(database: str) -> tuple[list[Write], list[Claim]]:
    """Return all writes and claims of a storm."""
    with psycopg.connect(database) as connection:
        writes: list[Any] = connection.execute("SELECT room, number, epoch, writer FROM writes").fetchall()
        claims: list[Any] = connection.execute("SELECT room, epoch, owner, at FROM claims").fetchall()
    return [Write(*row) for row in writes], [Claim(*row) for row in claims]


def commits(database: str, room: int) -> dict[int, float]:
    """Return when each entry of a room's log was committed."""
    with psycopg.connect(database) as connection:
        rows: list[Any] = connection.execute(COMMITS, [room]).fetchall()
    return dict(rows)


def unowned(database: str, dead: str = "") -> list[str]:
    """Return the codes of rooms with a game in progress that no living house keeps; the house `dead` is not living."""
    with psycopg.connect(database) as connection:
        rows: list[Any] = connection.execute(UNOWNED, [dead]).fetchall()
    return [code for (code,) in rows]
