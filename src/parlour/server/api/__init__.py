"""The HTTP API: one module per topic, each with its endpoints and their types."""
