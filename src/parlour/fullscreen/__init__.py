"""Full screen: any game in a terminal with keys and mouse, drawn from the view alone.

`picking`, `paint` and `board` turn a view into picks and characters; `app` and the screens show them with Textual, whose import
takes a while. No module here may name a game, contain a rule, or show a card that the view hides.
"""
