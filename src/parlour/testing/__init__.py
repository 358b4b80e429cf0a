"""The contract of a game as checks that anyone can run: on the games of the house and on the one you are writing.

    from parlour.testing import check_game
    check_game("my_game")

Each check raises an AssertionError that says in a sentence what is broken and how to repeat it. Nothing here knows a game
by name, and only `check_compiled` needs more than Python.
"""

from .clock import check_clock, check_ends
from .compiled import check_compiled, check_parity
from .contract import check_conservation, check_moves, check_refusals, check_round_trips, check_views, check_words
from .golden import check_golden, golden_text, replayed, write_golden
from .lessons import check_lessons
from .secrecy import check_knowledge, check_replayed_secrets, check_secrets
from .sentences import flaw_of
from .trials import Situation, is_available, random_options, random_table, situations
from .worlds import check_redeal, check_uniform

__all__ = [
    "Situation",
    "check_clock",
    "check_compiled",
    "check_conservation",
    "check_ends",
    "check_game",
    "check_golden",
    "check_knowledge",
    "check_lessons",
    "check_moves",
    "check_parity",
    "check_redeal",
    "check_refusals",
    "check_replayed_secrets",
    "check_round_trips",
    "check_secrets",
    "check_uniform",
    "check_views",
    "check_words",
    "flaw_of",
    "golden_text",
    "is_available",
    "random_options",
    "random_table",
    "replayed",
    "situations",
    "write_golden",
]


def check_game(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Run the whole contract on one game: this many random games per check, starting with this seed."""
    for check in (
        check_words,
        check_lessons,
        check_conservation,
        check_moves,
        check_views,
        check_refusals,
        check_round_trips,
        check_clock,
        check_ends,
        check_knowledge,
        check_secrets,
        check_replayed_secrets,
        check_redeal,
    ):
        check(game_id, games=games, seed=seed)
    check_uniform(game_id, seed=seed)
    check_golden(game_id)
    if is_available("numba"):
        check_compiled(game_id, games=max(1, games // 4), seed=seed)
