"""The events of Switch besides those that all games share."""

from ...core.events import Kinds

kinds = Kinds()

GAVE_UP_RUN = kinds.add("gave_up_run", counts="penalty")
TOOK_PENALTY = kinds.add("took_penalty", counts="penalty")
RAISED_PENALTY = kinds.add("raised_penalty")
STARTED_RUN = kinds.add("started_run")
ENDED_RUN = kinds.add("ended_run")
REVERSED = kinds.add("reversed", counts="reversal")
SKIPPED = kinds.add("skipped")
PLAYS_AGAIN = kinds.add("plays_again")
NAMED = kinds.add("named")
ON_LAST_CARD = kinds.add("on_last_card")
MISSED_FINISH = kinds.add("missed_finish", is_wrong=True)
TOOK_CARDS_BACK = kinds.add("took_cards_back", "pile", "hand", "taken back")
FINED = kinds.add("fined", counts="fine", is_wrong=True)
ANNOUNCED = kinds.add("announced")
FORGOT_TO_ANNOUNCE = kinds.add("forgot_to_announce", counts="fine", is_wrong=True)
CHALLENGED = kinds.add("challenged")
WAS_WRONG = kinds.add("was_wrong", is_wrong=True)
WAS_RIGHT = kinds.add("was_right")
TOOK_BACK = kinds.add("took_back")
CUT_IN = kinds.add("cut_in")
TRIED = kinds.add("tried")
