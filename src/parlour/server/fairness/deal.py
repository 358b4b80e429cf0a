"""The hashes of the fair deal. `docs/protocol.md` describes them for readers who want to compute them on their own.

The server commits to a secret. Then the client of every person commits to a number of 128 random bits, without knowing the
secret or the numbers of others. The list of commitments is fixed before the first number is revealed. The seed of a game is
a hash of the secret and of all numbers, so nobody who has added one can choose or predict it, and neither can the server.

Until version 1 of the protocol people sent texts to the server instead. `text_seed` and `text_proof` are for those games.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, Literal, TypedDict, final

METHOD: Final = 2
"""The method of the deal with numbers; files of games dealt with texts name no method."""
NUMBER_BYTES = 16
_COMMITMENT_PREFIX = b"parlour commitment 1\n"
_TEXT_SEED_PREFIX = b"parlour deal 1\n"
_NUMBER_PREFIX = b"parlour number 2\n"
_SEED_PREFIX = b"parlour deal 2\n"


@final
class TextProof(TypedDict):
    """The proof in a saved game dealt with texts, by which anybody can verify its deal."""

    commitment: str
    secret: str
    additions: list[str]


class Contribution(TypedDict):
    """The number of one seat with the commitment to it; an empty number was never revealed."""

    seat: int
    commitment: str
    number: str


class Attempt(TypedDict):
    """A deal that was given up because these seats did not reveal their numbers; no card of it was dealt."""

    commitment: str
    secret: str
    numbers: list[Contribution]
    left_out: list[int]


@final
class Proof(TypedDict):
    """The proof in a saved game, by which anybody can verify its deal."""

    method: Literal[2]
    commitment: str
    secret: str
    numbers: list[Contribution]
    attempts: list[Attempt]


def new_secret() -> str:
    """Return 256 random bits as hex."""
    return secrets.token_hex(32)


def new_number() -> str:
    """Return the 128 random bits of one person as hex."""
    return secrets.token_hex(NUMBER_BYTES)


def commitment(secret: str) -> str:
    """Return the hash of a secret, which is published before anybody commits to a number."""
    return hashlib.sha256(_COMMITMENT_PREFIX + bytes.fromhex(secret)).hexdigest()


def number_commitment(published: str, number: str) -> str:
    """Return the hash of a person's number. It is valid only for the deal whose secret has this published commitment."""
    return hashlib.sha256(_NUMBER_PREFIX + bytes.fromhex(published) + bytes.fromhex(number)).hexdigest()


def seed_of(secret: str, numbers: Sequence[tuple[int, str]]) -> int:
    """Return the seed of a game from the secret and the numbers by seat, in the order of the seats."""
    mixed = hashlib.sha256(_SEED_PREFIX + bytes.fromhex(secret))
    for seat, number in numbers:
        mixed.update(bytes([seat]) + bytes.fromhex(number))
    return int.from_bytes(mixed.digest(), "big")


def text_seed(secret: str, additions: Sequence[str]) -> int:
    """Return the seed of a game dealt with texts. Each is hashed with its length, so that two cannot be confused with one."""
    mixed = hashlib.sha256(_TEXT_SEED_PREFIX + bytes.fromhex(secret))
    for addition in additions:
        data = addition.encode()
        mixed.update(len(data).to_bytes(4, "big") + data)
    return int.from_bytes(mixed.digest(), "big")


def text_proof(secret: str, additions: Sequence[str]) -> TextProof:
    """Return the proof of a deal with texts."""
    return {"commitment": commitment(secret), "secret": secret, "additions": list(additions)}
