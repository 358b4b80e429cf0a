"""Guests: people with a name and a colour, which they can take to another device with a one-time code."""

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

from ...core.texts import sentence, text
from ...core.writing import characters, columns, invisible, look

COLOURS = ("red", "orange", "amber", "olive", "green", "teal", "blue", "indigo", "violet", "pink", "brown", "slate")
CHARACTERS = (
    *("fox", "bear", "rabbit", "owl", "wolf", "panda", "penguin", "elephant", "tiger", "dog", "pig", "raccoon"),
    *("deer", "sheep", "frog", "duck", "monkey", "badger", "rooster", "beagle", "bull", "platypus", "koala", "hare"),
)
"""The characters that pages draw, in their order."""
LONGEST_NAME = 24
"""The most characters of a name, as a reader counts them."""
WIDEST_NAME = 2 * LONGEST_NAME
"""The greatest width of a name, in narrow letters."""
MOST_CODES = 80
"""The most code points of a name: one emoji can have ten."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters that are not easily confused."""
CODE_LENGTH = 10
CODE_SECONDS = 600
ID_BYTES = 16
CACHE_SIZE = 10_000
CACHE_SECONDS = 300
"""How long a cached person is used: another server may rename them in the store."""


@dataclass(frozen=True, slots=True)
class Person:
    """A guest. Other people are never shown the `id`."""

    id: str
    name: str
    colour: str
    made_at: float = 0.0
    character: str = ""
    """The person's character; if empty, a page chooses one by the name."""


class StoredPerson(Protocol):
    """A person as the store returns them."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def made_at(self) -> float: ...
    @property
    def character(self) -> str | None: ...


class PeopleStore(Protocol):
    """The methods of the store used here."""

    async def add_person(self, id: str, name: str, colour: str, now: float) -> None: ...
    async def person(self, id: str) -> StoredPerson | None: ...
    async def rename(self, id: str, name: str, colour: str, character: str) -> None: ...
    async def touch(self, id: str, now: float) -> None: ...
    async def add_code(self, hash: str, person: str, until: float) -> None: ...
    async def redeem(self, hash: str, now: float) -> str | None: ...


def checked_name(name: str) -> str:
    """Return a name as it is displayed; a ValueError says in one sentence why it is not allowed."""
    shown = " ".join(unicodedata.normalize("NFC", name[: 2 * MOST_CODES]).split())
    if not 1 <= characters(shown) <= LONGEST_NAME:
        raise ValueError(sentence("refusal.nameLength", most=LONGEST_NAME))
    if len(shown) > MOST_CODES:
        raise ValueError(sentence("refusal.nameParts"))
    if columns(shown) > WIDEST_NAME:
        raise ValueError(sentence("refusal.nameWide"))
    if invisible(shown) or unicodedata.category(shown[0])[0] == "M":
        raise ValueError(sentence("refusal.nameSeen"))
    if look(shown) == look(text("part.you")):
        raise ValueError(sentence("refusal.nameYou", name=shown))
    return shown


def checked_colour(colour: str) -> str:
    """Return the colour if it exists; a ValueError lists the colours otherwise."""
    if colour not in COLOURS:
        raise ValueError(sentence("refusal.noColour", colours=", ".join(COLOURS)))
    return colour


def checked_character(character: str) -> str:
    """Return the character if it exists, or empty to have none; a ValueError lists the characters otherwise."""
    if character and character not in CHARACTERS:
        raise ValueError(sentence("refusal.noCharacter", characters=", ".join(CHARACTERS)))
    return character


def plain_code(code: str) -> str:
    """Normalise a device code as a person typed it."""
    return "".join(letter for letter in code.upper() if letter not in " -\u2013\t")


class People:
    """All guests of the server."""

    def __init__(self, store: PeopleStore, key: bytes, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._key = key
        self._clock = clock
        self._cache: OrderedDict[str, tuple[Person, float]] = OrderedDict()

    async def new(self) -> Person:
        """Create a guest with a random name and colour."""
        name = f"Guest {1000 + secrets.randbelow(9000)}"
        person = Person(secrets.token_hex(ID_BYTES), name, secrets.choice(COLOURS), self._clock())
        await self._store.add_person(person.id, person.name, person.colour, person.made_at)
        return self._cached(person)

    async def by_id(self, id: str) -> Person | None:
        """Return the person with an id, from the cache or the store."""
        person, until = self._cache.get(id, (None, 0.0))
        if person is not None and self._clock() < until:
            self._cache.move_to_end(id)
            return person
        row = await self._store.person(id)
        if row is None:
            return None
        await self._store.touch(id, self._clock())
        return self._cached(Person(row.id, row.name, row.colour, row.made_at, row.character or ""))

    def _cached(self, person: Person) -> Person:
        self._cache[person.id] = person, self._clock() + CACHE_SECONDS
        self._cache.move_to_end(person.id)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return person

    def forget_all(self) -> None:
        """Drop everybody from the cache."""
        self._cache.clear()

    def forget(self, id: str) -> None:
        """Drop a person from the cache."""
        self._cache.pop(id, None)

    # ---- signatures ----------------------------------------------------------------------------------------------

    def signature(self, purpose: str, text: str) -> str:
        """Return the signature of a text, such as the content of a cookie."""
        return base64.urlsafe_b64encode(self._keyed(purpose, text)).decode().rstrip("=")

    def mark_address(self, address: str) -> str:
        """Return a keyed hash of an address: the address can be recognised by it, but not recovered from it."""
        return self._keyed("address", address).hex()[:32]

    def _keyed(self, purpose: str, text: str) -> bytes:
        """Return a keyed hash; `purpose` separates the different uses of the key."""
        return hmac.digest(self._key, f"parlour {purpose} 1\n{text}".encode(), hashlib.sha256)

    # ---- changes -------------------------------------------------------------------------------------------------

    async def rename(
        self, person: Person, name: str | None = None, colour: str | None = None, character: str | None = None
    ) -> Person:
        """Change name, colour or character and return the changed person; if that is not allowed, a ValueError says why in one
        sentence.
        """
        renamed = replace(
            person,
            name=person.name if name is None else checked_name(name),
            colour=person.colour if colour is None else checked_colour(colour),
            character=person.character if character is None else checked_character(character),
        )
        if renamed != person:
            await self._store.rename(renamed.id, renamed.name, renamed.colour, renamed.character)
        return self._cached(renamed)

    async def new_code(self, person: Person) -> str:
        """Create a code that signs another device in as this person, once, within ten minutes. Only its hash is stored."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        await self._store.add_code(self._hashed(code), person.id, self._clock() + CODE_SECONDS)
        return code

    async def redeem(self, code: str) -> Person | None:
        """Use up a code and return its person; None if there is no such code or it has expired."""
        plain = plain_code(code)
        if len(plain) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in plain):
            return None
        id = await self._store.redeem(self._hashed(plain), self._clock())
        return None if id is None else await self.by_id(id)

    def _hashed(self, code: str) -> str:
        return self._keyed("code", code).hex()
