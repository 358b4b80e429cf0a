"""Prints the games and the levels of bots as JSON, as a server sends them in English, to be built into the pages.

The user's own game folders are left out, and the levels are described as they are where bots can search. Only what
the first page needs is included, without the texts of house rules, so that the output stays small.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
for name in ("PARLOUR_EXAMPLES", "PARLOUR_GAMES"):
    os.environ.pop(name, None)

from msgspec import json  # noqa: E402
from msgspec.structs import replace  # noqa: E402

from parlour.core.texts import speaking  # noqa: E402
from parlour.server.api import catalogue  # noqa: E402


def main() -> None:
    """Print the catalogue."""
    catalogue.can_search = lambda: True
    with speaking(language="en", typed=False):
        told = catalogue.Catalogue(games=[*map(shortened, catalogue.game_infos())], levels=catalogue.level_infos())
    sys.stdout.buffer.write(json.encode(told))


def shortened(game: catalogue.GameInfo) -> catalogue.GameInfo:
    """Return what the first page needs of a game."""
    return replace(
        game,
        scoring="",
        words={},
        options=[replace(option, key="", label="", says="", labels=[], nothing_label=None) for option in game.options],
        presets=[replace(preset, says="") for preset in game.presets],
        lessons=[replace(lesson, title="") for lesson in game.lessons],
    )


if __name__ == "__main__":
    main()
