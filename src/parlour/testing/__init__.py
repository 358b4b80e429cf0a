"""The contract of a game as checks that anyone can run, on the games that come with Parlour and on the one you are writing.

    from parlour.testing import check_game
    check_game("my_game")

Each check raises an AssertionError that says in a sentence what is broken and how to reproduce it. Nothing here knows a game
by name, and only `check_compiled` needs more than the standard library.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ..core.game import Game, find_game
from ..core.plugins import place_in
from ..core.texts import NoText
from ..lessons import lessons_of
from .bots import check_blind_advice, check_bot
from .clock import check_clock, check_ends, check_turns
from .compiled import check_compiled, check_parity
from .contract import check_conservation, check_moves, check_refusals, check_round_trips, check_views, check_words
from .golden import WRITE, check_golden, golden_files, golden_text, replayed, write_golden
from .lessons import check_lessons
from .observations import check_observation, has_observation
from .pages import check_labels, check_picture, check_rules
from .secrecy import check_knowledge, check_replayed_secrets, check_secrets
from .sentences import flaw_of
from .trials import Situation, is_available, random_options, random_table, situations
from .worlds import check_redeal, check_uniform

__all__ = [
    "Finding",
    "Situation",
    "check_blind_advice",
    "check_bot",
    "check_clock",
    "check_compiled",
    "check_conservation",
    "check_ends",
    "check_game",
    "check_golden",
    "check_knowledge",
    "check_labels",
    "check_lessons",
    "check_moves",
    "check_observation",
    "check_parity",
    "check_picture",
    "check_redeal",
    "check_refusals",
    "check_replayed_secrets",
    "check_round_trips",
    "check_rules",
    "check_secrets",
    "check_turns",
    "check_uniform",
    "check_views",
    "check_words",
    "findings",
    "flaw_of",
    "golden_text",
    "is_available",
    "random_options",
    "random_table",
    "replayed",
    "situations",
    "write_golden",
]


CHECKS: dict[str, Callable[..., object]] = {
    "texts": check_words,
    "labels": check_labels,
    "rule sheet": check_rules,
    "picture": check_picture,
    "lessons": check_lessons,
    "cards": check_conservation,
    "moves": check_moves,
    "views and events": check_views,
    "refusals": check_refusals,
    "saves and positions": check_round_trips,
    "clock": check_clock,
    "ends": check_ends,
    "limit of turns": check_turns,
    "what a seat can't see": check_knowledge,
    "hidden cards": check_secrets,
    "hidden cards, replayed": check_replayed_secrets,
    "redealt worlds": check_redeal,
    "rule of thumb sees only its own cards": check_blind_advice,
    "rule of thumb beats a random player": check_bot,
}
"""The checks of the contract, by topic."""


MISSING: dict[str, tuple[Callable[[Game], bool], str]] = {
    "lessons": (lambda game: bool(lessons_of(game)), "There are none. They are optional and go in lessons.toml."),
    "golden games": (lambda game: bool(golden_files(game.id)), f"There are none. To write them: {WRITE}"),
    "observation": (has_observation, "The game declares no features, and its pack is too large for the default ones."),
    "compiled rules": (
        lambda game: is_available("numba"),
        "They were not checked, since Numba is not installed: pip install 'parlour[fast]'",
    ),
}
"""Topics that a game or an installation may lack: how to find out, and the message if it does."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: its topic, and what is wrong (empty if nothing is).

    `missing` says why the check was skipped, if there was nothing to check.
    """

    about: str
    wrong: str = ""
    missing: str = ""


def findings(game_id: str, *, games: int = 20, seed: int = 1) -> Iterator[Finding]:
    """Run every check on one game, with this many random games each, and yield the result of each."""
    game = find_game(game_id)
    checks: dict[str, Callable[[], object]] = {
        about: partial(check, game_id, games=games, seed=seed) for about, check in CHECKS.items()
    }
    checks["every world is equally likely"] = partial(check_uniform, game_id, seed=seed)
    checks["golden games"] = partial(check_golden, game_id)
    checks["observation"] = partial(check_observation, game_id, positions=10 * games, seed=seed)
    checks["compiled rules"] = partial(check_compiled, game_id, games=max(1, games // 4), seed=seed)
    for about, check in checks.items():
        try:
            is_there, why = MISSING.get(about, (None, ""))
            if is_there and not is_there(game):
                yield Finding(about, missing=why.format(game_id))
                continue
            check()
        except (AssertionError, ValueError) as error:
            yield Finding(about, str(error) or type(error).__name__)
        except NoText as error:
            yield Finding(about, str(error))
        except Exception as error:
            why = f"{type(error).__name__}: {error}{place_in(error, game.folder)}"
            yield Finding(about, f"{game_id}: The check could not be finished: {why}")
        else:
            yield Finding(about)


def check_game(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Run the whole contract on one game; raise an AssertionError that names everything that is broken."""
    wrong = [found.wrong for found in findings(game_id, games=games, seed=seed) if found.wrong]
    assert not wrong, "\n\n".join(wrong)
