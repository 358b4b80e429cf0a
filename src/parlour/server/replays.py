"""Replays: a finished game step by step, as one viewer saw it or with all cards face up."""

from contextlib import suppress
from functools import lru_cache
from typing import Any

from ..core import saves
from ..core.faceup import open_view
from ..core.match import Match
from ..core.table import Table
from .answers import ReplayTold, StepTold

OPEN, WATCHER = "open", "watcher"
KEPT = 32
"""So many files are kept in mind, since whoever looks at one asks for several views of it."""


@lru_cache(maxsize=KEPT)
def rounds_in(save: str) -> tuple[Table, ...]:
    """The tables of a saved game or match, each played to its end."""
    try:
        return (Table.load(save),)
    except ValueError:
        return tuple(Match.load(save).tables())


def names_in(save: str) -> list[str]:
    """What the seats were called."""
    return [str(name) for name in _noted(save, "names")]


def _noted(save: str, what: str) -> list[Any]:
    """What a house noted of each seat; nothing in a file of another origin or of an older house."""
    for kind in ("table", "match"):
        with suppress(ValueError):
            noted = saves.read(kind, save).get(what)
            return noted if isinstance(noted, list) else []
    return []


def table_at(save: str, number: int, step: int) -> Table:
    """The table of a round after so many moves."""
    return _round(save, number).at(step)


def _round(save: str, number: int) -> Table:
    tables = rounds_in(save)
    if not 0 <= number < len(tables):
        raise ValueError(f"This game has rounds 0 to {len(tables) - 1}.")
    return tables[number]


def told(save: str, number: int, viewer: str) -> ReplayTold:
    """A round of a saved game for a viewer: a seat, `watcher`, or `open`; a ValueError says what there is not."""
    table = _round(save, number)
    seat = _seat(viewer, table)
    names = names_in(save)
    return ReplayTold(
        game=table.game.id,
        seats=table.seats,
        options=table.options,
        names=names,
        bots=[bot is True for bot in _noted(save, "bots")],
        colours=[str(colour) for colour in _noted(save, "colours")],
        rounds=len(rounds_in(save)),
        round=number,
        viewer=viewer,
        steps=[_step(table.at(0), seat, viewer, names, 0), *_later(table, seat, viewer, names)],
    )


def _seat(viewer: str, table: Table) -> int | None:
    if viewer in (OPEN, WATCHER):
        return None
    if viewer.isascii() and viewer.isdecimal() and int(viewer[:3]) < table.seats:
        return int(viewer)
    raise ValueError(f"A viewer is open, watcher, or a seat from 0 to {table.seats - 1}.")


def _later(table: Table, seat: int | None, viewer: str, names: list[str]) -> list[StepTold]:
    steps, now = [], table.at(0)
    for mover, words in table.log:
        since = now.told
        now.repeat(mover, words)
        steps.append(_step(now, seat, viewer, names, since))
    return steps


def _step(table: Table, seat: int | None, viewer: str, names: list[str], since: int) -> StepTold:
    mover, words = table.log[-1] if table.log else (None, "")
    is_open = viewer == OPEN
    return StepTold(
        seat=mover,
        words=words if is_open else "",
        events=table.open_events(since, names) if is_open else table.events_for(seat, since, names),
        view=open_view(table, names) if is_open else table.view(seat, names),
    )
