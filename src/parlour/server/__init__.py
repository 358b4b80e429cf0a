"""The server: rooms by link, in the browser. It knows no game.

A move is committed to the room's log before anybody is told. No rule is decided here, and no viewer is sent anything but
its own view. The parts from bottom to top; each imports only parts listed before it:

- `ops`: settings, limits, metrics, logs, traces
- `store`: the database, and the entries of rooms' logs
- `fairness`: the fair deal and its verification
- `people`: guests, their history and replays
- `wire`: the messages of the protocol
- `rooms`: rooms in play; `rooms/handlers.py` says what every request does
- `backup`: backups, written, checked and restored; one is written before a migration
- `ws`: WebSocket connections
- `house`: everything one server has, put together
- `http`, `api`: HTTP machinery, and the endpoints by topic
- `app`: the application
- `program`: its process, and the commands that start, check and look after it
"""
