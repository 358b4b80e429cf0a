"""The SQL of leases and owners: which server runs which room.

A room has one owner. Every new owner raises the room's epoch. An append checks the epoch while it holds a lock on the room, and
a claim skips a room that is locked: after a claim, the earlier owner can never write to that room again.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, or_, select, true, update

from .clock import database_time
from .errors import LogConflict
from .lease import LEASE, Neighbour, Renewal
from .rows import RUNNING
from .schema import rooms, servers

CHUNK = 500
"""Rooms per statement: databases limit its number of parameters."""


# inserting a row into the log takes the same lock on its room anyway
_EPOCHS = (
    select(rooms.c.id, rooms.c.epoch)
    .where(rooms.c.id.in_(bindparam("wanted", expanding=True)))
    .with_for_update(read=True, key_share=True)
)
LATEST = 2 * LEASE
"""The most seconds from now until a lease may end: a server may have renewed it since the time was read."""


def is_living(now: float) -> ColumnElement[bool]:
    """Return the condition that a lease holds. A lease that ends far in the future was taken before the clock was set back."""
    return and_(servers.c.lease_until > now, servers.c.lease_until <= now + LATEST)


def renew(connection: Connection, server: str, url: str, now: float | None, *, may_have_lapsed: bool = False) -> Renewal:
    """Renew the lease of this server, and read the state of the others.

    `may_have_lapsed` means that the server could not tell for a while if its lease held. Then it is told which rooms it still
    has, even if the database says that the lease holds: an earlier renewal may have been committed without an answer.
    """
    at = database_time(connection) if now is None else now
    own = connection.execute(select(servers.c.lease_until).where(servers.c.name == server)).first()
    renewed = {"alive_at": at, "lease_until": at + LEASE, "url": url}
    connection.execute(update(servers).where(servers.c.name == server).values(renewed))
    others = connection.execute(select(servers.c.name, servers.c.url, servers.c.lease_until).where(servers.c.name != server))
    living, lapsed = [], []
    for row in others:
        if at < row.lease_until <= at + LATEST:
            living.append(Neighbour(row.name, row.url))
        else:
            lapsed.append(row.name)
    held = own is not None and at < own.lease_until <= at + LATEST
    rooms_left = owned(connection, server) if may_have_lapsed or not held else None
    return Renewal(at, rooms_left, tuple(living), tuple(lapsed))


def end_lease(connection: Connection, server: str) -> None:
    """End the lease of this server now, because it stops."""
    connection.execute(update(servers).where(servers.c.name == server).values(lease_until=0.0))


def check_epochs(connection: Connection, expected: Mapping[int, int]) -> None:
    """Raise a LogConflict unless these rooms have these epochs; the epochs cannot change until the transaction ends."""
    wanted = list(expected)
    for start in range(0, len(wanted), CHUNK):
        found = {id: epoch for id, epoch in connection.execute(_EPOCHS, {"wanted": wanted[start : start + CHUNK]})}
        if any(found.get(room) != expected[room] for room in wanted[start : start + CHUNK]):
            raise LogConflict("Another server keeps this room now, or it is gone: its log must be read again.")


def claim(connection: Connection, room: int, server: str, now: float) -> int | None:
    """Make this server the owner of a room, unless its present owner is living, and return the room's epoch.

    Return None if the room belongs to another living server, is being written to, or does not exist.
    """
    query = select(rooms.c.owner, rooms.c.epoch).where(rooms.c.id == room)
    row = connection.execute(query.with_for_update(skip_locked=True)).first()
    if row is None:
        return None
    if row.owner == server:
        return int(row.epoch)
    if row.owner is not None and not _has_lapsed(connection, row.owner, now):
        return None
    return _take(connection, [room], server)[room]


def _has_lapsed(connection: Connection, server: str, now: float) -> bool:
    """Whether a server has no lease any more. If so, it cannot renew its lease before this transaction ends."""
    is_kept = connection.scalar(select(is_living(now)).where(servers.c.name == server))
    if is_kept is None:
        return True
    lapsed = select(servers.c.name).where(servers.c.name == server, ~is_living(now)).with_for_update(skip_locked=True)
    return not is_kept and connection.scalar(lapsed) is not None


def claim_lapsed(connection: Connection, server: str, now: float, most: int, but: Collection[int]) -> dict[int, int]:
    """Claim up to `most` rooms with a game in progress that no living server runs; return their epochs by id.

    Servers that claim at the same time get different rooms. The rooms in `but` are left alone.
    """
    lapsed = select(servers.c.name).where(servers.c.name != server, ~is_living(now)).with_for_update(skip_locked=True)
    names = list(connection.scalars(lapsed))
    is_unknown = rooms.c.owner.not_in(select(servers.c.name))
    keeps_nobody = or_(rooms.c.owner.is_(None), is_unknown, rooms.c.owner.in_(names))
    query = select(rooms.c.id).where(rooms.c.phase.in_(RUNNING), keeps_nobody, rooms.c.id.not_in(but) if but else true())
    found = list(connection.scalars(query.order_by(rooms.c.id).limit(most).with_for_update(skip_locked=True)))
    return _take(connection, found, server)


def has_lapsed_rooms(connection: Connection, now: float, but: Collection[int]) -> bool:
    """Whether `claim_lapsed` may find something."""
    living = select(servers.c.name).where(is_living(now))
    is_kept = and_(rooms.c.owner.is_not(None), rooms.c.owner.in_(living))
    query = select(rooms.c.id).where(rooms.c.phase.in_(RUNNING), ~is_kept, rooms.c.id.not_in(but) if but else true())
    return connection.scalar(query.limit(1)) is not None


def _take(connection: Connection, found: list[int], server: str | None) -> dict[int, int]:
    """Give locked rooms to a server, or to none, and return their new epochs."""
    epochs: dict[int, int] = {}
    for start in range(0, len(found), CHUNK):
        taken = update(rooms).where(rooms.c.id.in_(found[start : start + CHUNK])).values(owner=server, epoch=rooms.c.epoch + 1)
        epochs |= {row.id: row.epoch for row in connection.execute(taken.returning(rooms.c.id, rooms.c.epoch))}
    return epochs


def hand_over(connection: Connection, room: int, server: str, heir: str | None) -> bool:
    """Give a room of this server to another one, or to none; return False if this server no longer owned it."""
    own = select(rooms.c.id).where(rooms.c.id == room, rooms.c.owner == server).with_for_update()
    return connection.scalar(own) is not None and bool(_take(connection, [room], heir))


def owner_of(connection: Connection, room: int, now: float) -> Neighbour | None:
    """Return the living server that runs a room; None if there is none."""
    query = select(servers.c.name, servers.c.url).join(rooms, rooms.c.owner == servers.c.name)
    row = connection.execute(query.where(rooms.c.id == room, is_living(now))).first()
    return None if row is None else Neighbour(row.name, row.url)


def rooms_elsewhere(connection: Connection, server: str, host: str, since: float, now: float) -> tuple[int, int]:
    """Return how many rooms in use other living servers run, and how many of them this person hosts."""
    living = select(servers.c.name).where(servers.c.name != server, is_living(now))
    in_use = or_(rooms.c.phase.in_(RUNNING), and_(rooms.c.phase != "closed", rooms.c.changed_at > since))
    counted = select(func.count(), func.count().filter(rooms.c.host == host)).select_from(rooms)
    row = connection.execute(counted.where(rooms.c.owner.in_(living), in_use)).one()
    return int(row[0]), int(row[1])


def owned(connection: Connection, server: str) -> dict[int, int]:
    """Return the epochs of all rooms of a server, by id."""
    query = select(rooms.c.id, rooms.c.epoch).where(rooms.c.owner == server, rooms.c.phase != "closed")
    return {row.id: row.epoch for row in connection.execute(query)}
