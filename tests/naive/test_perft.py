"""Perft: the number of continuations of a position at each depth; one number checks a whole rule set.

The counts are in `perft/<game>.txt` under each position and were computed by the naive game:
`python -m tests.naive.test_perft GAME DEPTH` writes them again. The engine must give the same.
"""

import sys
from pathlib import Path
from typing import Any

import pytest

from parlour import Table
from tests.naive.twins.differential import naive_module

FOLDER = Path(__file__).parent / "perft"
NAIVE_LIMIT = 1_000


def cases(game_id: str) -> list[tuple[str, str, list[int]]]:
    """Return the name, position and counts of every case of a game."""
    found = []
    for block in (FOLDER / f"{game_id}.txt").read_text().strip().split("\n\n"):
        lines = block.splitlines()
        counts = [line for line in lines if line.startswith("perft: ")]
        position = "\n".join(line for line in lines if not line.startswith(("# ", "perft: ")))
        found.append((lines[0].removeprefix("# "), position, [int(n) for line in counts for n in line.split()[1:]]))
    return found


ALL_CASES = [(path.stem, *case) for path in sorted(FOLDER.glob("*.txt")) for case in cases(path.stem)]


def perft(table: Table, depth: int) -> int:
    """Return the number of sequences of this many moves by any seat that may move."""
    if depth == 0:
        return 1
    total = 0
    for seat in [] if table.must is None else [table.must, *table.may]:
        for words in table.moves(seat):
            after = table.copy()
            after.play(words, seat)
            total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(("game_id", "name", "position", "counts"), ALL_CASES, ids=lambda value: str(value)[:40])
def test_engine_counts(game_id: str, name: str, position: str, counts: list[int]) -> None:
    table = Table.from_position(position)
    assert counts, f"{name} has no counts"
    assert [perft(table, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("game_id", "name", "position", "counts"), ALL_CASES, ids=lambda value: str(value)[:40])
def test_naive_counts(game_id: str, name: str, position: str, counts: list[int]) -> None:
    module: Any = naive_module(game_id)
    for depth, count in enumerate(counts, 1):
        if count <= NAIVE_LIMIT:
            assert module.perft(module.Naive.from_position(position), depth) == count


def write(game_id: str, most: int) -> None:
    """Write the counts of the naive game, for depths up to the first with more than `most` continuations."""
    module: Any = naive_module(game_id)
    blocks = []
    for name, position, _ in cases(game_id):
        counts: list[int] = []
        try:
            while not counts or (counts[-1] <= most and counts[-1]):
                counts.append(module.perft(module.Naive.from_position(position), len(counts) + 1))
        except module.NeedsShuffle:
            pass  # at a greater depth a shuffle would matter, and only the engine knows its order
        blocks.append(f"# {name}\n{position}\nperft: {' '.join(str(n) for n in counts)}")
    (FOLDER / f"{game_id}.txt").write_text("\n\n".join(blocks) + "\n")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
