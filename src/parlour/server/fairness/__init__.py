"""The fair deal: commit to a secret, mix in the players' numbers, and verify a saved game. Uses no other part of the server."""
