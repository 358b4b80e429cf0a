"""The fair deal: the house commits to a secret before anybody adds randomness, and shows it when the game is over.

The seed of a game is a hash of the secret and of what each person added, in a set order. The house cannot choose it after
it has published the hash of its secret; nobody else can foresee it.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from ..core import saves
from ..core.game import Game, find_game
from ..core.match import Match
from ..core.sentence import shortened
from ..core.table import Table
from ..core.texts import listed
from ..core.view import Outcome

LONGEST_ADDITION = 64
MOST_ADDITIONS = 100
LONGEST_NAME = 40
NOT_PROVED = "this deal is not proved"
_UNREADABLE = "The proof of the deal cannot be read."
_HASHED = b"parlour commitment 1\n"
_MIXED = b"parlour deal 1\n"


def new_secret() -> str:
    """256 bits nobody knows, as hex."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The hash that is published before the deal."""
    return hashlib.sha256(_HASHED + bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, additions: Sequence[str]) -> int:
    """The seed of the game: the secret and the additions, in order, each with its length so that none runs into the next."""
    mixed = hashlib.sha256(_MIXED + bytes.fromhex(secret))
    for addition in additions:
        data = addition.encode()
        mixed.update(len(data).to_bytes(4, "big") + data)
    return int.from_bytes(mixed.digest(), "big")


def proof(secret: str, additions: Sequence[str]) -> dict[str, Any]:
    """What a saved game carries so that anyone can verify its deal."""
    return {"commitment": commitment(secret), "secret": secret, "additions": list(additions)}


# ---- the proof ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a saved game proves of its deal, in sentences, and what one has to compare by oneself."""

    commitment: str
    additions: list[str]
    proved: list[str]
    compare: list[str]


def verify(text: str, shown: str = "") -> Verdict:
    """What a saved game proves; a ValueError says in a sentence why it proves nothing.

    `shown` is the commitment that the table showed before the deal, if the reader has it at hand.
    """
    data = saves.read(_kind(text), text)
    secret, additions, published = _proof_in(data)
    if commitment(secret) != published:
        raise ValueError(f"The secret is not the one that the house committed to: {NOT_PROVED}.")
    if shown and _plain_hex(shown) != published:
        raise ValueError(f"The file was dealt under another commitment than the one you were shown: {NOT_PROVED}.")
    if seed_of(secret, additions) != saves.whole(saves.field(data, "seed", str)):
        raise ValueError(f"The cards do not follow from the secret and the additions: {NOT_PROVED}.")
    played = _played_match(data) if data["parlour"] == "match" else _played_table(data)
    proved = [
        f"The secret in the file is the one that the house committed to with {published}.",
        _of_the_seed(additions),
        *([f"The cards of all {played.rounds} rounds follow from that seed."] if played.rounds > 1 else []),
        f"The {played.moves} moves in the file follow the rules of {played.game.name} and lead to its end: {played.end}",
    ]
    compare = [_on_additions(additions)]
    if shown:
        proved.insert(1, "That is the commitment you were shown.")
    else:
        compare.insert(0, f"The table showed a commitment before the deal: it must be {published}, letter by letter.")
    return Verdict(published, additions, proved, compare)


def _kind(text: str) -> str:
    """Whether a text is a saved match or (perhaps) a saved table."""
    try:
        data = json.loads(text) if len(text) <= saves.LARGEST else None
    except (ValueError, RecursionError):
        return "table"
    return "match" if isinstance(data, dict) and data.get("parlour") == "match" else "table"


def _proof_in(data: Mapping[str, Any]) -> tuple[str, list[str], str]:
    """The secret, the additions and the commitment of a saved game."""
    fair = data.get("fair")
    if fair is None:
        raise ValueError("This game was not dealt by a server, so it carries no proof of its deal.")
    if not isinstance(fair, dict):
        raise ValueError(_UNREADABLE)
    secret, additions, published = fair.get("secret"), fair.get("additions"), fair.get("commitment")
    if not (_is_hex(secret) and _is_hex(published) and _are_additions(additions)):
        raise ValueError(_UNREADABLE)
    return secret, additions, published


def _is_hex(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) == 64 and all(letter in "0123456789abcdef" for letter in value)


def _plain_hex(text: str) -> str:
    """A commitment as a person copied it."""
    plain = "".join(text.split()).lower()
    if not _is_hex(plain):
        raise ValueError(f"A commitment is 64 digits from 0 to f, not '{shortened(text)}'.")
    return plain


