"""A guest at a running house: `parlour join` and `parlour watch` speak the same protocol as the pages.

A view that a house sends is drawn like any other. No rule is decided here, and nothing is known but what the house sends.
"""
