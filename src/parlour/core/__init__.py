"""The engine: states, chance, options, views, tables. It knows no game and imports nothing but the standard library."""
