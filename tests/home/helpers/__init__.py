"""Helpers of the tests of what is kept for a player."""
