"""People: guests with a name and a colour, known again by a signed cookie, and by a code that they take to another device."""

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from ..core.texts import sentence, text

COLOURS = ("red", "orange", "amber", "olive", "green", "teal", "blue", "indigo", "violet", "pink", "brown", "slate")
LONGEST_NAME = 24
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters that nobody takes for another."""
CODE_LENGTH = 10
CODE_SECONDS = 600
ID_BYTES = 16
KEPT = 10_000
"""So many people are remembered without asking the store, each for KEPT_SECONDS: another server may rename them."""
KEPT_SECONDS = 300
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like nothing."""


@dataclass(frozen=True, slots=True)
class Person:
    """A guest. The `id` is never shown to other people."""

    id: str
    name: str
    colour: str


class Row(Protocol):
    """A person as the store keeps one."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def colour(self) -> str: ...


class PeopleStore(Protocol):
    """What is asked of the store."""

    async def add_person(self, id: str, name: str, colour: str, now: float) -> None: ...
    async def person(self, id: str) -> Row | None: ...
    async def rename(self, id: str, name: str, colour: str) -> None: ...
    async def touch(self, id: str, now: float) -> None: ...
    async def add_code(self, hash: str, person: str, until: float) -> None: ...
    async def redeem(self, hash: str, now: float) -> str | None: ...


def checked_name(name: str) -> str:
    """A name as it is shown, or a ValueError in a sentence."""
    shown = " ".join(unicodedata.normalize("NFC", name[: 10 * LONGEST_NAME]).split())
    if not 1 <= len(shown) <= LONGEST_NAME:
        raise ValueError(sentence("refusal.nameLength", most=LONGEST_NAME))
    if not shown.isprintable() or any(letter in BLANK for letter in shown):
        raise ValueError(sentence("refusal.nameSeen"))
    if shown.casefold() == text("part.you").casefold():
        raise ValueError(sentence("refusal.nameYou", name=shown))
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in shown):
        raise ValueError(sentence("refusal.nameLetter"))
    return shown


def checked_colour(colour: str) -> str:
    """A colour that there is, or a ValueError in a sentence."""
    if colour not in COLOURS:
        raise ValueError(sentence("refusal.noColour", colours=", ".join(COLOURS)))
    return colour


def plain_code(code: str) -> str:
    """A take-along code however it was typed."""
    return "".join(letter for letter in code.upper() if letter not in " -\u2013\t")


class People:
    """The guests of a house."""

    def __init__(self, store: PeopleStore, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._key = key
        self._clock = clock
        self._kept: OrderedDict[str, tuple[Person, float]] = OrderedDict()

    async def new(self) -> Person:
        """A guest nobody has seen before."""
        name = f"Guest {1000 + secrets.randbelow(9000)}"
        person = Person(secrets.token_hex(ID_BYTES), name, secrets.choice(COLOURS))
        await self._store.add_person(person.id, person.name, person.colour, self._clock())
        return self._keep(person)

    async def by_id(self, id: str) -> Person | None:
        """The person of an id."""
        person, until = self._kept.get(id, (None, 0.0))
        if person is not None and self._clock() < until:
            self._kept.move_to_end(id)
            return person
        row = await self._store.person(id)
        if row is None:
            return None
        await self._store.touch(id, self._clock())
        return self._keep(Person(row.id, row.name, row.colour))

    def _keep(self, person: Person) -> Person:
        self._kept[person.id] = person, self._clock() + KEPT_SECONDS
        self._kept.move_to_end(person.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return person

    # ---- cookies -------------------------------------------------------------------------------------------------

    def cookie(self, person: Person) -> str:
        """The value of a person's cookie: the id and its signature."""
        return f"{person.id}.{self._signature(person.id)}"

    async def by_cookie(self, value: str) -> Person | None:
        """The person whose cookie this is; None if it is none of ours."""
        id, _, signature = value.partition(".")
        if not value.isascii() or not hmac.compare_digest(signature, self._signature(id)):
            return None
        return await self.by_id(id)

    def _signature(self, id: str) -> str:
        digest = self._keyed("guest", id)
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def _keyed(self, what: str, text: str) -> bytes:
        """A hash that only the house can make; `what` keeps the uses of the key apart."""
        return hmac.digest(self._key, f"parlour {what} 1\n{text}".encode(), hashlib.sha256)

    # ---- changes -------------------------------------------------------------------------------------------------

    async def rename(self, person: Person, name: str | None = None, colour: str | None = None) -> Person:
        """Another name or colour; a ValueError says in a sentence why not."""
        renamed = replace(
            person,
            name=person.name if name is None else checked_name(name),
            colour=person.colour if colour is None else checked_colour(colour),
        )
        if renamed != person:
            await self._store.rename(renamed.id, renamed.name, renamed.colour)
        return self._keep(renamed)

    async def take_along(self, person: Person) -> str:
        """A code that makes another device the same person's: good once, for ten minutes. Only its hash is kept."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self._store.add_code(self._hashed(code), person.id, self._clock() + CODE_SECONDS)
        return code

    async def redeem(self, code: str) -> Person | None:
        """The person whose code this is, who cannot use it again; None if there is no such code or its time is over."""
        plain = plain_code(code)
        if len(plain) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in plain):
            return None
        id = await self._store.redeem(self._hashed(plain), self._clock())
        return None if id is None else await self.by_id(id)

    def _hashed(self, code: str) -> str:
        return self._keyed("code", code).hex()
