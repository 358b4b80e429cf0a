"""Verifies a saved game: its deal follows from the published commitment, and its moves follow the rules."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from ...core import saves
from ...core.game import Game, find_game
from ...core.match import Match
from ...core.sentence import shortened
from ...core.table import Table
from ...core.texts import listed
from ...core.view import Outcome
from .deal import commitment, seed_of

LONGEST_ADDITION = 64
MOST_ADDITIONS = 100
LONGEST_NAME = 40
NOT_PROVED = "the deal is not proved"
_UNREADABLE = "The proof of the deal is damaged."
Data = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a saved game proves about its deal, in sentences, and what the reader has to compare."""

    commitment: str
    additions: list[str]
    proved: list[str]
    compare: list[str]


def verify(text: str, shown: str = "") -> Verdict:
    """Return what a saved game proves; a ValueError says in one sentence why it proves nothing.

    `shown` is the commitment that the table showed before the deal, if the reader has it.
    """
    data = saves.read(_kind(text), text)
    secret, additions, published = _proof_in(data)
    if commitment(secret) != published:
        raise ValueError(f"The secret does not match the published commitment: {NOT_PROVED}.")
    if shown and _plain_hex(shown) != published:
        raise ValueError(f"The commitment in this file is not the one you were shown: {NOT_PROVED}.")
    if seed_of(secret, additions) != saves.whole(saves.field(data, "seed", str)):
        raise ValueError(f"The cards do not follow from the secret and the added texts: {NOT_PROVED}.")
    played = _played_match(data) if data["parlour"] == "match" else _played_table(data)
    proved = [
        f"The secret in this file matches the published commitment {published}.",
        *(["That is the commitment you were shown."] if shown else []),
        _about_seed(additions),
        *([f"The cards of all {played.rounds} rounds follow from that seed."] if played.rounds > 1 else []),
        f"All {played.moves} moves follow the rules of {played.game.name} and lead to its end: {played.end}",
    ]
    compare = [] if shown else [f"Before the deal the table showed a commitment. It must be exactly {published}."]
    return Verdict(published, additions, proved, [*compare, _about_additions(additions)])


def _kind(text: str) -> str:
    """Return whether a text is a saved match or (perhaps) a saved table."""
    try:
        data = json.loads(text) if len(text) <= saves.LARGEST else None
    except (ValueError, RecursionError):
        return "table"
    return "match" if isinstance(data, dict) and data.get("parlour") == "match" else "table"


def _proof_in(data: Data) -> tuple[str, list[str], str]:
    """Return the secret, the additions and the commitment in a saved game."""
    proof = data.get("fair")
    if proof is None:
        raise ValueError("This game was not dealt by a server, so there is no proof of its deal.")
    if not isinstance(proof, dict):
        raise ValueError(_UNREADABLE)
    secret, additions, published = proof.get("secret"), proof.get("additions"), proof.get("commitment")
    if not (_is_hex(secret) and _is_hex(published) and _are_additions(additions)):
        raise ValueError(_UNREADABLE)
    return secret, additions, published


def _is_hex(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) == 64 and all(letter in "0123456789abcdef" for letter in value)


def _plain_hex(text: str) -> str:
    """Normalise a commitment that a person has copied."""
    plain = "".join(text.split()).lower()
    if not _is_hex(plain):
        raise ValueError(f"A commitment has 64 hexadecimal digits, unlike '{shortened(text)}'.")
    return plain


