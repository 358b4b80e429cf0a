"""Counterfactual regret minimisation on a miniature game: the last turns of a game for two with three cards each.

    pip install parlour[openspiel]
    python examples/openspiel_cfr.py --iterations 30

The position is given as text; every deal shuffles its hidden cards. The strategy converges: in the end, nobody gains much by
deviating from it.
"""

import argparse

from open_spiel.python.algorithms import cfr, exploitability

from parlour.envs import openspiel

POSITION = """\
swap_switch seats=2 turn=0 direction=+ seed=1
option max_turns: 100
option must_discard: off
turns: 96
pile: 9d
deck: 4c 6h
hand 0: 3d 9c 5s
hand 1: 9h 5d 7d
rest: out
"""


def solve(iterations: int, deals: int = 4) -> tuple[float, float]:
    """Return the exploitability after one iteration and after this many more."""
    game = openspiel.load("swap_switch", position=POSITION, deals=deals)
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return before, exploitability.exploitability(game, solver.average_policy())


def main() -> None:
    """Solve the game and print the exploitability."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=30)
    before, after = solve(parser.parse_args().iterations)
    print(f"Exploitability after one iteration: {before:.3f}; at the end: {after:.3f}.")


if __name__ == "__main__":
    main()
