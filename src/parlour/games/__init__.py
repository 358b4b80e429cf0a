"""The games: one folder is one game, found by scanning. A game imports `core` and `kit` only, and no other game."""
