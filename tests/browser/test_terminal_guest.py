"""Somebody at a terminal and somebody with a browser finish a game together on a running house."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from tests.browser.helpers.player import Player, play_together
from tests.browser.helpers.tables import FEW, RESULT, deal, finished_room, make_room, room_of
from tests.browser.helpers.visitors import STILL, Visit
from tests.contract.helpers.sources import PACKAGE
from tests.server.helpers.clients import HouseProcess

FIRST = re.compile(r" +1\) ")
"""How a list of moves begins."""


def test_a_terminal_and_a_browser_finish_a_game_together(visit: Visit, house: HouseProcess, tmp_path: Path) -> None:
    host = visit(STILL)
    code = make_room(host, FEW[0], people=2)
    page = host.open(f"/r/{code}")
    guest = subprocess.Popen(
        [sys.executable, "-m", "parlour.cli", "join", f"{house.url}/r/{code}", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PARLOUR_HOME": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent)},
    )
    said: list[str] = []

    def play() -> None:
        """Make the first move whenever the terminal lists moves."""
        assert guest.stdin is not None and guest.stdout is not None
        for line in guest.stdout:
            said.append(line)
            if FIRST.match(line):
                guest.stdin.write("1\n")
                guest.stdin.flush()

    threading.Thread(target=play, daemon=True).start()
    try:
        while any(chair["kind"] != "person" for chair in room_of(host, code)["chairs"]):
            assert guest.poll() is None, "".join(said)
            page.wait_for_timeout(50)
        deal(page)
        play_together(Player(page, seed="terminal"))
        page.wait_for_selector(RESULT)
        room = finished_room(host, code)
    finally:
        guest.kill()
        guest.wait()
    assert [chair["kind"] for chair in room["chairs"]] == ["person", "person"]
    assert any(FIRST.match(line) for line in said), "the terminal never moved"
