"""Helpers for the engine tests."""
