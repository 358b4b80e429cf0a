"""Moves of a seat in words and as action numbers."""

from collections.abc import Sequence

from .game import Game
from .sentence import Invalid, shortened
from .state import S
from .texts import called, sentence
from .view import Choice


def choices_of(game: Game[S], state: S, seat: int) -> list[Choice]:
    """Return the moves that a seat has now; a spectator has none."""
    if seat < 0 or not game.legal(state, seat):
        return []
    return list(game.choices(state, seat))


def words_of(game: Game[S], state: S, seat: int, actions: Sequence[int]) -> str:
    """Return the words of a move given by its action numbers."""
    given = [action for action in actions if action != game.done]
    words = game.say(state, given)
    for choice in choices_of(game, state, seat):
        steps, spoken = game.parse(state, seat, choice.words)
        if sorted(steps) == sorted(given) and _is_same(game, state, seat, steps, given, bool(words)):
            return spoken
    if words:
        return words
    raise Invalid(sentence("refusal.actions", who=called(seat), actions=shortened(str(given))))


def _is_same(game: Game[S], state: S, seat: int, steps: list[int], given: list[int], is_play: bool) -> bool:
    """Whether two moves with the same steps are the same move: plays by their top card, others by their result."""
    if is_play:
        return steps[-1] == given[-1]
    return steps == given or _after(game, state, seat, steps) == _after(game, state, seat, given)


def _after(game: Game[S], state: S, seat: int, actions: Sequence[int]) -> S:
    """Return the state after these actions."""
    after = state.copy()
    for action in actions:
        game.act(after, seat, action)
    if game.laying(after):
        game.act(after, seat, game.done)
    return after
