"""The compiler: the same rules through Numba, imported only when asked for.

What lives here: the compiled records and functions, the disk cache, play-outs. What must not: rules, and any game's name.
"""
