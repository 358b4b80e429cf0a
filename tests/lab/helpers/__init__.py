"""Helpers of the tests of the laboratory: a tiny game, and compiled statistics beside interpreted ones."""
