"""Helpers for the tests of single games: positions to lay out and to read back."""
