"""Finished games to keep before a rule changes: they must always open and end the same way (tests/versions)."""

import json
import random

from ..core.game import find_game
from .trials import Situation, random_table

LONGEST = 300
"""Games with more decisions are left out, to keep the file small."""
TRIES = 20
"""How many games to try for each one that is kept."""


def kept_games(game_id: str, games: int, seed: int = 1) -> str:
    """Return this many finished random games as JSON: the save, the last position and the result of each."""
    game, kept = find_game(game_id), []
    for number in range(games * TRIES):
        rng = random.Random(f"kept {game_id} {seed} {number}")
        now = Situation(random_table(game, rng), rng)
        now.go_on(LONGEST)
        if result := now.table.result:
            save = json.loads(now.table.save())
            kept.append({"save": save, "position": now.table.position(), "result": [result.winners, result.scores]})
        if len(kept) == games:
            break
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
