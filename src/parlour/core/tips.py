"""Tips for first games: what can be done now, and what the last card did, in words for a beginner.

The game says what can be done (`Game.tip`). The meaning of an event is a text of the game, by the event's kind:
`explain.skipped`, or for one face only `explain.played.7`. Such a text must be true in every situation.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .events import Glance
from .game import Game
from .table import Table
from .texts import catalogue, has_text, sentence, speaking

MOST_EVENTS = 60
"""How many past events are searched for one to explain."""


@dataclass(frozen=True, slots=True)
class Tip:
    """Two sentences for a beginner: what can be done now, and what the last card did. Each may be empty."""

    now: str = ""
    last: str = ""


def tip_for(table: Table, seat: int | None, names: Sequence[str] = ()) -> Tip:
    """The tip for a viewer; None: a spectator, who is told only what happened."""
    with speaking(names=names, listener=seat):
        now = table.game.tip(table._state) if seat is not None and table.must == seat else ""
        return Tip(now, _last(table, seat))


def _last(table: Table, seat: int | None) -> str:
    """Return the meaning of the latest event that has one, since this seat's last move."""
    for move in table.glances_back(seat, MOST_EVENTS):
        said = next((text for glance in reversed(move) if (text := meaning(table.game, glance))), "")
        if said or move[0].seat == seat:
            return said
    return ""


def meaning(game: Game, event: Glance) -> str:
    """Return the meaning of an event; empty if it has none."""
    made: dict[object, str] = catalogue().made
    mark = "meaning", game.id, event.kind, event.card
    said = made.get(mark)
    if said is None:
        said = made[mark] = _meaning(game, event)
    return said


def _meaning(game: Game, event: Glance) -> str:
    key = f"{game.id}.explain.{event.kind}"
    faces = [f"{key}.{event.card}", f"{key}.{event.card[0]}"] if event.card else []
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
