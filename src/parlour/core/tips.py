"""Tips for first games: what can be done now, and what the last card did, in words for a beginner.

The game says what can be done (`Game.tip`). The meaning of an event is a text of the game, by the event's kind:
`explain.skipped`, or for one face only `explain.played.7`. Such a text must be true in every situation.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .game import Game
from .state import NONE
from .table import Table
from .texts import catalogue, has_text, sentence, speaking

MOST_EVENTS = 60
"""How many past events are searched for one to explain."""
UNKNOWN = "?"
"""Stands for the meaning of an event that has not been looked up yet."""


@dataclass(frozen=True, slots=True)
class Tip:
    """Two sentences for a beginner: what can be done now, and what the last card did. Each may be empty."""

    now: str = ""
    last: str = ""


def tip_for(table: Table, seat: int | None, names: Sequence[str] = ()) -> Tip:
    """Return the tip for a viewer. A spectator (None) is told only what happened."""
    if seat is None or table.must != seat:
        return Tip("", _last(table, seat))
    with speaking(names=names, listener=seat):
        return Tip(table.game.tip(table._state), _last(table, seat))


def _last(table: Table, seat: int | None) -> str:
    """Return the meaning of the latest event that has one, since this seat's last move."""
    game, said, begun = table.game, "", -1
    meanings: dict[tuple[int, int | None], str] = catalogue().made.setdefault((game, "meanings"), {})
    viewer, first = NONE if seat is None else seat, begun - 1
    for move, kind, by, shown in table.glances_back(seat, MOST_EVENTS):
        if move != begun:
            # every event of the later move has been examined
            if said or first == viewer:
                return said
            begun = move
        if not said:
            said = meanings.get((kind, shown), UNKNOWN)
            if said is UNKNOWN:
                said = meanings[kind, shown] = _meaning(game, kind, shown)
        first = by
    return said


def _meaning(game: Game, kind: int, shown: int | None) -> str:
    """Return the meaning of an event; empty if it has none."""
    key = f"{game.id}.explain.{game.all_kinds[kind].name}"
    card = None if shown is None else game.pack.name(shown)
    faces = [f"{key}.{card}", f"{key}.{card[0]}"] if card else []
    found = next((name for name in (*faces, key) if has_text(name)), "")
    return sentence(found) if found else ""


def explained(game: Game, key: str) -> str:
    """Return why a key under `explain.` can never be used; empty if it can."""
    kind, _, face = key.removeprefix("explain.").partition(".")
    if kind not in (known.name for known in game.all_kinds.values()):
        return f"there is no event {kind}"
    if face and not any(face in (name, name[0]) for name in game.pack.names):
        return f"there is no card {face}"
    return ""
