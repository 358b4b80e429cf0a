"""PPO in plain PyTorch on the batch environment, one learner at tables of bots.

    pip install parlour[fast] torch
    python examples/ppo.py swap_switch --updates 200 --opponents advice

Everything is here: the network, the advantages (GAE) and the clipped loss. The only reward comes at the end of a game, so the
discount is 1.
"""

import argparse

import numpy as np
import torch
from torch import nn

from parlour import envs

STEPS, EPOCHS, BATCHES, CLIP, LAMBDA, ENTROPY = 64, 3, 4, 0.2, 0.95, 0.01


class Player(nn.Module):
    """What a seat knows → a preference for each action, and the reward to expect."""

    def __init__(self, width: int, units: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, units), nn.ReLU(), nn.Linear(units, units), nn.ReLU())
        self.wants, self.expects = nn.Linear(units, 63), nn.Linear(units, 1)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Return how likely each legal action is, and the reward to expect."""
        units = self.body(seen.float())
        wants = self.wants(units).masked_fill(~masks.bool(), -1e9)
        return torch.distributions.Categorical(logits=wants), self.expects(units).squeeze(-1)


def train(game: str, seats: int = 2, updates: int = 100, tables: int = 256, opponents: str = "random", seed: int = 1) -> Player:
    """Return a player that has learned from `updates * tables * 64` decisions."""
    torch.manual_seed(seed)
    env = envs.batch(game, tables, seats, opponents=opponents, learner="rotate", seed=seed)
    player = Player(env.features.width)
    optimiser = torch.optim.Adam(player.parameters(), lr=3e-4)
    out, rows = env.reset(), np.arange(tables)
    for _ in range(updates):
        seen, masks, actions, chances, values, rewards, ends = [], [], [], [], [], [], []
        for _ in range(STEPS):
            seen.append(torch.from_numpy(out.observations.copy()))
            masks.append(torch.from_numpy(out.masks.copy()))
            asked = out.seats.copy()
            with torch.no_grad():
                choice, value = player(seen[-1], masks[-1])
                action = choice.sample()
            actions.append(action)
            chances.append(choice.log_prob(action))
            values.append(value)
            out = env.step(action.numpy())
            rewards.append(torch.from_numpy(out.rewards[rows, asked].copy()))
            ends.append(torch.from_numpy(out.ends > 0))
        with torch.no_grad():
            _, following = player(torch.from_numpy(out.observations.copy()), torch.from_numpy(out.masks.copy()))
        gains = advantages(rewards, ends, values, following)
        learn(player, optimiser, *map(torch.cat, (seen, masks, actions, chances)), torch.cat(gains), torch.cat(values))
    return player


def advantages(
    rewards: list[torch.Tensor], ends: list[torch.Tensor], values: list[torch.Tensor], following: torch.Tensor
) -> list[torch.Tensor]:
    """Return how much better each action went than expected (GAE)."""
    gains: list[torch.Tensor] = []
    gain = torch.zeros_like(following)
    for step in range(len(rewards) - 1, -1, -1):
        goes_on = (~ends[step]).float()
        surprise = rewards[step] + goes_on * following - values[step]
        gain = surprise + LAMBDA * goes_on * gain
        following = values[step]
        gains.insert(0, gain)
    return gains


def learn(
    player: Player,
    optimiser: torch.optim.Optimizer,
    seen: torch.Tensor,
    masks: torch.Tensor,
    actions: torch.Tensor,
    chances: torch.Tensor,
    gains: torch.Tensor,
    values: torch.Tensor,
) -> None:
    """Improve the player with PPO's clipped loss, in a few passes over what it has just played."""
    aims = gains + values
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(BATCHES):
            choice, value = player(seen[part], masks[part])
            ratio = (choice.log_prob(actions[part]) - chances[part]).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * gains[part], bounded * gains[part]).mean()
            loss = loss + 0.5 * (value - aims[part]).pow(2).mean() - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


def share_won(player: Player | None, game: str, seats: int = 2, games: int = 4000, opponents: str = "random") -> float:
    """Return the share of games that a player wins; without one, that of a random player."""
    env, won, played = envs.batch(game, 256, seats, opponents=opponents, learner="rotate", seed=10_000), 0, 0
    out = env.reset()
    while played < games:
        asked = out.seats.copy()
        if player is None:
            actions = env.random_actions()
        else:
            with torch.no_grad():
                actions = player(torch.from_numpy(out.observations), torch.from_numpy(out.masks))[0].sample().numpy()
        out = env.step(actions)
        over = out.ends > 0
        won += int((out.rewards[np.arange(256), asked] > 0)[over].sum())
        played += int(over.sum())
    return won / played


def main() -> None:
    """Train a player and compare it with a random one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--opponents", default="random")
    given = parser.parse_args()
    before = share_won(None, given.game, given.seats, opponents=given.opponents)
    player = train(given.game, given.seats, given.updates, opponents=given.opponents)
    after = share_won(player, given.game, given.seats, opponents=given.opponents)
    print(f"A random player wins {before:.1%} of its games, the trained one {after:.1%}.")


if __name__ == "__main__":
    main()
