"""The engine: states, chance, options, views, tables. It contains no code for any particular game and imports only the standard
library.
"""
