"""Rule parts that two or more games share exactly, for states that name their fields alike.

What lives here is rules (`@rule`) and small helpers of a game's words. What must not: anything only one game needs.
"""
