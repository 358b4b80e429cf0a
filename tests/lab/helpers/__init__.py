"""Helpers for the laboratory tests: a tiny game, and compiled statistics beside interpreted ones."""
