"""Checks games that were played on a device without a server, and prepares them for the history of the person who played them.

Nobody can tell how such a game was dealt, so it claims no fair deal and is left out of the statistics.
"""

import hashlib

from ...core import saves
from ...core.match import Match
from ...core.sentence import Invalid
from ...core.table import Table
from ...core.texts import sentence
from ..fairness.claims import OFFLINE
from ..people.people import Person
from ..store.rows import FinishedGame
from .finished import entry_line
from .place import Place

LONGEST_NAME = 40
NOTED = {"names": "", "levels": "", "colours": "", "characters": ""}
"""The fields that a save has for each seat, with their default text."""


def handed_over(save: str, seat: int | None, person: Person | None, sign: str = "") -> FinishedGame:
    """Replay a saved game and return it for the history of the person on this seat; without a person, the save stays as it is.

    A ValueError says in one sentence what is wrong with it. `sign` makes the id impossible to guess.
    """
    kind = saves.kind_of(save)
    data = saves.read(kind, save)
    match = _played(kind, save)
    if match.result is None:
        raise Invalid(sentence("refusal.handover.notOver"))
    seats = match.table.seats
    if seat is not None and not 0 <= seat < seats:
        raise Invalid(sentence("refusal.handover.noSeat"))
    players = _players(data, seats, seat, person)
    noted = {"practice": OFFLINE}
    kept = {name: value for name, value in data.items() if name not in ("parlour", "format", "fair", "repeats")}
    return FinishedGame(
        id=hashlib.sha256(f"{sign} {seat} {save}".encode()).hexdigest()[:32],
        number=0,
        game=match.table.game.id,
        save=save if person is None else saves.write(kind, {**kept, **noted}),
        entry=entry_line(match, players, noted),
        people=[(person.id, seat)] if person is not None and seat is not None else [],
    )


def _played(kind: str, save: str) -> Match:
    if kind == "match":
        return Match.load(save)
    table = Table.load(save)
    return Match(table, table.seed, rounds=1, target=0)


def _players(data: dict[str, object], seats: int, seat: int | None, person: Person | None) -> list[Place]:
    """Return the players by seat: the person, and bots and others under their names in the file."""
    texts = {name: _texts(data.get(name), seats) for name in NOTED}
    bots = data.get("bots")
    are_bots = [bot is True for bot in bots] if isinstance(bots, list) and len(bots) == seats else [False] * seats
    return [
        Place(
            person=person.id if person is not None and at == seat else "" if are_bots[at] else f"offline {at}",
            level=texts["levels"][at],
            name=(person.name if person is not None and at == seat else texts["names"][at]) or str(at + 1),
            colour=texts["colours"][at],
            character=texts["characters"][at],
        )
        for at in range(seats)
    ]


def _texts(given: object, seats: int) -> list[str]:
    if not isinstance(given, list) or len(given) != seats:
        return [""] * seats
    return [text[:LONGEST_NAME] if isinstance(text, str) else "" for text in given]
