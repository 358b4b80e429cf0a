"""Helpers for the bot tests."""
