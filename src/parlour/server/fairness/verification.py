"""Verifies a saved game: its deal follows from the published commitment, and its moves follow the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...core import saves
from ...core.game import Game, find_game
from ...core.match import Match
from ...core.table import Table
from ...core.texts import listed
from ...core.view import Outcome
from .claims import NOT_PROVED, OFFLINE, UNDONE, Claim, Data, claim_in, names_in, seat_name


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a saved game: the claim of its deal, and sentences about everything that is proved."""

    claim: Claim
    proved: list[str]


def verify(text: str, shown: str = "", number: str = "") -> Verdict:
    """Return what a saved game proves; a ValueError says in one sentence why it proves nothing.

    `shown` is the commitment that the table showed before the deal and `number` the random number of the reader's own
    browser, if the reader has them.
    """
    data = saves.read(saves.kind_of(text), text)
    claim = claim_in(data, shown, number)
    if claim.seed != saves.whole(saves.field(data, "seed", str)):
        raise ValueError(f"The cards do not follow from the secret and what people added: {NOT_PROVED}.")
    played = _played_match(data) if data["parlour"] == "match" else _played_table(data)
    proved = [
        *claim.proved,
        *([f"The cards of all {played.rounds} rounds follow from that seed."] if played.rounds > 1 else []),
        f"All {played.moves} moves follow the rules of {played.game.name} and lead to its end: {played.end}",
        *([UNDONE] if data.get("practice") not in (None, "", OFFLINE) else []),
    ]
    return Verdict(claim, proved)


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
    return _Played(game, 1, moves, _end(table.result, "game", names_in(data)))


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
    return _Played(game, len(rounds), moves, _end(match.result, "match", names_in(data)))


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


def _end(result: Outcome | None, what: str, names: Sequence[str]) -> str:
    if result is None:
        raise ValueError(f"The {what} in this file is not over, so its secret should not be known: {NOT_PROVED}.")
    winners = listed([seat_name(seat, names) for seat in result.winners]) or "nobody"
    scores = ", ".join(f"{seat_name(seat, names)} {score}" for seat, score in enumerate(result.scores))
    return f"{winners} won, with the scores {scores}."
