"""The pages of the house in a real browser."""
