"""The puzzles of the day that were answered on this machine: for each day, whether the first answer was right."""

import json
from datetime import date

from ..puzzles.day import streak
from . import folder

FILE = "puzzles.json"


class PuzzleDays:
    """The days whose puzzle was answered. A file that can't be read is set aside."""

    def __init__(self) -> None:
        self._path = folder.home_folder() / FILE

    def read(self) -> dict[str, bool]:
        """Return the days, as `2026-11-18`, or raise a ValueError that says why the file can't be read."""
        return _days(folder.read(self._path))

    def note(self, day: date, *, is_solved: bool) -> None:
        """Note the first answer of a day; later ones change nothing."""
        with folder.locked(self._path.parent):
            data = folder.read(self._path)
            days = _days(data)
            if data and not days:
                folder.keep_copy(self._path, data, "damaged")
            if day.isoformat() not in days:
                folder.write(self._path, json.dumps({**days, day.isoformat(): is_solved}, indent=1).encode())

    def streak(self, today: date) -> int:
        """Return the number of days in a row on which the puzzle of the day was solved."""
        return streak(self.read(), today)


def _days(data: bytes) -> dict[str, bool]:
    try:
        found = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {day: solved for day, solved in found.items() if isinstance(solved, bool)}
