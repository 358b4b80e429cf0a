"""Backups of a house: written while it runs, checked, and restored into SQLite or PostgreSQL. None of it needs a server."""
