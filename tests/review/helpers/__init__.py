"""Helpers of the tests of reviews."""
