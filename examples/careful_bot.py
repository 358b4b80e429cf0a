"""A bot of your own: one class, one method.

    parlour arena switch examples/careful_bot.py:Careful skilled

It gets the view of its seat, which shows what a person in that seat would see, and answers with the words of a move.
"""

from parlour.bots import Bot, View


class Careful(Bot):
    """Gets rid of as many cards as it can at once, and never cuts in."""

    def choose(self, view: View) -> str | None:
        """Choose the move that plays the most cards from the hand."""
        if view.must != view.viewer:
            return None
        hand = view.zone("hand", view.viewer)
        mine = set(hand.cards) if hand else set()
        return max(view.moves, key=lambda move: sum(pick in mine for pick in move.picks)).words
