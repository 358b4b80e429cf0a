"""Replays: a finished game step by step, as one viewer saw it or with all cards face up."""

from collections import OrderedDict
from contextlib import suppress
from threading import Lock

from msgspec import Struct

from ...core import saves
from ...core.events import Event
from ...core.faceup import open_view
from ...core.match import Match
from ...core.narration import NarratedMove, narrate
from ...core.table import Table
from ...core.view import View
from ..store.log import Options

OPEN, WATCHER = "open", "watcher"
MOST_LOADED = 2_000_000
"""Characters of the saved games that are kept loaded, which take about ten bytes of memory each."""


class ReplayStep(Struct, kw_only=True):
    """A step of a replay: the move (its words only with all cards face up), its events, the same in sentences, and the view."""

    seat: int | None
    words: str
    events: list[Event]
    story: list[NarratedMove]
    view: View


class Replay(Struct, kw_only=True):
    """A round of a finished game; step 0 is the deal. `names`, `bots`, `colours` and `characters` have one value per seat."""

    game: str
    seats: int
    options: Options
    names: list[str]
    bots: list[bool]
    colours: list[str]
    characters: list[str]
    rounds: int
    round: int
    viewer: str
    steps: list[ReplayStep]


class LoadedGames:
    """Saved games that are kept loaded, because a client usually asks for several views of the same one.

    The least recently used ones are dropped first.
    """

    def __init__(self, most: int = MOST_LOADED) -> None:
        self._most = most
        self._tables: OrderedDict[str, tuple[Table, ...]] = OrderedDict()
        self._length = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._tables)

    def tables(self, save: str) -> tuple[Table, ...]:
        """Return the tables of a saved game or match, each played to its end."""
        with self._lock:
            found = self._tables.get(save)
            if found is not None:
                self._tables.move_to_end(save)
                return found
        found = _load(save)
        with self._lock:
            if save not in self._tables:
                self._tables[save] = found
                self._length += len(save)
            while self._length > self._most:
                self._length -= len(self._tables.popitem(last=False)[0])
        return found


def _load(save: str) -> tuple[Table, ...]:
    try:
        return (Table.load(save),)
    except ValueError:
        return tuple(Match.load(save).tables())


_tables_in = LoadedGames().tables


def names_in(save: str) -> list[str]:
    """Return the names of the seats."""
    return [str(name) for name in _noted_in(save, "names")]


def _noted_in(save: str, field: str) -> list[object]:
    """Return what the server noted about each seat; empty for a file from elsewhere or from an older server."""
    for kind in ("table", "match"):
        with suppress(ValueError):
            noted = saves.read(kind, save).get(field)
            return noted if isinstance(noted, list) else []
    return []


def rounds_in(save: str) -> int:
    """Return the number of rounds."""
    return len(_tables_in(save))


def table_at(save: str, round: int, step: int) -> Table:
    """Return the table of a round after this many moves."""
    return table_in(save, round).at(step)


def table_in(save: str, round: int) -> Table:
    """Return the table of a round, played to its end; a ValueError says which rounds exist."""
    tables = _tables_in(save)
    if not 0 <= round < len(tables):
        raise ValueError(f"The rounds of this game are numbered from 0 to {len(tables) - 1}.")
    return tables[round]


def replay_of(save: str, round: int, viewer: str) -> Replay:
    """Return a round of a saved game for a viewer: a seat, `watcher` or `open`. A ValueError says which ones exist."""
    table = table_in(save, round)
    seat = _seat(viewer, table)
    names = names_in(save)
    return Replay(
        game=table.game.id,
        seats=table.seats,
        options=table.options,
        names=names,
        bots=[bot is True for bot in _noted_in(save, "bots")],
        colours=[str(colour) for colour in _noted_in(save, "colours")],
        characters=[str(character) for character in _noted_in(save, "characters")],
        rounds=len(_tables_in(save)),
        round=round,
        viewer=viewer,
        steps=[_step(table.at(0), seat, viewer, names, 0), *_steps_after_deal(table, seat, viewer, names)],
    )


def _seat(viewer: str, table: Table) -> int | None:
    if viewer in (OPEN, WATCHER):
        return None
    if viewer.isascii() and viewer.isdecimal() and int(viewer[:3]) < table.seats:
        return int(viewer)
    raise ValueError(f"The viewer must be open, watcher or a seat from 0 to {table.seats - 1}.")


def _steps_after_deal(table: Table, seat: int | None, viewer: str, names: list[str]) -> list[ReplayStep]:
    steps, now = [], table.at(0)
    for mover, words in table.log:
        since = now.told
        now.repeat(mover, words)
        steps.append(_step(now, seat, viewer, names, since))
    return steps


def _step(table: Table, seat: int | None, viewer: str, names: list[str], since: int) -> ReplayStep:
    mover, words = table.log[-1] if table.log else (None, "")
    is_open = viewer == OPEN
    events = table.open_events(since, names) if is_open else table.events_for(seat, since, names)
    return ReplayStep(
        seat=mover,
        words=words if is_open else "",
        events=events,
        story=narrate(table.game, events, seat, names),
        view=open_view(table, names) if is_open else table.view(seat, names),
    )
