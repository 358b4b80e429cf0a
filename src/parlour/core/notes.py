"""Sentences that a player reads before a move: what the move risks, and what a card that can't be played yet still needs.

    cautions(table, view)  # the moves that may cost something
    needs(table, view)     # the cards that don't fit, and what would have to lie below them

The words of a caution come from the game (`Game.caution`); those of a need are the refusal that the game would give.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .cards import HIDDEN
from .game import Illegal
from .table import Table
from .texts import listed, sentence
from .view import Choice, View, verb_of


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about something on the table. `about`: the words of a move, a verb (for all moves with it), or a card."""

    about: str
    text: str


def cautions(table: Table, view: View) -> list[Note]:
    """Return warnings about the moves of a view. A warning that holds for all moves with a verb is given once."""
    if view.viewer is None:
        return []
    attempt = [Choice(view.attempt, ())] if view.attempt else []
    by_verb: dict[str, dict[str, str]] = {}
    for choice in (*view.moves, *attempt):
        by_verb.setdefault(verb_of(choice.words), {})[choice.words] = table.caution(view.viewer, choice)
    return [note for verb, said in by_verb.items() for note in _notes(verb, said)]


def _notes(verb: str, said: dict[str, str]) -> list[Note]:
    if len(set(said.values())) == 1:
        said = {verb: next(iter(said.values()))}
    return [Note(words, text) for words, text in said.items() if text]


def idle_moves(table: Table, view: View) -> list[str]:
    """Return the legal moves of a view that would change nothing now."""
    viewer = view.viewer
    return [] if viewer is None else [choice.words for choice in view.moves if table.is_idle(viewer, choice)]


def needs(table: Table, view: View) -> list[Note]:
    """Return why cards of the seat in turn can't be played now, and which card has to go below each, if one can."""
    hand = view.zone("hand", view.viewer) if view.viewer is not None and view.must == view.viewer else None
    cards = dict.fromkeys(hand.cards) if hand else {}
    plays = [choice for choice in view.moves if choice.picks[0] in cards]
    opening = {choice.picks[0] for choice in plays}
    verb = verb_of(plays[0].words) if plays else "play"
    stuck = [card for card in cards if card != HIDDEN and card not in opening]
    return [Note(card, said) for card in stuck if (said := _need(table, f"{verb} {card}", card, plays))]


def _need(table: Table, words: str, card: str, plays: Sequence[Choice]) -> str:
    try:
        table.trial(words)
    except Illegal as refusal:
        why = refusal.sentence
    else:
        return ""
    pack = table.game.pack
    below = dict.fromkeys(choice.picks[0] for choice in plays if card in choice.picks)
    signs = [pack.sign(pack.number(first)) for first in below]
    return sentence("note.first", why=why, cards=listed(signs, "list.or")) if signs else why
