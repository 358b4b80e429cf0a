"""Rooms in play: their state, the requests they accept, their bots and clocks, and what their viewers are sent.

No sockets and no HTTP: a viewer is any object with the methods of `Viewer`.
"""
