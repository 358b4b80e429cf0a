"""Helpers for the review tests."""
