"""Backups of a server's data: written while it runs, checked, and restored into SQLite or PostgreSQL. None of this needs a
running server.
"""
