"""Recognises guests by their cookie, and creates new ones."""

from starlette.types import Scope

from ..house import House
from ..people.people import Person
from .errors import HttpError, too_many
from .requests import address_of

COOKIE = "parlour"
YEAR = 365 * 86_400
BANNED = "You have been banned from this house."


async def person_of(house: House, scope: Scope) -> Person | None:
    """Return the person a request comes from, according to its cookie; an HttpError if they are banned."""
    if address_of(scope) in house.bans:
        raise HttpError(403, BANNED)
    for name, value in scope["headers"]:
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, _, text = pair.strip().partition("=")
                if key == COOKIE and (person := await house.people.by_cookie(text)) is not None:
                    if person.id in house.bans:
                        raise HttpError(403, BANNED)
                    return person
    return None


async def new_guest(house: House, scope: Scope) -> Person:
    """Create a guest, unless this address has created too many."""
    seconds = house.limits.people.take(address_of(scope))
    if seconds:
        raise too_many(seconds)
    return await house.people.new()


def cookie_header(house: House, person: Person, scope: Scope) -> str:
    """Return the Set-Cookie header of a guest. Scripts cannot read it, and other sites cannot send it with a change."""
    secure = "; Secure" if scope.get("scheme") in ("https", "wss") else ""
    return f"{COOKIE}={house.people.cookie(person)}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"
