"""Guests and what they have played: identity, history and replays. Nothing here knows a room in play."""
