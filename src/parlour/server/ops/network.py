"""The addresses of this machine on its networks, so that others can be invited."""

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

from ...system import fcntl
from .settings import web_address

EVERYWHERE = ("", "0.0.0.0", "::")
"""Hosts that make a server listen on every address of this machine."""
MOST_ADDRESSES = 4
FAR_AWAY = "192.0.2.1", 9
"""An address that no machine has (RFC 5737). The route to it goes through the network shared with others."""
VIRTUAL = ("docker", "br-", "veth", "virbr")
"""Prefixes of the names of networks that exist only inside this machine."""
GET_ADDRESS = 0x8915
"""The request SIOCGIFADDR of Linux."""


def is_open_to_others(host: str) -> bool:
    """Whether a server that listens on this host can be reached from other machines."""
    if host in EVERYWHERE:
        return True
    try:
        return not ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host.lower() != "localhost"


def addresses_for_others(host: str, port: int) -> list[str]:
    """Return the web addresses at which others can open a server that listens there, the most likely one first."""
    if not is_open_to_others(host):
        return []
    return [web_address(address, port) for address in (own_addresses() if host in EVERYWHERE else [host])]


def own_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine on shared networks, that of the default route first."""
    found = dict.fromkeys((*_way_out(), *_by_interface(), *_by_name()))
    return [address for address in found if _is_shared(address)][:MOST_ADDRESSES]


def _is_shared(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def _way_out() -> Iterator[str]:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(FAR_AWAY)  # doesn't send anything
        yield str(way.getsockname()[0])


def _by_interface() -> Iterator[str]:
    if sys.platform != "linux" or fcntl is None:
        return
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                if not name.startswith(VIRTUAL):
                    answer = fcntl.ioctl(way.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(answer[20:24])


def _by_name() -> Iterator[str]:
    if sys.platform == "linux":
        return
    with suppress(OSError, UnicodeError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]
