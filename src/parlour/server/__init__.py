"""The server: rooms by link, in the browser. It contains no code for any particular game.

A move is committed to the room's log before anybody is told. The rules of games live elsewhere, and each viewer is sent only
its own view. The parts from bottom to top; each imports only parts listed before it:

- `ops`: settings, limits, metrics, logs, traces
- `store`: the database, and the entries of rooms' logs
- `fairness`: the fair deal and its verification
- `people`: guests, their history and replays
- `wire`: the messages of the protocol
- `rooms`: rooms in play; `rooms/handlers.py` says what every request does
- `backup`: backups, written, checked and restored; one is written before a migration
- `ws`: WebSocket connections
- `house`: puts the parts of one server together
- `http`, `api`: HTTP machinery, and the endpoints by topic
- `app`: the application
- `program`: the server process, and the commands that start, check and maintain it
"""
