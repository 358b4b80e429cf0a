"""A bot of your own in any language: a program that reads one JSON message per line and answers `choose` with a move.

    parlour arena switch "cmd:python examples/line_bot.py" skilled

Messages: begin (game, seat, seats, options, seed), event (kind, seat, card, text), choose (view), end (winners, scores).
Only `choose` needs an answer, on one line: {"move": "play 8h"}, or {"move": null} to pass up a chance to cut in.
"""

import json
import random
import sys


def main() -> None:
    """Answer with any legal move; the seed of the game makes it repeatable."""
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":
            rng.seed(message["seed"])
        elif message["type"] == "choose":
            view = message["view"]
            moves = [move["words"] for move in view["moves"]]
            is_asked = view["must"] == view["viewer"]
            print(json.dumps({"move": rng.choice(moves) if is_asked else None}), flush=True)


if __name__ == "__main__":
    main()
