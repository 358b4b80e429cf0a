"""Requests written by hand, byte by byte."""

import json
import socket
from urllib.parse import urlsplit

from parlour.server.http.openapi import Error


def raw(url: str, data: bytes, *, seconds: float = 20.0) -> bytes:
    """Return everything that the house sends in answer to these bytes, until it closes the connection."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port), timeout=seconds) as line:
        line.sendall(data)
        answer = b""
        while more := line.recv(65_536):
            answer += more
        return answer


def asked(url: str, head: str, body: bytes = b"") -> tuple[int, bytes]:
    """Return the status and the body of the answer to a request written by hand."""
    answer = raw(url, head.replace("\n", "\r\n").encode("latin-1") + b"Connection: close\r\n\r\n" + body)
    return int(answer.split(b" ", 2)[1]), answer.partition(b"\r\n\r\n")[2]


def sentence(body: bytes | str) -> str:
    """Return the one sentence of an error."""
    told = json.loads(body)
    assert set(told) <= set(Error.__struct_fields__) and told["error"].endswith(".") and "\n" not in told["error"]
    return str(told["error"])
