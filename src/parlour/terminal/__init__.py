"""Line mode: any game in a plain terminal or through a pipe.

This package draws views, narrates events and reads moves in words. It must not contain the name of a game, a rule, or a card
that the person at the keyboard may not see; all of that comes from `parlour.core`.
"""
