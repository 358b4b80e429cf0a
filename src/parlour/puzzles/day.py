"""The puzzle of the day, and the streak of those who solve it.

A day begins at midnight UTC, for everybody at once. All puzzles take turns, in an order that follows from their ids. The first
answer to the puzzle of a day counts; the streak is the number of days in a row on which it was right.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from ..core.sentence import Invalid, quoted
from ..core.texts import sentence
from .collection import Puzzle, all_puzzles

DAY = timedelta(days=1)


def today() -> date:
    """Return the current day, in UTC."""
    return datetime.now(UTC).date()


def puzzle_of_day(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody; raise ValueError if no game has puzzles."""
    puzzles = sorted(all_puzzles(), key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    if not puzzles:
        raise Invalid(sentence("refusal.noPuzzles"))
    return puzzles[day.toordinal() % len(puzzles)]


def checked_day(text: str) -> date:
    """Return a day that is not in the future, given as 2026-11-18, or raise a ValueError that says what is wrong."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Invalid(sentence("refusal.notADay", given=quoted(text))) from None
    if day > today():
        raise Invalid(sentence("refusal.futureDay", day=day.isoformat()))
    return day


def streak(days: Mapping[str, bool], today: date) -> int:
    """Return the length of the streak. An unanswered puzzle of today neither adds to it nor ends it."""
    day = today if today.isoformat() in days else today - DAY
    length = 0
    while days.get(day.isoformat()):
        length += 1
        day -= DAY
    return length
