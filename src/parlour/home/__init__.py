"""Files about a player on this machine: finished games and saved house rules.

This package contains the files and what is computed from them. It must not name a game, or contain anything that a table needs
for playing.
"""
