"""The laboratory on a GPU, tested without one: threads run interpreted, one after the other (`tests/helpers/device.py`)."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.fast import gpu
from parlour.lab import play_random, simulate
from parlour.lab.progress import Progress
from tests.helpers.device import Threads, without_gpu

GAMES, PIECE = 21, 8
REQUEST: dict[str, Any] = {"seats": 2, "bots": "advice,random", "seed": "far", "jobs": 1}


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a GPU that plays two pieces of a few games at once."""
    monkeypatch.setenv("PARLOUR_KERNELS", "interpreted")
    monkeypatch.setattr("parlour.lab.study.CHUNK", PIECE)
    monkeypatch.setattr(gpu, "study_pieces", partial(gpu.study_pieces, launch=Threads().launch, pieces=2))


class Told(Progress):
    """Records how many games are done after each piece, and may stop the run."""

    def __init__(self, stop: int = 0) -> None:
        self.done, self.stop = [0], stop

    def add(self, games: int) -> None:
        """Record the games."""
        self.done.append(self.done[-1] + games)
        if self.done[-1] == self.stop:
            raise KeyboardInterrupt


def figures(found: Any) -> Any:
    """Return everything that a simulation found, except how long it took."""
    return {name: value for name, value in found.data().items() if "second" not in name}


def test_a_gpu_finds_the_figures_of_the_processor(smallest: str, pretended: None) -> None:
    told = Told()
    here = simulate(smallest, GAMES, keep_games=True, **REQUEST)
    there = simulate(smallest, GAMES, keep_games=True, device="cuda", progress=told, **REQUEST)
    assert figures(there) == figures(here)
    assert here.kept is not None and there.kept is not None
    assert all((there.kept[name] == column).all() for name, column in here.kept.items())
    assert told.done == [0, 8, 16, 21]


def test_a_run_goes_on_where_another_device_stopped_it(smallest: str, pretended: None, tmp_path: Path) -> None:
    kept = tmp_path / "kept.npz"
    with pytest.raises(KeyboardInterrupt, match="Stopped after 8 of 21 games"):
        simulate(smallest, GAMES, device="cuda", checkpoint=kept, progress=Told(2 * PIECE), **REQUEST)
    found = simulate(smallest, GAMES, checkpoint=kept, resume=True, **REQUEST)
    assert figures(found) == figures(simulate(smallest, GAMES, **REQUEST))


def test_the_command_plays_there_too(smallest: str, pretended: None, capsys: pytest.CaptureFixture[str]) -> None:
    request = ("simulate", smallest, "--games", "9", "--seats", "2", "--seed", "far", "--jobs", "1", "--json")
    found = []
    for device in ("cpu", "cuda"):
        with pytest.raises(SystemExit) as left:
            main([*request, "--device", device, "--progress"])
        out, err = capsys.readouterr()
        assert left.value.code == 0 and "9 of 9 games" in err
        found.append({name: value for name, value in json.loads(out).items() if "second" not in name})
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--device", "tpu"), "The device must be one of cpu, cuda, not 'tpu'."),
        (("--device", "cuda", "--bots", "advice,casual"), "Only random, advice and skilled play on a GPU."),
        (("--device", "cuda", "--cluster", "local"), "Choose either a GPU or a cluster, not both."),
        (("--device", "cuda"), "This machine has no GPU that CUDA can use."),
    ],
)
def test_what_no_gpu_can_play_is_refused_in_a_sentence(
    arguments: tuple[str, ...], said: str, smallest: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_gpu(monkeypatch)
    with pytest.raises(SystemExit) as left:
        main(["simulate", smallest, "--games", "5", *arguments])
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert err.startswith(said) and len(err.strip().splitlines()) == 1


def test_random_games_report_their_progress(smallest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_KERNELS", "interpreted")
    for module in ("batch", "gpu"):
        monkeypatch.setattr(f"parlour.fast.{module}.CHUNK", 8)
    monkeypatch.setattr(gpu, "random_games", partial(gpu.random_games, launch=Threads().launch, chunks=2))
    told: dict[str, list[tuple[int, int]]] = {"cpu": [], "cuda": []}
    for device, seen in told.items():
        play_random(smallest, 19, 2, device=device, progress=lambda *done, seen=seen: seen.append(done))
    assert told == {"cpu": [(8, 19), (16, 19), (19, 19)], "cuda": [(16, 19), (19, 19)]}
