"""Who plays: bots by name. A bot that is a rule of its game is compiled; any other sits at a table and is asked for words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..bots import LEVELS, choose
from ..core.chance import Dice, pick, plant_dice
from ..core.sentence import quoted
from ..core.table import Table

RANDOM, ADVICE = "random", "advice"
RULES = {RANDOM: 0, ADVICE: 1, "skilled": 1}
"""Bots that are rules, with their number in compiled play (`parlour.fast.matches`)."""
PASS = 62

Chooser = Callable[[Table, int, int, int], str | None]
"""What a bot does: table, seat, a seed for this decision, a seed for its whole game. Words, or None: it does not cut in."""


@dataclass(frozen=True, slots=True)
class Player:
    """A bot: its name, its policy in compiled play if it has one (else −1), and how it chooses at a table."""

    name: str
    policy: int
    choose: Chooser


def player(name: str) -> Player:
    """The bot of a name, or a ValueError in a sentence."""
    if not isinstance(name, str) or name not in (RANDOM, ADVICE, *LEVELS):
        raise ValueError(f"There is no bot {quoted(name)}; there are: {', '.join((RANDOM, ADVICE, *LEVELS))}.")
    if name == RANDOM:
        return Player(name, RULES[name], choose_randomly)
    return Player(name, RULES.get(name, -1), _Level("skilled" if name == ADVICE else name))


@dataclass(frozen=True, slots=True)
class _Level:
    level: str

    def __call__(self, table: Table, seat: int, seed: int, memory_seed: int) -> str | None:
        return choose(table, seat, self.level, seed, memory_seed)


def choose_randomly(table: Table, seat: int, seed: int, memory_seed: int) -> str | None:
    """Step by step any action with the same chance, as in compiled play; a seat that need not act may pass."""
    game, state, dice = table.game, table.world(seat, seed), Dice()
    plant_dice(dice, seed + 1)
    actions: list[int] = []
    while True:
        free = 1 << PASS if seat != table.must and not actions else 0
        action = pick(dice, game.legal(state, seat) | free)
        if action == PASS and free:
            return None
        actions.append(action)
        game.act(state, seat, action)
        if not game.laying(state):
            return table.spoken(seat, actions)


def players(names: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """The bots of a line-up by seat: one for all, or one each; a ValueError says what is wrong."""
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    checked = [player(name).name for name in listed]
    if len(checked) == 1:
        checked *= seats
    if len(checked) != seats:
        raise ValueError(f"Name one bot for all seats or one for each of the {seats}, not {len(checked)}.")
    return tuple(checked)
