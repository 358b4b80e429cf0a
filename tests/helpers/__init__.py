"""Helpers of several areas: a made-up language."""
