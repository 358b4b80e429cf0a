"""Sessions: one for each browser of a guest, recognised by a signed cookie that is replaced from time to time.

A replaced cookie is accepted until the new one has been used, and a little longer, so that two tabs do not log each other out
and nobody loses their name because a response got lost.
"""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from ..store import people_queries as queries
from ..store.rows import PersonRow, SessionRow
from .people import ID_BYTES, People, Person

ROTATE_SECONDS = 86_400
"""The age in seconds at which a cookie is replaced."""
OVERLAP_SECONDS = 300
"""How many seconds the previous cookie is accepted after the first use of the new one."""
CACHE_SIZE = 10_000
CACHE_SECONDS = 30
"""How long a cached session is used: another server may end it."""
T = TypeVar("T")


class SessionStore(Protocol):
    """The methods of the store used here."""

    async def read(self, op: Callable[[Connection], T]) -> T: ...
    async def write(self, op: Callable[[Connection], T]) -> T: ...
    async def person(self, id: str) -> PersonRow | None: ...


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The owner of a cookie. `session` is None for a cookie from before there were sessions."""

    person: Person
    session: SessionRow | None
    serial: int


class Sessions:
    """The sessions of all guests."""

    def __init__(self, store: SessionStore, people: People, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._people = people
        self._clock = clock
        self._cache: OrderedDict[str, tuple[SessionRow, float]] = OrderedDict()

    # ---- cookies -------------------------------------------------------------------------------------------------

    async def by_cookie(self, value: str) -> SignedIn | None:
        """Return the owner of a cookie; None if it is forged, too old or signed out."""
        if not value.isascii():
            return None
        id, _, rest = value.partition(".")
        token, dot, signature = rest.partition(".")
        if not dot:
            return await self._by_old_cookie(id, rest)
        if not hmac.compare_digest(signature, self._people.signature("session", f"{id}.{token}")):
            return None
        session_id, _, serial = token.partition("-")
        session = await self._accepted(session_id, int(serial))
        if session is None or session.person != id:
            return None
        person = await self._people.by_id(id)
        return None if person is None else SignedIn(person, session, int(serial))

    async def _by_old_cookie(self, id: str, signature: str) -> SignedIn | None:
        """Accept a cookie from before there were sessions, until the person logs out everywhere."""
        if not hmac.compare_digest(signature, self._people.signature("guest", id)):
            return None
        row = await self._store.person(id)
        if row is None or not row.old_cookies:
            return None
        person = await self._people.by_id(id)
        return None if person is None else SignedIn(person, None, 0)

    async def _accepted(self, id: str, serial: int) -> SessionRow | None:
        """Return a session if a cookie with this serial number is accepted."""
        session, until = self._cache.get(id, (None, 0.0))
        if session is None or session.serial != serial or self._clock() >= until:
            session = await self._store.read(lambda connection: queries.session(connection, id))
            if session is None:
                self._cache.pop(id, None)
                return None
            self._keep(session)
        now = self._clock()
        if serial == session.serial:
            if not session.used_at:
                await self._store.write(lambda connection: queries.use_session(connection, id, serial, now))
                session = self._keep(replace(session, used_at=now))
            return session
        is_previous = serial == session.serial - 1
        return session if is_previous and (not session.used_at or now < session.used_at + OVERLAP_SECONDS) else None

    def _keep(self, session: SessionRow) -> SessionRow:
        self._cache[session.id] = session, self._clock() + CACHE_SECONDS
        self._cache.move_to_end(session.id)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return session

    def _cookie(self, session: SessionRow) -> str:
        signed = f"{session.person}.{session.id}-{session.serial}"
        return f"{signed}.{self._people.signature('session', signed)}"

    # ---- changes -------------------------------------------------------------------------------------------------

    async def begin(self, person: Person) -> str:
        """Begin a session and return its cookie."""
        session = SessionRow(secrets.token_hex(ID_BYTES), person.id, 1, self._clock(), 0.0)
        await self._store.write(lambda connection: queries.add_session(connection, session))
        return self._cookie(self._keep(session))

    async def cookie_for(self, person: Person, signed_in: SignedIn | None) -> str | None:
        """Return the cookie to send to a person; None if the one they have sent is about to end and must not be replaced."""
        if signed_in is None or signed_in.session is None or signed_in.person.id != person.id:
            return await self.begin(person)
        session = signed_in.session
        if signed_in.serial != session.serial:
            # the new cookie may have been lost on its way; once it was used, only its own holder gets another one
            return None if session.used_at else self._cookie(session)
        if self.is_due(signed_in):
            now, id, serial = self._clock(), session.id, session.serial
            rotated = await self._store.write(lambda connection: queries.rotate_session(connection, id, serial, now))
            if rotated is None:  # signed out in the meantime
                return None
            session = self._keep(rotated)
        return self._cookie(session)

    def is_due(self, signed_in: SignedIn) -> bool:
        """Whether it is time for a new cookie."""
        session = signed_in.session
        if session is None:
            return True
        return signed_in.serial == session.serial and self._clock() - session.issued_at >= ROTATE_SECONDS

    async def end_all(self, person: Person, keep: SignedIn | None = None) -> int:
        """Log a person out everywhere but in the session `keep`; return how many sessions ended."""
        kept = keep.session.id if keep is not None and keep.session is not None else ""
        ended = await self._store.write(lambda connection: queries.end_sessions(connection, person.id, kept))
        self.forget(person.id, kept)
        return ended

    def forget(self, person: str, kept: str = "") -> None:
        """Drop a person's sessions from the cache, except the one with the id `kept`."""
        for id, (session, _) in list(self._cache.items()):
            if session.person == person and id != kept:
                del self._cache[id]

    def forget_all(self) -> None:
        """Drop all sessions from the cache."""
        self._cache.clear()

    async def sweep(self, before: float) -> int:
        """Delete sessions whose cookie was issued before this time and has expired in every browser."""
        return await self._store.write(lambda connection: queries.sweep_sessions(connection, before))
