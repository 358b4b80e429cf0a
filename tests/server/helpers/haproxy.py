"""A real HAProxy in front of houses, with the configuration for operators; Debian's package if none is installed."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.debian import program
from tests.server.helpers.postgres import free_port

CONFIGURATION = Path(__file__).parents[3] / "deploy" / "houses" / "haproxy.cfg"
NOWHERE = "127.0.0.1:9"
NAMES = ("one", "two", "three")
HOUSE = "X-House-Port"
"""The header in which the proxy says which port has answered. Operators don't need it; the tests do."""


class Proxy:
    """A proxy in front of up to three houses, given by host and port. It stays at one address when it is started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = tempfile.TemporaryDirectory(prefix="parlour-haproxy-")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, houses: Sequence[str]) -> None:
        """Start the proxy with this table of houses; a running proxy is stopped first."""
        self.stop()
        text = CONFIGURATION.read_text(encoding="utf-8")
        bind = '    bind "${HOUSES_BIND}"\n'
        assert bind in text
        own = Path(self._folder.name) / "haproxy.cfg"
        own.write_text(text.replace(bind, f"{bind}    http-response set-header {HOUSE} %sp\n"), encoding="utf-8")
        addresses = [*houses, *[NOWHERE] * (len(NAMES) - len(houses))]
        environment = {f"HOUSE_{name.upper()}": address for name, address in zip(NAMES, addresses, strict=True)}
        environment |= {"HOUSES_BIND": f"127.0.0.1:{self.port}", "PATH": os.environ.get("PATH", "")}
        self._process = subprocess.Popen(
            [program("haproxy"), "-db", "-f", str(own)],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        _wait_for(self.port, self._process)

    def stop(self) -> None:
        """Stop it, with all connections."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(30)
            self._process = None

    def close(self) -> None:
        """Stop it for good."""
        self.stop()
        self._folder.cleanup()


@contextmanager
def haproxy(houses: Sequence[str]) -> Iterator[str]:
    """Run a proxy in front of up to three houses, given by host and port; yield its URL."""
    proxy = Proxy()
    try:
        proxy.start(houses)
        yield proxy.url
    finally:
        proxy.close()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise RuntimeError("HAProxy does not start.")
