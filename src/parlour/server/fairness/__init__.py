"""The fair deal: commit to a secret, mix in the players' numbers, and verify a saved game. Needs nothing else of the server."""
