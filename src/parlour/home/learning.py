"""A player's progress on this machine: finished lessons, games finished on servers, and whether first games have tips."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .folder import NoFile, home_folder, keep_copy, locked, move_away, read, shown, write

FORMAT = 1
FIRST_GAMES = 2
"""How many times each game is explained while it is played."""


@dataclass(slots=True)
class _Notes:
    """The content of the file."""

    lessons: dict[str, list[str]] = field(default_factory=dict)
    tips: bool = True
    finished: dict[str, list[str]] = field(default_factory=dict)


class Learning:
    """The file of a player's progress. `notice` is a sentence about any damage to it."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home_folder() / "learning.json"
        self.notice = ""

    def done(self, game: str) -> list[str]:
        """Return the ids of a game's finished lessons, in the order in which they were finished."""
        return self._notes().lessons.get(game, [])

    def note(self, game: str, lesson: str) -> None:
        """Record that a lesson was finished."""
        with locked(self.path.parent):
            notes = self._mended()
            found = notes.lessons.setdefault(game, [])
            if lesson not in found:
                found.append(lesson)
                self._write(notes)

    def finished(self, game: str) -> int:
        """Return how many times a game was finished on servers, counted up to `FIRST_GAMES`."""
        return len(self._notes().finished.get(game, []))

    def note_finished(self, game: str, mark: str) -> None:
        """Record that a game was finished on a server; `mark` is unique to that game."""
        if len(known := self._notes().finished.get(game, [])) >= FIRST_GAMES or mark in known:
            return
        with locked(self.path.parent):
            notes = self._mended()
            found = notes.finished.setdefault(game, [])
            if mark not in found:
                found.append(mark)
                self._write(notes)

    @property
    def has_tips(self) -> bool:
        """Whether tips are shown in first games."""
        return self._notes().tips

    def set_tips(self, on: bool) -> None:
        """Turn the tips in first games on or off."""
        with locked(self.path.parent):
            notes = self._mended()
            notes.tips = on
            self._write(notes)

    def _notes(self) -> _Notes:
        """Return the content of the file; nothing if it is damaged."""
        try:
            return _read_notes(read(self.path))
        except ValueError:
            return _Notes()

    def _mended(self) -> _Notes:
        """Return the content of the file, after setting a damaged one aside. The folder is locked."""
        try:
            whole = read(self.path)
        except NoFile:
            aside = move_away(self.path, "damaged")
        else:
            try:
                return _read_notes(whole)
            except ValueError:
                aside = keep_copy(self.path, whole, "damaged")
        self.notice = f"The file of finished lessons was damaged. It is kept as {shown(aside)}."
        return _Notes()

    def _write(self, notes: _Notes) -> None:
        data = {"format": FORMAT, "lessons": notes.lessons, "tips": notes.tips, "finished": notes.finished}
        write(self.path, (json.dumps(data, indent=1) + "\n").encode())


def _read_notes(text: bytes) -> _Notes:
    """Return the notes in a file, or raise ValueError if it is damaged or from a newer Parlour."""
    if not text.strip():
        return _Notes()
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("This is nested too deeply.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError("This is not a file of lessons.")
    lessons, tips, finished = data.get("lessons", {}), data.get("tips", True), data.get("finished", {})
    are_lists = all(isinstance(notes, dict) and all(map(_are_names, notes.values())) for notes in (lessons, finished))
    if not are_lists or not isinstance(tips, bool):
        raise ValueError("These are not lessons.")
    return _Notes(lessons, tips, finished)


def _are_names(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(name, str) for name in value)
