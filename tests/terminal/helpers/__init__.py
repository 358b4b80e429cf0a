"""Helpers for the terminal tests: a terminal whose every line can be read, and scripted input."""
