"""WebSocket connections: frames in and out, round trips, slow clients. What a request does is decided in `rooms`."""