def _are_additions(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and len(value) <= MOST_ADDITIONS and all(_is_addition(text) for text in value)


def _is_addition(text: object) -> bool:
    return isinstance(text, str) and len(text) <= LONGEST_ADDITION and not any("\ud800" <= x <= "\udfff" for x in text)


# ---- the game, dealt and played again -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Played:
    game: Game
    rounds: int
    moves: int
    end: str


def _played_table(data: Mapping[str, Any]) -> _Played:
    game, seats, options = _deal_in(data)
    if saves.field(data, "first", int) != 0:
        raise ValueError(f"Somebody chose which seat begins, which a house leaves to its rules: {NOT_PROVED}.")
    table = Table.new(game.id, seats, saves.whole(saves.field(data, "seed", str)), options)
    moves = _play(table, data, "")
    return _Played(game, 1, moves, _end(table.result, "The game in this file", _names_in(data)))


def _played_match(data: Mapping[str, Any]) -> _Played:
    """Deal the match anew from its seed: every round must come out as the file has it."""
    rounds = [*saves.field(data, "past", list), saves.field(data, "table", dict)]
    if not all(isinstance(entry, dict) for entry in rounds):
        raise ValueError("The saved match has a round that is none.")
    game, seats, options = _deal_in(rounds[0])
    match = Match.new(
        game.id,
        seats,
        saves.whole(saves.field(data, "seed", str)),
        options,
        rounds=saves.field(data, "rounds", int) or None,
        target=saves.field(data, "target", int) or None,
    )
    moves = 0
    for number, entry in enumerate(rounds, 1):
        if number > 1:
            match.next_round()
        _check_deal(match.table, entry, number)
        moves += _play(match.table, entry, f" of round {number}")
    return _Played(game, len(rounds), moves, _end(match.result, "The match in this file", _names_in(data)))


def _deal_in(data: Mapping[str, Any]) -> tuple[Game, int, dict[str, Any]]:
    """What was dealt: the game, the seats and the house rules."""
    game = find_game(saves.field(data, "game", str))
    saves.check_version(game, saves.field(data, "rules", int))
    if saves.field(data, "position", str):
        raise ValueError("This game was begun from a position and not dealt, so there is no deal to prove.")
    return game, saves.field(data, "seats", int), saves.field(data, "options", dict)


def _check_deal(table: Table, entry: Mapping[str, Any], number: int) -> None:
    """Refuse a round that is not the one which the match deals."""
    dealt = saves.read("table", table.save())
    if entry.get("seed") != dealt["seed"]:
        raise ValueError(f"The cards of round {number} do not follow from the seed of the match: {NOT_PROVED}.")
    for name in ("game", "rules", "seats", "options", "first", "position"):
        if entry.get(name) != dealt[name]:
            raise ValueError(f"Round {number} does not begin as the rounds before it say: {NOT_PROVED}.")


def _play(table: Table, data: Mapping[str, Any], where: str) -> int:
    """Make the moves of a save; how many there are."""
    number = 0
    for number, (seat, words) in enumerate(saves.moves(data), 1):
        try:
            table.repeat(seat, words)
        except ValueError as error:
            raise ValueError(f"Move {number}{where} cannot be made: {error}") from None
    return number


def _names_in(data: Mapping[str, Any]) -> list[str]:
    """What the seats are called in a file, which proves nothing about it; empty where it does not say."""
    names = data.get("names")
    found = names if isinstance(names, list) else []
    return [shortened(name, LONGEST_NAME) if isinstance(name, str) else "" for name in found]


def _seat(seat: int, names: Sequence[str]) -> str:
    """A seat by the name that it has in the file, in quotes, since nothing proves it; by its number if two have it."""
    name = names[seat] if seat < len(names) else ""
    return f"“{name}”" if name and names.count(name) == 1 else f"seat {seat}"


def _end(result: Outcome | None, what: str, names: Sequence[str]) -> str:
    if result is None:
        raise ValueError(f"{what} was not played to its end, so its secret should not be known: {NOT_PROVED}.")
    winners = listed([_seat(seat, names) for seat in result.winners]) or "nobody"
    scores = ", ".join(f"{_seat(seat, names)} {score}" for seat, score in enumerate(result.scores))
    return f"{winners} won, with the scores {scores}."


def _of_the_seed(additions: Sequence[str]) -> str:
    if not additions:
        return "The seed of all its cards follows from that secret alone: nobody added anything."
    count = "what one person" if len(additions) == 1 else f"what {len(additions)} people"
    return f"The seed of all its cards follows from that secret and from {count} added."


def _on_additions(additions: Sequence[str]) -> str:
    if not additions:
        return "If you added a text of your own to the deal, this is not your game: the file has none."
    texts = ", ".join(f"'{shortened(text, LONGEST_ADDITION)}'" for text in additions)
    return f"If you added a text of your own to the deal, it must be among these: {texts}."
