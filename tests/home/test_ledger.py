"""The ledger: what is written can be read, whatever happens to the file."""

import errno
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.home import folder
from parlour.home.ledger import FORMAT, Ledger, PlayedGame, line_of, read_line
from tests.helpers.rights import like_anybody
from tests.home.helpers.small_games import entry, environment, finished

pytestmark = pytest.mark.rules("MM-5.3")


def book(home: Path) -> Path:
    return home / "games.jsonl"


def filled(home: Path, count: int = 3) -> list[PlayedGame]:
    entries = [entry(number) for number in range(count)]
    for one in entries:
        assert Ledger().add(one)
    return entries


def names_in(home: Path) -> list[str]:
    return sorted(path.name for path in home.iterdir())


# ---- whole files


def test_what_is_written_is_read(home: Path) -> None:
    assert Ledger().entries() == []
    assert not home.exists()
    one = finished()
    assert Ledger().add(one)
    ledger = Ledger()
    assert ledger.entries() == [one]
    assert ledger.notice == ""
    assert ledger.text() == book(home).read_text()


def test_a_game_is_written_once(home: Path) -> None:
    filled(home)
    assert not Ledger().add(entry(1, won=False))
    assert len(Ledger().entries()) == 3


def test_only_the_player_may_read_the_file(home: Path) -> None:
    filled(home)
    assert book(home).stat().st_mode & 0o077 == 0


