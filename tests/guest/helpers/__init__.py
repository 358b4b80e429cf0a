"""Helpers for the tests of guests."""
