"""Golden games: whole random games as readable text beside the rules, replayed and compared.

`python -m parlour.testing golden GAME` writes them; a test reads them. They reveal changes, not whether a rule is right: each
rule has its own test.
"""

import random
import re
from pathlib import Path

from ..core.game import find_game
from ..core.table import Table
from .trials import expect, make, random_decision, random_options

MOST_MOVES = 90
LEAST_MOVES = 15
SEEDS = 3000
WRITE = "python -m parlour.testing golden {}"
AGAIN = f"If you meant to change the rules, write the golden games again: {WRITE}"
MOVE = re.compile(r"^(\d+)\. seat (\d+): (.+)$")


def golden_text(table: Table) -> str:
    """Return a game from the deal to the end, in words."""
    start = table.at(0)
    lines = [f"{table.game.id} seats={table.seats} seed={table.seed} first={table.first}"]
    lines += [f"option {name}: {table.game.options[name].text(getattr(table._state, name))}" for name in table.options]
    lines += ["", "The deal", *_events(table, 0), *_indented(start.position())]
    for number, (seat, words) in enumerate(table.log, 1):
        lines += ["", f"{number}. seat {seat}: {words}", *_events(table, number)]
    lines += ["", "The end", *_indented(table.position())]
    if table.result:
        lines.append(f"    winners: {' '.join(map(str, table.result.winners))}")
        lines.append(f"    scores: {' '.join(map(str, table.result.scores))}")
    return "\n".join(lines) + "\n"


def _events(table: Table, move: int) -> list[str]:
    return [f"    {event.text}" for event in table.events if event.move == move]


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()]


def replayed(text: str) -> Table:
    """Return the game of a golden text, replayed from its seed, options and moves."""
    header, *lines = text.splitlines()
    game_id, *pairs = header.split()
    facts = dict(pair.split("=") for pair in pairs)
    options = dict(line.removeprefix("option ").split(": ") for line in lines if line.startswith("option "))
    table = Table.new(game_id, int(facts["seats"]), int(facts["seed"]), options, first=int(facts["first"]))
    for line in lines:
        move = MOVE.match(line)
        if move:
            table.repeat(int(move[2]), move[3])
    return table


def golden_files(game_id: str) -> list[Path]:
    """Return the golden games of a game."""
    return sorted((find_game(game_id).folder / "golden").glob("*.txt"))


def check_golden(game_id: str) -> None:
    """Check that every golden game replays word for word."""
    for path in golden_files(game_id):
        check_golden_text(path.read_text(encoding="utf-8"), path.name)


def check_golden_text(text: str, name: str) -> None:
    """Check one golden game."""
    game_id = text.partition(" ")[0]
    again = AGAIN.format(game_id)
    try:
        table = replayed(text)
    except ValueError as error:
        raise AssertionError(f"{game_id}: The golden game {name} can no longer be played: {error} {again}") from None
    for number, (old, new) in enumerate(zip(text.splitlines(), golden_text(table).splitlines(), strict=False), 1):
        expect(old == new, table, f"Line {number} of the golden game {name} was “{old}” and is now “{new}”. {again}")
    expect(golden_text(table) == text, table, f"The golden game {name} is longer or shorter than it was. {again}")


# ---- writing them -------------------------------------------------------------------------------------------------


def golden_game(
    game_id: str, seats: int, seed: int, options: dict[str, object] | None = None, *, risk: float = 0.0, most: int = MOST_MOVES
) -> Table:
    """Return the first random game, counting up from this seed, that is neither too short nor too long to read."""
    wants_risk = risk > 0
    shortest: Table | None = None
    for number in range(seed, seed + SEEDS):
        table = Table.new(game_id, seats, number, options)
        rng = random.Random(number)
        risked = False
        while table.must is not None and len(table.log) <= most:
            decision = random_decision(table, rng, clock=0.01, risk=risk)
            risked |= decision.words != "time up" and decision.words not in table.moves(decision.seat)
            make(table, decision)
        over = table.must is None
        if over and len(table.log) >= LEAST_MOVES and (risked or not wants_risk):
            return table
        if over and (shortest is None or len(table.log) > len(shortest.log)):
            shortest = table
    if shortest is None:
        raise ValueError(f"None of {SEEDS} games of {game_id} was over within {most} moves.")
    return shortest


def write_golden(game_id: str, folder: Path, seed: int = 1) -> list[Path]:
    """Write the golden games of a game: a standard one, one with unusual options, one with mistakes or many seats."""
    game = find_game(game_id)
    few, many = max(2, game.least_seats), min(4, game.most_seats)
    rng = random.Random(f"golden {seed}")
    games = {"usual": golden_game(game_id, few, seed), "odd": _odd_game(game_id, many, rng, risk=0.0)}
    try:
        games["risky"] = _odd_game(game_id, min(3, game.most_seats), rng, risk=0.3)
    except ValueError:
        games["many"] = _odd_game(game_id, min(6, game.most_seats), rng, risk=0.0)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, table in games.items():
        paths.append(folder / f"{name}.txt")
        paths[-1].write_text(golden_text(table), encoding="utf-8")
    return paths


def _odd_game(game_id: str, seats: int, rng: random.Random, *, risk: float) -> Table:
    """Return a game with rarely used options; with risk, options under which mistakes can be made."""
    game = find_game(game_id)
    for _ in range(60):
        options: dict[str, object] = {**random_options(game, seats, rng)}
        if len(options) < 3:
            continue
        table = Table.new(game_id, seats, 0, options)
        if risk and not game.risky(table._state, game.must(table._state)):
            continue
        try:
            return golden_game(game_id, seats, rng.randrange(10_000), options, risk=risk)
        except ValueError:
            continue
    raise ValueError(f"No short game of {game_id} was found.")
