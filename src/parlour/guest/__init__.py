"""A guest at a running house: `parlour join` and `parlour watch` speak the same protocol as the pages.

A view that a house sends is drawn like any other. This package applies no rules, and knows only what the house sends.
"""
