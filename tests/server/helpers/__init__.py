"""Helpers for the server tests: servers to test, clients that talk to them, and checks of what they say."""
