"""Helpers for the contract tests: strategies for Hypothesis, and the sources of the house."""
