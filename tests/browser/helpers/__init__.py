"""Helpers for the browser tests: visitors with real browsers, screens to open, and checks of what they show."""
