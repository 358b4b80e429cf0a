"""Helpers for several areas: a made-up language, and kernels."""
