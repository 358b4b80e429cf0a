"""Opens the installed house, checks its pages, and times Expert's first move. `scripts/dist.py` runs it.

    python scripts/first_move.py GAME

It prints one line of JSON. The house is the command `parlour` of this environment, with its default settings and its own home
folder.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

ADDRESS = re.compile(r"http://[\w.:]+")
WAIT = 60.0
BROWSER = '#!/bin/sh\nprintf \'%s\' "$1" >"$PARLOUR_HOME/browser"\n'
"""A browser that notes which page it was asked to open."""


@contextmanager
def house(command: list[str]) -> Iterator[tuple[str, Path]]:
    """Open a house; yield its address and its home folder."""
    with tempfile.TemporaryDirectory() as home:
        browser = Path(home) / "a-browser"
        browser.write_text(BROWSER)
        browser.chmod(0o755)
        environment = {**os.environ, "PARLOUR_HOME": home, "BROWSER": str(browser), "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = ADDRESS.search(process.stdout.readline())
            assert found, "the house printed no address"
            yield found[0], Path(home)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(WAIT)


def check_pages(address: str) -> int:
    """Check that the first page and its script are there; return their bytes."""
    page = urlopen(f"{address}/", timeout=WAIT).read()
    (script, *_) = re.findall(rb'src="(/[^"]+\.js)"', page)
    code = urlopen(address + script.decode(), timeout=WAIT).read()
    assert b"<html" in page and len(code) > 10_000, "these are not the built pages"
    return len(page) + len(code)


def kept_house(address: str) -> list[str]:
    """Return the files of the offline version, each fetched once; none if it isn't offered."""
    page = urlopen(f"{address}/", timeout=WAIT).read().decode()
    worker = urlopen(f"{address}/worker.js", timeout=WAIT).read().decode()
    (files,) = re.findall(r"HOUSE = (\[.*?\]);", worker)
    names: list[str] = json.loads(files)
    assert re.findall(r'<meta name="house" content="(.*?)">', page) == [name.removeprefix("offline/") for name in names[:1]]
    for name in names:
        assert urlopen(f"{address}/{name}", timeout=WAIT).read(), name
    return names


def opened_page(home: Path) -> str:
    """Return the page that the browser was asked to open, and wait for that: the house opens it in a thread."""
    until = time.monotonic() + WAIT
    while not (home / "browser").exists() and time.monotonic() < until:
        time.sleep(0.01)
    return (home / "browser").read_text()


class Seat:
    """A guest at a table: sends requests, and counts the moves that were made."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.requests = self.own = self.made = 0
        self.update: dict[str, Any] = {}

    def ask(self, kind: str, **more: Any) -> bool:
        """Send a request and return whether it succeeded."""
        self.requests += 1
        self.connection.send(json.dumps({"type": kind, "id": str(self.requests), **more}))
        while True:
            message = self.read()
            if message.get("id") == str(self.requests) and message["type"] in ("done", "refused"):
                return bool(message["type"] == "done")

    def read(self) -> dict[str, Any]:
        """Return the next message."""
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=WAIT))
        if message["type"] == "update":
            self.update = message
            self.made = max([self.made, *(event["move"] for event in message["events"])])
        return message

    def wait_for_the_other(self) -> None:
        """Play until the other seat has moved."""
        while self.made <= self.own:
            moves = self.update.get("view", {}).get("moves")
            if moves and self.ask("move", move=moves[0]["words"], seen=self.update["number"]):
                self.own += 1
                self.update = {}
            else:
                self.read()


def first_move(address: str, game: str) -> float:
    """Return the seconds from taking a seat until Expert, in the other one, has moved."""
    me = urlopen(f"{address}/api/me", timeout=WAIT)
    cookie = {"cookie": me.headers["set-cookie"].partition(";")[0]}
    asked = json.dumps({"game": game, "seats": 2, "bots": ["expert"], "pace": 0}).encode()
    headers = {**cookie, "content-type": "application/json", "origin": address}
    code = json.load(urlopen(Request(f"{address}/api/rooms", asked, headers), timeout=WAIT))["code"]
    socket = address.replace("http", "ws", 1) + "/ws"
    with connect(socket, additional_headers=cookie, origin=address) as connection:  # type: ignore[arg-type]
        seat = Seat(connection)
        assert seat.ask("enter", room=code)
        began = time.monotonic()
        assert seat.ask("sit") and seat.ask("start")
        seat.wait_for_the_other()
        return time.monotonic() - began


def main() -> None:
    """Open a house and print the results."""
    with house([str(Path(sys.executable).with_name("parlour"))]) as (address, home):
        seen: dict[str, Any] = {"page_bytes": check_pages(address), "opened": opened_page(home).startswith(address)}
        seen["house"] = kept_house(address)
        seen["seconds"] = round(first_move(address, sys.argv[1]), 3)
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
