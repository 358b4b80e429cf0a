"""Full screen: any game of the house in a terminal with keys and mouse, drawn from the view alone.

`picking`, `paint` and `board` are plain functions of a view; only `app` and the screens import Textual, which takes a while. No
module here may name a game, hold a rule, or show a card that the view hides.
"""