def test_a_link_stays_a_link(home: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.jsonl"
    elsewhere.write_bytes(b"rubbish\n")
    home.mkdir()
    book(home).symlink_to(elsewhere)
    entries = filled(home)
    assert book(home).is_symlink()
    assert elsewhere.read_text() == "".join(line_of(one) + "\n" for one in entries)


def test_reset_keeps_the_old_file(home: Path) -> None:
    assert Ledger().reset() is None
    assert not home.exists()
    for number in (1, 2):
        filled(home)
        before = book(home).read_bytes()
        aside = Ledger().reset()
        assert aside == home / f"games.before-reset-{number}.jsonl"
        assert aside.read_bytes() == before
        assert Ledger().entries() == []
    assert Ledger().reset() is None


# ---- damage

GOOD = line_of(entry(7)).encode()


def changed(**changes: object) -> bytes:
    data = {"format": FORMAT, **json.loads(GOOD), **changes}
    return json.dumps({key: value for key, value in data.items() if value is not ...}).encode()


def with_seat(**changes: object) -> bytes:
    seat = {**json.loads(GOOD)["seats"][0], **changes}
    return changed(seats=[{key: value for key, value in seat.items() if value is not ...}])


DAMAGE: dict[str, bytes] = {
    "cut": GOOD[:-20],
    "cut in a letter": GOOD.replace(b"Ana", "Å".encode()[:1]),
    "binary": bytes(byte for byte in range(256) if byte != 10),
    "zeros": b"\0" * 4096,
    "no JSON": b"Ana won.",
    "no object": b"[1, 2]",
    "a number": b"17",
    "nothing": b"null",
    "deep": b"[" * 100_000,
    "huge number": GOOD.replace(b'"turns": 10', b'"turns": ' + b"9" * 5000),
    "large number": changed(turns=10**10),
    "no number": GOOD.replace(b'"turns": 10', b'"turns": NaN'),
    "half a turn": changed(turns=1.5),
    "negative": changed(moves=-1),
    "text for number": changed(turns="10"),
    "true for number": changed(turns=True),
    "number for text": changed(game=3),
    "empty text": changed(game=""),
    "codes in text": changed(game="\x1b[31m"),
    "long text": changed(game="x" * 101),
    "without turns": changed(turns=...),
    "without format": changed(format=...),
    "format of another kind": changed(format="1"),
    "too much": changed(colour="red"),
    "no seats": changed(seats=[]),
    "seats of another kind": changed(seats="Ana"),
    "many seats": changed(seats=json.loads(GOOD)["seats"] * 60),
    "a seat of another kind": changed(seats=[3]),
    "a seat without name": with_seat(name=...),
    "a number for a name": with_seat(name=3),
    "a name with codes": with_seat(name="Ana\x1b[2J"),
    "a seat that nearly won": with_seat(won=1),
    "a seat with negative cards": with_seat(played=-1),
    "a seat with too much": with_seat(hat="green"),
}


@pytest.mark.parametrize("rubbish", DAMAGE.values(), ids=DAMAGE.keys())
@pytest.mark.parametrize("place", ["first", "between", "last"])
def test_a_damaged_line_is_set_aside_and_the_others_go_on(home: Path, rubbish: bytes, place: str) -> None:
    entries = filled(home)
    lines = book(home).read_bytes().splitlines()
    lines.insert({"first": 0, "between": 2, "last": 3}[place], rubbish)
    damaged = b"\n".join(lines)
    book(home).write_bytes(damaged)
    ledger = Ledger()
    assert ledger.entries() == entries
    aside = home / "games.damaged-1.jsonl"
    assert ledger.notice == (
        f"The file of finished games was damaged: 3 of 4 lines could be read. It is kept as {folder.shown(aside)}."
    )
    assert aside.read_bytes() == damaged
    again = Ledger()
    assert again.entries() == entries
    assert again.notice == ""


def test_a_game_is_added_to_a_file_that_was_cut_short(home: Path) -> None:
    entries = filled(home)
    book(home).write_bytes(book(home).read_bytes()[:-5])
    ledger = Ledger()
    assert ledger.add(entry(9))
    assert "2 of 3 lines could be read" in ledger.notice
    assert Ledger().entries() == [*entries[:2], entry(9)]


def test_each_damaged_file_is_kept(home: Path) -> None:
    home.mkdir()
    for number in range(1, 4):
        book(home).write_bytes(b"rubbish %d" % number)
        Ledger().entries()
        assert (home / f"games.damaged-{number}.jsonl").read_bytes() == b"rubbish %d" % number


@pytest.mark.parametrize("use", [Ledger.entries, lambda ledger: ledger.add(entry(1))], ids=["read", "add"])
def test_a_folder_in_the_place_of_the_file(home: Path, use: Callable[[Ledger], object]) -> None:
    book(home).mkdir(parents=True)
    (book(home) / "precious").write_text("kept")
    ledger = Ledger()
    use(ledger)
    assert "It is kept as" in ledger.notice
    assert (home / "games.damaged-1.jsonl" / "precious").read_text() == "kept"
    assert Ledger().entries() in ([], [entry(1)])


def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(home: Path) -> None:
    home.mkdir()
    os.mkfifo(book(home))
    assert Ledger().entries() == []
    assert (home / "games.damaged-1.jsonl").is_fifo()


def test_a_link_to_a_device_is_moved_and_the_device_left_alone(home: Path) -> None:
    home.mkdir()
    book(home).symlink_to("/dev/zero")
    assert Ledger().entries() == []
    assert (home / "games.damaged-1.jsonl").is_symlink()
    assert Path("/dev/zero").exists()


def test_lines_of_a_newer_parlour_are_left_where_they_are(home: Path) -> None:
    entries = filled(home)
    newer = changed(format=FORMAT + 1, hat="green")
    book(home).write_bytes(newer + b"\n" + book(home).read_bytes())
    ledger = Ledger()
    assert ledger.entries() == entries
    assert ledger.notice == "Lines of a newer version of Parlour in the file of finished games: 1. They are left out."
    Ledger().add(entry(9))
    assert book(home).read_bytes().startswith(newer + b"\n")


@given(st.binary(max_size=400), st.integers(0, 10**6), st.integers(0, 60))
def test_no_rubbish_stops_the_ledger(tmp_path_factory: pytest.TempPathFactory, rubbish: bytes, at: int, cut: int) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "games.jsonl"
    entries = [entry(number) for number in range(3)]
    whole = "".join(line_of(one) + "\n" for one in entries).encode()
    at %= len(whole) + 1
    damaged = whole[:at] + rubbish + whole[at + cut :]
    path.write_bytes(damaged)
    ledger = Ledger(path)
    found = ledger.entries()
    if ledger.notice:
        assert path.with_name("games.damaged-1.jsonl").read_bytes() == damaged
    else:
        assert path.read_bytes() == damaged
    again = Ledger(path)
    assert again.entries() == found
    assert again.notice == ""
    assert again.add(entry(77))
    assert Ledger(path).entries() == [*found, entry(77)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@given(st.data())
def test_a_line_with_values_of_any_type_is_read_or_skipped(data: st.DataObject) -> None:
    line: dict[str, Any] = json.loads(GOOD)
    target = data.draw(st.sampled_from([line, line["seats"][0]]))
    key = data.draw(st.sampled_from(sorted(target)))
    target[key] = data.draw(JSON)
    found = read_line(json.dumps(line).encode())
    if isinstance(found, PlayedGame):
        assert read_line(line_of(found).encode()) == found


# ---- what the system refuses


def test_a_home_that_cannot_be_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/parlour"), Path("/dev/null")):
        monkeypatch.setenv("PARLOUR_HOME", str(place))
        with pytest.raises(ValueError, match=r"^Cannot .*: [a-z ]+\.$"):
            Ledger().add(entry())


def refuse(monkeypatch: pytest.MonkeyPatch, number: int, *, writing_only: bool = True) -> None:
    """Make the system refuse to open files, with this error number."""
    open_file = os.open

    def refused(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR) or not writing_only:
            raise OSError(number, os.strerror(number), str(path))
        return open_file(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", refused)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_a_home_in_which_nothing_can_be_written_can_still_be_read(
    home: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    entries = filled(home)
    refuse(monkeypatch, number)
    assert Ledger().entries() == entries
    with pytest.raises(ValueError, match=f"^Cannot write in .*: {os.strerror(number).lower()}\\.$"):
        Ledger().add(entry(9))
    with pytest.raises(ValueError, match=r"^Cannot write in "):
        Ledger().reset()


def test_damage_in_a_home_in_which_nothing_can_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = filled(home)
    with book(home).open("ab") as file:
        file.write(b"rubbish")
    before = book(home).read_bytes()
    refuse(monkeypatch, errno.EROFS)
    ledger = Ledger()
    assert ledger.entries() == entries
    assert "3 of 4 lines could be read. It could not be set aside. Cannot write in" in ledger.notice
    assert book(home).read_bytes() == before


def test_a_file_without_read_permission(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(home)

    def refused(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "read_bytes", refused)
    for use in (Ledger.entries, lambda ledger: ledger.add(entry(9)), Ledger.text):
        with pytest.raises(ValueError, match=r"^Cannot read .*games\.jsonl: permission denied\.$"):
            use(Ledger())


def test_permissions_of_the_real_system(home: Path) -> None:
    entries = filled(home)
    home.chmod(0o500)
    with like_anybody():
        assert Ledger().entries() == entries
        book(home).chmod(0)
        with pytest.raises(ValueError, match="permission denied"):
            Ledger().entries()
    home.chmod(0o700)


FULL_DISK = """
import resource, sys
from parlour.home.ledger import Ledger
from tests.helpers.rights import like_anybody
from tests.home.helpers.small_games import entry
room = Ledger().path.stat().st_size + 50
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
try:
    Ledger().add(entry(99))
except ValueError as error:
    print(error)
"""


def test_a_disk_that_is_full_in_the_middle_of_a_line(home: Path) -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)
    entries = filled(home)
    before = book(home).read_bytes()
    said = subprocess.run(
        [sys.executable, "-c", FULL_DISK], env=environment(home), capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert said.stdout.startswith("Cannot write ")
    assert said.stdout.endswith(": file too large.\n")
    assert book(home).read_bytes() == before
    assert Ledger().entries() == entries


# ---- several processes at once, and killed ones

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from parlour.home.ledger import Ledger
from tests.helpers.rights import like_anybody
from tests.home.helpers.small_games import entry
first, count = int(sys.argv[1]), int(sys.argv[2])
for number in range(first, first + count):
    assert Ledger().add(entry(number))
    print(number, flush=True)
"""


def writer(home: Path, first: int, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(first), str(count)]
    return subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, text=True, cwd=ROOT)


def deals(home: Path) -> list[int]:
    return [int(one.deal, 16) for one in Ledger().entries()]


def test_several_write_at_once(home: Path) -> None:
    home.mkdir()
    book(home).write_bytes(b"rubbish that one of them sets aside")
    writers = [writer(home, 1000 * number, 25) for number in range(4)]
    for one in writers:
        assert one.wait(60) == 0
        one.communicate()
    assert sorted(deals(home)) == [1000 * number + i for number in range(4) for i in range(25)]
    assert names_in(home) == ["games.damaged-1.jsonl", "games.jsonl", "lock"]


def test_the_same_game_finished_twice_at_once_is_written_once(home: Path) -> None:
    program = WRITER.replace("assert Ledger()", "Ledger()")
    command = [sys.executable, "-c", program, "0", "20"]
    writers = [subprocess.Popen(command, env=environment(home), stdout=subprocess.DEVNULL, cwd=ROOT) for _ in range(3)]
    assert [one.wait(60) for one in writers] == [0, 0, 0]
    assert sorted(deals(home)) == list(range(20))


def test_kill_9_while_writing_leaves_a_file_that_can_be_read(home: Path) -> None:
    dice = random.Random(9)
    told: list[int] = []
    for start in range(6):
        running = writer(home, 1000 * start, 1000)
        assert running.stdout is not None
        told.append(int(running.stdout.readline()))
        time.sleep(dice.random() / 10)
        running.send_signal(signal.SIGKILL)
        running.wait()
        told += [int(line) for line in running.stdout.read().split("\n")[:-1]]
        running.stdout.close()
        ledger = Ledger()
        assert set(told) <= {int(one.deal, 16) for one in ledger.entries()}
        assert ledger.notice == ""


def test_waiting_for_another_writer_has_a_limit(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "LONGEST_WAIT", 0.05)
    with folder.locked(home), pytest.raises(ValueError, match=r"^Another Parlour has been writing in "):
        Ledger().add(entry())
    assert Ledger().add(entry())


def test_a_crash_between_the_copy_and_the_new_file_loses_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = filled(home)
    with book(home).open("ab") as file:
        file.write(b"rubbish")
    with monkeypatch.context() as crash, pytest.raises(KeyboardInterrupt):
        crash.setattr("parlour.home.ledger.write", raise_interrupt)
        Ledger().entries()
    assert Ledger().entries() == entries
    assert names_in(home) == ["games.damaged-1.jsonl", "games.damaged-2.jsonl", "games.jsonl", "lock"]


def raise_interrupt(*arguments: object) -> None:
    raise KeyboardInterrupt


# ---- where it is kept


def test_the_folder_is_chosen_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "chosen"))
    assert folder.home_folder() == tmp_path / "chosen"
    monkeypatch.delenv("PARLOUR_HOME")
    monkeypatch.delenv("PYTEST_CURRENT_TEST")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert folder.home_folder() == tmp_path / "data" / "parlour"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folder.home_folder() == tmp_path / ".local" / "share" / "parlour"


def test_a_person_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("PYTEST_CURRENT_TEST")

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(ValueError, match="There is no home folder for Parlour's files"):
        folder.home_folder()
