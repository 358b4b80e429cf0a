"""A real HAProxy in front of houses, with the configuration for operators; Debian's package if none is installed."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.server.helpers.postgres import free_port

CONFIGURATION = Path(__file__).parents[3] / "deploy" / "houses" / "haproxy.cfg"
NONE = "The tests need HAProxy, which was not found and could not be fetched: install it (apt-get install haproxy)."
NOWHERE = "127.0.0.1:9"
NAMES = ("one", "two", "three")


def program() -> str:
    """Return the path of HAProxy; as root it is installed if necessary."""
    if not shutil.which("haproxy") and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "-y", "--no-install-recommends", "haproxy"]):
            subprocess.run(["apt-get", "-qq", *words], env=environment, stdin=subprocess.DEVNULL)
    found = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        raise RuntimeError(NONE)
    return found


@contextmanager
def haproxy(houses: Sequence[str]) -> Iterator[str]:
    """A proxy in front of up to three houses, given by host and port; return its URL."""
    port = free_port()
    addresses = [*houses, *[NOWHERE] * (len(NAMES) - len(houses))]
    environment = {f"HOUSE_{name.upper()}": address for name, address in zip(NAMES, addresses, strict=True)}
    environment |= {"HOUSES_BIND": f"127.0.0.1:{port}", "PATH": os.environ.get("PATH", "")}
    process = subprocess.Popen(
        [program(), "-db", "-f", str(CONFIGURATION)],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise RuntimeError("HAProxy does not start.")
