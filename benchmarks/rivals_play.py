"""Random play of one rival, in the environment that `rivals.py` makes: each line on standard input is a number of
seconds; it plays for about that long and prints a line of JSON with decisions, games, processor seconds and wall-clock seconds.

A decision is one answer by one player; chance events (a deal, a draw) don't count. Before the first line it prints "ready" and
how many numbers an observation has, 0 if none is made.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable

Player = Callable[[int], tuple[int, int]]
"""Play about this many games; return decisions and games."""
WIDTHS: list[int] = []
"""How many numbers the player of this process observes."""

SEATS = 4


def open_spiel_python() -> Player:
    """Play OpenSpiel's crazy_eights as its own example does: a loop in Python over its C++ states."""
    import pyspiel

    game, choice = pyspiel.load_game("crazy_eights", {"players": SEATS}), random.Random(1)

    def play(games: int) -> tuple[int, int]:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choice.choices(outcomes, chances)[0])
                else:
                    decisions += 1
                    state.apply_action(choice.choice(state.legal_actions()))
        return decisions, games

    return play


def open_spiel_observed() -> Player:
    """Run the same loop, in which the player to move also gets its observation tensor, as a learner does."""
    import pyspiel

    game, choice = pyspiel.load_game("crazy_eights", {"players": SEATS}), random.Random(1)
    WIDTHS.append(game.observation_tensor_size())

    def play(games: int) -> tuple[int, int]:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choice.choices(outcomes, chances)[0])
                else:
                    decisions += 1
                    state.observation_tensor()
                    state.apply_action(choice.choice(state.legal_actions()))
        return decisions, games

    return play


def open_spiel_rollouts() -> Player:
    """Use OpenSpiel's own play in C++: `evaluate_bots` with its uniform random bots, one whole game per call.

    The number of decisions per game is counted in the histories of other games, because counting would slow down the timed
    ones.
    """
    import pyspiel

    game = pyspiel.load_game("crazy_eights", {"players": SEATS})
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(SEATS)]
    counted = 2000
    decisions = 0
    for number in range(counted):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        decisions += sum(step.player >= 0 for step in state.full_history())
    each = decisions / counted
    seeds = iter(range(counted, 1 << 40))

    def play(games: int) -> tuple[int, int]:
        for _ in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return round(games * each), games

    return play


def rlcard_uno() -> Player:
    """Play RLCard's uno with `env.run`, as its examples do."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1, "game_num_players": SEATS})
    WIDTHS.append(env.reset()[0]["obs"].size)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(games: int) -> tuple[int, int]:
        before = env.timestep
        for _ in range(games):
            env.run(is_training=False)
        return env.timestep - before, games

    return play


def petting_zoo(name: str) -> Callable[[], Player]:
    """Play a card game of PettingZoo, agent after agent, with observations and masks, as its documentation does."""

    def make() -> Player:
        import importlib

        env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        env.reset(seed=0)
        WIDTHS.append(env.last()[0]["observation"].size)
        choice, seeds = random.Random(1), iter(range(1 << 40))

        def play(games: int) -> tuple[int, int]:
            decisions = 0
            for _ in range(games):
                env.reset(seed=next(seeds))
                for _ in env.agent_iter():
                    observation, _, terminated, truncated, _ = env.last()
                    if terminated or truncated:
                        env.step(None)
                    else:
                        decisions += 1
                        env.step(choice.choice(observation["action_mask"].nonzero()[0].tolist()))
            return decisions, games

        return play

    return make


def pgx_game(name: str) -> Callable[[], Player]:
    """Play a game of pgx: a batch of games compiled by JAX, each restarted when it is over, as in its own benchmark."""

    def make() -> Player:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
        os.environ["JAX_PLATFORMS"] = "cpu"
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset

        env, batch, length = pgx.make(name), 4096, 100
        step = jax.vmap(auto_reset(env.step, env.init))

        def move(carry: tuple[object, object], _: object) -> tuple[tuple[object, object], object]:
            state, key = carry
            key, choices, chances = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(choices, logits, axis=-1)
            state = step(state, action, jax.random.split(chances, batch))
            return (state, key), state.terminated.sum()

        @jax.jit
        def run(state: object, key: object) -> tuple[object, object, object]:
            (state, key), over = jax.lax.scan(move, (state, key), None, length)
            return state, key, over.sum()

        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
        kept = [state, key]
        WIDTHS.append(state.observation[0].size)

        def play(games: int) -> tuple[int, int]:
            decisions = ended = 0
            while decisions == 0 or ended < games:
                kept[0], kept[1], over = run(*kept)
                ended += int(over)
                decisions += batch * length
            return decisions, ended

        return play

    return make


WAYS: dict[str, Callable[[], Player]] = {
    "open_spiel_observed": open_spiel_observed,
    "open_spiel_python": open_spiel_python,
    "open_spiel_rollouts": open_spiel_rollouts,
    "rlcard_uno": rlcard_uno,
    "pettingzoo_texas_holdem": petting_zoo("texas_holdem_v4"),
    "pettingzoo_leduc_holdem": petting_zoo("leduc_holdem_v4"),
    **{f"pgx_{name}": pgx_game(name) for name in ("kuhn_poker", "leduc_holdem")},
}


def main(way: str) -> None:
    """Play for each line of standard input."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    play, games = WAYS[way](), 1
    play(games)
    while True:  # doubled until the games take long enough to be timed
        start = time.process_time()
        play(games)
        if time.process_time() - start > 0.1 or games > 1 << 24:
            break
        games *= 2
    rate = games / max(time.process_time() - start, 1e-9)
    print("ready", sum(WIDTHS), flush=True)
    for line in sys.stdin:
        wanted = max(round(float(line) * rate), 1)
        wall, cpu = time.perf_counter(), time.process_time()
        decisions, played = play(wanted)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(json.dumps({"decisions": decisions, "games": played, "cpu": cpu, "wall": wall}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
