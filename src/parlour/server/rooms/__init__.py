"""Rooms in play: their state, the requests they accept, their bots and clocks, and what their viewers are sent.

Nothing here depends on sockets or HTTP: a viewer is any object with the methods of `Viewer`.
"""
