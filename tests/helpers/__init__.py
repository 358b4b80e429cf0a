"""Helpers for several areas: whether this is `make soak`, a made-up language, and kernels."""

import os

SOAK = bool(os.environ.get("PARLOUR_SOAK"))
"""Whether what `make test` does a few times is done many times, from new seeds."""
