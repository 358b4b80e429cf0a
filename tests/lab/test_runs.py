"""The ways to run: in processes, on a cluster whose worker is killed, and stopped by hand."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from parlour import game_ids
from parlour.cli import main
from parlour.lab import simulate
from parlour.lab.checkpoints import kept_seed
from parlour.lab.command import LabRequest
from parlour.lab.progress import ProgressLine, clock
from parlour.lab.runs import Run, WorkLost, in_threads
from parlour.terminal import notices

SLOW = "casual,beginner"
"""Bots that sit at tables, so that nothing has to be compiled."""
GAMES = 40
PLAYED = re.compile(rb"([1-9][\d,]*) of 100,000,000 games")
STARTED = 120
"""Seconds within which a program must have started to work."""


def figures(game: str, **how: Any) -> dict[str, Any]:
    data = simulate(game, GAMES, 2, SLOW, seed="far", **how).data()
    return {name: value for name, value in data.items() if "second" not in name}


class Killer(threading.Thread):
    """Kills one worker of the cluster as soon as it is seen at work, because the first result may already be the last."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.killed = 0

    def run(self) -> None:
        end = time.monotonic() + STARTED
        while not self.killed and time.monotonic() < end:
            for process in descendants(os.getpid()):
                if title(process).startswith("ray::_played"):
                    os.kill(process, signal.SIGKILL)
                    self.killed = process
                    return
            time.sleep(0.01)


