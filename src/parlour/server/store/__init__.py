"""The database: the log entries of rooms, guests and finished games. No rules, no network and no clients here."""
