"""The events of Cambio: its own, and those that all games share and Cambio tells in its own way."""

from ...core import events as common
from ...core.events import Kinds

kinds = Kinds()

DEALT = kinds.add("dealt", "deck", "grid", is_told=False, replaces=common.DEALT)
DREW = kinds.add("drew", "deck", "held", replaces=common.DREW)
TURNS_RAN_OUT = kinds.add("turns_ran_out", counts="end", replaces=common.TURNS_RAN_OUT)

LOOKED = kinds.add("looked", looks=True)
CALLED = kinds.add("called")
TOOK = kinds.add("took", "pile", "held")
SWAPPED_IN = kinds.add("swapped_in", "held", "grid")
SWAPPED_OUT = kinds.add("swapped_out", "grid", "pile", "played")
DISCARDED = kinds.add("discarded", "held", "pile", "played")
DECLINED = kinds.add("declined")
SWITCHED = kinds.add("switched", exchanges="cards")
SWITCHED_WITH = kinds.add("switched_with", exchanges="cards")
MATCHED = kinds.add("matched", "grid", "pile", "played")
MISMATCHED = kinds.add("mismatched", looks=True, is_wrong=True)
PENALTY_DEALT = kinds.add("penalty_dealt", "deck", "grid", "fine card")
GAVE = kinds.add("gave", "grid", "grid")
EMPTIED = kinds.add("emptied")
SHOWED = kinds.add("showed", is_alone=True, reveals="card")
TOTALLED = kinds.add("totalled", reveals="total")
WRONG_CALL = kinds.add("wrong_call", counts="end", is_wrong=True)
NOTHING_TO_DRAW = kinds.add("nothing_to_draw", counts="end")
LEFT_IT = kinds.add("left_it")
