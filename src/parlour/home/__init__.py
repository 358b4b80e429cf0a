"""Files about a player on this machine: finished games and saved house rules.

This package holds the files and what is computed from them. It must not name a game, or hold anything a table needs to play.
"""
