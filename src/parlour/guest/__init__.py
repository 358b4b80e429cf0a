"""The client of a running server: `parlour join` and `parlour watch` speak the same protocol as the pages.

A view that the server sends is drawn like any other. This package applies no rules, and knows only what the server sends.
"""
