"""The table server: rooms by link, the log that a room folds to, people, the wire. It names no game.

A move is written down and committed before anyone is told. Nothing here decides a rule; nothing here sends a viewer
anything but its own view.
"""
