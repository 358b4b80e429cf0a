"""Recognises guests by their cookie, and creates new ones."""

from starlette.types import Scope

from ..house import House
from ..people.people import Person
from .errors import HttpError, too_many
from .requests import address_of

COOKIE = "parlour"
YEAR = 365 * 86_400
SIGNED_IN = "parlour.signed_in"
"""The key in the scope of a request for the person and session that its cookie identifies."""
BANNED = "You have been banned from this house."


async def person_of(house: House, scope: Scope) -> Person | None:
    """Return the person a request comes from, according to its cookie; raise an HttpError if they are banned."""
    if address_of(scope) in house.bans:
        raise HttpError(403, BANNED)
    for name, value in scope["headers"]:
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, _, text = pair.strip().partition("=")
                if key == COOKIE and (signed_in := await house.sessions.by_cookie(text)) is not None:
                    if signed_in.person.id in house.bans:
                        raise HttpError(403, BANNED)
                    scope[SIGNED_IN] = signed_in
                    return signed_in.person
    return None


async def new_guest(house: House, scope: Scope) -> Person:
    """Create a guest, unless this address has created too many."""
    seconds = house.limits.people.take(address_of(scope))
    if seconds:
        raise too_many(seconds)
    return await house.people.new()


def is_cookie_due(house: House, scope: Scope) -> bool:
    """Whether it is time to replace the cookie of a request."""
    return SIGNED_IN in scope and house.sessions.is_due(scope[SIGNED_IN])


async def cookie_header(house: House, person: Person, scope: Scope) -> str | None:
    """Return the Set-Cookie header of a guest. Scripts cannot read it, and other sites cannot send it with a request that
    changes something.

    Return None if this request must not get a cookie, because a newer one is already in use.
    """
    cookie = await house.sessions.cookie_for(person, scope.get(SIGNED_IN))
    return None if cookie is None else _header(cookie, YEAR, scope)


def no_cookie(scope: Scope) -> str:
    """Return the Set-Cookie header that deletes the cookie."""
    return _header("", 0, scope)


def _header(cookie: str, seconds: int, scope: Scope) -> str:
    secure = "; Secure" if scope.get("scheme") in ("https", "wss") else ""
    return f"{COOKIE}={cookie}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax{secure}"
