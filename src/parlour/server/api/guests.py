"""The endpoints for guests: those of all topics but the operator's."""

from . import challenges, games, lessons, people, puzzles, replays, rooms, service

GUESTS = [
    *people.ENDPOINTS,
    *games.ENDPOINTS,
    *lessons.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *rooms.ENDPOINTS,
    *replays.ENDPOINTS,
    *challenges.ENDPOINTS,
    *service.ENDPOINTS,
]
