"""The kinds of events of Cambio, beside those that all games share."""

from ...core.events import OWN

(
    LOOKED,
    CALLED,
    TOOK,
    SWAPPED_IN,
    SWAPPED_OUT,
    DISCARDED,
    DECLINED,
    SWITCHED,
    SWITCHED_WITH,
    MATCHED,
    MISMATCHED,
    PENALTY_DEALT,
    GAVE,
    EMPTIED,
    SHOWED,
    TOTALLED,
    WRONG_CALL,
    NOTHING_TO_DRAW,
    LEFT_IT,
) = range(OWN, OWN + 19)
