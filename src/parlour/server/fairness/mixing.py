"""The randomness of one deal while it is being agreed on, computed from the log of a room.

First commitments to numbers are collected. `fix` fixes their list, then the numbers are revealed. If somebody does not reveal
in time, this attempt is given up: that person is left out, the server takes another secret, and all others commit and reveal
again. Leaving out a number and keeping the rest would let a server with an accomplice choose between two deals that it knows;
after a fresh start it knows neither.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from . import deal


class Stage(StrEnum):
    """The progress of a deal. `COLLECTING`: nobody has asked for it yet; `PLEDGING`: it started again with new commitments."""

    COLLECTING = ""
    PLEDGING = "pledging"
    REVEALING = "revealing"


class Mixing:
    """The secret of the server, and what the people at the table have committed to and revealed, by person."""

    def __init__(self, secret: str = "") -> None:
        self.secret = secret
        self.texts: dict[str, str] = {}
        """Texts that were added under an earlier version of the protocol."""
        self.pledges: dict[str, str] = {}
        self.pledge_counts: Counter[str] = Counter()
        self.numbers: dict[str, str] = {}
        self.left_out: set[str] = set()
        self.stage = Stage.COLLECTING
        self.awaited: list[str] = []
        """The people whose commitments or numbers the deal waits for, in the order of the seats."""
        self.attempts: list[tuple[Mixing, list[str]]] = []
        """Attempts that were given up, and who was left out after each."""

    @property
    def commitment(self) -> str:
        """The hash of the secret; empty until that is chosen."""
        return deal.commitment(self.secret) if self.secret else ""

    @property
    def is_dealing(self) -> bool:
        """Whether the deal has been requested. From then on, nothing about it may change."""
        return self.stage is not Stage.COLLECTING

    @property
    def missing(self) -> list[str]:
        """The awaited people who have not done what this stage requires."""
        done: Mapping[str, str] = self.numbers if self.stage is Stage.REVEALING else self.pledges
        return [person for person in self.awaited if person not in done]

    @property
    def pledged(self) -> list[str]:
        """The awaited people who have committed to a number."""
        return [person for person in self.awaited if person in self.pledges]

    # ---- entries of the log ----------------------------------------------------------------------------------------

    def pledge(self, person: str, commitment: str) -> None:
        """Note a person's commitment."""
        self.pledges[person] = commitment
        self.pledge_counts[person] += 1

    def fix(self, people: Sequence[str]) -> None:
        """Fix whose numbers are part of the deal, in the order of the seats."""
        self.stage, self.awaited = Stage.REVEALING, list(people)

    def reveal(self, person: str, number: str) -> None:
        """Note a person's number."""
        self.numbers[person] = number

    def after_leaving_out(self, people: Sequence[str], secret: str) -> "Mixing":
        """Return the next attempt, without these people and with another secret."""
        following = Mixing(secret)
        following.stage = Stage.PLEDGING
        following.left_out = self.left_out | set(people)
        following.awaited = [person for person in self.awaited if person not in following.left_out]
        following.attempts = [*self.attempts, (self, list(people))]
        return following

    # ---- the deal --------------------------------------------------------------------------------------------------

    def matches(self, person: str, number: str) -> bool:
        """Whether this is the number that a person has committed to."""
        return deal.number_commitment(self.commitment, number) == self.pledges.get(person)

    def seed(self, seats: Sequence[str]) -> int:
        """Return the seed; `seats` are the people by seat."""
        return deal.seed_of(self.secret, [(part["seat"], part["number"]) for part in self._contributions(seats)])

    def proof(self, seats: Sequence[str]) -> deal.Proof:
        """Return the proof of the deal; `seats` are the people by seat."""
        return {
            "method": deal.METHOD,
            "commitment": self.commitment,
            "secret": self.secret,
            "numbers": self._contributions(seats),
            "attempts": [attempt._given_up(seats, left_out) for attempt, left_out in self.attempts],
        }

    def _given_up(self, seats: Sequence[str], left_out: Sequence[str]) -> deal.Attempt:
        return {
            "commitment": self.commitment,
            "secret": self.secret,
            "numbers": self._contributions(seats),
            "left_out": [seat for seat, person in enumerate(seats) if person in left_out],
        }

    def _contributions(self, seats: Sequence[str]) -> list[deal.Contribution]:
        return [
            {"seat": seat, "commitment": self.pledges[person], "number": self.numbers.get(person, "")}
            for seat, person in enumerate(seats)
            if person in self.awaited and self.stage is Stage.REVEALING
        ]
