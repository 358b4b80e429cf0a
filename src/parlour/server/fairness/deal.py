"""The fair deal: the server commits to a secret before anybody adds randomness, and reveals it after the game.

The seed of a game is a hash of the secret and of the texts that people added, in the order of the seats. Once the hash of
the secret is published the server cannot choose the seed any more, and nobody else can predict it.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import TypedDict

_COMMITMENT_PREFIX = b"parlour commitment 1\n"
_SEED_PREFIX = b"parlour deal 1\n"


class Proof(TypedDict):
    """What a saved game carries so that anybody can verify its deal."""

    commitment: str
    secret: str
    additions: list[str]


def new_secret() -> str:
    """Return 256 random bits as hex."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Return the hash of a secret, which is published before the deal."""
    return hashlib.sha256(_COMMITMENT_PREFIX + bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, additions: Sequence[str]) -> int:
    """Return the seed of a game. Each addition is hashed with its length, so that two cannot be confused with one."""
    mixed = hashlib.sha256(_SEED_PREFIX + bytes.fromhex(secret))
    for addition in additions:
        data = addition.encode()
        mixed.update(len(data).to_bytes(4, "big") + data)
    return int.from_bytes(mixed.digest(), "big")


def proof(secret: str, additions: Sequence[str]) -> Proof:
    """Return the proof of a deal."""
    return {"commitment": commitment(secret), "secret": secret, "additions": list(additions)}
