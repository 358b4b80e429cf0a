"""Guests and their games: identity, history and replays. Nothing here depends on rooms in play."""
