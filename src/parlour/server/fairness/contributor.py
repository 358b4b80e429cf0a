"""A client's part in the fair deal: it commits to a random number, and reveals it when the list of commitments is fixed.

A program that plays on a server keeps one `Contributor` for as long as it runs, and sends what `answer` returns for each `room`
message.
"""

from collections.abc import Mapping
from typing import Any

from . import deal
from .mixing import Stage


class Contributor:
    """The numbers of one client, by the server's commitment that each was made for."""

    def __init__(self) -> None:
        self.numbers: dict[str, str] = {}

    def answer(self, room: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the request that a room message calls for, if any. `room` is the message decoded from JSON.

        The same answer may be sent twice; it counts once.
        """
        you, published = room["you"], room["commitment"]
        if you is None or not published:
            return None
        own = next((pledge["commitment"] for pledge in room["pledges"] if pledge["seat"] == you), "")
        if room["dealing"] == Stage.REVEALING:
            number = self.numbers.get(published)
            is_due = number is not None and deal.number_commitment(published, number) == own
            return {"type": "reveal", "number": number} if is_due else None
        if room["phase"] not in ("gathering", "over") or you in room["left_out"] or own:
            return None
        number = self.numbers.setdefault(published, deal.new_number())
        return {"type": "pledge", "commitment": deal.number_commitment(published, number)}
