"""OpenSpiel's information-set tree search at a Parlour table, against a random player.

pip install parlour[openspiel]
python examples/openspiel_ismcts.py swap_switch --games 4
"""

import argparse

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from parlour.envs import openspiel


def play(game_id: str, games: int, simulations: int, seed: int = 1, position: str = "") -> float:
    """Return the mean reward of the search in games for two; it takes each seat in turn. `position`: where games begin."""
    game, rng = openspiel.load(game_id, players=2, position=position), np.random.RandomState(seed)
    total = 0.0
    for number in range(games):
        bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=mcts.RandomRolloutEvaluator(1, rng),
            uct_c=1.5,
            max_simulations=simulations,
            random_state=rng,
        )
        bot.set_resampler(openspiel.resampler(seed + number))
        state, seat = game.new_initial_state(), number % 2
        state.apply_action(int(rng.randint(game.deals)))
        while not state.is_terminal():
            if state.current_player() == seat:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        total += state.returns()[seat]
    return total / games


def main() -> None:
    """Play the games and print the mean reward."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=30)
    given = parser.parse_args()
    mean = play(given.game, given.games, given.simulations)
    print(f"Mean reward of the search against a random player in {given.games} games: {mean:+.2f}.")


if __name__ == "__main__":
    main()
