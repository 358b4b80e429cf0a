"""Second, naive implementations of the games, written from the rule sheets alone, to check the real ones move by move."""
