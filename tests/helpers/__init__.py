"""Helpers for several areas: whether this is `make soak`, a made-up language, and kernels."""

import os

SOAK = bool(os.environ.get("PARLOUR_SOAK"))
"""Whether this is `make soak`, which does many times, from new seeds, what `make test` does a few times."""
