"""Rule parts that games share exactly, for states that name their fields alike.

What lives here is rules (`@rule`) and small helpers of a game's words. What must not: anything that only one game could use.
"""
