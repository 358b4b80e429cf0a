"""Helpers for the tests of the full screen."""
