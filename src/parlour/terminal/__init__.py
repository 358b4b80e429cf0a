"""Line mode: any game of the house in a plain terminal or through a pipe.

What lives here draws views, tells events and reads moves in words. What must not: the name of a game, a rule of a game, or
a card that the person at the keyboard may not see. All of that comes from `parlour.core`.
"""
