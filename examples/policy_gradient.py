"""A policy that learns to play, in NumPy alone: REINFORCE on the batch environment.

    python examples/policy_gradient.py swap_switch

A small network looks at what the seat knows and gives each action a preference; the higher it is, the more likely a legal
action is to be drawn. After every round of games, the actions of a won game become a little more likely and those of a lost
one less. The opponents play at random, and so does the baseline: a random player wins its share of the seats.
"""

import argparse

import numpy as np

from parlour import envs

HIDDEN, RATE, STEPS = 64, 0.01, 64


class Policy:
    """Two layers: what a seat knows → 64 units → a preference for each of the 63 actions."""

    def __init__(self, width: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [rng.normal(0, width**-0.5, (width, HIDDEN)), np.zeros((HIDDEN, actions))]
        self._means = [np.zeros_like(w) for w in self.weights]
        self._squares = [np.zeros_like(w) for w in self.weights]
        self._updates = 0

    def probabilities(self, observed: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the hidden units and the probability of every action; that of an illegal one is 0."""
        units = np.tanh(observed @ self.weights[0])
        wants = np.where(masks, units @ self.weights[1], -np.inf)
        chances = np.exp(wants - wants.max(axis=1, keepdims=True))
        return units, chances / chances.sum(axis=1, keepdims=True)

    def learn(self, observed: np.ndarray, masks: np.ndarray, actions: np.ndarray, gains: np.ndarray) -> None:
        """Make actions with a gain above 0 more likely, by one step of Adam."""
        units, chances = self.probabilities(observed, masks)
        slope = -chances
        slope[np.arange(len(actions)), actions] += 1
        slope *= gains[:, None] / len(actions)
        inner = (slope @ self.weights[1].T) * (1 - units**2)
        self._updates += 1
        for i, gradient in enumerate((observed.T @ inner, units.T @ slope)):
            self._means[i] += 0.1 * (gradient - self._means[i])
            self._squares[i] += 0.001 * (gradient**2 - self._squares[i])
            mean, square = self._means[i] / (1 - 0.9**self._updates), self._squares[i] / (1 - 0.999**self._updates)
            self.weights[i] += RATE * mean / (np.sqrt(square) + 1e-8)


def train(
    game: str,
    seats: int = 2,
    updates: int = 60,
    tables: int = 256,
    seed: int = 1,
    options: dict[str, object] | None = None,
) -> Policy:
    """Return a policy that has learned from about `updates * tables * 64` decisions."""
    env = envs.batch(game, tables, seats, options, opponents="random", learner="rotate", seed=seed)
    policy, rng = Policy(env.features.width, 63, seed), np.random.default_rng(seed)
    out = env.reset()
    for _ in range(updates):
        seen, masks, chosen, asked = [], [], [], []
        rewards, ends = np.zeros((STEPS, tables)), np.zeros((STEPS, tables), bool)
        for step in range(STEPS):
            seen.append(out.observations.astype(np.float32))
            masks.append(out.masks.astype(bool))
            asked.append(out.seats.copy())
            _, chances = policy.probabilities(seen[-1], masks[-1])
            chosen.append((chances.cumsum(axis=1) > rng.random((tables, 1)) * 0.999999).argmax(axis=1))
            out = env.step(chosen[-1])
            rewards[step], ends[step] = out.rewards[np.arange(tables), asked[-1]], out.ends > 0
        gains, counts = returns(rewards, ends)
        keep = counts.ravel()
        values = gains.ravel()[keep]
        policy.learn(
            np.concatenate(seen)[keep], np.concatenate(masks)[keep], np.concatenate(chosen)[keep], values - values.mean()
        )
    return policy


def returns(rewards: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the reward at the end of each decision's game, and whether that end has been reached."""
    gains, known = np.zeros_like(rewards), np.zeros(rewards.shape, bool)
    coming, reached = np.zeros(rewards.shape[1]), np.zeros(rewards.shape[1], bool)
    for step in range(len(rewards) - 1, -1, -1):
        coming = np.where(ends[step], rewards[step], coming)
        reached |= ends[step]
        gains[step], known[step] = coming, reached
    return gains, known


def share_won(
    policy: Policy | None,
    game: str,
    seats: int = 2,
    games: int = 2000,
    seed: int = 10_000,
    options: dict[str, object] | None = None,
) -> float:
    """Return the share of games that a policy wins against random players; without a policy, that of a random one."""
    tables = 256
    env = envs.batch(game, tables, seats, options, opponents="random", learner="rotate", seed=seed)
    rng, out = np.random.default_rng(seed), env.reset()
    won = played = 0
    while played < games:
        asked = out.seats.copy()
        if policy is None:
            actions = env.random_actions()
        else:
            _, chances = policy.probabilities(out.observations.astype(np.float32), out.masks.astype(bool))
            actions = (chances.cumsum(axis=1) > rng.random((tables, 1)) * 0.999999).argmax(axis=1)
        out = env.step(actions)
        over = out.ends > 0
        won += int((out.rewards[np.arange(tables), asked] > 0)[over].sum())
        played += int(over.sum())
    return won / played


def main() -> None:
    """Train a policy and compare it with a random player."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    given = parser.parse_args()
    options = dict(pair.split("=", 1) for pair in given.set)
    before = share_won(None, given.game, given.seats, options=options)
    policy = train(given.game, given.seats, given.updates, options=options)
    after = share_won(policy, given.game, given.seats, options=options)
    print(f"A random player wins {before:.1%} of its games, the trained one {after:.1%}.")


if __name__ == "__main__":
    main()
