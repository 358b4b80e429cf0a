"""Helpers of the tests of the engine."""
