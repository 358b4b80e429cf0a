"""A bot's decision: the rule of thumb, a search, or at weaker levels sometimes another sensible move."""

from ..core.chance import Dice, plant_dice, roll
from ..core.table import Table
from .candidates import searched
from .checks import check_asked, check_seated
from .levels import find_level, usual_level
from .memory import as_remembered
from .readiness import is_ready, make_ready, prepare, will_search

PLACE = ":"
"""The separator between seat and slot in a view, for cards that lie face down."""
SLIPS = 0x51C7_0F3A_9E1B
"""Keeps the dice for mistakes separate from the dice for advice, which come from the same seed."""


def choose(
    table: Table,
    seat: int,
    level: str = usual_level,
    seed: int = 0,
    memory_seed: int = 0,
    *,
    playouts: int | None = None,
    seconds: float = 0.0,
    wait: bool = True,
) -> str | None:
    """Return the words of a bot's move, or None if it may cut in but doesn't.

    At one table the result follows from what the seat knows, the level and the seeds. At another table that looks the same to
    the seat, each move has the same probability: a bot that searches then draws other worlds with the same seed, but each is
    as likely, since worlds are drawn by exchanging hidden cards. `seed` is for one decision: use a different one each time.

    `memory_seed` decides what is forgotten: use the same one for a bot's whole game. `playouts` overrides the level's budget.
    With `seconds` the clock may end a search too. Without `wait`, a bot that searches uses the rule of thumb until the rules
    are compiled, which happens in the background.
    """
    chosen = find_level(level)
    check_seated(table, seat, memory_seed)
    check_asked(seed, 1 if playouts is None else playouts, seconds)
    budget = chosen.playouts * table.game.thinking if playouts is None else playouts
    dice = Dice()
    plant_dice(dice, seed ^ SLIPS)
    if chosen.playouts and will_search(table.game) and roll(dice) >= chosen.haste * (1 << 32):
        if wait:
            make_ready(table.game)
        if is_ready(table.game):
            return searched(table.mind(seat), seed, budget, seconds, chosen.doubt)
        prepare(table.game)
    mind = as_remembered(table, seat, chosen.memory, memory_seed)
    advised = mind.advice(seat, seed)
    if advised is None or roll(dice) >= chosen.slip * (1 << 32):
        return advised
    return _slip(mind, seat, advised, seed, dice)


def _slip(table: Table, seat: int, advised: str, seed: int, dice: Dice) -> str | None:
    """Return a careless move, but not one that would surprise the whole table.

    Out of turn, that means not cutting in. In turn, it is another move with the same verb as the advised one, so that the
    bot doesn't draw when it could play or try what might be punished, and one that doesn't leave it with more cards. No bot is
    careless about a move that can end the game: who would win may depend on hidden cards, but whether it ends does not.
    """
    moves = _open_moves(table, seat)
    others = [words for words in moves if words.split()[0] == advised.split()[0] and words != advised]
    if seat == table.must and not others:
        return advised
    world = Table(table.game, table.world(seat, seed + 2), table.seed)
    after = {words: _after(world, seat, words) for words in (advised, *moves)}
    if any(one.must is None for one in after.values()):
        return advised
    if seat != table.must:
        return None
    most = max(_cards_of(world, seat), _cards_of(after[advised], seat))
    while others:
        words = others.pop(roll(dice) * len(others) >> 32)
        if _cards_of(after[words], seat) <= most:
            return words
    return advised


def _open_moves(table: Table, seat: int) -> list[str]:
    """Return the moves that pick no face-down card.

    Face-down cards are a matter of memory: nobody confuses cards they know, and a guess may cost a penalty.
    """
    return [choice.words for choice in table.view(seat).moves if not any(PLACE in pick for pick in choice.picks)]


def _after(world: Table, seat: int, words: str) -> Table:
    """Return the table after a move."""
    table = world.copy()
    table.play(words, seat)
    return table


def _cards_of(table: Table, seat: int) -> int:
    """Return the number of cards a seat has."""
    return sum(zone.count for zone in table.view(None).zones if zone.owner == seat)
