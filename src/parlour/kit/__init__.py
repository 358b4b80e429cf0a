"""Rules that several games share exactly, for states with the same field names.

This package holds rules (`@rule`) and small helpers for a game's texts. It must not hold anything that only one game could use.
"""
