"""The streak: on how many days in a row the puzzle of the day was solved at the first answer."""

from collections.abc import Mapping
from datetime import date, timedelta

DAY = timedelta(days=1)


def streak(days: Mapping[str, bool], today: date) -> int:
    """The length of the streak. A day that is still open neither adds to it nor ends it."""
    day = today if today.isoformat() in days else today - DAY
    length = 0
    while days.get(day.isoformat()):
        length += 1
        day -= DAY
    return length
