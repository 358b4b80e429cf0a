"""A statistic of your own: how often the lead changes.  python examples/lab_observer.py [GAME [GAMES]]

The seat whose hand counts the fewest points has the lead. The hooks are rules (whole numbers, `if`, `while`,
`for … in range`): they are compiled together with the game and cost next to nothing.
"""

import sys
from typing import Any

from parlour import Game, game_ids
from parlour.lab import Hooks, Observer, rule, simulate


class LeadChanges(Observer):
    """Records one number per game: how many times another seat took the lead."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """The name of the number in the results."""
        return ("lead_changes",)

    def notes(self, game: Game) -> int:
        """Remember one number during a game: who leads."""
        return 1

    def hooks(self, game: Game) -> Hooks:
        """Check who leads at the deal and after each decision."""
        hand_points = game.hand_points

        @rule
        def leader(s: Any, held: int) -> int:
            best = held
            for seat in range(s.seats):
                if hand_points(s, seat) < hand_points(s, best):
                    best = seat
            return best

        @rule
        def dealt(s: Any, row: Any, notes: Any) -> None:
            notes[0] = leader(s, 0)

        @rule
        def decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
            now = leader(s, notes[0])
            if now != notes[0]:
                row[0] += 1
                notes[0] = now

        return Hooks(dealt=dealt, decided=decided)


def main(game: str = game_ids()[-1], games: str = "50000") -> None:
    """Simulate a game with the new statistic."""
    found = simulate(game, games=int(games), seats=4, seed=1, observers=[LeadChanges()])
    changes = found.observed["lead_changes"]
    print(f"the lead changes {changes.mean.value:.2f} times a game, at most {changes.most} times")


if __name__ == "__main__":
    main(*sys.argv[1:])
