"""The interface to systemd: it passes a listening socket (LISTEN_FDS), and learns when the service is ready."""

import os
import socket
from collections.abc import MutableMapping

FIRST_SOCKET = 3
"""The number of the first file descriptor that systemd passes."""
NOT_ONE = "systemd must pass one socket, not {count}: remove the other ListenStream lines."
NOT_TCP = "systemd must pass a listening TCP socket, as in ListenStream=127.0.0.1:8765."


def passed_socket(environment: MutableMapping[str, str] = os.environ) -> socket.socket | None:
    """Return the listening socket that was passed to this process, if any; a ValueError says why it cannot be used.

    The variables are removed, so that no child process mistakes the socket for its own.
    """
    pid, count = environment.pop("LISTEN_PID", ""), environment.pop("LISTEN_FDS", "0")
    environment.pop("LISTEN_FDNAMES", None)
    if pid != str(os.getpid()) or count == "0":
        return None
    if count != "1":
        raise ValueError(NOT_ONE.format(count=count))
    try:
        listener = socket.socket(fileno=FIRST_SOCKET)
    except OSError:
        raise ValueError(NOT_TCP) from None
    is_tcp = listener.family in (socket.AF_INET, socket.AF_INET6) and listener.type == socket.SOCK_STREAM
    if not is_tcp or not listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        listener.close()
        raise ValueError(NOT_TCP)
    return listener


def notify(state: str) -> None:
    """Tell systemd a state such as READY=1, if it started this process and wants to know."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        try:
            line.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
        except OSError:
            return  # nobody is listening any more
