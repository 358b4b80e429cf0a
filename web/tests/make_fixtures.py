"""Writes the messages that seat 0 gets in a game of each kind, for the tests of the page. Run it with the Python of `.venv`.

The page must not know any game by its id, so the files are numbered and the id in them is a made-up one.
"""

import json
from dataclasses import asdict
from pathlib import Path

from parlour import Table
from parlour.core.game import find_game, game_ids
from parlour.core.texts import speaking

FOLDER = Path(__file__).parent / "fixtures"
NAMES = ["Guest", "Ada", "Bruno", "Clara"]
MOVES = 44


def updates(game: str) -> list[dict]:
    table = Table.new(game, 4, seed=3)
    told, found = 0, []
    for _ in range(MOVES):
        view = table.view(0, NAMES).as_dict() | {"game": "sample"}
        events = [asdict(event) for event in table.events_for(0, told, NAMES)]
        story = [asdict(paragraph) for paragraph in table.narrate(0, told, NAMES)]
        told = table.told
        found.append(
            {
                "type": "update",
                "number": told,
                "base": 0,
                "events": events,
                "story": story,
                "view": view,
                "window": [],
                "clock": None,
            }
        )
        if table.must is None:
            break
        table.play(table.advice())
    return found


if __name__ == "__main__":
    for number, game in enumerate(sorted(game_ids()), 1):
        with speaking(typed=False):
            told = updates(game)
        text = json.dumps(told, separators=(",", ":")).replace(find_game(game).name, "Sample")
        (FOLDER / f"game{number}.json").write_text(text + "\n")
