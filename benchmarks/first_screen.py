"""Measures how much processor time the terminal takes until its first screen: `python benchmarks/first_screen.py --write`.

The real command runs in a pseudo-terminal, again and again, until its output contains the first screen. Processor time is what
counts, since other programs may be running; wall-clock time is given as well. With `--write`, the table replaces the one in
RESULTS.md.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path
from statistics import median

from paper import machine_text, table_text

RESULTS = Path(__file__).parent / "RESULTS.md"
BEGIN, END = "<!-- first screen: begin -->", "<!-- first screen: end -->"
MOST = 0.7
"""The target, in processor seconds."""
LONGEST = 60.0
LINES, COLUMNS = 24, 80
SCREENS = {
    "parlour play": (["play"], "card games with your own rules"),
    "parlour play GAME": (["play", "switch", "--seed", "1"], "Deck"),
    "parlour play GAME --plain": (["play", "switch", "--seed", "1", "--plain"], "draw"),
}
"""The commands, and a text on the first screen of each."""
TEXT = """\
### The first screen of the terminal

{machine}

From the start of the command until its first screen has been written, {columns} × {lines}, the median of {count} starts
with bytecode on disk. At most {most} s of processor time: {verdict}. Other programs were running, so the clock says little.

{table}
"""


def first_screen(arguments: list[str], text: str, home: str) -> tuple[float, float]:
    """Start the command; return the processor seconds and the wall-clock seconds until a text is on the screen."""
    environment = {**os.environ, "TERM": "xterm-256color", "PARLOUR_HOME": home}
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.execve(sys.executable, [sys.executable, "-c", "from parlour_command import main; main()", *arguments], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    written = b""
    try:
        while text.encode() not in written:
            ready, _, _ = select.select([terminal], [], [], LONGEST)
            assert ready, f"{arguments} showed no screen: {written[-2000:]!r}"
            written += os.read(terminal, 1 << 16)
        return processor_seconds(process), time.perf_counter() - began
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def processor_seconds(process: int) -> float:
    """Return the processor time of a running process and the children it has waited for."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def measured(count: int) -> str:
    """Measure all commands; return the section for RESULTS.md."""
    rows, slowest = [], 0.0
    with tempfile.TemporaryDirectory() as home:
        for name, (arguments, text) in SCREENS.items():
            first_screen(arguments, text, home)  # writes the bytecode
            found = [first_screen(arguments, text, home) for _ in range(count)]
            cpu, wall = (median(times) for times in zip(*found, strict=True))
            slowest = max(slowest, cpu)
            rows.append([f"`{name}`", f"{cpu:.2f}", f"{wall:.2f}"])
    table = table_text(["command", "processor, s", "clock, s"], rows)
    verdict = "reached" if slowest <= MOST else "missed"
    machine = machine_text(None).partition(" · no C")[0]
    return TEXT.format(machine=machine, columns=COLUMNS, lines=LINES, count=count, most=MOST, verdict=verdict, table=table)


def written(whole: str, section: str) -> str:
    """Return the results with this section in place of the old one; the first time it goes before all marked sections."""
    block = f"{BEGIN}\n{section}{END}\n"
    if BEGIN in whole:
        return re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}\n", lambda _: block, whole, flags=re.DOTALL)
    before, mark, after = whole.partition("<!-- ")
    return f"{before}{block}\n{mark}{after}"


def main() -> None:
    """Measure, print, and write RESULTS.md if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table to RESULTS.md")
    parser.add_argument("--count", type=int, default=11, help="starts of each command")
    asked = parser.parse_args()
    section = measured(asked.count)
    print(section)
    if asked.write:
        RESULTS.write_text(written(RESULTS.read_text(encoding="utf-8"), section), encoding="utf-8")


if __name__ == "__main__":
    main()
