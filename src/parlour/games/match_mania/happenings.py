"""What happens only in Match Mania, as numbers of events."""

from ...core.events import OWN

(
    GOT,
    SAW,
    PUT_BACK,
    SKIPPED,
    REVERSED,
    OPENED_PENALTY,
    TOOK_PENALTY,
    CHALLENGED,
    WAS_GUILTY,
    WAS_INNOCENT,
    JUMPED_IN,
    SWAPPED,
    PASSED_HANDS_ON,
    ON_LAST_CARD,
    CALLED,
    CAUGHT,
    KEPT,
    NAMED,
) = range(OWN, OWN + 18)
"""NAMED is the first of four: one for each colour."""
