"""`parlour serve` and `parlour` alone, as processes: they start, answer, stop cleanly, and refuse in a sentence."""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal.helpers.desk import refusal

COMMAND = [sys.executable, "-m", "parlour.cli"]
OPEN = re.compile(r"The house is open at (http://\S+/) \(Ctrl-C closes it\)\n")


@contextmanager
def house(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A house that is about to open."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "100", **environment},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def address(process: subprocess.Popen[str]) -> str:
    """Return the address that the house prints."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = OPEN.fullmatch(line)
    assert found, (line, process.stderr and process.poll() is not None and process.stderr.read())
    return found[1]


def health(url: str) -> str:
    with urllib.request.urlopen(f"{url}health", timeout=60) as answer:
        return str(json.load(answer)["status"])


def failed(*arguments: str, **environment: str) -> str:
    """Return the sentence with which a house refuses to open."""
    environment = {**os.environ, "COLUMNS": "100", **environment}
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1 and done.stderr.endswith(".\n"), done.stderr
    return done.stderr.strip()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_house_opens_answers_and_closes(tmp_path: Path, number: signal.Signals) -> None:
    with house("serve", "--port", "0", PARLOUR_HOME=str(tmp_path / "home")) as process:
        assert health(address(process)) == "open"
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (0, "The house is closed.\n", "")
    file = tmp_path / "home" / "house.db"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_parlour_alone_opens_the_house_at_a_free_port(tmp_path: Path) -> None:
    """Without a screen it only says where it is."""
    nothing = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    with house("--port", "0", PARLOUR_HOME=str(tmp_path), **nothing) as process:
        assert health(address(process)) == "open"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("The house is closed.\n", "")


def test_parlour_alone_shows_the_house_in_a_browser(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {tmp_path}/shown\n")
    browser.chmod(0o700)
    with house("--port", "0", PARLOUR_HOME=str(tmp_path), BROWSER=f"{browser} %s") as process:
        url = address(process)
        end = time.monotonic() + 60
        while not (tmp_path / "shown").exists() or not (tmp_path / "shown").read_text():
            assert time.monotonic() < end
            time.sleep(0.02)
        assert (tmp_path / "shown").read_text().strip() == url
        (tmp_path / "shown").unlink()
        with house("--port", str(url.split(":")[-1].strip("/")), PARLOUR_HOME=str(tmp_path), BROWSER=f"{browser} %s") as again:
            out, err = again.communicate(timeout=60)
            assert (again.returncode, out, err) == (0, f"The house is already open at {url}\n", "")
        assert health(url) == "open"
    with house("--port", "0", "--no-browser", PARLOUR_HOME=str(tmp_path), BROWSER=f"{browser} %s") as process:
        (tmp_path / "shown").unlink(missing_ok=True)
        address(process)
        time.sleep(0.3)
        assert not (tmp_path / "shown").exists()


def test_a_second_interrupt_stops_at_once(tmp_path: Path) -> None:
    script = (
        "import asyncio\n"
        "from parlour.server.house import House\n"
        "async def never(self):\n"
        "    print('stopping', flush=True)\n"
        "    await asyncio.sleep(100)\n"
        "House.stop = never\n"
        "from parlour.cli import main\n"
        "main(['serve', '--port', '0'])\n"
    )
    environment = {**os.environ, "PARLOUR_HOME": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment) as process:
        address(process)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None and process.stdout.readline() == "stopping\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = failed("serve", "--port", str(port), PARLOUR_HOME=str(tmp_path))
        assert said == f"Cannot listen on 127.0.0.1, port {port}: address already in use."
        assert failed("--port", str(port), "--no-browser", PARLOUR_HOME=str(tmp_path)) == said
    assert not (tmp_path / "house.db").exists()


def test_addresses_that_are_not_ours(tmp_path: Path) -> None:
    said = failed("serve", "--host", "192.0.2.1", "--port", "0", PARLOUR_HOME=str(tmp_path))
    assert said.startswith("Cannot listen on 192.0.2.1, port 0: ")
    said = failed("serve", "--host", "no-such-host.invalid", PARLOUR_HOME=str(tmp_path))
    assert said == "Cannot listen on no-such-host.invalid: there is no such address."


def test_databases_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is no database, but it is long enough to be taken for one. " * 20)
    (tmp_path / "cut.db").write_bytes(b"SQLite format 3\0" + b"\x10" * 2000)
    (tmp_path / "folder.db").mkdir()
    for name in ("text.db", "cut.db", "folder.db"):
        said = failed("serve", "--port", "0", "--database", f"sqlite:///{tmp_path / name}")
        assert name in said
    said = failed("serve", "--port", "0", "--database", "postgresql://ana:hunter2@127.0.0.1:1/cards", "--database-wait", "0")
    assert "hunter2" not in said and "127.0.0.1" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("serve", "--port", "x"), "--port must be a whole number from 0 to 65535, not 'x'."),
        (("--port", "x"), "--port must be a whole number from 0 to 65535, not 'x'."),
        (("serve", "--host", "a b"), "--host must be an address of this machine such as 127.0.0.1, not 'a b'."),
        (("serve", "--database", "x"), "--database must be a URL that starts with sqlite:/// or postgresql://."),
        (("serve", "--origins", "x"), "--origins must be an address such as https://cards.example, not 'x'."),
        (("serve", "--behind-proxy", "x"), "--behind-proxy must be the IP address or network of a proxy, not 'x'."),
        (("serve", "--grace", "0"), "--grace must be a whole number from 1 to 3600, not '0'."),
        (("serve", "--xyzzy"), "No such option '--xyzzy'."),
        (("serve", "more"), "Got unexpected extra argument (more)."),
        (("--port", "1", "games"), "--port and --no-browser only work with plain `parlour`, not with `parlour games`."),
        (("--no-browser", "play"), "--port and --no-browser only work with plain `parlour`, not with `parlour play`."),
    ],
)
def test_bad_flags_get_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert refusal(*arguments) == sentence


def test_a_bad_environment_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_KEEP_DAYS", "many")
    assert refusal("serve") == "PARLOUR_KEEP_DAYS must be a whole number from 1 to 3650, not 'many'."


def test_without_the_packages_of_the_server_it_says_which_to_install(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "for name in ('starlette', 'uvicorn', 'sqlalchemy', 'msgspec', 'alembic', 'httptools', 'websockets',\n"
        "             'prometheus_client'):\n"
        "    sys.modules[name] = None\n"
        "from parlour.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    for arguments in (["serve"], ["--no-browser"]):
        done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (1, "")
        assert "install Parlour again" in done.stderr and done.stderr.count("\n") == 1
    done = subprocess.run([sys.executable, "-c", script, "games"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0


def test_line_mode_imports_nothing_of_the_server(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from parlour.cli import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "except SystemExit:\n"
        "    pass\n"
        "heavy = {'starlette', 'sqlalchemy', 'msgspec', 'uvicorn', 'alembic', 'asyncio', 'http.client',\n"
        "         'prometheus_client'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    for arguments in (["games"], ["verify", str(tmp_path / "none")], ["--help"]):
        done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
