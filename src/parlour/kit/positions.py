"""What cannot be in a position of any game that reshuffles its pile."""

from typing import Any


def shuffles_flaw(s: Any) -> str:
    """ALL-2, ALL-3: the deck consists of the cards that went into it in the last shuffle; why it does not, or nothing."""
    if max(s.since) > s.shuffles:
        return f"A line 'since {max(s.since)}' needs as many shuffles: 'shuffles' says {s.shuffles}."
    if any(s.since[card] != s.shuffles for card in s.value("deck")):
        return (
            f"After {s.shuffles} shuffles all cards of the deck came into it in the last one: 'since {s.shuffles}' names them."
        )
    return ""
