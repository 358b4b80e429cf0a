"""The events of Swap Switch besides those that all games share."""

from ...core.events import Kinds

kinds = Kinds()

RAISED_PENALTY = kinds.add("raised_penalty")
TOOK_PENALTY = kinds.add("took_penalty", counts="penalty")
RAN_SHORT = kinds.add("ran_short")
SKIPPED = kinds.add("skipped")
REVERSED = kinds.add("reversed", counts="reversal")
SWAPPED = kinds.add("swapped", exchanges="hands")
GOT = kinds.add("got", "hand", "hand")
KEPT_HAND = kinds.add("kept_hand")
