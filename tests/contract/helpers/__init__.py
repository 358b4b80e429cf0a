"""Helpers of the contract tests: what Hypothesis makes situations of, and the sources of the house."""
