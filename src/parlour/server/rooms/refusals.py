"""Refusals: a request that can't be carried out, with a sentence for the person who made it."""

from ...core.remedy import Remedy
from ...core.sentence import Invalid
from ...core.texts import sentence

BUSY = "refusal.busy"
UNCERTAIN = "refusal.unsure"
NOT_WRITTEN = "refusal.notWritten"
STALE = "refusal.stale"
REMOVED = "room.removed"
REMOVED_HERE = "room.removedHere"


class RequestRefused(Invalid):
    """A refused request; the text is a sentence. `stale` means that the game had moved on."""

    def __init__(self, why: str, *, stale: bool = False, remedy: Remedy | None = None) -> None:
        super().__init__(why)
        self.stale = stale
        self.remedy = remedy


def refused(key: str, *, stale: bool = False, **parts: object) -> RequestRefused:
    """Return a refusal with the text of this key."""
    return RequestRefused(sentence(key, **parts), stale=stale)
