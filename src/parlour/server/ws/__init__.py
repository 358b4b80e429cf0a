"""WebSocket connections: frames in and out, round trips, slow clients. The effects of requests are defined in `rooms`."""