def _are_additions(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and len(value) <= MOST_ADDITIONS and all(_is_addition(text) for text in value)


def _is_addition(text: object) -> bool:
    return isinstance(text, str) and len(text) <= LONGEST_ADDITION and not any("\ud800" <= x <= "\udfff" for x in text)


# ---- dealing and playing the game again ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Played:
    game: Game
    rounds: int
    moves: int
    end: str


def _played_table(data: Data) -> _Played:
    game, seats, options, version = _deal_in(data)
    if saves.field(data, "first", int) != 0:
        raise ValueError(f"Somebody chose which seat begins, which a server leaves to the rules: {NOT_PROVED}.")
    table = Table.new(game.id, seats, saves.whole(saves.field(data, "seed", str)), options, version=version)
    moves = _play(table, data, "")
    return _Played(game, 1, moves, _end(table.result, "game", _names_in(data)))


def _played_match(data: Data) -> _Played:
    """Deal the match again from its seed: every round must be the one in the file."""
    rounds = [*saves.field(data, "past", list), saves.field(data, "table", dict)]
    if not all(isinstance(entry, dict) for entry in rounds):
        raise ValueError("The saved match contains an invalid round.")
    game, seats, options, version = _deal_in(rounds[0])
    match = Match.new(
        game.id,
        seats,
        saves.whole(saves.field(data, "seed", str)),
        options,
        rounds=saves.field(data, "rounds", int) or None,
        target=saves.field(data, "target", int) or None,
        version=version,
    )
    moves = 0
    for number, entry in enumerate(rounds, 1):
        if number > 1:
            match.next_round()
        _check_deal(match.table, entry, number)
        moves += _play(match.table, entry, f" of round {number}")
    return _Played(game, len(rounds), moves, _end(match.result, "match", _names_in(data)))


def _deal_in(data: Data) -> tuple[Game, int, dict[str, object], int]:
    """Return what was dealt: the game, the seats, the house rules and the version of the rules."""
    game = find_game(saves.field(data, "game", str))
    version = game.checked_version(saves.field(data, "rules", int))
    if saves.field(data, "position", str):
        raise ValueError("This game began from a given position, so there is no deal to prove.")
    return game, saves.field(data, "seats", int), saves.field(data, "options", dict), version


def _check_deal(table: Table, entry: Data, number: int) -> None:
    """Refuse a round that the match would not have dealt."""
    dealt = saves.read("table", table.save())
    if entry.get("seed") != dealt["seed"]:
        raise ValueError(f"The cards of round {number} do not follow from the seed of the match: {NOT_PROVED}.")
    for name in ("game", "rules", "seats", "options", "first", "position"):
        if entry.get(name) != dealt[name]:
            raise ValueError(f"Round {number} does not follow from the rounds before it: {NOT_PROVED}.")


def _play(table: Table, data: Data, where: str) -> int:
    """Make the moves of a save and return their number."""
    number = 0
    for number, (seat, words) in enumerate(saves.moves(data), 1):
        try:
            table.repeat(seat, words)
        except ValueError as error:
            raise ValueError(f"Move {number}{where} is not possible: {error}") from None
    return number


def _names_in(data: Data) -> list[str]:
    """Return the players' names in a file, empty where there is none. Nothing proves them."""
    names = data.get("names")
    found = names if isinstance(names, list) else []
    return [shortened(name, LONGEST_NAME) if isinstance(name, str) else "" for name in found]


def _seat(seat: int, names: Sequence[str]) -> str:
    """Return a seat's name in quotes, because nothing proves it, or its number if it has no name or shares it."""
    name = names[seat] if seat < len(names) else ""
    return f"“{name}”" if name and names.count(name) == 1 else f"seat {seat}"


def _end(result: Outcome | None, what: str, names: Sequence[str]) -> str:
    if result is None:
        raise ValueError(f"The {what} in this file is not over, so its secret should not be known: {NOT_PROVED}.")
    winners = listed([_seat(seat, names) for seat in result.winners]) or "nobody"
    scores = ", ".join(f"{_seat(seat, names)} {score}" for seat, score in enumerate(result.scores))
    return f"{winners} won, with the scores {scores}."


def _about_seed(additions: Sequence[str]) -> str:
    if not additions:
        return "The seed of all cards follows from that secret alone: nobody added a text."
    count = "the text that one person" if len(additions) == 1 else f"the texts that {len(additions)} people"
    return f"The seed of all cards follows from that secret and {count} added."


def _about_additions(additions: Sequence[str]) -> str:
    if not additions:
        return "If you added a text to the deal, this is not your game: the file contains none."
    texts = ", ".join(f"'{shortened(text, LONGEST_ADDITION)}'" for text in additions)
    return f"If you added a text to the deal, it must be one of these: {texts}."
