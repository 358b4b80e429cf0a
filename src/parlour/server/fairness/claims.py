"""Reads the proof of a deal in a saved game, checks its hashes, and says in sentences what follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from ...core import saves
from ...core.sentence import shortened
from ...core.texts import listed
from . import deal

LONGEST_ADDITION = 64
MOST_PARTS = 100
LONGEST_NAME = 40
SECRET_DIGITS, NUMBER_DIGITS = 64, 32
NOT_PROVED = "the deal is not proved"
SERVER_ALONE = "Nobody but the server added randomness, so the server could have chosen these cards."
TEXTS_ADDED = "The deal was fair unless the server and the last person to add a text worked together."
REPEATED = (
    "This game was played with the cards of an earlier one, {of}. Somebody may have known them, so there is nothing to prove."
)
UNDONE = "Moves were taken back in this game, so it was practice. The file contains only the moves that were kept."
OFFLINE = "offline"
"""The reason why a game played on a device without a server is left out of the statistics."""
ON_A_DEVICE = "The moves follow the rules. The cards were dealt on a device without a server, so the deal is not proved."
_UNREADABLE = "The proof of the deal is damaged."
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """The content of a proof: the seed that follows from it, whether people added randomness, and sentences about both."""

    commitment: str
    seed: int
    title: str
    is_fair: bool
    proved: list[str]
    compare: list[str]
    additions: list[str] = field(default_factory=list)
    numbers: list[deal.Contribution] = field(default_factory=list)


def claim_in(data: Data, shown: str = "", number: str = "") -> Claim:
    """Return the claim of the proof in a saved game; a ValueError says in one sentence why it proves nothing.

    `shown` is the commitment that the table showed before the deal and `number` the reader's own one, if known.
    """
    proof = data.get("fair")
    if data.get("practice") == OFFLINE:
        return Claim("", saves.whole(saves.field(data, "seed", str)), ON_A_DEVICE, False, [], [])
    if proof is None and isinstance(data.get("repeats"), str):
        raise ValueError(REPEATED.format(of=shortened(data["repeats"], SECRET_DIGITS)))
    if proof is None:
        raise ValueError("This game was not dealt by a server, so there is no proof of its deal.")
    if not isinstance(proof, dict) or not _is_hex(proof.get("secret"), SECRET_DIGITS) or not _is_hex(proof.get("commitment")):
        raise ValueError(_UNREADABLE)
    _check_secret(proof)
    if shown and plain_hex(shown, SECRET_DIGITS) != proof["commitment"]:
        raise ValueError(f"The commitment in this file is not the one you were shown: {NOT_PROVED}.")
    return _number_claim(proof, shown, number, names_in(data)) if "method" in proof else _text_claim(proof, shown)


def _check_secret(proof: Data) -> None:
    if deal.commitment(proof["secret"]) != proof["commitment"]:
        raise ValueError(f"The secret does not match the published commitment: {NOT_PROVED}.")


def _about_secret(published: str, shown: str) -> tuple[list[str], list[str]]:
    """Return what is proved about the secret of the server, and what the reader has to compare."""
    proved = f"The secret in this file matches the published commitment {published}."
    if shown:
        return [proved, "That is the commitment you were shown."], []
    return [proved], [f"Before the deal the table showed a commitment. It must be exactly {published}."]


# ---- with numbers -----------------------------------------------------------------------------------------------------


def _number_claim(proof: Data, shown: str, own: str, names: Sequence[str]) -> Claim:
    numbers, attempts = proof.get("numbers"), proof.get("attempts")
    if proof["method"] != deal.METHOD or not _are_parts(numbers) or not _are_attempts(attempts):
        raise ValueError(_UNREADABLE)
    published, by_seat = proof["commitment"], [(part["seat"], part["number"]) for part in numbers]
    _check_numbers(published, numbers)
    for attempt in attempts:
        _check_attempt(attempt)
    people = listed([seat_name(part["seat"], names) for part in numbers])
    proved, compare = _about_secret(published, shown)
    proved += [_about_parts(numbers, people), *(_about_attempt(attempt, names) for attempt in attempts)]
    title = f"The deal was fair to everybody whose random number is part of it: {people}." if numbers else SERVER_ALONE
    if own:
        if plain_hex(own, NUMBER_DIGITS) not in [number for _, number in by_seat]:
            raise ValueError(f"Your number is not among the numbers in this file: {NOT_PROVED} to you.")
        proved.append("Your own number is one of them.")
    compare += _compare_parts(numbers, names, own)
    return Claim(published, deal.seed_of(proof["secret"], by_seat), title, bool(numbers), proved, compare, numbers=numbers)


def _check_numbers(published: str, parts: Sequence[deal.Contribution]) -> None:
    """Refuse numbers that were not committed to, and seats or commitments that occur twice."""
    seats = [part["seat"] for part in parts]
    if seats != sorted(set(seats)) or len({part["commitment"] for part in parts}) < len(parts):
        raise ValueError(_UNREADABLE)
    for part in parts:
        if deal.number_commitment(published, part["number"]) != part["commitment"]:
            raise ValueError(f"The number of seat {part['seat']} does not match the commitment to it: {NOT_PROVED}.")


def _check_attempt(attempt: deal.Attempt) -> None:
    _check_secret(attempt)
    missing = [part["seat"] for part in attempt["numbers"] if not part["number"]]
    if not missing or missing != attempt["left_out"]:
        raise ValueError(f"Seats were left out although their numbers are known: {NOT_PROVED}.")
    _check_numbers(attempt["commitment"], [part for part in attempt["numbers"] if part["number"]])


def _about_parts(parts: Sequence[deal.Contribution], people: str) -> str:
    if not parts:
        return "The seed of all cards follows from that secret alone."
    count = "the random number" if len(parts) == 1 else f"{len(parts)} random numbers, each with its commitment, those"
    return f"The seed of all cards follows from that secret and {count} of {people}."


def _about_attempt(attempt: deal.Attempt, names: Sequence[str]) -> str:
    late = listed([seat_name(seat, names) for seat in attempt["left_out"]])
    return (
        f"The deal was started again without {late}, who did not reveal a number in time. Only somebody who knew the server's "
        "secret could have used this to reject that deal, without knowing the next one."
    )


def _compare_parts(parts: Sequence[deal.Contribution], names: Sequence[str], own: str) -> list[str]:
    if not parts:
        return ["If your browser or program added a number to the deal, this is not your game: the file contains none."]
    pledges = ", ".join(f"{seat_name(part['seat'], names)} {part['commitment']}" for part in parts)
    numbers = ", ".join(f"{seat_name(part['seat'], names)} {part['number']}" for part in parts)
    mine = [] if own else [f"If your browser or program added a number, it must be one of these: {numbers}."]
    return [*mine, f"Before the first number was revealed the table showed these commitments, and no others: {pledges}."]


def _are_parts(value: object, *, some_missing: bool = False) -> TypeGuard[list[deal.Contribution]]:
    return isinstance(value, list) and len(value) <= MOST_PARTS and all(_is_part(part, some_missing) for part in value)


def _is_part(part: object, may_be_missing: bool) -> bool:
    return (
        isinstance(part, dict)
        and type(part.get("seat")) is int
        and 0 <= part["seat"] < MOST_PARTS
        and _is_hex(part.get("commitment"))
        and (_is_hex(part.get("number"), NUMBER_DIGITS) or (may_be_missing and part.get("number") == ""))
    )


def _are_attempts(value: object) -> TypeGuard[list[deal.Attempt]]:
    return isinstance(value, list) and len(value) <= MOST_PARTS and all(_is_attempt(attempt) for attempt in value)


def _is_attempt(attempt: object) -> bool:
    return (
        isinstance(attempt, dict)
        and _is_hex(attempt.get("secret"))
        and _is_hex(attempt.get("commitment"))
        and _are_parts(attempt.get("numbers"), some_missing=True)
        and isinstance(attempt.get("left_out"), list)
    )


# ---- with texts, until version 1 of the protocol --------------------------------------------------------------------


def _text_claim(proof: Data, shown: str) -> Claim:
    additions = proof.get("additions")
    if not _are_additions(additions):
        raise ValueError(_UNREADABLE)
    proved, compare = _about_secret(proof["commitment"], shown)
    title = TEXTS_ADDED if additions else SERVER_ALONE
    proved.append(_about_texts(additions))
    compare.append(_compare_texts(additions))
    seed = deal.text_seed(proof["secret"], additions)
    return Claim(proof["commitment"], seed, title, bool(additions), proved, compare, additions=additions)


def _about_texts(additions: Sequence[str]) -> str:
    if not additions:
        return "The seed of all cards follows from that secret alone: nobody added a text."
    count = "the text that one person" if len(additions) == 1 else f"the texts that {len(additions)} people"
    return (
        f"The seed of all cards follows from that secret and {count} added. This is the method of an earlier version: the "
        "texts were not committed to, so the server knew the cards that the last text would lead to."
    )


def _compare_texts(additions: Sequence[str]) -> str:
    if not additions:
        return "If you added a text to the deal, this is not your game: the file contains none."
    texts = ", ".join(f"'{shortened(text, LONGEST_ADDITION)}'" for text in additions)
    return f"If you added a text to the deal, it must be one of these: {texts}."


def _are_additions(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and len(value) <= MOST_PARTS and all(_is_addition(text) for text in value)


def _is_addition(text: object) -> bool:
    return isinstance(text, str) and len(text) <= LONGEST_ADDITION and not any("\ud800" <= x <= "\udfff" for x in text)


# ---- shared by both ---------------------------------------------------------------------------------------------------


def _is_hex(value: object, digits: int = SECRET_DIGITS) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) == digits and all(letter in "0123456789abcdef" for letter in value)


def plain_hex(text: str, digits: int) -> str:
    """Normalise a commitment or a number that a person has copied."""
    plain = "".join(text.split()).lower()
    if not _is_hex(plain, digits):
        what = "commitment" if digits == SECRET_DIGITS else "number"
        raise ValueError(f"A {what} has {digits} hexadecimal digits, unlike '{shortened(text)}'.")
    return plain


def names_in(data: Data) -> list[str]:
    """Return the players' names in a file, empty where there is none. The proof doesn't cover them."""
    names = data.get("names")
    found = names if isinstance(names, list) else []
    return [shortened(name, LONGEST_NAME) if isinstance(name, str) else "" for name in found]


def seat_name(seat: int, names: Sequence[str]) -> str:
    """Return a seat's name, in quotes because it is unproven, or its number if it has no name or shares it with another."""
    name = names[seat] if seat < len(names) else ""
    return f"“{name}”" if name and names.count(name) == 1 else f"seat {seat}"
