"""Runs that are stopped keep what they have and go on to the same result; foreign and damaged checkpoints are refused."""

import io
import json
import os
import struct
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.core.game import Game
from parlour.lab import arena, compare, simulate, skill
from parlour.lab.progress import Progress

GAMES = 20_000


class Stop(Progress):
    """Ends a run after this many games, as Ctrl-C or an error would."""

    def __init__(self, after: int, by: type[BaseException] = KeyboardInterrupt) -> None:
        self.left, self.by = after, by

    def add(self, games: int) -> None:
        self.left -= games
        if self.left <= 0:
            raise self.by


def figures(found: Any) -> dict[str, Any]:
    return {name: value for name, value in found.data().items() if "second" not in name}


RUNS: dict[str, Callable[..., Any]] = {
    "simulate": partial(simulate, games=GAMES, bots="random", seed=2, keep_games=True),
    "compare": partial(compare, vary={"patience": [4, 3, 2]}, games=GAMES, seats=3, bots="random", all_pairs=True),
    "arena": partial(arena, bots=["random", "advice"], games=GAMES),
    "skill": partial(skill, bots=["random", "advice"], games=GAMES),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_stopped_run_goes_on_to_the_same_result(name: str, tiny: Game, tmp_path: Path) -> None:
    run, path = RUNS[name], tmp_path / "run.npz"
    whole = run(tiny, jobs=1)
    with pytest.raises(KeyboardInterrupt, match=r"Stopped after [\d,]+ of 20,000 games\. Run the same command with --resume"):
        run(tiny, jobs=1, checkpoint=path, progress=Stop(9000 if name != "compare" else 3 * 9000))
    assert path.is_file()
    with pytest.raises(MemoryError):
        run(
            tiny, jobs=2, checkpoint=path, resume=True, progress=Stop(GAMES - 100 if name != "compare" else 40_000, MemoryError)
        )
    found = run(tiny, jobs=2, checkpoint=path, resume=True)
    assert figures(found) == figures(whole)
    if name == "simulate":
        assert found.games_frame().equals(whole.games_frame())
    assert list(tmp_path.iterdir()) == [], "A complete run needs no checkpoint."


def forged(kept: bytes) -> Iterator[bytes]:
    """Yield the checkpoint as another program could write it: with other labels, with a sum missing or of
    another shape, and with a header that is cut off or far too large."""
    with np.load(io.BytesIO(kept)) as file:
        arrays = {name: file[name] for name in file.files}
    label = json.loads(str(arrays["checkpoint"]))
    labels: list[Any] = [
        ["form", "run", "seed", "done"],
        "form run seed done",
        *({**label, "done": bad} for bad in (None, "x", label["done"] + 1)),
    ]
    less = {name: array for name, array in arrays.items() if name != "wins"}
    for made in (
        *({**arrays, "checkpoint": np.array(json.dumps(one))} for one in labels),
        less,
        {**arrays, "games": np.zeros(2)},
    ):
        written = io.BytesIO()
        np.savez(written, **made)
        yield written.getvalue()
    whole = {"descr": "<f8", "fortran_order": False, "shape": ()}
    for header in (str(whole)[:-1], str({**whole, "shape": (10**15,)})):
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w") as file:
            file.writestr("checkpoint.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        yield written.getvalue()


def test_checkpoints_that_cannot_be_used_are_refused(tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.npz"
    run = partial(simulate, tiny, GAMES, bots="random", jobs=1, checkpoint=path)
    with pytest.raises(KeyboardInterrupt):
        run(progress=Stop(5000))
    kept = path.read_bytes()
    with pytest.raises(ValueError, match=r"The file .* already exists. Add --resume"):
        run()
    for other in ({"seed": 1}, {"games": GAMES + 1}, {"bots": "advice"}, {"options": {"patience": 3}}, {"keep_games": True}):
        with pytest.raises(ValueError, match="belongs to another run"):
            asked: dict[str, Any] = {
                "game": tiny,
                "games": GAMES,
                "bots": "random",
                "checkpoint": path,
                "resume": True,
                "jobs": 1,
            } | other
            simulate(**asked)
    assert path.read_bytes() == kept

    def fail(*given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", fail)
        with pytest.raises(ValueError, match=r"can't be written: No space left on device"):
            run(resume=True, progress=Stop(9000))
    assert path.read_bytes() == kept and list(tmp_path.iterdir()) == [path], "The earlier checkpoint is whole."
    newer = kept.replace(b"PK\x01\x02", b"PK\x01\x02\xff\xff\xff\xff", 1)
    for damaged in (kept[:200], b"", b"nonsense", newer, *forged(kept)):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="is not a readable checkpoint"):
            run(resume=True)
        assert path.read_bytes() == damaged
    with pytest.raises(ValueError, match="Name the checkpoint"):
        simulate(tiny, 10, bots="random", resume=True)
    with pytest.raises(ValueError, match="is not a file"):
        simulate(tiny, 10, bots="random", checkpoint=tmp_path / "nowhere" / "run.npz")
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ValueError, match="is not a file"):
        run(resume=True)
    assert path.is_fifo(), "A pipe or a device is neither replaced nor removed."
    path.unlink()
    assert figures(run(resume=True)) == figures(simulate(tiny, GAMES, bots="random", jobs=1)), (
        "Nothing to resume: from the start."
    )
