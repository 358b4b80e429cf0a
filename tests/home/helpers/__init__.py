"""Helpers for the tests of what is kept for a player."""
