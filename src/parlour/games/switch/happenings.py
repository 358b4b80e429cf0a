"""The kinds of events of Switch, beside those that all games share."""

from ...core.events import OWN

(
    GAVE_UP_RUN,
    TOOK_PENALTY,
    RAISED_PENALTY,
    STARTED_RUN,
    ENDED_RUN,
    REVERSED,
    SKIPPED,
    PLAYS_AGAIN,
    NAMED,
    ON_LAST_CARD,
    MISSED_FINISH,
    TOOK_CARDS_BACK,
    FINED,
    ANNOUNCED,
    FORGOT_TO_ANNOUNCE,
    CHALLENGED,
    WAS_WRONG,
    WAS_RIGHT,
    TOOK_BACK,
    CUT_IN,
    TRIED,
) = range(OWN, OWN + 21)
