"""Helpers for the tests of a player's files."""
