"""The events of Match Mania besides those that all games share."""

from ...core.events import Kinds

kinds = Kinds()

GOT = kinds.add("got", "hand", "hand")
SAW = kinds.add("saw")
PUT_BACK = kinds.add("put_back")
SKIPPED = kinds.add("skipped")
REVERSED = kinds.add("reversed", counts="reversal")
OPENED_PENALTY = kinds.add("opened_penalty")
TOOK_PENALTY = kinds.add("took_penalty", counts="penalty")
CHALLENGED = kinds.add("challenged")
WAS_GUILTY = kinds.add("was_guilty", is_wrong=True)
WAS_INNOCENT = kinds.add("was_innocent")
JUMPED_IN = kinds.add("jumped_in")
SWAPPED = kinds.add("swapped", exchanges="hands")
PASSED_HANDS_ON = kinds.add("passed_hands_on")
ON_LAST_CARD = kinds.add("on_last_card")
CALLED = kinds.add("called")
CAUGHT = kinds.add("caught", counts="catch")
KEPT = kinds.add("kept")
NAMED_RED = kinds.add("named_red")
NAMED_YELLOW = kinds.add("named_yellow")
NAMED_GREEN = kinds.add("named_green")
NAMED_BLUE = kinds.add("named_blue")
NAMED = NAMED_RED
"""The first of the four events for naming a colour: add the colour's number."""