def descendants(root: int) -> list[int]:
    """Return the descendants of a process."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, new = [], [root]
    while new:
        new = [child for child, parent in parents.items() if parent in new]
        found += new
    return found


def title(process: int) -> str:
    """Return the name of a process."""
    try:
        return (Path("/proc") / str(process) / "cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def test_processes_and_a_cluster_that_loses_a_worker_find_the_same(smallest: str) -> None:
    here = figures(smallest, jobs=1)
    assert figures(smallest, jobs=2) == here
    killer = Killer()
    killer.start()
    assert figures(smallest, jobs=2, cluster="local") == here
    assert killer.killed and killer.killed not in descendants(os.getpid())


class Desk:
    """Runs commands and keeps what they print."""

    def __init__(self, printed: pytest.CaptureFixture[str]) -> None:
        self._printed = printed

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        out, err = self._printed.readouterr()
        return int(str(left.value.code)), out, err


@pytest.fixture
def parlour(capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(capsys)


@pytest.mark.parametrize("bots", ["casual", "advice"])
def test_ctrl_c_stops_it_in_one_sentence_and_keeps_what_was_played(bots: str, tmp_path: Path) -> None:
    """In processes, and in threads while the rules are being compiled."""
    arguments = ["simulate", game_ids()[0], "--games", "100000000", "--bots", bots, "--jobs", "2", "--progress", "--json"]
    program = subprocess.Popen(
        [sys.executable, "-m", "parlour.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PARLOUR_CACHE": str(tmp_path)},
    )
    assert program.stderr is not None
    said = b""
    # the games that the first figure counts have been saved once a second figure appears
    while len(set(PLAYED.findall(said))) < 2 if bots == "casual" else b"Preparing" not in said:
        more = os.read(program.stderr.fileno(), 4096)
        assert more, f"It ended by itself: {said.decode()}"
        said += more
    workers = descendants(program.pid)
    os.killpg(program.pid, signal.SIGINT)
    out, rest = program.communicate(timeout=60)
    assert program.returncode == 130 and out == b""
    last = rest.decode().replace("\r", "\n").strip().splitlines()[-1]
    if bots == "casual":
        assert re.fullmatch(r"Stopped after [\d,]+ of 100,000,000 games. Run the same command with --resume to continue.", last)
        assert len(list(tmp_path.glob("runs/*.npz"))) == 1
    else:
        assert last == "Stopped before all games were played, so there is no result."
    assert "Traceback" not in rest.decode()
    end = time.monotonic() + 60
    while time.monotonic() < end and any(Path(f"/proc/{worker}").exists() for worker in workers):
        time.sleep(0.05)
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


def test_an_error_in_a_thread_reaches_the_waiting_caller() -> None:
    def task(start: int, games: int) -> int:
        if start == 30:
            raise WorkLost("Lost.")
        return start

    found = in_threads(task, iter([(start, 10) for start in range(0, 100, 10)]), 2)
    assert [next(found), next(found), next(found)] == [0, 10, 20]
    with pytest.raises(WorkLost, match="Lost"):
        next(found)


def test_results_come_in_order_and_the_work_ahead_is_bounded() -> None:
    begun: list[int] = []

    def task(start: int, games: int) -> tuple[int, int]:
        begun.append(start)
        return start, games

    run = Run(jobs=3)
    results = run.results(task, 1005, 10, in_processes=False)
    assert next(results) == (0, 10)
    time.sleep(0.05)
    assert len(begun) <= 1 + 3 * 4 + 3
    assert list(results) == [(start, min(10, 1005 - start)) for start in range(10, 1005, 10)]


def test_the_progress_line_shows_the_rate_and_the_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(sys.stderr, first="Getting ready")
    line.begin(1000)
    line.add(100)
    line.add(300)
    assert line.text(2.0).endswith("40%  400 of 1,000 games  150/s  0:04 left")
    line.end()
    assert capsys.readouterr().err.startswith("\rGetting ready")
    assert [clock(seconds) for seconds in (0.4, 61, 3723)] == ["0:00", "1:01", "1:02:03"]


@pytest.mark.parametrize(("bots", "waits"), [("advice,random", True), (("casual", "expert"), True), (SLOW, False)])
def test_in_a_pipe_the_wait_is_explained(bots: str, waits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()
    heard: list[str] = []

    def hear(said: str) -> None:
        heard.append(said)
        told.set()

    monkeypatch.setattr(notices, "MOMENT", 0)
    monkeypatch.setattr(notices, "say_aside", hear)
    asked = dict.fromkeys(("seats", "seed", "cluster", "progress", "as_json", "as_table", "checkpoint", "resume")) | {
        "settings": (),
        "jobs": "1",
    }
    run = Run(1, progress=LabRequest(game_ids()[0], bots, asked).arguments["progress"])
    found = run.results(lambda start, games: not waits or told.wait(60), 20, 10, in_processes=False)
    assert all(found) and len(heard) == waits


def test_the_commands_print_what_the_library_finds(parlour: Desk) -> None:
    game = game_ids()[0]
    common = ("--bots", SLOW, "--seats", "2", "--games", "10", "--seed", "far", "--jobs", "1")
    status, out, err = parlour("simulate", game, *common, "--json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    expected = simulate(game, 10, 2, SLOW, seed="far", jobs=1)
    assert data["wins"] == list(expected.wins) and sum(data["wins"]) == data["games"] == 10
    assert data["decisions"] == expected.decisions
    assert data["decisions_per_second"] == pytest.approx(data["decisions"] / data["seconds"])
    assert parlour("simulate", game, *common, "--csv")[1].splitlines()[0] == "figure,seat,value,low,high"
    text = parlour("simulate", game, *common)[1]
    assert "2 seats (casual, beginner), 10 games, seed far" in text and "The starting seat wins" in text
    contest = json.loads(parlour("arena", game, "casual", "beginner", "--games", "10", "--seed", "1", "--json")[1])
    assert {"name", "share", "low", "high"} <= contest["bots"][0].keys()
    assert [bot["name"] for bot in contest["bots"]] == ["casual", "beginner"]


def test_a_resumed_command_finds_its_seed(parlour: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    request = ("simulate", game_ids()[-1], "--bots", "beginner", "--seats", "2", "--games", "20", "--jobs", "1", "--json")
    add = ProgressLine.add

    def stop(line: ProgressLine, games: int) -> None:
        add(line, games)
        if line.done == 20:  # the last ten games are done, but not yet counted
            raise KeyboardInterrupt

    with monkeypatch.context() as stopped:
        stopped.setattr(ProgressLine, "add", stop)
        status, out, err = parlour(*request, "--progress")
    assert (status, out) == (130, "")
    assert err.strip().endswith("Stopped after 10 of 20 games. Run the same command with --resume to continue.")
    [kept] = (tmp_path / "runs").iterdir()
    seed = kept_seed(kept)
    data = json.loads(parlour(*request, "--resume")[1])
    assert data["seed"] == seed and sum(data["wins"]) == data["games"] == 20 and not kept.exists()
    assert data["wins"] == list(simulate(game_ids()[-1], 20, 2, "beginner", seed=data["seed"], jobs=1).wins)


def test_a_run_without_a_cache_folder_keeps_no_progress(parlour: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "file"))
    request = ("simulate", game_ids()[-1], "--bots", "beginner", "--seats", "2", "--games", "2", "--jobs", "1")
    assert parlour(*request)[0] == 0
    status, _, err = parlour(*request, "--resume")
    assert status == 2 and "Name the checkpoint" in err


REFUSED = [
    (("simulate", "nonsense"), "Unknown game 'nonsense'"),
    (("simulate", "GAME", "--bots", "nobody"), "Unknown bot 'nobody'"),
    (("simulate", "GAME", "--games", "-1"), "The number of games must be a whole number from 1"),
    (("simulate", "GAME", "--jobs", "many"), "The number of jobs must be “all” or from 1 to 1024, not 'many'"),
    (("simulate", "GAME", "--jobs", "0"), "The number of jobs must be “all” or from 1 to 1024, not 0"),
    (("simulate", "GAME", "--json", "--csv"), "Choose either --json or --csv"),
    (("simulate", "GAME", "--seats", "99"), "players, not 99"),
    (("compare", "GAME"), "Say what to compare"),
    (("compare", "GAME", "--vary", "first_seat"), "Use --vary name=value,value"),
    (("compare", "GAME", "--vary", "first_seat=seat0,seat0"), "is listed twice"),
    (("compare", "GAME", "--vary", "turn_seconds=30,030"), "is listed twice"),
    (("compare", "GAME", "--vary", "first_seat=nope"), "The option first_seat must be seat0, random"),
    (("compare", "GAME", "--vary", "nope=1"), "Unknown option 'nope'"),
    (("compare", "GAME", "--vary", "first_seat=seat0"), "at least two values to compare, e.g. --vary first_seat=seat0,…"),
    (("compare", "GAME", "--vary", "first_seat=seat0,random", "--out", "nowhere/x.html"), "There is no folder"),
    (("compare", "GAME", "--vary", "first_seat=seat0,random", "--out", "x" * 300), "file name too long"),
    (("simulate", "GAME", "--cluster", "127.0.0.1:1"), "No cluster answers at '127.0.0.1:1'."),
    (("simulate", "GAME", "--cluster", "far away"), "A cluster address looks like"),
    (("arena", "GAME", "random"), "Name 2 to 16 bots to compete, not 1"),
    (("skill", "GAME", "random"), "Name two different bots"),
    (("simulate", "GAME", "--games-out", "games.txt"), "a .parquet or .csv file, not 'games.txt'"),
    (("simulate", "GAME", "--checkpoint", "nowhere/x.npz"), "'nowhere/x.npz' is not a file"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED)
def test_invalid_requests_are_refused_in_a_sentence(parlour: Desk, arguments: tuple[str, ...], sentence: str) -> None:
    status, out, err = parlour(*(game_ids()[0] if word == "GAME" else word for word in arguments))
    assert (status, out) == (2, "")
    assert sentence in err and len(err.strip().splitlines()) == 1


def test_the_command_line_starts_without_numpy() -> None:
    script = "import sys, parlour.cli; assert not {'numpy', 'numba', 'matplotlib', 'ray'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
