"""Checks on positions of any game that reshuffles its pile."""

from .stock import Stock


def shuffles_flaw(s: Stock) -> str:
    """Return why the deck can't consist of the cards that the last shuffle put into it (ALL-2, ALL-3); empty if it can."""
    if max(s.since) > s.shuffles:
        return f"A line 'since {max(s.since)}' needs as many shuffles: 'shuffles' says {s.shuffles}."
    if any(s.since[card] != s.shuffles for card in s.value("deck")):
        return (
            f"After {s.shuffles} shuffles, all cards of the deck must come from the last one: 'since {s.shuffles}' names them."
        )
    return ""
